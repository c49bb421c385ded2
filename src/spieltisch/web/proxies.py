"""Where a guest behind proxies comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from spieltisch.web.addresses import Network, parse

SCHEMES = {b"http": "http", b"https": "https"}


class BehindProxy(ASGIMiddleware):
    """Puts the guest's address and scheme, as the proxies tell them, in the place of the proxy's.

    Every proxy adds the address it saw at the end of X-Forwarded-For, so the list is read from
    its end: what stands before the first address that is no proxy of ours the guest may have
    made up. Without `proxies` whoever is connected is the one proxy there is.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, proxies: Sequence[Network] = ()) -> None:
        self.proxies = proxies

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        self.put_right(scope)
        await next_app(scope, receive, send)

    def put_right(self, scope: Scope) -> None:
        connected = scope["client"][0] if scope["client"] else ""
        if self.proxies and not self.is_proxy(connected):
            return
        scope["client"] = (self.guest(connected, lines(scope, b"x-forwarded-for")), 0)
        told = list(lines(scope, b"x-forwarded-proto"))
        scheme = told[-1].rpartition(b",")[2].strip().lower() if told else b""
        scope["scheme"] = SCHEMES.get(scheme, scope["scheme"])

    def guest(self, connected: str, forwarded: Iterable[bytes]) -> str:
        found = connected
        for address in reversed(b",".join(forwarded).decode("latin-1").split(",")):
            if not address.strip():
                break
            found = address.strip()
            if not self.is_proxy(found):
                break
        return found

    def is_proxy(self, address: str) -> bool:
        parsed = parse(address)
        return parsed is not None and any(parsed in network for network in self.proxies)


def lines(scope: Scope, wanted: bytes) -> Iterable[bytes]:
    return (value for name, value in scope["headers"] if name.lower() == wanted)
