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


@contextmanager
def alone_with(database: str, patience: float = PATIENCE) -> Iterator[None]:
    """The lock goes with the process, however it ends."""
    file = sqlite_file(database)
    if file is None or not file.parent.exists():
        yield
        return
    with file.with_name(file.name + ".lock").open("w") as lock:
        until = time.monotonic() + patience
        while not taken(lock):
            if time.monotonic() > until:
                raise InUse(f"another server uses {file}; stop it first, or name another file")
            time.sleep(LOOK_SECONDS)
        yield


def sqlite_file(database: str) -> Path | None:
    try:
        url = make_url(database)
    except ArgumentError:
        return None  # whoever opens it says what is wrong
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
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
