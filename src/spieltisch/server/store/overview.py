"""What the host of the server may see of all tables: never a card."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, func, select, text

from spieltisch.server.store import schema
from spieltisch.server.store.queries import THERE
from spieltisch.server.stored_table import House, SeatKind, Stage

NOTE = text(
    "INSERT INTO notes (name, text) VALUES (:name, :text)"
    " ON CONFLICT (name) DO UPDATE SET text = excluded.text"
)


class Chair(msgspec.Struct, frozen=True):
    place: int
    kind: SeatKind
    name: str
    level: str
    taken_over: bool
    owned: bool


class ListedTable(msgspec.Struct, frozen=True):
    """`moved` is when the last step was taken, or the table laid; seconds since 1970."""

    table: str
    game: str
    stage: Stage
    closed: bool
    created: float
    moved: float
    chairs: list[Chair]


def listed_tables(connection: Connection, most: int) -> list[ListedTable]:
    """The tables, those where something happened last first."""
    tables, steps = schema.tables, schema.steps
    stepped = select(func.max(steps.c.at)).where(steps.c.table_id == tables.c.id).scalar_subquery()
    moved = func.coalesce(stepped, tables.c.active).label("moved")
    columns = [tables.c[name] for name in ("id", "game", "stage", "house", "created")]
    query = select(*columns, moved).where(THERE).order_by(moved.desc()).limit(most)
    rows = connection.execute(query).all()
    chairs = chairs_of(connection, [row.id for row in rows])
    return [
        ListedTable(
            row.id, row.game, row.stage, is_closed(row.house), row.created, row.moved, seats
        )
        for row in rows
        for seats in [chairs[row.id]]
    ]


def is_closed(house: object) -> bool:
    return msgspec.convert(house, House).closed


def chairs_of(connection: Connection, ids: list[str]) -> dict[str, list[Chair]]:
    seats = schema.seats
    columns = [seats.c[name] for name in ("place", "kind", "name", "level", "taken_over")]
    query = select(seats.c.table_id, *columns, seats.c.owner != "").where(seats.c.table_id.in_(ids))
    found: dict[str, list[Chair]] = {table_id: [] for table_id in ids}
    for table_id, *chair in connection.execute(query.order_by(seats.c.place)):
        found[table_id].append(Chair(*chair))
    return found


def how_many(connection: Connection) -> int:
    query = select(func.count()).select_from(schema.tables).where(THERE)
    return connection.execute(query).scalar_one()


def notes(connection: Connection) -> dict[str, str]:
    query = select(schema.notes.c.name, schema.notes.c.text)
    return {row.name: row.text for row in connection.execute(query)}


def write_note(connection: Connection, name: str, text: str) -> None:
    """In the place of the one there was; an empty text takes it away. Processes may do it at
    once."""
    if text:
        connection.execute(NOTE, {"name": name, "text": text})
    else:
        connection.execute(delete(schema.notes).where(schema.notes.c.name == name))


def spend_note(connection: Connection, name: str, text: str) -> bool:
    """Take the note away if it says this; whether it did. Of two who ask, one gets it."""
    note = (schema.notes.c.name == name) & (schema.notes.c.text == text)
    return connection.execute(delete(schema.notes).where(note)).rowcount == 1
