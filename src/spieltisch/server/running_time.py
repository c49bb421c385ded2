"""How long this installation has been running, all starts together: seconds that no clock set
wrong, no downtime and no sleeping computer can add to."""

from __future__ import annotations

import time
from contextlib import suppress

from sqlalchemy import Connection, text

from spieltisch.server.store.engine import Store, StoreFailed

NOTE = "running"
KEEP_SECONDS = 10.0  # so much at most is forgotten when a process is killed
# Of several processes the one that counts furthest is right.
KEEP = text(
    "INSERT INTO notes (name, text) VALUES (:name, :seconds) ON CONFLICT (name) DO UPDATE"
    " SET text = CASE WHEN CAST(excluded.text AS DOUBLE PRECISION)"
    " > CAST(notes.text AS DOUBLE PRECISION) THEN excluded.text ELSE notes.text END RETURNING text"
)


class RunningTime:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.kept = 0.0  # what was counted by all processes until
        self.at = self.monotonic()  # this moment

    def monotonic(self) -> float:
        return time.monotonic()

    def now(self) -> float:
        return self.kept + self.monotonic() - self.at

    def read(self) -> None:
        self.at = self.monotonic()
        self.kept = self.store.write_now(lambda connection: keep(connection, 0.0))

    async def keep(self) -> None:
        counted = self.now()
        furthest = await self.store.write(lambda connection: keep(connection, counted))
        self.kept += max(0.0, furthest - self.now())

    def keep_last(self) -> None:
        """When the process stops, if the database is there."""
        counted = self.now()
        with suppress(StoreFailed):
            self.store.write_now(lambda connection: keep(connection, counted))


def keep(connection: Connection, seconds: float) -> float:
    """What has been counted, in this process or another."""
    written = connection.execute(KEEP, {"name": NOTE, "seconds": repr(seconds)})
    return float(written.scalar_one())
