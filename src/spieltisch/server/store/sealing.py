"""Secret choices that lie on disk until their turn has come."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from spieltisch.server.store import queries, schema
from spieltisch.server.store.queries import NumberTaken
from spieltisch.server.stored_table import Row

sealed = schema.sealed_choices
KEPT = ("number", "who", "text", "at", "key")


def seal(connection: Connection, table_id: str, known: int, row: Row) -> None:
    """NumberTaken if the table has gone on since the step of the number that is known: the choice
    may have been played by another process."""
    queries.lock_stage(connection, table_id)
    last = select(func.max(schema.steps.c.number)).where(schema.steps.c.table_id == table_id)
    if (connection.execute(last).scalar_one() or 0) != known:
        raise NumberTaken
    told = msgspec.to_builtins(row)
    values = {name: told[name] for name in KEPT}
    try:
        connection.execute(insert(sealed), {"table_id": table_id, **values})
    except IntegrityError:
        raise NumberTaken from None
    queries.count_change(connection, table_id)


def opened(connection: Connection, table_id: str, seat: int, number: int) -> None:
    """It is played in the same transaction."""
    this = (sealed.c.table_id == table_id) & (sealed.c.who == seat) & (sealed.c.number == number)
    connection.execute(delete(sealed).where(this))


def rows(connection: Connection, table_id: str) -> list[Row]:
    query = select(*[sealed.c[name] for name in KEPT]).where(sealed.c.table_id == table_id)
    return [Row(*row) for row in connection.execute(query.order_by(sealed.c.who, sealed.c.number))]
