"""How often one may ask. A bucket refills steadily and holds one minute's worth."""

from __future__ import annotations

import time
from collections import OrderedDict

from litestar.connection import Request
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from spieltisch.table.service import Tables
from spieltisch.web.auth import AnyRequest, bearer, browser
from spieltisch.web.settings import Settings

MOST_BUCKETS = 50_000
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

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        wait = self.wait(Request(scope))
        if wait > 0:
            after = str(int(wait) + 1)
            raise TooManyRequestsException("too many requests", headers={"Retry-After": after})
        await next_app(scope, receive, send)

    def wait(self, request: AnyRequest) -> float:
        now = time.monotonic()
        address = self.address(request)
        if request.route_handler.opt.get(SITTING_DOWN):
            wait = self.sitters.take(address, now)
            if wait > 0:
                return wait
        credential = bearer(request) or browser(request)
        if credential and self.tables.knows(credential):
            return self.seated.take(credential, now)
        return self.strangers.take(address, now)

    def address(self, request: AnyRequest) -> str:
        """The last forwarded address is the one the trusted proxy itself saw."""
        if self.settings.trusted_proxy:
            forwarded = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
            if forwarded:
                return forwarded
        return request.client.host if request.client else ""
