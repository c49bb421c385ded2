"""A real server for tests: its own process, its own database, ready when it answers."""

from __future__ import annotations

import os
import re
import resource
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import httpx

PATIENCE = 40


class Server:
    """`kill` is SIGKILL; `start` again goes on with the same database and port. `files`: how many
    it may have open, if that is to be few."""

    def __init__(self, folder: Path, *more: str, database: str = "", files: int = 0) -> None:
        self.folder = folder
        self.more = more
        self.files = files
        self.database = database or f"sqlite:///{self.folder / 'tables.sqlite3'}"
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.sessions: set[int] = set()

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
                start_new_session=True,
            )
        self.sessions.add(self.process.pid)
        if self.files:
            few = (self.files, self.files)
            resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, few)
        line = self.first_line()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server did not start: {line} {self.log()}"
        self.port = int(found[1])
        self.wait_until_it_answers()
        return self

    def first_line(self) -> str:
        """What it says when it listens; nothing if it never comes to that."""
        assert self.process is not None and self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        return self.process.stdout.readline() if ready else ""

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

    def left_behind(self) -> list[int]:
        """Processes of this server that are still there: it and its children have a session of
        their own each time it starts. Waits a little for those that are just ending."""
        until = time.monotonic() + PATIENCE
        while (left := running_in(self.sessions)) and time.monotonic() < until:
            time.sleep(0.05)
        return left

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


def running_in(sessions: set[int]) -> list[int]:
    """Ids of the processes of these sessions, the dead that nobody has asked after not counted."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue  # ended meanwhile
        if int(session) in sessions and state != "Z":
            found.append(int(stat.parent.name))
    return found
