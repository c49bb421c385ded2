"""Looking back at finished games: what was found so far, so that nobody thinks it twice."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Table, delete, insert, select
from sqlalchemy.exc import IntegrityError

from spieltisch.server.store.schema import analyses, record_analyses


def where(loaded: bool) -> Table:
    return record_analyses if loaded else analyses


def keep(
    connection: Connection, name: str, text: bytes, touched: float, loaded: bool = False
) -> None:
    """Nothing happens if the table or the loaded record is gone, or another process is just writing
    the same."""
    place = where(loaded)
    (key,) = place.primary_key
    try:
        with connection.begin_nested():
            connection.execute(delete(place).where(key == name))
            values = {key.name: name, "text": text, "touched": touched}
            connection.execute(insert(place), values)
    except IntegrityError:
        return


def kept(connection: Connection, name: str, loaded: bool = False) -> tuple[bytes, float] | None:
    place = where(loaded)
    (key,) = place.primary_key
    query = select(place.c.text, place.c.touched).where(key == name)
    found = connection.execute(query).one_or_none()
    return None if found is None else (found[0], found[1])


def of_tables(connection: Connection, tables: Sequence[str]) -> dict[str, bytes]:
    query = select(analyses.c.table_id, analyses.c.text).where(analyses.c.table_id.in_(tables))
    return {row[0]: row[1] for row in connection.execute(query)}
