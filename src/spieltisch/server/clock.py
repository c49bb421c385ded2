"""When a seat's time is over, a bot takes it over; the person can take it back."""

from __future__ import annotations

import asyncio

from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.stored_table import taken_over


class Clocks:
    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self.timers: dict[str, asyncio.TimerHandle] = {}

    def wake(self, live: LiveTable) -> None:
        """Set the table's timer for the decision now due."""
        self.forget(live.id)
        deadline = live.deadline()
        if deadline is None or self.live.background.closing:
            return
        left = max(0.0, deadline - self.live.running.now())
        loop = asyncio.get_running_loop()
        self.timers[live.id] = loop.call_later(left, self.ring, live)

    def ring(self, live: LiveTable) -> None:
        self.live.background.start(self.time_over(live))

    async def time_over(self, live: LiveTable) -> None:
        async with live.lock:
            await self.live.cluster.catch_up(live)
            deadline = live.deadline()
            if deadline is None or deadline > self.live.running.now():
                self.wake(live)
                return
            number = live.place_of(live.playing().turn)
            await self.live.change_place(live, number, taken_over)
            self.live.wake(live)

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
