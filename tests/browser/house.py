"""A server of its own for browser tests, that can be killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

START_SECONDS = 40


HOME_NETWORK = "spieltisch.home"  # browsers are told that it is this machine
LOOPBACK = "127.0.0.1"


class House:
    """`name`: by which browsers ask for it. They trust this machine's own address as they trust
    https; in a home network, over plain http, they withhold what needs a secure address."""

    def __init__(self, folder: Path, *program: str, name: str = LOOPBACK) -> None:
        self.name = name
        self.program = program or ("-m", "spieltisch", "serve")
        self.database = f"sqlite:///{folder / 'tables.sqlite3'}"
        self.port = free_port()
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://{self.name}:{self.port}"

    def open(self) -> None:
        where = ["--port", str(self.port), "--database", self.database]
        if self.name != LOOPBACK:
            where.append("--lan")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program, *where],
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait()

    def wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"http://{LOOPBACK}:{self.port}/health", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """At once, with its bots, as a power cut would."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
