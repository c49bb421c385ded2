"""Keeps what this process has in memory true to the database, which other processes write, too.

A notice tells which table changed; it is sent inside the transaction that changed it. A notice
may be lost (the connection breaks, the database restarts), so every few seconds the tables that
somebody looks at are compared with the database: a process is never wrong for longer than that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import psycopg

from spieltisch.table import attending
from spieltisch.table import kept as keep
from spieltisch.table.errors import NoSuchTable, TableError
from spieltisch.table.following import Following
from spieltisch.table.jobs import connect
from spieltisch.table.living import Living
from spieltisch.table.store import StoreFailed

if TYPE_CHECKING:
    from spieltisch.table.hall import Hall

log = logging.getLogger("spieltisch.table")
POLL_SECONDS = 3.0
LATE_SECONDS = 1.0  # how long after its time a table is anybody's to care for
RECONNECT_SECONDS = 0.5
PRESENT_SECONDS = 30.0
STAY_SECONDS = 10.0


class Sharing:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.listening = not hall.store.shared
        self.heard = 0
        self.stayed = 0.0
        self.following = Following(hall)
        self.given_up: set[str] = set()  # tables that cannot go on; said once, in the log

    def start(self) -> None:
        self.hall.in_background(again_and_again(self.look_around, POLL_SECONDS))
        if self.hall.store.shared:
            self.hall.in_background(self.listen())

    def is_current(self, living: Living) -> bool:
        return self.listening and not living.stale and living.heard == living.followed

    # Notices.

    async def listen(self) -> None:
        """For ever; a broken connection is made anew, and what was missed is read."""
        while True:
            try:
                await self.hear_out()
            except (psycopg.Error, OSError) as error:
                log.warning("no notices for the moment: %s", str(error).splitlines()[:1])
            self.listening = False
            await asyncio.sleep(RECONNECT_SECONDS)

    async def hear_out(self) -> None:
        async with await connect(self.hall.store.engine.url) as connection:
            await connection.execute(f"LISTEN {keep.CHANNEL}")
            self.catch_up_with_all()
            self.listening = True
            async for notice in connection.notifies():
                self.hear(notice.payload)

    def hear(self, payload: str) -> None:
        what, table_id, origin = payload.split(" ")
        if origin == self.hall.store.origin:
            return
        self.heard += 1
        if what == keep.CHANGED:
            self.hall.tell_news()
        living = self.hall.living.get(table_id)
        if living is None:
            return
        if what == keep.STEPPED and living.table is not None and not living.stale:
            self.following.hear(living)
        else:
            self.doubt(living)

    def doubt(self, living: Living) -> None:
        """It has changed elsewhere: read it now if somebody waits for it, else when asked."""
        living.stale = True
        if not self.hall.is_quiet(living):
            self.hall.in_background(self.refresh(living))

    async def refresh(self, living: Living) -> None:
        try:
            async with living.lock:
                if living.stale and not living.gone:
                    await self.hall.catch_up(living)
        except (StoreFailed, NoSuchTable):
            return  # the next look around tries again, or finds it gone

    def catch_up_with_all(self) -> None:
        for living in self.hall.living.values():
            self.doubt(living)
        self.stayed = 0.0
        self.hall.tell_news()

    # A look around every few seconds.

    async def look_around(self) -> None:
        if self.hall.store.shared:
            await self.compare()
            await self.stay()
        await self.care_for_late(self.hall.now() - LATE_SECONDS)

    async def compare(self) -> None:
        """Find the tables whose notice was lost, and who came and went elsewhere."""
        hall = self.hall
        watched = {name: one for name, one in hall.living.items() if not hall.is_quiet(one)}
        ids = list(watched)
        heads = await hall.store.read(lambda c: keep.heads(c, ids))
        there = await self.elsewhere(ids)
        for table_id, living in watched.items():
            if is_ahead(heads.get(table_id), living):
                self.doubt(living)
            living.attended_elsewhere(there[table_id])

    async def elsewhere(self, ids: list[str]) -> dict[str, frozenset[int]]:
        """Of each table, the places whose people look through other processes."""
        store, now = self.hall.store, self.hall.now()
        if not store.shared:
            return dict.fromkeys(ids, frozenset())
        return await store.read(lambda c: attending.elsewhere(c, ids, store.origin, now))

    async def stay(self) -> None:
        """Tell the others who looks through this process."""
        now, origin = self.hall.now(), self.hall.store.origin
        if now - self.stayed < STAY_SECONDS:
            return
        if self.stayed == 0.0:
            for living in list(self.hall.living.values()):
                for place in sorted(+living.present):
                    await self.write_attendance(living.kept.id, place, True)
        await self.hall.store.write(lambda c: attending.stay(c, origin, now + PRESENT_SECONDS))
        self.stayed = now

    def attend(self, table_id: str, place: int, here: bool) -> None:
        self.hall.in_background(self.write_attendance(table_id, place, here))

    async def write_attendance(self, table_id: str, place: int, here: bool) -> None:
        origin, until = self.hall.store.origin, self.hall.now() + PRESENT_SECONDS
        try:
            if here:
                await self.hall.store.write(
                    lambda c: attending.arrive(c, table_id, place, origin, until), table_id
                )
            else:
                await self.hall.store.write(
                    lambda c: attending.go(c, table_id, place, origin), table_id
                )
        except Exception:
            self.stayed = 0.0  # told again with the next sign of life

    async def care_for_late(self, before: float) -> None:
        """Bots and clocks of tables that no process cares for: its own died, or put them away."""
        hall = self.hall
        for table_id in await hall.store.read(lambda c: keep.due_tables(c, before)):
            if table_id in hall.bot_seats.busy or table_id in self.given_up:
                continue
            if await hall.jobs.take(table_id):
                await self.wake(table_id)
                if table_id not in hall.bot_seats.busy:
                    await hall.jobs.give_back(table_id)

    async def wake(self, table_id: str) -> None:
        try:
            self.hall.wake(await self.hall.at(table_id))
        except (TableError, StoreFailed):
            return
        except Exception:
            self.given_up.add(table_id)
            log.exception("a table cannot go on", extra={"table": table_id})

    async def close(self) -> None:
        """Say good-bye, if there is somebody to say it to."""
        if not self.hall.store.shared:
            return
        await self.following.close()
        origin, now = self.hall.store.origin, self.hall.now()
        try:
            await self.hall.store.write(lambda c: attending.clear(c, origin, now))
        except StoreFailed:
            return


def is_ahead(head: tuple[int, int] | None, living: Living) -> bool:
    """Of a table that was moved on here while the heads were read, memory knows more."""
    if head is None:
        return True
    changes, number = living.head()
    return head[0] != changes or head[1] > number


async def again_and_again(work: Callable[[], Awaitable[object]], pause: float) -> None:
    """While the database is away there is nothing to do but to try again."""
    while True:
        try:
            await work()
        except StoreFailed as error:
            log.warning("%s", error)
        except Exception:
            log.exception("looking around failed")
        await asyncio.sleep(pause)
