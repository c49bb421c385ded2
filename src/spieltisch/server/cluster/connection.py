"""A connection of one's own to PostgreSQL, outside the pool."""

from __future__ import annotations

import psycopg
from sqlalchemy.engine import URL

from spieltisch.server.store.engine import POSTGRESQL

Connection = psycopg.AsyncConnection[tuple[object, ...]]


async def connect(url: URL) -> Connection:
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return await psycopg.AsyncConnection.connect(plain, autocommit=True, **POSTGRESQL)
