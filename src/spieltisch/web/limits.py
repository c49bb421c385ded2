"""How often one may ask. A bucket refills steadily and holds one minute's worth."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from litestar.connection import Request
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from spieltisch.server.tables import Tables
from spieltisch.web.addresses import house_of
from spieltisch.web.auth import AnyRequest, bearer, browser
from spieltisch.web.settings import Settings

MOST_BUCKETS = 50_000
MOST_SEATED_IN_A_HOUSE = 20  # at full speed; credentials cost nothing, addresses do
LEAST_OPEN = 20
CROWD_SECONDS = 5.0
SITTING_DOWN = "sitting_down"  # the handler option of routes that lay tables or take seats


class Buckets:
    """The least recently used are forgotten, so strangers cannot fill the memory."""

    def __init__(self, a_minute: int) -> None:
        self.a_minute = a_minute
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, now: float) -> float:
        """Take one; seconds to wait if there is none."""
        level, since = self.levels.pop(name, (float(self.a_minute), now))
        level = min(self.a_minute, level + (now - since) * self.a_minute / 60)
        allowed = level >= 1
        self.levels[name] = (level - 1 if allowed else level, now)
        if len(self.levels) > MOST_BUCKETS:
            self.levels.popitem(last=False)
        return 0.0 if allowed else (1 - level) * 60 / self.a_minute


class RateLimit(ASGIMiddleware):
    scopes = (ScopeType.HTTP,)
    exclude_path_pattern = ("^/health$", "^/metrics$", "^/static/")

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self.seated = Buckets(settings.limits.seated)
        self.strangers = Buckets(settings.limits.stranger)
        self.sitters = Buckets(settings.limits.sitting_down)
        self.houses = Buckets(settings.limits.seated * MOST_SEATED_IN_A_HOUSE)
        self.open: Counter[str] = Counter()  # requests being answered; streams for as long as read

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        request: AnyRequest = Request(scope)
        address = house_of(request.client.host if request.client else "")
        credential = self.seat_of(request)
        wait = self.wait(request, address, credential) or self.crowd(address, credential)
        if wait > 0:
            after = str(int(wait) + 1)
            raise TooManyRequestsException("too many requests", headers={"Retry-After": after})
        with self.counted(house_name(address)), self.counted(name_of(address, credential)):
            await next_app(scope, receive, send)

    def seat_of(self, request: AnyRequest) -> str:
        """The credential of somebody who sits at a table; empty for strangers."""
        credential = bearer(request) or browser(request)
        return credential if credential and self.tables.live.knows(credential) else ""

    def wait(self, request: AnyRequest, address: str, credential: str) -> float:
        now = time.monotonic()
        if request.route_handler.opt.get(SITTING_DOWN):
            wait = self.sitters.take(address, now)
            if wait > 0:
                return wait
        if credential:
            return self.seated.take(credential, now) or self.houses.take(address, now)
        return self.strangers.take(address, now)

    def crowd(self, address: str, credential: str) -> float:
        """Seconds to wait if one has too many answers open already, above all live updates. All of
        an address have as many as it may have connections: behind a proxy only this counts them."""
        limits = self.settings.limits
        most = limits.seated // 3 if credential else limits.stranger
        is_one = self.open[name_of(address, credential)] >= max(most, LEAST_OPEN)
        are_many = self.open[house_name(address)] >= limits.connections
        return CROWD_SECONDS if is_one or are_many else 0.0

    @contextmanager
    def counted(self, name: str) -> Iterator[None]:
        self.open[name] += 1
        try:
            yield
        finally:
            self.open[name] -= 1
            if not self.open[name]:
                del self.open[name]


def house_name(address: str) -> str:
    return f"house {address}"


def name_of(address: str, credential: str) -> str:
    return f"seat {credential}" if credential else address
