"""How tables leave the database: marked when they are old, put aside when they have been old for
long, deleted when nobody has wanted them back. All of it counts the server's running time."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, case, delete, func, select, update

from spieltisch.server.store import queries, schema
from spieltisch.server.stored_table import Stage

tables, records = schema.tables, schema.records


class Leaving(msgspec.Struct, frozen=True):
    """A table that is old: since when, and since when put aside, in seconds of running time."""

    table: str
    game: str
    stage: Stage
    marked: float
    put_aside: float | None


def last_used() -> ColumnElement[float]:
    """The last step, or when it was laid, begun or brought back."""
    steps = schema.steps
    moved = select(func.max(steps.c.at)).where(steps.c.table_id == tables.c.id).scalar_subquery()
    stepped = func.coalesce(moved, tables.c.active)
    return case((stepped > tables.c.active, stepped), else_=tables.c.active)


def is_old(finished_before: float, idle_before: float, running: float = 0.0) -> ColumnElement[bool]:
    """Not while somebody still has time to move."""
    used = last_used()
    idle = (used < idle_before) & (func.coalesce(tables.c.due, 0.0) <= running)
    return ((tables.c.stage == "over") & (used < finished_before)) | idle


def mark(connection: Connection, old: ColumnElement[bool], now: float) -> list[str]:
    """Those that are old and were not before."""
    return change(connection, old & tables.c.marked.is_(None), marked=now)


def spare(connection: Connection, old: ColumnElement[bool]) -> list[str]:
    """Those that are not old after all: somebody moved, or the clock had been wrong."""
    return change(connection, ~old & tables.c.marked.is_not(None), marked=None, put_aside=None)


def put_aside(
    connection: Connection, old: ColumnElement[bool], marked_before: float, now: float
) -> list[str]:
    ripe = old & (tables.c.marked <= marked_before) & tables.c.put_aside.is_(None)
    return change(connection, ripe, put_aside=now)


def change(connection: Connection, which: ColumnElement[bool], **values: Any) -> list[str]:
    query = select(tables.c.id).where(which)
    # Nobody can move at locked tables; the second look spares those where somebody just did.
    locked = list(connection.execute(query.with_for_update(skip_locked=True)).scalars())
    ids = list(connection.execute(query.where(tables.c.id.in_(locked))).scalars())
    for table_id in ids:
        queries.change_table(connection, table_id, **values)
    return ids


def drop(connection: Connection, put_aside_before: float) -> list[str]:
    ripe = select(tables.c.id).where(tables.c.put_aside <= put_aside_before)
    ids = list(connection.execute(ripe).scalars())
    for table_id in ids:
        queries.drop_table(connection, table_id)
    return ids


def bring_back(connection: Connection, ids: list[str], at: float) -> list[str]:
    """As if somebody had moved there just now; which of them there were."""
    mine = tables.c.id.in_(ids) & tables.c.marked.is_not(None)
    found = list(connection.execute(select(tables.c.id).where(mine)).scalars())
    for table_id in found:
        queries.change_table(connection, table_id, marked=None, put_aside=None, active=at)
    return found


def leaving(connection: Connection) -> list[Leaving]:
    columns = [tables.c[name] for name in ("id", "game", "stage", "marked", "put_aside")]
    query = select(*columns).where(tables.c.marked.is_not(None)).order_by(tables.c.marked)
    return [Leaving(*row) for row in connection.execute(query)]


def expire_texts(connection: Connection, at: float, marked_before: float, now: float) -> None:
    """Links whose time is over, and loaded records that have been marked for long."""
    connection.execute(delete(schema.seat_links).where(schema.seat_links.c.expires <= at))
    over = records.c.expires <= at
    connection.execute(update(records).where(~over).values(marked=None))
    connection.execute(update(records).where(over, records.c.marked.is_(None)).values(marked=now))
    connection.execute(delete(records).where(over, records.c.marked <= marked_before))
