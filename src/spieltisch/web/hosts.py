"""Under which names this server answers. A page of a stranger can make its own name mean this
machine (DNS rebinding) and would then be read as one of ours."""

from __future__ import annotations

from ipaddress import ip_address

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from spieltisch.web.settings import Settings

MISDIRECTED = b"this server is for its own machine and answers to localhost and 127.0.0.1 alone\n"


def is_loopback(host: str) -> bool:
    """The name of a Host line or a client's address, with a port or without."""
    name = host.strip().lower()
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name.removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False


def is_for_this_machine(settings: Settings) -> bool:
    return is_loopback(settings.host) and not (settings.lan or settings.trusted_proxy)


class OwnNames:
    """Around an app that listens on this machine alone: asked by another name, it says no."""

    def __init__(self, app: Litestar) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or all(is_loopback(name) for name in names_in(scope)):
            await self.app(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 421, "headers": headers})
        await send({"type": "http.response.body", "body": MISDIRECTED, "more_body": False})


def names_in(scope: Scope) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
