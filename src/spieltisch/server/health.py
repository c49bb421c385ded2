"""Whether the server can do its work."""

from __future__ import annotations

from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store import overview
from spieltisch.server.store.engine import answers

HEALTH = "health"  # the note that is written
HEALTH_SECONDS = 3.0  # how often a health check writes at most; asking more often costs no disk


class Health:
    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self.written = 0.0  # when a sign of life was

    async def check(self) -> None:
        """Raises StoreFailed if the database does not answer, or cannot be written: whether there
        is room on the disk only writing tells."""
        now = self.live.now()
        if abs(now - self.written) < HEALTH_SECONDS:
            await self.live.store.write(answers)
        else:
            await self.live.store.write(lambda c: overview.write_note(c, HEALTH, str(now)))
            self.written = now
