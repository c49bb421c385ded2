"""Puts the app together: tables, API, pages, limits and headers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import Message, Scope

from spieltisch import __version__
from spieltisch.table.service import Tables
from spieltisch.web import problems
from spieltisch.web.api import api
from spieltisch.web.auth import AnyRequest
from spieltisch.web.limits import RateLimit
from spieltisch.web.metrics import Meter, health, metrics
from spieltisch.web.pages.routes import pages, static_files
from spieltisch.web.pages.trouble import either
from spieltisch.web.settings import Settings

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
CSRF_COOKIE = "spieltisch-csrf"


def create_app(settings: Settings) -> Litestar:
    """The app of one process; the database is brought up to date before it is built."""
    tables = Tables(
        settings.database,
        workers=settings.bot_workers,
        keep_finished=settings.keep_finished,
        keep_idle=settings.keep_idle,
    )
    tables.store.prepare()
    meter = Meter(tables)
    return Litestar(
        [api, health, metrics, pages, static_files],
        state=State({"tables": tables, "settings": settings, "meter": meter}),
        dependencies={
            "tables": Provide(the_tables, sync_to_thread=False),
            "settings": Provide(the_settings, sync_to_thread=False),
        },
        lifespan=[open_tables],
        middleware=[meter, RateLimit(tables, settings)],
        before_send=[secure],
        csrf_config=CSRFConfig(
            secret=tables.key("csrf").hex(),
            cookie_name=CSRF_COOKIE,
            cookie_secure=settings.secure_cookies,
            exclude="^/api(/|$)",
        ),
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6),
        request_max_body_size=settings.limits.body_bytes,
        exception_handlers=either(problems.HANDLERS),  # type: ignore[arg-type]
        openapi_config=openapi(),
        logging_config=None,
    )


def the_tables(state: State) -> Tables:
    tables: Tables = state.tables
    return tables


def the_settings(state: State) -> Settings:
    settings: Settings = state.settings
    return settings


@asynccontextmanager
async def open_tables(app: Litestar) -> AsyncIterator[None]:
    await app.state.tables.open()
    try:
        yield
    finally:
        await app.state.tables.close()


async def secure(message: Message, _scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in SECURITY_HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("Cache-Control", "no-store")


class Described(JsonRenderPlugin):
    """The document of the API. Tuples are told as lists of so many of these: programs that read
    such documents stumble over `prefixItems`."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, without_tuples(openapi_schema))


def without_tuples(part: Any) -> Any:
    if isinstance(part, list):
        return [without_tuples(one) for one in part]
    if not isinstance(part, dict):
        return part
    whole = {name: without_tuples(value) for name, value in part.items()}
    if "prefixItems" in part:
        parts = whole.pop("prefixItems")
        whole |= {"items": {"anyOf": parts}, "minItems": len(parts), "maxItems": len(parts)}
    return whole


def openapi() -> OpenAPIConfig:
    bearer = SecurityScheme(type="http", scheme="bearer", description="A seat's credential.")
    return OpenAPIConfig(
        title="Spieltisch",
        version=__version__,
        description="Lay tables, sit down, play; for programs. See docs/api.md.",
        path="/api/openapi.json",
        render_plugins=[Described(path="/")],
        components=Components(security_schemes={"seat": bearer}),
        use_handler_docstrings=True,
    )
