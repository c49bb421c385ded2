"""Tables whose bot or clock should have acted by now: their process died, or put them away."""

from __future__ import annotations

import logging

from spieltisch.server.errors import TableError
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store import queries
from spieltisch.server.store.engine import StoreFailed
from spieltisch.server.thinking.bot_seats import BotSeats

log = logging.getLogger("spieltisch.server")
LOOK_SECONDS = 3.0
LATE_SECONDS = 1.0  # how long after its time a table is anybody's to care for


class Overdue:
    def __init__(self, live: LiveTables, bot_seats: BotSeats) -> None:
        self.live = live
        self.bot_seats = bot_seats
        self.given_up: set[str] = set()  # tables that cannot go on; said once, in the log

    async def look_around(self) -> None:
        before = self.live.running.now() - LATE_SECONDS
        for table_id in await self.live.store.read(lambda c: queries.due_tables(c, before)):
            if not self.bot_seats.is_busy(table_id) and table_id not in self.given_up:
                await self.care_for(table_id)

    async def care_for(self, table_id: str) -> None:
        leases = self.live.cluster.leases
        if await leases.take(table_id):
            await self.wake(table_id)
            if not self.bot_seats.is_busy(table_id):
                await leases.give_back(table_id)

    async def wake(self, table_id: str) -> None:
        try:
            self.live.wake(await self.live.at(table_id))
        except (TableError, StoreFailed):
            return
        except Exception:
            self.given_up.add(table_id)
            log.exception("a table cannot go on", extra={"table": table_id})
