"""All tables of this process in memory, the database behind them, bots and clocks beside them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from sqlalchemy import Connection

from spieltisch.table import kept as keep
from spieltisch.table import overview
from spieltisch.table.advising import Hints
from spieltisch.table.analysing import Analyses
from spieltisch.table.bot_seats import BotSeats
from spieltisch.table.clock import Clocks
from spieltisch.table.credentials import hashed, is_id
from spieltisch.table.errors import NoSuchTable
from spieltisch.table.jobs import Jobs, SharedJobs
from spieltisch.table.kept import Change, Kept, NumberTaken, Place
from spieltisch.table.living import Living
from spieltisch.table.replaying import Replays
from spieltisch.table.rooms import room
from spieltisch.table.sharing import Sharing, again_and_again
from spieltisch.table.store import Store, StoreFailed, Work, answers
from spieltisch.table.table import Proposal, Row
from spieltisch.table.thinking import Thinkers

T = TypeVar("T")
log = logging.getLogger("spieltisch.table")
DAY = 24 * 3600
HEALTH = "health"  # the note that is written
HEALTH_SECONDS = 3.0  # so often a look at the health writes; asking oftener costs no disk
IDLE_SECONDS = 600.0  # after which a table nobody looks at leaves the memory


class Hall:
    def __init__(
        self, database: str, *, workers: int = 1, keep_finished: int = 90, keep_idle: int = 30
    ) -> None:
        self.store = Store(database)
        self.jobs = SharedJobs(self.store.engine.url) if self.store.shared else Jobs()
        self.sharing = Sharing(self)
        self.thinkers = Thinkers(workers)
        self.analyses = Analyses(self.thinkers)
        self.hints = Hints(self.thinkers)
        self.replays = Replays(self.store)
        self.bot_seats = BotSeats(self)
        self.clocks = Clocks(self)
        self.living: dict[str, Living] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.known: dict[str, set[str]] = {}  # tables in memory by owner
        self.signals: set[asyncio.Event] = set()  # of those waiting for games to begin or end
        self.keep_days = (keep_finished, keep_idle)
        self.closing = False
        self.host_key = secrets.token_bytes(32)  # until the kept one is read
        self.notes: dict[str, str] = {}  # what the host of the server says to all
        self.moves = 0
        self.written = 0.0  # when a sign of life was
        self.tasks: set[asyncio.Task[Any]] = set()

    def now(self) -> float:
        return time.time()

    async def open(self) -> None:
        await asyncio.to_thread(self.store.open)
        self.sharing.start()
        self.in_background(again_and_again(self.expire, DAY))
        self.in_background(again_and_again(self.tidy, IDLE_SECONDS / 10))

    async def close(self) -> None:
        """Let streams end, finish what is being written, stop bots and clocks."""
        self.end_streams()
        self.clocks.stop()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thinkers.stop()
        await self.jobs.close()
        await self.sharing.close()
        await asyncio.to_thread(self.store.close)

    def end_streams(self) -> None:
        self.closing = True
        for living in self.living.values():
            living.announce()
        self.tell_news()

    def in_background(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def expire(self, now: float | None = None) -> int:
        """Forget old tables; how many."""
        now = now or self.now()
        finished, idle = (now - days * DAY for days in self.keep_days)
        ids = await self.store.write(lambda c: keep.expire(c, finished, idle))
        for table_id in ids:
            self.forget(table_id)
        await self.store.write(lambda c: keep.expire_texts(c, now))
        return len(ids)

    async def tidy(self) -> None:
        self.put_away(self.now() - IDLE_SECONDS)

    def put_away(self, unused_since: float) -> int:
        """Let go of tables that nobody looks at; they are read again when somebody comes or
        their clock has run down. How many."""
        idle = [
            table_id
            for table_id, living in self.living.items()
            if living.used < unused_since and self.is_quiet(living)
        ]
        for table_id in idle:
            self.forget(table_id)
        return len(idle)

    def is_quiet(self, living: Living) -> bool:
        busy = living.kept.id in self.bot_seats.busy
        return not (living.signals or living.lock.locked() or busy)

    def forget(self, table_id: str) -> None:
        living = self.living.pop(table_id, None)
        if living is None:
            return
        living.gone = True
        living.announce()
        self.clocks.forget(table_id)
        for owner in living.recognised:
            self.known[owner].discard(table_id)
            if not self.known[owner]:
                del self.known[owner]

    async def healthy(self) -> None:
        """Raises StoreFailed if the database does not answer, or cannot be written: whether there
        is room on the disk only writing tells."""
        now = self.now()
        if abs(now - self.written) < HEALTH_SECONDS:
            await self.store.write(answers)
        else:
            await self.store.write(lambda c: overview.write_note(c, HEALTH, str(now)))
            self.written = now

    def key(self, name: str) -> bytes:
        """A secret of this installation, the same after every start."""
        fresh = secrets.token_bytes(32)
        return self.store.write_now(lambda c: keep.key(c, name, fresh))

    def knows(self, credential: str) -> bool:
        """Whether the credential owns a seat at a table in memory; for rate limits."""
        return hashed(credential) in self.known

    async def at(self, table_id: str) -> Living:
        """The table in memory, read from the database if need be."""
        if not is_id(table_id):
            raise NoSuchTable
        if table_id not in self.living:
            async with self.loading.setdefault(table_id, asyncio.Lock()):
                try:
                    if table_id not in self.living:
                        await self.load(table_id)
                finally:
                    self.loading.pop(table_id, None)
        living = self.living[table_id]
        living.used = self.now()
        if not self.sharing.is_current(living):
            async with living.lock:
                await self.catch_up(living)
        return living

    async def load(self, table_id: str) -> None:
        living = await self.store.read(lambda c: read_living(c, table_id))
        if table_id in self.living:
            return  # whoever read it too was faster; there must not be two
        self.remember(living)
        self.wake(living)

    def remember(self, living: Living) -> None:
        self.living[living.kept.id] = living
        if self.store.shared:
            living.attend = self.sharing.attend
        self.recognise(living, living.kept.host)
        for place in living.kept.places:
            self.recognise(living, place.owner)

    def recognise(self, living: Living, owner: str) -> None:
        if owner:
            living.recognised.add(owner)
            self.known.setdefault(owner, set()).add(living.kept.id)

    def wake(self, living: Living) -> None:
        """Whoever has to decide next: let its bot think or its clock run."""
        self.bot_seats.wake(living)
        self.clocks.wind(living)
        if living.kept.due != (due := living.due()):
            living.kept.due = due
            self.in_background(self.note_due(living.kept.id, due))

    async def note_due(self, table_id: str, due: float | None) -> None:
        """So that another process or the next start knows when to care for the table."""
        try:
            await self.store.write(lambda c: keep.set_due(c, table_id, due), table_id)
        except StoreFailed as error:
            log.warning("%s", error)

    async def commit(self, living: Living, proposal: Proposal) -> None:
        """Write the rows, then show them; the caller holds the table's lock. NumberTaken if
        another process was first: then the table has caught up with it."""
        table, table_id = living.playing(), living.kept.id
        due = living.due_for(proposal.turn, proposal.rows[-1].at)

        def work(connection: Connection) -> None:
            keep.append_rows(connection, table_id, proposal.rows)
            if proposal.over:
                keep.change_table(connection, table_id, stage="over", due=None)
            elif due != living.kept.due:
                keep.set_due(connection, table_id, due)

        try:
            await self.write_at(living, work)
        except NumberTaken:
            await self.catch_up(living)
            raise
        living.kept.due = due
        table.apply(proposal.rows)
        self.moves += 1
        self.show(living)

    async def write_at(self, living: Living, work: Work[T]) -> T:
        """Something about a table; the caller holds its lock. After a failure it may be on disk
        all the same: then the table is read again before anybody is shown it."""
        try:
            return await self.store.write(work, living.kept.id)
        except StoreFailed:
            living.stale = True
            raise

    async def catch_up(self, living: Living) -> None:
        """Take in what others wrote; the caller holds the table's lock."""
        living.stale = False
        living.followed = living.heard
        number = living.table.number if living.table else 0
        try:
            found = await self.store.read(lambda c: read_news(c, living.kept.id, number))
            there = await self.sharing.elsewhere([living.kept.id])
        except StoreFailed:
            living.stale = True
            raise
        if found is None:
            self.forget(living.kept.id)
            raise NoSuchTable
        if living.take_in(*found):
            living.changed()
        living.attended_elsewhere(there[living.kept.id])
        self.remember(living)
        if living.table is not None:
            self.show(living)

    def show(self, living: Living) -> None:
        if living.playing().over:
            living.kept.stage = "over"
            self.tell_news()
        living.announce()
        self.wake(living)

    def tell_news(self) -> None:
        """A game began or ended."""
        for signal in self.signals:
            signal.set()

    async def change_place(self, living: Living, number: int, change: Change) -> None:
        """And when somebody has to act then, in the same transaction: else another process would
        let a clock go on that has just been set anew."""
        table_id = living.kept.id

        def work(connection: Connection) -> tuple[Place, float | None]:
            place = keep.change_place(connection, table_id, number, change)
            due = living.due_with(number, place)
            if due != living.kept.due:
                keep.set_due(connection, table_id, due)
            return place, due

        living.kept.places[number], living.kept.due = await self.write_at(living, work)
        living.changed()


def read_living(connection: Connection, table_id: str) -> Living:
    found = keep.load(connection, table_id)
    if found is None:
        raise NoSuchTable
    kept, rows = found
    game = room(kept.game, kept.edition, kept.rules_version)
    return Living(kept, game, rows, keep.watchers_of(connection, table_id))


def read_news(
    connection: Connection, table_id: str, number: int
) -> tuple[Kept, list[Row], set[str]] | None:
    """What there is to know of a table whose steps up to a number are known."""
    kept = keep.read_table(connection, table_id)
    if kept is None:
        return None
    rows = keep.rows_after(connection, table_id, number) if kept.stage != "gathering" else []
    return kept, rows, keep.watchers_of(connection, table_id)
