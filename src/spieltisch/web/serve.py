"""Runs the app: finds a port, says where it is, stops without cutting anybody off."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
import threading
import webbrowser
from types import FrameType

import msgspec
import uvicorn
from litestar import Litestar

from spieltisch.core.errors import SpieltischError
from spieltisch.web.app import create_app
from spieltisch.web.metrics import start_logging
from spieltisch.web.settings import Settings

PORTS_TO_TRY = 20
STOP_SECONDS = 5
BROWSER_SECONDS = 0.5
COLLECT_AFTER = (10_000, 20, 50)


class PortTaken(SpieltischError):
    """Something else listens there."""


class GentleServer(uvicorn.Server):
    """Ends live connections first, so that stopping does not wait for them. A stop asked for is
    no failure: the signal is not raised again afterwards. A second one stops at once."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self.litestar = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.litestar.state.tables.end_streams()
        self.force_exit = self.should_exit
        self.should_exit = True


def serve(settings: Settings, *, any_port: bool, browser: bool) -> None:
    """Serve until interrupted; with `any_port`, on the next free one if the port is taken."""
    start_logging(settings.log)
    listener = listen(settings.host, settings.port, PORTS_TO_TRY if any_port else 1)
    settings = msgspec.structs.replace(settings, port=listener.getsockname()[1])
    app = create_app(settings)
    spare_collections()
    announce(settings)
    if browser:
        threading.Timer(BROWSER_SECONDS, webbrowser.open, [home(settings)]).start()
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.trusted_proxy,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    server = GentleServer(config, app)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listener]))


def spare_collections() -> None:
    """What is loaded by now stays for ever: the collector need not look at it again. It stops
    everything while it looks, and finds next to nothing, so it looks seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def home(settings: Settings) -> str:
    return f"http://127.0.0.1:{settings.port}/"


def announce(settings: Settings) -> None:
    lines = [f"Spieltisch is laid: {home(settings)}"]
    if settings.address() + "/" != home(settings):
        lines.append(f"In your network:    {settings.address()}/")
    sys.stdout.write("\n".join([*lines, "Stop with Ctrl+C.\n"]))
    sys.stdout.flush()


def listen(host: str, port: int, tries: int) -> socket.socket:
    """A listening socket on the port or, if others may be tried, on the next free one."""
    for candidate in range(port, port + tries):
        try:
            return socket.create_server((host, candidate), backlog=1024)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise PortTaken(f"cannot listen on {host}:{candidate}: {error.strerror}") from None
    raise PortTaken(f"port {port} of {host} is taken; choose another with --port")
