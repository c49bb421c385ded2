"""How finished games came out, one row a seat."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, null, select
from sqlalchemy.exc import IntegrityError

from spieltisch.server.store import schema
from spieltisch.server.store.queries import THERE

results, seats, tables = schema.results, schema.seats, schema.tables


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    table_id: str
    seat: int
    player: str
    name: str
    level: str
    game: str
    began: float
    ended: float
    steps: int
    rank: int
    score: int
    won: bool


def note(connection: Connection, rows: list[ResultRow]) -> None:
    """Nothing happens if they are there."""
    query = select(results.c.seat).where(results.c.table_id == rows[0].table_id)
    if connection.execute(query).first() is not None:
        return
    try:
        with connection.begin_nested():
            connection.execute(insert(results), [msgspec.to_builtins(row) for row in rows])
    except IntegrityError:
        return  # another process was first


def of_player(connection: Connection, player: str, most: int) -> list[ResultRow]:
    """All seats of the player's latest games, the latest first. People go by the name they have
    now."""
    query = select(results.c.table_id).where(results.c.player == player).distinct()
    ids = query.add_columns(results.c.ended).order_by(results.c.ended.desc()).limit(most).subquery()
    known = schema.players.c.name
    whole = (
        select(results, known)
        .join(ids, ids.c.table_id == results.c.table_id)
        .outerjoin(schema.players, schema.players.c.id == results.c.player)
        .order_by(results.c.ended.desc(), results.c.table_id, results.c.rank, results.c.seat)
    )
    return [row_of(tuple(row)) for row in connection.execute(whole)]


def row_of(row: tuple[object, ...]) -> ResultRow:
    fields = dict(zip(ResultRow.__struct_fields__, row[:-1], strict=True))
    if row[-1] and not fields["level"]:
        fields["name"] = row[-1]
    return ResultRow(**fields)  # type: ignore[arg-type]


def still_there(connection: Connection, player: str) -> set[str]:
    """Finished games of the player whose table has not been deleted yet."""
    query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    query = query.where(seats.c.owner == player, tables.c.stage == "over", THERE)
    return set(connection.execute(query).scalars())


def not_noted(connection: Connection, player: str, most: int) -> list[str]:
    noted = select(results.c.table_id).where(results.c.player == player)
    query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id).distinct()
    query = query.where(seats.c.owner == player, tables.c.stage == "over", THERE)
    query = query.where(tables.c.start.is_(null()))  # what is tried again counts for nothing
    return list(connection.execute(query.where(tables.c.id.not_in(noted)).limit(most)).scalars())
