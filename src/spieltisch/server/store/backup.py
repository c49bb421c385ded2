"""Copies a whole database into an empty one, of the same kind or the other, and checks the copy.

All is read in one snapshot, so a copy made while people play is a moment of every table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from spieltisch.core.errors import SpieltischError
from spieltisch.core.state import CHANCE
from spieltisch.server.live_tables import read_live
from spieltisch.server.offers import KEY as OFFERS_KEY
from spieltisch.server.store import queries
from spieltisch.server.store.engine import open_engine, told_plainly, writing
from spieltisch.server.store.file_lock import sqlite_file
from spieltisch.server.store.migrate import migrate, newest, revision
from spieltisch.server.store.schema import attendance, keys, metadata, tables

ROWS_AT_ONCE = 1_000
COPIED = [table for table in metadata.sorted_tables if table is not attendance]
Progress = Callable[[str], None]


class CannotCopy(SpieltischError):
    """The target is not empty, or the copy is not what it should be."""


class Copied(msgspec.Struct, frozen=True):
    """What was copied and checked."""

    tables: int
    rows: int
    steps: int
    outcomes: int


def copy_database(source_url: str, target_url: str, progress: Progress) -> Copied:
    """Into an empty database; every row is compared, every table replayed from the copy, and
    every outcome of chance worked out again. Only what is right is kept."""
    source, target = open_engine(there_is(source_url)), open_engine(target_url)
    try:
        with told_plainly(source), snapshot(source) as old:
            check_revision(old)
            with told_plainly(target):
                migrate(target)
                with writing(target) as new:
                    return copy_in(old, new, progress)
    finally:
        source.dispose()
        target.dispose()


def there_is(url: str) -> str:
    """Opening an SQLite file that is not there would make one."""
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise CannotCopy(f"there is no database {file}")
    return url


def check_revision(old: Connection) -> None:
    """The source stays as it is: an older program may be using it just now."""
    found, needed = revision(old), newest()
    if found is None:
        raise CannotCopy(f"{old.engine.url!r} holds no tables")
    if found != needed:
        raise CannotCopy(
            f"{old.engine.url!r} is of version {found}, this program copies {needed}; use the "
            "program that wrote it, or let this one serve it once, which brings it up to date"
        )


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """One moment of the database, however long reading takes; in WAL mode SQLite gives it too."""
    shared = engine.dialect.name == "postgresql"
    options = {"isolation_level": "REPEATABLE READ"} if shared else {}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


def copy_in(old: Connection, new: Connection, progress: Progress) -> Copied:
    """In one transaction: whatever is wrong with the copy, the target stays empty."""
    if any(count(new, table) for table in COPIED):
        raise CannotCopy(f"{new.engine.url!r} is not empty; name a new database")
    rows = sum(copy_rows(old, new, table, progress) for table in COPIED)
    progress("comparing")
    compare(old, new)
    steps, outcomes = replay_all(new, progress)
    return Copied(count(new, tables), rows, steps, outcomes)


def copy_rows(old: Connection, new: Connection, table: Table, progress: Progress) -> int:
    progress(f"copying {table.name}")
    rows = 0
    for part in parts(old, table):
        new.execute(insert(table), part)
        rows += len(part)
    return rows


def parts(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    query = select(table).order_by(*table.primary_key.columns)
    if table is keys:
        query = query.where(keys.c.name != OFFERS_KEY)  # offers are void where they were not made
    found = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(query)
    for part in found.mappings().partitions(ROWS_AT_ONCE):
        yield [dict(row) for row in part]


def count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def compare(old: Connection, new: Connection) -> None:
    for table in COPIED:
        if digest(old, table) != digest(new, table):
            raise CannotCopy(f"the copy of {table.name} differs; nothing was kept")


def digest(connection: Connection, table: Table) -> str:
    """Of all rows, in whatever order the database keeps them."""
    spelled = [
        msgspec.json.encode(row, order="sorted")
        for part in parts(connection, table)
        for row in part
    ]
    return hashlib.sha256(b"\n".join(sorted(spelled))).hexdigest()


def replay_all(connection: Connection, progress: Progress) -> tuple[int, int]:
    """How many steps were played again, and how many outcomes of chance worked out again."""
    steps = outcomes = 0
    query = select(tables.c.id).where(queries.THERE).order_by(tables.c.id)
    ids = list(connection.execute(query).scalars())
    for number, table_id in enumerate(ids, 1):
        progress(f"replaying table {number} of {len(ids)}")
        try:
            played, drawn = replay_one(connection, table_id)
        except (CannotCopy, SQLAlchemyError):
            raise
        except Exception as error:
            raise CannotCopy(f"table {table_id} does not replay: {error!r}") from error
        steps, outcomes = steps + played, outcomes + drawn
    return steps, outcomes


def replay_one(connection: Connection, table_id: str) -> tuple[int, int]:
    live = read_live(connection, table_id)
    if live.table is None:
        return 0, 0
    table = live.lay()
    rows = queries.rows_after(connection, table_id, 0)
    drawn = [row for row in rows if row.who == CHANCE]
    for row in rows:
        if row.who == CHANCE:
            expected = table.next_outcome()
            if row.text != expected:
                raise CannotCopy(f"table {table_id}, step {row.number}: chance gives {expected}")
        table.append(row)
    return len(rows), len(drawn)
