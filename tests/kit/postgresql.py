"""A throw-away PostgreSQL that the tests start themselves: initdb refuses root, so as root it runs
as another user. Where it cannot be had the tests fail with one line that says what to do."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

USERS = ("postgres", "nobody")
# Its crashes here are of processes, not of the machine: what was handed to the system stays.
FAST_ENOUGH = ("-c", "shared_buffers=32MB", "-c", "max_connections=60", "-c", "fsync=off")


class NoPostgresql(AssertionError):
    """It is not installed, or does not start."""


class Postgresql:
    """`stop` and `start` keep the data; `kill` is a crash of the whole database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = programs()
        self.port = free_port()
        self.user = unprivileged()
        self.databases = 0

    def create(self) -> None:
        if self.user:
            account = pwd.getpwnam(self.user)
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        self.run("initdb", "-D", self.data, "-U", "spieltisch", "-A", "trust", "-N")

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self.bin / program), *words],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise NoPostgresql(f"{program} failed: {done.stderr or done.stdout}")

    def start(self) -> None:
        options = [*FAST_ENOUGH, "-c", f"port={self.port}", "-c", "listen_addresses=127.0.0.1"]
        options += ["-c", f"unix_socket_directories={self.folder}"]
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", self.data, "-w", "-l", log, "-o", " ".join(options), "start")

    def stop(self, how: str = "fast") -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "-m", how, "stop")

    def is_running(self) -> bool:
        try:
            self.run("pg_ctl", "-D", self.data, "status")
        except NoPostgresql:
            return False
        return True

    def new_database(self) -> str:
        """The address of a fresh one, even if a test that failed left the server stopped."""
        if not self.is_running():
            self.start()
        self.databases += 1
        name = f"tables{self.databases}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql://spieltisch@127.0.0.1:{self.port}/{name}"

    def execute(self, words: str) -> int:
        """As the owner of everything; how many rows it was about."""
        address = f"postgresql://spieltisch@127.0.0.1:{self.port}/postgres"
        with psycopg.connect(address, autocommit=True) as connection:
            return connection.execute(words.encode()).rowcount

    def cut(self, query_like: str) -> int:
        """End the connections whose last question looked like this; how many."""
        return self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE query LIKE '{query_like}%' AND pid <> pg_backend_pid()"
        )


def programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        raise NoPostgresql("these tests need PostgreSQL: run `make system` as root, or install it")
    return found[-1].parent if found else Path(on_path or "").parent


def unprivileged() -> str | None:
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in USERS if name in names)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running() -> Iterator[Postgresql]:
    """In a folder its user can reach, unlike those pytest makes."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-pg-", dir="/tmp") as folder:
        database = Postgresql(Path(folder))
        database.create()
        database.start()
        try:
            yield database
        finally:
            if database.is_running():
                database.stop("immediate")
