"""What a host wants to know: counters for Prometheus, and one log line a request."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Iterable
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from spieltisch.server.tables import Tables
from spieltisch.web.auth import AnyRequest
from spieltisch.web.hosts import is_loopback

log = logging.getLogger("spieltisch.web")
BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5)
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
PLAIN = set(vars(logging.makeLogRecord({})))


class TableCounts(Collector):
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def collect(self) -> Iterable[Metric]:
        live = list(self.tables.live.by_id.values())
        by_stage = GaugeMetricFamily("spieltisch_tables", "Tables in memory", labels=["stage"])
        for stage in ("gathering", "playing", "over"):
            count = sum(table.stored.stage == stage for table in live)
            by_stage.add_metric([stage], count)
        yield by_stage
        streams = sum(len(table.listeners) for table in live)
        yield GaugeMetricFamily("spieltisch_streams", "Live connections", value=streams)
        thinking = len(self.tables.bot_seats.busy)
        yield GaugeMetricFamily("spieltisch_bots_at_work", "Tables with a bot to move", thinking)
        waiting = self.tables.store.waiting.qsize()
        yield GaugeMetricFamily("spieltisch_writes_waiting", "Writes not on disk yet", waiting)
        yield GaugeMetricFamily(
            "spieltisch_moves", "Decisions since the start", self.tables.live.moves
        )
        cluster = self.tables.live.cluster
        yield GaugeMetricFamily("spieltisch_notices", "Heard from other processes", cluster.heard)
        listening = int(cluster.listening)
        yield GaugeMetricFamily("spieltisch_listening", "Hears other processes", listening)


class Meter(ASGIMiddleware):
    """Counts and times requests by route; addresses with their invitations are never logged."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, tables: Tables) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(TableCounts(tables))
        labels = ["route", "status"]
        self.requests = Counter(
            "spieltisch_requests", "Requests answered", labels, registry=self.registry
        )
        self.seconds = Histogram(
            "spieltisch_request_seconds",
            "Time to the first byte",
            ["route"],
            buckets=BUCKETS,
            registry=self.registry,
        )

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        began = time.perf_counter()
        route = str(scope.get("path_template", ""))

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.note(str(scope.get("method")), route, message["status"], began)
            await send(message)

        await next_app(scope, receive, noting)

    def note(self, method: str, route: str, status: int, began: float) -> None:
        seconds = time.perf_counter() - began
        self.requests.labels(route, status).inc()
        self.seconds.labels(route).observe(seconds)
        facts = {"method": method, "route": route, "status": status}
        log.info("request", extra={**facts, "ms": round(1000 * seconds, 1)})


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def metrics(request: AnyRequest, state: State) -> bytes:
    """For this machine alone: at a secret choice the counts would tell guests that it was made."""
    if not is_from_here(request):
        raise NotFoundException
    return generate_latest(state.meter.registry)


def is_from_here(request: AnyRequest) -> bool:
    """A proxy on this machine comes from here, too, but not for itself; and a page of a stranger
    that calls this machine by a name of its own is not from here."""
    forwarded = any(name in request.headers for name in FORWARDED)
    client = request.client.host if request.client else ""
    return not forwarded and is_loopback(client) and is_loopback(request.headers.get("host", ""))


@get("/health", include_in_schema=False)
async def health(state: State) -> Response[dict[str, str]]:
    try:
        await state.tables.health.check()
    except Exception:
        log.exception("the database does not answer")
        return Response({"status": "database does not answer"}, status_code=503)
    return Response({"status": "ok"})


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in PLAIN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def start_logging(style: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    if style == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    level = logging.INFO if style == "json" else logging.WARNING
    logging.getLogger("spieltisch").setLevel(level)
