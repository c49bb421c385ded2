"""When a seat's time is over: the person is reminded, then what the table agreed on happens. A bot
takes the seat over until the person takes it back, or the seat waits."""

from __future__ import annotations

import asyncio

from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store import queries
from spieltisch.server.stored_table import taken_over


class Clocks:
    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self.timers: dict[str, asyncio.TimerHandle] = {}

    def wake(self, live: LiveTable) -> None:
        """Set the table's timer for the decision now due."""
        self.forget(live.id)
        rings = live.rings()
        if rings is None or self.live.background.closing:
            return
        left = max(0.0, rings - self.live.running.now())
        loop = asyncio.get_running_loop()
        self.timers[live.id] = loop.call_later(left, self.ring, live)

    def ring(self, live: LiveTable) -> None:
        self.live.background.start(self.time_over(live))

    async def time_over(self, live: LiveTable) -> None:
        async with live.lock:
            await self.live.cluster.catch_up(live)
            rings = live.rings()
            if rings is None or rings > self.live.running.now():
                self.wake(live)
                return
            deadline = live.to_remind_of()
            if deadline is not None:
                await self.remind(live, deadline)
            else:
                number = live.place_of(live.playing().turn)
                await self.live.change_place(live, number, taken_over)
            self.live.wake(live)

    async def remind(self, live: LiveTable, deadline: float) -> None:
        """Once, whichever process comes first."""
        live.stored.reminded = deadline
        due = live.rings()
        await self.live.write(live, lambda c: queries.note_reminder(c, live.id, deadline, due))
        live.stored.due = due
        live.changed()

    def is_busy(self, table_id: str) -> bool:
        """A table is read again when its time has come: meanwhile it may leave the memory."""
        return False

    def forget(self, table_id: str) -> None:
        if table_id in self.timers:
            self.timers.pop(table_id).cancel()

    def stop(self) -> None:
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()
