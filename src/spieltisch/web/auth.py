"""Who asks. Pages send the browser's cookie (and a CSRF token), programs a bearer credential.

Credentials are ours: each carries a signature of this installation, so that nobody chooses their
own, or makes somebody use one they know. Those from before there were signatures are good where
they are a player's device."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException

from spieltisch.server.credentials import hashed, new_credential
from spieltisch.server.errors import Refused
from spieltisch.server.tables import Tables
from spieltisch.web.settings import Settings

AnyRequest = Request[Any, Any, Any]
Asking = ASGIConnection[Any, Any, Any, Any]
COOKIE = "spieltisch"
LONGEST_CREDENTIAL = 64
COOKIE_SECONDS = 365 * 24 * 3600
SIGNATURE_LETTERS = 20
KEY_LETTERS = 32
SHORTEST_KEY = 16
NOT_OURS = {"WWW-Authenticate": 'Bearer error="invalid_token"'}


class Mint:
    """Makes credentials and knows its own."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def new(self) -> str:
        return self.signed(new_credential())

    def of_key(self, key: str, place: str) -> str:
        """For who sits down with a key and without a credential: the same key gets the same one.
        So nobody else must be able to guess it."""
        if len(key) < SHORTEST_KEY:
            raise Refused("key_too_short", facts={"shortest": SHORTEST_KEY})
        mark = hmac.digest(self.key, f"key {place} {key}".encode(), hashlib.sha256)
        return self.signed(mark.hex()[:KEY_LETTERS])

    def signed(self, random: str) -> str:
        return f"{random}.{self.signature(random)}"

    def made(self, credential: str) -> bool:
        random, _, signature = credential.rpartition(".")
        return hmac.compare_digest(self.signature(random).encode(), signature.encode())

    def signature(self, random: str) -> str:
        mark = hmac.digest(self.key, f"credential {random}".encode(), hashlib.sha256)
        return mark.hex()[:SIGNATURE_LETTERS]


def bearer(request: AnyRequest) -> str | None:
    """The credential of an API request; cookies do not count there, so no page can forge one."""
    scheme, _, credential = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    return checked(credential.strip())


def browser(connection: Asking) -> str | None:
    """The credential of this browser; None before its first visit to a seat. One that was given
    out before cookies were bound to https still counts there."""
    settings: Settings = connection.app.state.settings
    return checked(connection.cookies.get(cookie_name(settings, COOKIE))) or checked(
        connection.cookies.get(COOKIE)
    )


def checked(credential: str | None) -> str | None:
    if not credential or len(credential) > LONGEST_CREDENTIAL:
        return None
    return credential


async def is_genuine(credential: str, connection: Asking) -> bool:
    """Whether we gave it out, and it was not signed out since."""
    mint: Mint = connection.app.state.mint
    tables: Tables = connection.app.state.tables
    known = await tables.live.devices.find(hashed(credential))
    return mint.made(credential) if known is None else not known.ended


async def program(request: AnyRequest) -> str:
    """What a program sits down with: the credential it sent, if that is ours, or a new one."""
    credential = bearer(request)
    if credential is None:
        return fresh_credential(request)
    await refuse_forged(request, credential)
    return credential


async def refuse_forged(request: AnyRequest, credential: str) -> None:
    if not await is_genuine(credential, request):
        raise NotAuthorizedException("not a credential of this server", headers=NOT_OURS)


async def person(connection: Asking, key: str = "", place: str = "") -> str:
    """What somebody sits down with at a page: this browser's credential, or a new one."""
    credential = browser(connection)
    if credential is not None and await is_genuine(credential, connection):
        return credential
    return fresh_credential(connection, key, place)


def fresh_credential(connection: Asking, key: str = "", place: str = "") -> str:
    mint: Mint = connection.app.state.mint
    return mint.of_key(key, place) if key else mint.new()


def cookie_name(settings: Settings, name: str) -> str:
    """Over https a prefix makes browsers refuse one that another host set, or plain http."""
    return f"__Host-{name}" if settings.secure_cookies else name


def fresh_cookie(settings: Settings, credential: str) -> Cookie:
    """A browser's cookie: one owns all its seats."""
    return Cookie(
        key=cookie_name(settings, COOKIE),
        value=credential,
        path="/",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )
