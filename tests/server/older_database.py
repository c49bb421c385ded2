"""A database in the shape an earlier program left it."""

from __future__ import annotations

from alembic import command
from sqlalchemy import MetaData, insert

from spieltisch.server.store.engine import open_engine
from spieltisch.server.store.migrate import configuration
from spieltisch.server.store.schema import metadata

KEPT = ("tables", "seats", "steps", "watchers", "keys", "notes")
OWNED = {"tables": "host", "seats": "owner", "watchers": "owner"}
Rows = dict[str, list[dict[str, object]]]


def rows_of(address: str) -> Rows:
    """What a database of today holds of its games."""
    engine = open_engine(address)
    with engine.connect() as connection:
        rows = {
            name: [
                dict(row) for row in connection.execute(metadata.tables[name].select()).mappings()
            ]
            for name in [*KEPT, "devices"]
        }
    engine.dispose()
    return rows


def write_older(address: str, rows: Rows, version: str) -> None:
    """Into an empty database, only what that version of the schema knew; seats belonged to
    credentials then, not to players."""
    engine = open_engine(address)
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        old = MetaData()
        old.reflect(connection)
        marks = {row["player"]: row["hash"] for row in rows["devices"]}
        for name in KEPT:
            columns = set(old.tables[name].c.keys())
            for row in rows[name]:
                kept = {column: value for column, value in row.items() if column in columns}
                if name in OWNED:
                    kept[OWNED[name]] = marks.get(kept[OWNED[name]], kept[OWNED[name]])
                connection.execute(insert(metadata.tables[name]), kept)
    engine.dispose()
