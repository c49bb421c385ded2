"""Brings the database to the newest schema, by itself and under a lock."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

MIGRATION_LOCK = 7_365_241  # any number; all processes of one database use the same


def migrate(engine: Engine) -> None:
    """Two processes starting at once: the second waits, then finds nothing to do."""
    config = Config()
    config.set_main_option("script_location", "spieltisch.table:migrations")
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
