"""Looking back at finished games: what was found so far, so that nobody thinks it twice."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from spieltisch.server.store import schema

analyses = schema.analyses


def keep(connection: Connection, table_id: str, text: bytes, touched: float) -> None:
    """Nothing happens if the table is gone, or another process is just writing the same."""
    try:
        with connection.begin_nested():
            connection.execute(delete(analyses).where(analyses.c.table_id == table_id))
            values = {"table_id": table_id, "text": text, "touched": touched}
            connection.execute(insert(analyses), values)
    except IntegrityError:
        return


def kept(connection: Connection, table_id: str) -> tuple[bytes, float] | None:
    query = select(analyses.c.text, analyses.c.touched).where(analyses.c.table_id == table_id)
    found = connection.execute(query).one_or_none()
    return None if found is None else (found[0], found[1])


def of_tables(connection: Connection, tables: Sequence[str]) -> dict[str, bytes]:
    query = select(analyses.c.table_id, analyses.c.text).where(analyses.c.table_id.in_(tables))
    return {row[0]: row[1] for row in connection.execute(query)}
