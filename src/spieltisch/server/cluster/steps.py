"""Steps that other processes wrote: read at once for all tables of which a notice told.

A notice of a step says that nothing else has changed at its table. So the rows are all there is
to read, with one question for however many tables were heard of meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import psycopg
from sqlalchemy.engine import URL

from spieltisch.server.background import Background
from spieltisch.server.cluster.connection import Connection, connect
from spieltisch.server.cluster.interface import TablesHere
from spieltisch.server.live_table import LiveTable
from spieltisch.server.stored_table import Row

log = logging.getLogger("spieltisch.server")
NEWER = b"""
SELECT steps.table_id, steps.number, steps.who, steps.text, steps.at, steps.key, steps.ran,
    steps.pointed
FROM unnest(%s::text[], %s::integer[]) AS known (table_id, number)
JOIN steps ON steps.table_id = known.table_id AND steps.number > known.number
ORDER BY steps.table_id, steps.number
"""


class StepsOfOthers:
    """`doubt` is told of tables whose steps could not be read."""

    def __init__(
        self,
        url: URL,
        background: Background,
        here: TablesHere,
        doubt: Callable[[LiveTable], None],
    ) -> None:
        self.url = url
        self.background = background
        self.here = here
        self.doubt = doubt
        self.behind: dict[str, LiveTable] = {}
        self.reading = False
        self.connection: Connection | None = None

    def hear(self, live: LiveTable) -> None:
        """There is a step that this process has not seen. Where nobody waits for it, it is read
        when somebody asks."""
        live.heard += 1
        if self.here.is_quiet(live):
            return
        self.behind[live.id] = live
        if not self.reading:
            self.reading = True
            self.background.start(self.read_on())

    async def read_on(self) -> None:
        """Until nothing more was heard of."""
        try:
            while self.behind:
                behind, self.behind = self.behind, {}
                await self.read(behind)
        finally:
            self.reading = False

    async def read(self, behind: dict[str, LiveTable]) -> None:
        heard = {table_id: live.heard for table_id, live in behind.items()}
        try:
            rows = await self.newer(behind)
        except (psycopg.Error, OSError) as error:
            log.warning("steps of others are read later: %s", str(error).splitlines()[:1])
            self.connection = None
            for live in behind.values():
                self.doubt(live)
            return
        for table_id, live in behind.items():
            self.background.start(self.step_on(live, rows[table_id], heard[table_id]))

    async def newer(self, behind: dict[str, LiveTable]) -> dict[str, list[Row]]:
        if self.connection is None or self.connection.closed:
            self.connection = await connect(self.url)
        numbers = [live.playing().number for live in behind.values()]
        cursor = await self.connection.execute(NEWER, [list(behind), numbers])
        found: dict[str, list[Row]] = {table_id: [] for table_id in behind}
        async for table_id, *row in cursor:
            found[str(table_id)].append(Row(*row))  # type: ignore[arg-type]
        return found

    async def step_on(self, live: LiveTable, rows: list[Row], heard: int) -> None:
        async with live.lock:
            if live.gone or live.stale:
                return  # somebody reads all of it
            if live.follow(rows, heard):
                self.here.show(live)

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()
