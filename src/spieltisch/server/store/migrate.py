"""Brings the database to the newest schema, by itself and under a lock."""

from __future__ import annotations

import os
from contextlib import suppress

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from spieltisch.server.store.file_lock import sqlite_file

MIGRATION_LOCK = 7_365_241  # any number; all processes of one database use the same


def migrate(engine: Engine) -> None:
    """Two processes starting at once: the second waits, then finds nothing to do."""
    keep_private(engine)
    config = configuration()
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", "spieltisch.server.store:migrations")
    return config


def newest() -> str | None:
    return ScriptDirectory.from_config(configuration()).get_current_head()


def revision(connection: Connection) -> str | None:
    """The version of the tables there; None if there are none."""
    return MigrationContext.configure(connection).get_current_revision()


def keep_private(engine: Engine) -> None:
    """A new file is its owner's alone: it holds secrets of running tables. What else is wrong
    with its place is told by opening it."""
    file = sqlite_file(str(engine.url))
    if file is not None:
        with suppress(OSError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
