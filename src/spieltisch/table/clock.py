"""When a seat's time is over, a bot takes it over; the person can take it back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spieltisch.table.kept import taken_over
from spieltisch.table.living import Living

if TYPE_CHECKING:
    from spieltisch.table.hall import Hall


class Clocks:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.timers: dict[str, asyncio.TimerHandle] = {}

    def wind(self, living: Living) -> None:
        """Set the table's timer for the decision now due."""
        table_id = living.kept.id
        self.forget(table_id)
        deadline = living.deadline()
        if deadline is None or self.hall.closing:
            return
        left = max(0.0, deadline - self.hall.now())
        loop = asyncio.get_running_loop()
        self.timers[table_id] = loop.call_later(left, self.ring, living)

    def ring(self, living: Living) -> None:
        self.hall.in_background(self.time_over(living))

    async def time_over(self, living: Living) -> None:
        async with living.lock:
            if self.hall.store.shared:
                await self.hall.catch_up(living)
            deadline = living.deadline()
            if deadline is None or deadline > self.hall.now():
                self.wind(living)
                return
            number = living.place_of(living.playing().turn)
            await self.hall.change_place(living, number, taken_over)
            self.hall.wake(living)

    def forget(self, table_id: str) -> None:
        if table_id in self.timers:
            self.timers.pop(table_id).cancel()

    def stop(self) -> None:
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()
