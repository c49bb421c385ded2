"""Which tables are listed: the owner's own, and those anybody may find. What is left out when
there are too many is always what matters least; the rest is filtered by the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, case, false, func, select

from spieltisch.server.store import schema
from spieltisch.server.store.queries import THERE
from spieltisch.server.stored_table import Stage

tables, seats = schema.tables, schema.seats
URGENCY = case((tables.c.stage == "playing", 0), (tables.c.stage == "gathering", 1), else_=2)


def owned(owner: str, most: int) -> Select[Any]:
    """Tables where the credential owns a seat or is host: running ones before all others."""
    seated = select(seats.c.table_id).where(seats.c.owner == owner)
    query = select(tables.c.id, tables.c.game, tables.c.stage, tables.c.created)
    query = query.where((tables.c.host == owner) | tables.c.id.in_(seated), THERE)
    return query.order_by(URGENCY, tables.c.created.desc()).limit(most)


def tables_of(connection: Connection, owner: str, most: int) -> list[str]:
    """Newest first."""
    found = connection.execute(owned(owner, most)).all()
    return [row.id for row in sorted(found, key=lambda row: row.created, reverse=True)]


def stages_of(connection: Connection, owner: str, most: int) -> list[tuple[str, str, Stage]]:
    """Name, game and stage, oldest first."""
    found = connection.execute(owned(owner, most)).all()
    oldest_first = sorted(found, key=lambda row: row.created)
    return [(row.id, row.game, row.stage) for row in oldest_first]


def waiting(connection: Connection, most: int) -> list[str]:
    """Tables anybody may join, newest first."""
    listed = tables.c.house["listed"].as_boolean()
    query = open_tables("gathering", most).where(func.coalesce(listed, false()))
    return list(connection.execute(query).scalars())


def running(connection: Connection, most: int) -> list[str]:
    """Tables anybody may watch, newest first."""
    query = open_tables("playing", most).where(tables.c.house["watch"].as_string() == "public")
    return list(connection.execute(query).scalars())


def open_tables(stage: Stage, most: int) -> Select[Any]:
    closed = func.coalesce(tables.c.house["closed"].as_boolean(), false())
    query = select(tables.c.id).where(tables.c.stage == stage, ~closed, THERE)
    return query.order_by(tables.c.created.desc()).limit(most)
