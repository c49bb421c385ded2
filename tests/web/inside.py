"""The app behind real sockets in a thread of this process: starts at once, any settings."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from spieltisch.web.app import create_app
from spieltisch.web.serve import configuration
from spieltisch.web.settings import Settings


@contextmanager
def listening(settings: Settings) -> Iterator[str]:
    """The address of a server with these settings."""
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(settings)
    config = configuration(app, settings)
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    thread = threading.Thread(target=asyncio.run, args=[server.serve([listener])])
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        app.state.tables.background.closing = True
        server.should_exit = True
        thread.join()
