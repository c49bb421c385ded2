"""Tables leave: the memory when nobody uses them, the database when they are old."""

from __future__ import annotations

from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store import people, queries

DAY = 24 * 3600
PLAYER_DAYS = 365  # without a visit, after which a player of whom nothing else is kept goes
IDLE_SECONDS = 600.0  # after which a table nobody looks at leaves the memory


class Expiry:
    def __init__(self, live: LiveTables, keep_finished: int, keep_idle: int) -> None:
        self.live = live
        self.keep_days = (keep_finished, keep_idle)

    async def expire(self, now: float | None = None) -> int:
        """Forget old tables; how many."""
        now = now or self.live.now()
        finished, idle = (now - days * DAY for days in self.keep_days)
        ids = await self.live.store.write(lambda c: queries.expire(c, finished, idle))
        for table_id in ids:
            self.live.forget(table_id)
        await self.live.store.write(lambda c: queries.expire_texts(c, now))
        await self.live.store.write(lambda c: people.expire_players(c, now - PLAYER_DAYS * DAY))
        return len(ids)

    async def tidy(self) -> None:
        self.put_away(self.live.now() - IDLE_SECONDS)

    def put_away(self, unused_since: float) -> int:
        """Let go of tables that nobody looks at; they are read again when somebody comes or
        their clock has run down. How many."""
        idle = [
            table_id
            for table_id, live in self.live.by_id.items()
            if live.used < unused_since and self.live.is_quiet(live)
        ]
        for table_id in idle:
            self.live.forget(table_id)
        return len(idle)
