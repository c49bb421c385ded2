"""Who asks. Pages send the browser's cookie (and a CSRF token), programs a bearer credential."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from spieltisch.table.credentials import new_credential
from spieltisch.web.settings import Settings

AnyRequest = Request[Any, Any, Any]
COOKIE = "spieltisch"
LONGEST_CREDENTIAL = 64
COOKIE_SECONDS = 365 * 24 * 3600


def bearer(request: AnyRequest) -> str | None:
    """The credential of an API request; cookies do not count there, so no page can forge one."""
    scheme, _, credential = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    return checked(credential.strip())


def browser(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The credential of this browser; None before its first visit to a seat."""
    return checked(connection.cookies.get(COOKIE))


def checked(credential: str | None) -> str | None:
    if not credential or len(credential) > LONGEST_CREDENTIAL:
        return None
    return credential


def fresh_cookie(settings: Settings, credential: str | None = None) -> Cookie:
    """A browser's cookie: one owns all its seats."""
    return Cookie(
        key=COOKIE,
        value=credential or new_credential(),
        path="/",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )
