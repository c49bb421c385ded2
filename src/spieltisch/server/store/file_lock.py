"""One server at a time on an SQLite file: a second would not hear what the first writes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from spieltisch.core.errors import SpieltischError

PATIENCE = 8.0  # for the last one to stop, when a new one is started in its place
LOOK_SECONDS = 0.2


class InUse(SpieltischError):
    """Another server has this database."""


class NotWritable(SpieltischError):
    """The folder of the database cannot be written."""


@contextmanager
def alone_with(database: str, patience: float = PATIENCE) -> Iterator[None]:
    """The lock goes with the process, however it ends."""
    file = sqlite_file(database)
    if file is None or not file.parent.exists():
        yield
        return
    with lock_file(file.resolve()) as lock:
        until = time.monotonic() + patience
        while not taken(lock):
            if time.monotonic() > until:
                raise InUse(f"another server uses {file}; stop it first, or name another file")
            time.sleep(LOOK_SECONDS)
        yield


def lock_file(file: Path) -> IO[str]:
    try:
        return file.with_name(file.name + ".lock").open("w")
    except OSError as error:
        told = f"cannot write in {file.parent}: {error.strerror}; name a file elsewhere"
        raise NotWritable(told) from None


def sqlite_file(database: str) -> Path | None:
    try:
        url = make_url(database)
    except ArgumentError:
        return None  # whoever opens it says what is wrong
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    if url.database.startswith("file:"):
        return None  # an address in SQLite's own spelling
    return Path(url.database)


def taken(lock: IO[str]) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415 (not everywhere)

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
