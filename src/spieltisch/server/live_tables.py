"""All tables of this process in memory, and the one way from them to the database and back.

What is shown is on disk: whatever changes a table is written first, then shown. Whoever changes
one holds its lock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from spieltisch.games import game as open_game
from spieltisch.server.background import Background
from spieltisch.server.cluster import cluster_on
from spieltisch.server.credentials import is_id
from spieltisch.server.devices import Devices
from spieltisch.server.errors import NoSuchTable
from spieltisch.server.listeners import Listeners
from spieltisch.server.live_table import LiveTable
from spieltisch.server.running_time import RunningTime
from spieltisch.server.store import queries, sealing
from spieltisch.server.store.engine import Store, StoreFailed, Work
from spieltisch.server.store.queries import NumberTaken
from spieltisch.server.stored_table import Place, PlaceChange, Row, StoredTable
from spieltisch.server.table import ProposedRows

T = TypeVar("T")
log = logging.getLogger("spieltisch.server")


class Caretaker(Protocol):
    """Acts at tables by itself when it is time: the bots in their seats, the clocks."""

    def wake(self, live: LiveTable) -> None:
        """Look who has to decide now."""

    def is_busy(self, table_id: str) -> bool: ...

    def forget(self, table_id: str) -> None: ...


class LiveTables:
    def __init__(self, store: Store, background: Background) -> None:
        self.store = store
        self.background = background
        self.devices = Devices(store)
        self.by_id: dict[str, LiveTable] = {}
        self.by_owner: dict[str, set[str]] = {}  # whose tables are in memory
        self.loading: dict[str, asyncio.Lock] = {}
        self.caretakers: list[Caretaker] = []
        self.news = Listeners()  # those who wait for games to begin or end
        self.moves = 0  # decisions since the start
        self.running = RunningTime(store)
        self.cluster = cluster_on(store, background, self)

    def now(self) -> float:
        return time.time()

    # Into memory and out of it.

    async def at(self, table_id: str) -> LiveTable:
        """The table in memory, read from the database if need be."""
        if not is_id(table_id):
            raise NoSuchTable
        if table_id not in self.by_id:
            async with self.loading.setdefault(table_id, asyncio.Lock()):
                try:
                    if table_id not in self.by_id:
                        await self.load(table_id)
                finally:
                    self.loading.pop(table_id, None)
        live = self.by_id[table_id]
        live.used = self.now()
        if not self.cluster.is_current(live):
            async with live.lock:
                await self.catch_up(live)
        if live.stored.is_full():  # a process may have died before it could begin
            async with live.lock:
                await self.begin_if_full(live)
        return live

    async def load(self, table_id: str) -> None:
        live = await self.store.read(lambda c: read_live(c, table_id))
        if table_id in self.by_id:
            return  # whoever read it too was faster; there must not be two
        self.remember(live)
        self.wake(live)

    def remember(self, live: LiveTable) -> None:
        self.by_id[live.id] = live
        live.attend = self.cluster.attend
        live.running = self.running.now
        for owner in [live.stored.host, *(place.owner for place in live.stored.places)]:
            self.recognise(live, owner)

    def recognise(self, live: LiveTable, owner: str) -> None:
        if owner:
            live.recognised.add(owner)
            self.by_owner.setdefault(owner, set()).add(live.id)

    def knows(self, credential: str) -> bool:
        """Whether the credential owns a seat at a table in memory; for rate limits."""
        return self.devices.player_in_memory(credential) in self.by_owner

    def is_quiet(self, live: LiveTable) -> bool:
        """Nobody looks, nobody acts."""
        busy = any(one.is_busy(live.id) for one in self.caretakers)
        return not (live.listeners or live.lock.locked() or busy)

    def forget(self, table_id: str) -> None:
        live = self.by_id.pop(table_id, None)
        if live is None:
            return
        live.gone = True
        live.listeners.tell()
        for one in self.caretakers:
            one.forget(table_id)
        for owner in live.recognised:
            self.by_owner[owner].discard(table_id)
            if not self.by_owner[owner]:
                del self.by_owner[owner]

    def end_streams(self) -> None:
        for live in self.by_id.values():
            live.listeners.tell()
        self.tell_news()

    def sign_out(self, mark: str) -> None:
        """A device is nobody's any more: its streams end."""
        for table_id in self.by_owner.get(self.devices.end(mark), ()):
            self.by_id[table_id].listeners.tell()
        self.tell_news()

    async def reread(self, ids: Iterable[str]) -> None:
        """Tables whose owners were written past their memory."""
        for live in [self.by_id[table_id] for table_id in ids if table_id in self.by_id]:
            async with live.lock:
                if not live.gone:
                    await self.catch_up(live)

    # Writing. The caller holds the table's lock.

    async def begin_if_full(self, live: LiveTable) -> None:
        if not live.stored.is_full():
            return
        table = live.lay()
        seats = table.seats
        lot = live.stored.house.order == "lot"
        seating = table.dice.lot(seats) if lot else list(range(seats))
        opening = table.propose_opening(self.now())
        rows = opening.taken(self.running.now())
        if await self.write_opening(live, seating, rows, opening.turn):
            table.apply(rows)
            live.stored.stage, live.stored.seating, live.table = "playing", seating, table
        else:
            await self.catch_up(live)
        live.changed()
        self.tell_news()
        self.wake(live)

    async def write_opening(
        self, live: LiveTable, seating: list[int], rows: list[Row], turn: int
    ) -> bool:
        """False if another process was first, or somebody left there meanwhile."""
        stored, now = live.stored, self.now()
        due = live.due_for(turn, self.running.now(), seating)

        def work(connection: Connection) -> None:
            queries.begin(connection, stored, seating, now, due)
            if rows:  # nothing was dealt where a game begins with a decision
                queries.append_rows(connection, stored.id, rows)

        try:
            await self.write(live, work)
        except NumberTaken:
            return False
        stored.due = due
        return True

    async def commit(self, live: LiveTable, proposal: ProposedRows) -> None:
        """Write the rows and what was sealed for the turns that come then, and show them.
        NumberTaken if another process was first: then the table has caught up with it."""
        await (self.seal if proposal.seals else self.append)(live, proposal)
        await self.play_sealed(live)
        self.show(live)

    async def seal(self, live: LiveTable, proposal: ProposedRows) -> None:
        """Keep a secret choice until its turn has come."""
        table, (row,) = live.playing(), proposal.rows
        number = table.number
        try:
            await self.write(live, lambda c: sealing.seal(c, live.id, number, row))
        except NumberTaken:
            await self.catch_up(live)
            raise
        table.seal(row)

    async def play_sealed(self, live: LiveTable) -> None:
        """What is to be played now, also of what was sealed through another process meanwhile."""
        if live.playing().choosers():
            await self.cluster.catch_up(live)
        with suppress(NumberTaken):  # another process does it
            while (chosen := live.next_sealed(self.now())) is not None:
                await self.append(live, chosen)

    async def append(self, live: LiveTable, proposal: ProposedRows) -> None:
        table, table_id = live.playing(), live.id
        rows = proposal.taken(self.running.now())
        still = proposal.turn in table.choosers() and len(rows) == 1
        due = live.due_for(proposal.turn, table.ran if still else rows[-1].ran)

        def work(connection: Connection) -> None:
            if table.choosers():  # so that nobody seals anything unseen meanwhile
                queries.lock_stage(connection, table_id)
                sealing.opened(connection, table_id, rows[0].who, proposal.opens)
            queries.append_rows(connection, table_id, rows)
            if proposal.over:
                queries.change_table(connection, table_id, stage="over", due=None)
            elif due != live.stored.due:
                queries.set_due(connection, table_id, due)

        try:
            await self.write(live, work)
        except NumberTaken:
            await self.catch_up(live)
            raise
        live.stored.due = due
        table.apply(rows)
        self.moves += 1

    async def change_place(self, live: LiveTable, number: int, change: PlaceChange) -> None:
        """And when somebody has to act then, in the same transaction: else another process would
        let a clock go on that has just been set anew."""

        def work(connection: Connection) -> tuple[Place, float | None]:
            place = queries.change_place(connection, live.id, number, change)
            due = live.due_with(number, place)
            queries.set_clock(connection, live.id, due, live.stored.clock_from)
            return place, due

        place, live.stored.due = await self.write(live, work)
        live.put(number, place)
        await self.cluster.catch_up(live)  # with a game, say, that began just before

    async def write(self, live: LiveTable, work: Work[T]) -> T:
        """Something about a table. After a failure it may be on disk all the same: then the table
        is read again before anybody is shown it."""
        try:
            return await self.store.write(work, live.id)
        except StoreFailed:
            live.stale = True
            raise

    # Reading what others wrote, and showing what is new.

    async def catch_up(self, live: LiveTable) -> None:
        """Take in what is in the database; the caller holds the table's lock."""
        live.stale = False
        live.followed = live.heard
        number = live.table.number if live.table else 0
        try:
            found = await self.store.read(lambda c: read_changes(c, live.id, number))
            there = await self.cluster.elsewhere([live.id])
        except StoreFailed:
            live.stale = True
            raise
        if found is None:
            self.forget(live.id)
            raise NoSuchTable
        if live.take_in(*found):
            live.changed()
        live.attended_elsewhere(there[live.id])
        self.remember(live)
        if live.table is not None:
            self.show(live)

    def show(self, live: LiveTable) -> None:
        if live.playing().over:
            live.stored.stage = "over"
            self.tell_news()
        live.listeners.tell()
        self.wake(live)

    def tell_news(self) -> None:
        """A game began or ended."""
        self.news.tell()

    def wake(self, live: LiveTable) -> None:
        """Whoever has to decide next: let its bot think or its clock run."""
        for one in self.caretakers:
            one.wake(live)
        if live.next_sealed(self.now()) is not None and not self.background.closing:
            self.background.start(self.go_on_with_sealed(live))
        if live.stored.due != (due := live.due()):
            live.stored.due = due
            self.background.start(self.note_due(live.id, due))

    async def go_on_with_sealed(self, live: LiveTable) -> None:
        """Its turn came through another process, as the server stopped, or as somebody left."""
        try:
            async with live.lock:
                if live.gone:
                    return
                await self.play_sealed(live)
                self.show(live)
        except (StoreFailed, NoSuchTable) as error:
            log.warning("a sealed choice waits: %s", error)

    async def note_due(self, table_id: str, due: float | None) -> None:
        """So that another process or the next start knows when to care for the table."""
        try:
            await self.store.write(lambda c: queries.set_due(c, table_id, due), table_id)
        except StoreFailed as error:
            log.warning("%s", error)


def read_live(connection: Connection, table_id: str) -> LiveTable:
    stored = queries.read_table(connection, table_id)
    if stored is None:
        raise NoSuchTable
    game = open_game(stored.game, stored.edition, stored.rules_version)
    rows = queries.rows_after(connection, table_id, 0)
    admitted, sealed = queries.admitted(connection, table_id), sealing.rows(connection, table_id)
    return LiveTable(stored, game, rows, admitted, sealed)


def read_changes(
    connection: Connection, table_id: str, number: int
) -> tuple[StoredTable, list[Row], set[str], list[Row]] | None:
    """What there is to know of a table whose steps up to a number are known."""
    stored = queries.read_table(connection, table_id)
    if stored is None:
        return None
    begun = stored.stage != "gathering"
    rows = queries.rows_after(connection, table_id, number) if begun else []
    sealed = sealing.rows(connection, table_id)
    return stored, rows, queries.admitted(connection, table_id), sealed
