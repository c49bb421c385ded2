"""A real server for tests: its own process, its own database, ready when it answers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import httpx

PATIENCE = 40


class Server:
    """`kill` is SIGKILL; `start` again goes on with the same database and port."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        self.more = more
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'tables.sqlite3'}"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        command = [sys.executable, "-m", "spieltisch", "serve", "--database", self.database]
        command += ["--requests", str(10**9)]
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), *self.more],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server did not start: {line} {self.log()}"
        self.port = int(found[1])
        self.wait_until_it_answers()
        return self

    def wait_until_it_answers(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/health").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server does not answer: {self.log()}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.kill()
