"""Who is looking at a table through which process; only where several share a database."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from spieltisch.table.kept import count_change
from spieltisch.table.schema import attendance


def arrive(connection: Connection, table_id: str, place: int, process: str, until: float) -> None:
    values = {"table_id": table_id, "place": place, "process": process, "until": until}
    query = insert(attendance).values(values)
    keys = ["table_id", "place", "process"]
    connection.execute(query.on_conflict_do_update(index_elements=keys, set_={"until": until}))
    count_change(connection, table_id)


def go(connection: Connection, table_id: str, place: int, process: str) -> None:
    mine = (attendance.c.table_id == table_id) & (attendance.c.place == place)
    connection.execute(delete(attendance).where(mine & (attendance.c.process == process)))
    count_change(connection, table_id)


def stay(connection: Connection, process: str, until: float) -> None:
    """A sign of life for everyone who came through this process."""
    mine = attendance.c.process == process
    connection.execute(update(attendance).where(mine).values(until=until))


def clear(connection: Connection, process: str, now: float) -> None:
    """This process stops; those that died without a word are cleared up, too."""
    gone = (attendance.c.process == process) | (attendance.c.until < now)
    connection.execute(delete(attendance).where(gone))


def elsewhere(
    connection: Connection, ids: list[str], process: str, now: float
) -> dict[str, frozenset[int]]:
    """The places of each table whose people look through other processes."""
    query = select(attendance.c.table_id, attendance.c.place).where(
        attendance.c.table_id.in_(ids),
        attendance.c.process != process,
        attendance.c.until > now,
    )
    found: dict[str, set[int]] = {table_id: set() for table_id in ids}
    for table_id, place in connection.execute(query):
        found[table_id].add(place)
    return {table_id: frozenset(places) for table_id, places in found.items()}
