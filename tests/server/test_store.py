"""The database: batches, migrations, two starts at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from spieltisch.server.store.engine import Store, StoreFailed, open_engine
from spieltisch.server.store.keys import kept_key
from spieltisch.server.store.migrate import migrate
from spieltisch.server.store.schema import metadata
from tests.server.house import database_in, run


def test_migrations_build_the_schema_the_code_expects(tmp_path: Path) -> None:
    engine = open_engine(database_in(tmp_path))
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_two_starts_at_once_migrate_once(tmp_path: Path) -> None:
    failures: list[BaseException] = []

    def start() -> None:
        try:
            migrate(open_engine(database_in(tmp_path)))
        except BaseException as error:
            failures.append(error)

    starts = [threading.Thread(target=start) for _ in range(3)]
    for thread in starts:
        thread.start()
    for thread in starts:
        thread.join()
    assert failures == []


def test_one_failing_write_does_not_spoil_the_others_of_its_batch(tmp_path: Path) -> None:
    async def check() -> list[object]:
        store = Store(database_in(tmp_path))
        store.open()

        def good(name: str) -> Coroutine[Any, Any, bytes]:
            return store.write(lambda c: kept_key(c, name, b"x"))

        def bad(connection: Connection) -> bytes:
            connection.execute(text("INSERT INTO nowhere VALUES (1)"))
            return b""

        writes = [good("a"), store.write(bad), good("b")]
        results = await asyncio.gather(*writes, return_exceptions=True)
        store.close()
        return list(results)

    first, failed, last = run(check())
    assert first == last == b"x" and isinstance(failed, Exception)


def test_a_database_that_cannot_be_opened_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="unable to open database file"):
        Store(f"sqlite:///{tmp_path / 'missing' / 'x.sqlite3'}").open()


def test_a_key_stays_the_same(tmp_path: Path) -> None:
    store = Store(database_in(tmp_path))
    store.prepare()
    first = store.write_now(lambda c: kept_key(c, "csrf", b"1"))
    assert store.write_now(lambda c: kept_key(c, "csrf", b"2")) == first == b"1"
