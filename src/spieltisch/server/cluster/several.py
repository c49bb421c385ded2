"""Keeps what this process has in memory true to the database, which other processes write, too.

A notice tells which table changed; it is sent inside the transaction that changed it. A notice
may be lost (the connection breaks, the database restarts), so every few seconds the tables that
somebody looks at are compared with the database: a process is never wrong for longer than that.
"""

from __future__ import annotations

import asyncio
import logging

import psycopg

from spieltisch.server.background import Background
from spieltisch.server.cluster.connection import connect
from spieltisch.server.cluster.interface import TablesHere
from spieltisch.server.cluster.leases import AdvisoryLocks
from spieltisch.server.cluster.presence import Presence
from spieltisch.server.cluster.steps import StepsOfOthers
from spieltisch.server.errors import NoSuchTable
from spieltisch.server.live_table import LiveTable
from spieltisch.server.reactions import checked_kind
from spieltisch.server.store import queries
from spieltisch.server.store.engine import Store, StoreFailed

log = logging.getLogger("spieltisch.server")
COMPARE_SECONDS = 3.0
RECONNECT_SECONDS = 0.5


class Several:
    def __init__(self, store: Store, background: Background, here: TablesHere) -> None:
        self.store = store
        self.background = background
        self.here = here
        self.leases = AdvisoryLocks(store.engine.url)
        self.presence = Presence(store, here)
        self.steps = StepsOfOthers(store.engine.url, background, here, self.doubt)
        self.listening = False
        self.heard = 0

    def start(self) -> None:
        self.background.repeat(self.compare, COMPARE_SECONDS)
        self.background.start(self.listen())

    def is_current(self, live: LiveTable) -> bool:
        return self.listening and not live.stale and live.heard == live.followed

    async def catch_up(self, live: LiveTable) -> None:
        await self.here.catch_up(live)

    def attend(self, table_id: str, place: int, here: bool) -> None:
        self.background.start(self.presence.tell(table_id, place, here))

    async def elsewhere(self, ids: list[str]) -> dict[str, frozenset[int]]:
        return await self.presence.elsewhere(ids)

    async def pass_on(self, table_id: str, place: int, kind: str) -> None:
        told = f"{table_id}/{place}/{kind}"
        await self.store.write(lambda c: queries.tell(c, queries.REACTED, told), table_id)

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
        async with await connect(self.store.engine.url) as connection:
            await connection.execute(f"LISTEN {queries.CHANNEL}")
            self.doubt_all()
            self.listening = True
            async for notice in connection.notifies():
                self.hear(notice.payload)

    def hear(self, payload: str) -> None:
        what, whom, origin = payload.split(" ")
        if origin == self.store.origin:
            return
        self.heard += 1
        if what == queries.SIGNED_OUT:
            self.here.sign_out(whom)
            return
        if what == queries.REACTED:
            self.hear_reaction(*whom.split("/"))
            return
        if what == queries.CHANGED:
            self.here.tell_news()
        live = self.here.by_id.get(whom)
        if live is None:
            return
        if what == queries.STEPPED and live.table is not None and not live.stale:
            self.steps.hear(live)
        else:
            self.doubt(live)

    def hear_reaction(self, table_id: str, place: str, kind: str) -> None:
        live = self.here.by_id.get(table_id)
        if live is not None:
            live.react(int(place), checked_kind(kind), self.here.now())

    def doubt(self, live: LiveTable) -> None:
        """It has changed elsewhere: read it now if somebody waits for it, else when asked."""
        live.stale = True
        if not self.here.is_quiet(live):
            self.background.start(self.refresh(live))

    async def refresh(self, live: LiveTable) -> None:
        try:
            async with live.lock:
                if live.stale and not live.gone:
                    await self.here.catch_up(live)
        except (StoreFailed, NoSuchTable):
            return  # the next comparison tries again, or finds it gone

    def doubt_all(self) -> None:
        self.here.devices.doubt()
        for live in self.here.by_id.values():
            self.doubt(live)
        self.presence.tell_anew()
        self.here.tell_news()

    # A comparison every few seconds.

    async def compare(self) -> None:
        """Find the tables whose notice was lost, and who came and went elsewhere."""
        watched = {
            name: one for name, one in self.here.by_id.items() if not self.here.is_quiet(one)
        }
        ids = list(watched)
        heads = await self.store.read(lambda c: queries.heads(c, ids))
        there = await self.presence.elsewhere(ids)
        for table_id, live in watched.items():
            if is_ahead(heads.get(table_id), live):
                self.doubt(live)
            live.attended_elsewhere(there[table_id])
        await self.presence.stay()

    async def close(self) -> None:
        await self.leases.close()
        await self.steps.close()
        await self.presence.clear()


def is_ahead(head: tuple[int, int] | None, live: LiveTable) -> bool:
    """Of a table that was moved on here while the heads were read, memory knows more."""
    if head is None:
        return True
    changes, number = live.head()
    return head[0] != changes or head[1] > number
