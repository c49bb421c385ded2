"""The database: one writer thread a process commits what waits in one transaction.

Measured on SQLite (WAL, synchronous=FULL): batches carry several times the moves a second of a
session per request, at a fraction of its delay. What `write` has returned is on disk.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from spieltisch.core.errors import SpieltischError
from spieltisch.table.migrate import migrate

T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_IN_A_BATCH = 200
BUSY_SECONDS = 30


class StoreFailed(SpieltischError):
    """The database cannot be reached or written."""


class Job:
    """A piece of writing, and who waits for it."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
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
        self.waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.write_on, name="writer", daemon=True)

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
        with writing(self.engine) as connection:
            return work(connection)

    async def write(self, work: Work[T]) -> T:
        job = Job(work)
        self.waiting.put(job)
        result: T = await asyncio.shield(job.done)
        return result

    async def read(self, work: Work[T]) -> T:
        return await asyncio.to_thread(self.read_now, work)

    def read_now(self, work: Work[T]) -> T:
        with self.engine.connect() as connection:
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
        """All in one transaction; if one of them fails, each in its own."""
        try:
            results = self.transact(batch)
        except BaseException as error:
            if len(batch) == 1:
                batch[0].finish(None, error)
                return
            for job in batch:
                self.commit([job])
            return
        for job, result in zip(batch, results, strict=True):
            job.finish(result, None)

    def transact(self, batch: list[Job]) -> list[object]:
        return self.write_now(lambda connection: [job.work(connection) for job in batch])


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that may write from its beginning on."""
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        yield connection


def open_engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except SQLAlchemyError as error:
        raise StoreFailed(f"database {url!r}: {plain(error)}") from None
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed)
    engine = create_engine(
        parsed,
        poolclass=QueuePool,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
    )
    event.listen(engine, "connect", prepare_sqlite)
    event.listen(engine, "begin", begin_sqlite)
    return engine


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
