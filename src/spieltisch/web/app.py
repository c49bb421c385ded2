"""Puts the app together: tables, API, pages, limits and headers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from spieltisch.server.push_service import PushService
from spieltisch.server.store.keys import installation_key
from spieltisch.server.tables import Tables
from spieltisch.web import problems
from spieltisch.web.addresses import networks
from spieltisch.web.api import api
from spieltisch.web.api_document import openapi
from spieltisch.web.auth import Mint
from spieltisch.web.content_policy import content_policy
from spieltisch.web.csrf import Csrf
from spieltisch.web.hosts import is_loopback, names_in
from spieltisch.web.limits import RateLimit
from spieltisch.web.metrics import Meter, health, metrics
from spieltisch.web.origins import Origins
from spieltisch.web.pages.push_words import worded
from spieltisch.web.pages.routes import pages, static_files
from spieltisch.web.pages.trouble import either
from spieltisch.web.proxies import BehindProxy
from spieltisch.web.settings import Settings

SECURITY_HEADERS = {
    "Content-Security-Policy": content_policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def create_app(settings: Settings) -> Litestar:
    """The app of one process; the database is brought up to date before it is built."""
    tables = Tables(
        settings.database,
        workers=settings.bot_workers,
        keep_finished=settings.keep_finished,
        keep_idle=settings.keep_idle,
        own_bots=settings.own_bots,
        push=PushService(settings.push_contact, settings.push_anywhere),
    )
    tables.notices.worded = worded
    tables.store.prepare()
    installation_key(
        tables.store, "host"
    )  # made now: where nothing can be written the start ends in one line
    meter = Meter(tables)
    return Litestar(
        [api, health, metrics, pages, *static_files],
        state=State(
            {
                "tables": tables,
                "settings": settings,
                "meter": meter,
                "mint": Mint(installation_key(tables.store, "credentials")),
                "origins": Origins(installation_key(tables.store, "origins")),
            }
        ),
        dependencies={
            "tables": Provide(the_tables, sync_to_thread=False),
            "settings": Provide(the_settings, sync_to_thread=False),
        },
        lifespan=[open_tables],
        middleware=[
            *behind_proxy(settings),
            meter,
            RateLimit(tables, settings),
            Csrf(installation_key(tables.store, "csrf"), settings),
        ],
        cors_config=cors(settings),
        before_send=[secure],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6),
        request_max_body_size=settings.limits.body_bytes,
        exception_handlers=either(problems.HANDLERS),  # type: ignore[arg-type]
        openapi_config=openapi(),
        logging_config=None,
    )


def behind_proxy(settings: Settings) -> list[BehindProxy]:
    return [BehindProxy(networks(settings.proxies))] if settings.trusted_proxy else []


def cors(settings: Settings) -> CORSConfig | None:
    """Which pages of others may use the API from a browser; never with this site's cookies."""
    if not settings.allow_origins:
        return None
    headers = ["Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID"]
    return CORSConfig(
        allow_origins=list(settings.allow_origins),
        allow_methods=["GET", "POST", "OPTIONS"],
        allow_headers=headers,
        expose_headers=["Retry-After"],
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


async def secure(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        if "allow" in headers and (methods := methods_at(scope)):
            headers["Allow"] = ", ".join(methods)
        for name, value in SECURITY_HEADERS.items():
            headers.setdefault(name, value)
        if is_secure(scope):
            headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        headers.setdefault("Cache-Control", "no-store")


def is_secure(scope: Scope) -> bool:
    """Whether browsers trust the address: elsewhere they ignore some headers, and complain."""
    return scope["scheme"] == "https" or all(map(is_loopback, names_in(scope)))


def methods_at(scope: Scope) -> list[str]:
    """All of a path: the framework tells those of one of its handlers."""
    template = scope.get("path_template")
    routes = [one for one in scope["litestar_app"].routes if one.path == template]
    return sorted(
        {method for one in routes if isinstance(one, HTTPRoute) for method in one.methods}
    )
