"""A database of the newest schema with nothing in it: to copy one is quicker than to build it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from spieltisch.server.store.engine import Store

NAME = "tables.sqlite3"


def new_database(folder: Path) -> str:
    """Its address. One that is there already stays."""
    file = folder / NAME
    if not file.exists():
        file.touch(0o600)
        file.write_bytes(empty())
    return f"sqlite:///{file}"


@cache
def empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, NAME)
        store = Store(f"sqlite:///{file}")
        store.prepare()
        store.close()
        return file.read_bytes()
