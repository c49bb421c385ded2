"""Runs the app: finds a port, says where it is, stops without cutting anybody off."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import socket
import sys
import threading
import webbrowser
from functools import partial
from types import FrameType

import msgspec
import uvicorn
from litestar import Litestar

from spieltisch.core.errors import SpieltischError
from spieltisch.server.admin import new_host_token
from spieltisch.server.store.engine import Store
from spieltisch.server.store.file_lock import alone_with
from spieltisch.web.app import create_app
from spieltisch.web.connections import (
    FEW_FILES,
    connection_class,
    raise_file_limit,
    room_for_connections,
)
from spieltisch.web.hosts import OwnNames, is_for_this_machine
from spieltisch.web.metrics import start_logging
from spieltisch.web.settings import Settings
from spieltisch.web.workers import Workers

log = logging.getLogger("spieltisch.web")
PORTS_TO_TRY = 20
STOP_SECONDS = 5
BROWSER_SECONDS = 0.5
KEEP_ALIVE_SECONDS = 75  # longer than proxies keep a connection: else they send into a closed one
COLLECT_AFTER = (10_000, 20, 50)
SWITCH_SECONDS = 0.0005  # else the writer waits 5 ms for its turn whenever the loop is busy


class PortTaken(SpieltischError):
    """Something else listens there."""


class NotShared(SpieltischError):
    """A database of one process only."""


class GentleServer(uvicorn.Server):
    """Ends live connections first, so that stopping does not wait for them. A stop asked for is
    no failure: the signal is not raised again afterwards. A second one stops at once. One of
    several workers leaves Ctrl+C to the process that started it."""

    def __init__(self, config: uvicorn.Config, app: Litestar, one_of_several: bool) -> None:
        super().__init__(config)
        self.litestar = app
        self.one_of_several = one_of_several

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.one_of_several and sig == signal.SIGINT:
            return
        self.litestar.state.tables.end_streams()
        self.force_exit = self.should_exit
        self.should_exit = True


def serve(settings: Settings, *, any_port: bool, browser: bool) -> None:
    """Serve until interrupted; with `any_port`, on the next free one if the port is taken."""
    start_logging(settings.log)
    if settings.workers > 1 and not Store(settings.database).shared:
        raise NotShared("several workers need PostgreSQL: --database postgresql://…")
    listener = listen(settings.host, settings.port, PORTS_TO_TRY if any_port else 1)
    settings = msgspec.structs.replace(settings, port=listener.getsockname()[1])
    check_metrics_port(settings)
    with alone_with(settings.database):
        if settings.workers > 1:
            serve_with_workers(settings, listener)
        else:
            app = create_app(settings)
            listeners = [listener, *metrics_listener(settings, 0)]
            announce(settings, app.state.tables.admin.new_token())
            if browser:
                threading.Timer(BROWSER_SECONDS, webbrowser.open, [settings.home()]).start()
            run(app, settings, listeners)


def serve_with_workers(settings: Settings, listener: socket.socket) -> None:
    store = Store(settings.database)
    store.prepare()
    token = new_host_token(store)
    store.close()
    announce(settings, token)
    Workers(settings.workers, partial(work, settings), listener).run()


def work(settings: Settings, number: int, listener: socket.socket) -> None:
    """One of several processes on the same port."""
    start_logging(settings.log)
    listeners = [listener, *metrics_listener(settings, number)]
    run(create_app(settings), settings, listeners)


def metrics_listener(settings: Settings, number: int) -> list[socket.socket]:
    """A port of each worker's own, so that counters of all can be collected."""
    if not settings.metrics_port:
        return []
    return [listen("127.0.0.1", settings.metrics_port + number, 1)]


def check_metrics_port(settings: Settings) -> None:
    first = settings.metrics_port
    if first and first <= settings.port < first + settings.workers:
        raise PortTaken(f"port {settings.port} is for the tables; choose another --metrics-port")


def run(app: Litestar, settings: Settings, listeners: list[socket.socket]) -> None:
    keep_it_smooth()
    config = configuration(app, settings)
    server = GentleServer(config, app, settings.workers > 1)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=listeners))


def configuration(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Behind a proxy all come from its address: how many one guest may have is for it to say."""
    most = room_for_connections(raise_file_limit())
    most_of_a_house = most if settings.trusted_proxy else settings.limits.connections
    return uvicorn.Config(
        OwnNames(app) if is_for_this_machine(settings) else app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # BehindProxy reads them
        http=connection_class(most, most_of_a_house),
        ws="none",
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
    )


def keep_it_smooth() -> None:
    """What is loaded by now stays for ever: the collector need not look at it again. It stops
    everything while it looks, and finds next to nothing, so it looks seldom. Threads take turns
    often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    sys.setswitchinterval(SWITCH_SECONDS)


def announce(settings: Settings, token: str) -> None:
    lines = [f"Spieltisch is laid: {settings.home()}"]
    if settings.address() + "/" != settings.home():
        lines.append(f"In your network:    {settings.address()}/")
    lines.append(f"Host's page (once):  {settings.home()}host/enter/{token}")
    lines += about_files(raise_file_limit())
    sys.stdout.write("\n".join([*lines, "Stop with Ctrl+C.\n"]))
    sys.stdout.flush()


def about_files(files: int) -> list[str]:
    """Every live update is a connection, and every connection an open file."""
    room = room_for_connections(files)
    log.info("room for %s connections", room, extra={"files": files})
    if files >= FEW_FILES:
        return []
    return [f"Only {files} open files are allowed (ulimit -n): room for {room} connections."]


def listen(host: str, port: int, tries: int) -> socket.socket:
    """A listening socket on the port or, if others may be tried, on the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    for candidate in range(port, port + tries):
        try:
            return socket.create_server(
                (host, candidate), family=family, backlog=1024, dualstack_ipv6=both
            )
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise PortTaken(f"cannot listen on {host}:{candidate}: {error.strerror}") from None
    raise PortTaken(f"port {port} of {host} is taken; choose another with --port")
