"""Secrets of this installation, made when they are first asked for, the same after every start."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from spieltisch.server.store import schema
from spieltisch.server.store.engine import Store


def installation_key(store: Store, name: str) -> bytes:
    fresh = secrets.token_bytes(32)
    return store.write_now(lambda c: kept_key(c, name, fresh))


def kept_key(connection: Connection, name: str, fresh: bytes) -> bytes:
    query = select(schema.keys.c.secret).where(schema.keys.c.name == name)
    found: bytes | None = connection.execute(query).scalar_one_or_none()
    if found is not None:
        return found
    try:
        with connection.begin_nested():
            connection.execute(insert(schema.keys), {"name": name, "secret": fresh})
    except IntegrityError:
        return bytes(connection.execute(query).scalar_one())  # another process was first
    return fresh
