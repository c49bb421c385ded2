"""The database: one writer thread a process commits what waits in one transaction.

Measured on SQLite (WAL, synchronous=FULL): batches carry several times the moves a second of a
session per request, at a fraction of its delay. What `write` has returned is on disk. When it
raises StoreFailed, nobody knows: the connection may have broken after the commit.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.pool import QueuePool

from spieltisch.core.errors import SpieltischError
from spieltisch.server.store.migrate import migrate

T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_IN_A_BATCH = 200
BUSY_SECONDS = 30
# A database that went away is noticed within these, so that somebody can be told.
POSTGRESQL: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "spieltisch",
    "options": "-c statement_timeout=20s -c lock_timeout=10s",
}


class StoreFailed(SpieltischError):
    """The database cannot be reached or written."""


class StoreAway(StoreFailed):
    """It does not answer at all: nothing else would succeed now."""


class Job:
    """A piece of writing, and who waits for it."""

    def __init__(self, work: Work[Any], table_id: str) -> None:
        self.work = work
        self.table_id = table_id
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self.loop.create_future()

    def finish(self, result: object, error: BaseException | None) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.settle, result, error)

    def settle(self, result: object, error: BaseException | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(result)
        else:
            self.done.set_exception(error)


class Store:
    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.origin = secrets.token_hex(4)  # this process's name in notices
        self.waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.write_on, name="writer", daemon=True)

    @property
    def shared(self) -> bool:
        """Whether other processes may write as well."""
        return self.engine.dialect.name == "postgresql"

    def prepare(self) -> None:
        """Bring the database up to date; one clear line if that cannot be done."""
        try:
            migrate(self.engine)
        except (SQLAlchemyError, CommandError) as error:
            raise StoreFailed(f"database {self.engine.url!r}: {plain(error)}") from None

    def open(self) -> None:
        self.prepare()
        self.writer.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        if self.writer.is_alive():
            self.waiting.put(None)
            self.writer.join()
        self.engine.dispose()

    def write_now(self, work: Work[T]) -> T:
        """Past the writer thread, for starting and stopping."""
        with told_plainly(self.engine), writing(self.engine, self.origin) as connection:
            return work(connection)

    async def write(self, work: Work[T], table_id: str = "") -> T:
        """`table_id` of what is written: batches of several processes lock in the same order."""
        job = Job(work, table_id)
        self.waiting.put(job)
        result: T = await asyncio.shield(job.done)
        return result

    async def read(self, work: Work[T]) -> T:
        return await asyncio.to_thread(self.read_now, work)

    def read_now(self, work: Work[T]) -> T:
        with told_plainly(self.engine), self.engine.connect() as connection:
            return work(connection)

    def write_on(self) -> None:
        stopping = False
        while not stopping:
            batch, stopping = self.next_batch()
            if batch:
                self.commit(batch)

    def next_batch(self) -> tuple[list[Job], bool]:
        batch: list[Job] = []
        job = self.waiting.get()
        while job is not None:
            batch.append(job)
            if len(batch) == MOST_IN_A_BATCH or self.waiting.empty():
                return batch, False
            job = self.waiting.get()
        return batch, True

    def commit(self, batch: list[Job]) -> None:
        """All in one transaction; if one of them fails, each in its own, unless all would."""
        batch.sort(key=lambda job: job.table_id)
        try:
            results = self.transact(batch)
        except BaseException as error:
            self.fail(batch, error)
            return
        for job, result in zip(batch, results, strict=True):
            job.finish(result, None)

    def fail(self, batch: list[Job], error: BaseException) -> None:
        if len(batch) == 1 or isinstance(error, StoreAway):
            for job in batch:
                job.finish(None, error)
        else:
            for job in batch:
                self.commit([job])

    def transact(self, batch: list[Job]) -> list[object]:
        return self.write_now(lambda connection: [job.work(connection) for job in batch])


@contextmanager
def told_plainly(engine: Engine) -> Iterator[None]:
    """What is wrong with the database itself, not with what was asked of it, as StoreFailed."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolExhausted) as error:
        kind = StoreAway if is_away(error) else StoreFailed
        raise kind(f"database {engine.url!r}: {plain(error)}") from error


def is_away(error: DBAPIError | PoolExhausted) -> bool:
    """No connection, or a broken one; PostgreSQL's classes 08 and 57 tell of shutting down."""
    if isinstance(error, PoolExhausted) or error.connection_invalidated:
        return True
    state = getattr(error.orig, "sqlstate", "")
    if state is None:  # the database said nothing: a broken connection, or a value nobody sent
        return isinstance(error, OperationalError | InterfaceError)
    return state[:2] in ("08", "57")


@contextmanager
def writing(engine: Engine, origin: str = "") -> Iterator[Connection]:
    """A transaction that may write from its beginning on."""
    options = {"writing": True, "origin": origin}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


def open_engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except SQLAlchemyError as error:
        raise StoreFailed(f"database {url!r}: {plain(error)}") from None
    if parsed.get_backend_name() == "postgresql":
        return open_postgresql(parsed)
    if parsed.get_backend_name() != "sqlite":
        raise StoreFailed(f"database {url!r}: use sqlite:///FILE or postgresql://…")
    engine = create_engine(
        parsed,
        poolclass=QueuePool,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
    )
    event.listen(engine, "connect", prepare_sqlite)
    event.listen(engine, "begin", begin_sqlite)
    return engine


def open_postgresql(url: URL) -> Engine:
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args=POSTGRESQL,
        pool_size=4,
        max_overflow=4,
        pool_pre_ping=True,
        pool_timeout=15,
    )


def prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where begin_sqlite says, not by guess
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once: it never has to give up half-way."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def plain(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0]


def answers(connection: Connection) -> bool:
    return bool(connection.execute(text("SELECT 1")).scalar_one())
