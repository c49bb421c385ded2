"""Steps that other processes wrote: read at once for all tables of which a notice told.

A notice of a step says that nothing else has changed at its table. So the rows are all there is
to read, with one question for however many tables were heard of meanwhile.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import psycopg

from spieltisch.table.jobs import connect
from spieltisch.table.living import Living
from spieltisch.table.table import Row

if TYPE_CHECKING:
    from spieltisch.table.hall import Hall

log = logging.getLogger("spieltisch.table")
NEWER = b"""
SELECT steps.table_id, steps.number, steps.who, steps.text, steps.at, steps.key
FROM unnest(%s::text[], %s::integer[]) AS known (table_id, number)
JOIN steps ON steps.table_id = known.table_id AND steps.number > known.number
ORDER BY steps.table_id, steps.number
"""


class Following:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.behind: dict[str, Living] = {}
        self.reading = False
        self.connection: psycopg.AsyncConnection[tuple[object, ...]] | None = None

    def hear(self, living: Living) -> None:
        """There is a step that this process has not seen. Where nobody waits for it, it is read
        when somebody asks."""
        living.heard += 1
        if self.hall.is_quiet(living):
            return
        self.behind[living.kept.id] = living
        if not self.reading:
            self.reading = True
            self.hall.in_background(self.read_on())

    async def read_on(self) -> None:
        """Until nothing more was heard of."""
        try:
            while self.behind:
                behind, self.behind = self.behind, {}
                await self.read(behind)
        finally:
            self.reading = False

    async def read(self, behind: dict[str, Living]) -> None:
        heard = {table_id: living.heard for table_id, living in behind.items()}
        try:
            rows = await self.newer(behind)
        except (psycopg.Error, OSError) as error:
            log.warning("steps of others are read later: %s", str(error).splitlines()[:1])
            self.connection = None
            for living in behind.values():
                self.hall.sharing.doubt(living)
            return
        for table_id, living in behind.items():
            self.hall.in_background(self.step_on(living, rows[table_id], heard[table_id]))

    async def newer(self, behind: dict[str, Living]) -> dict[str, list[Row]]:
        if self.connection is None or self.connection.closed:
            self.connection = await connect(self.hall.store.engine.url)
        numbers = [living.playing().number for living in behind.values()]
        cursor = await self.connection.execute(NEWER, [list(behind), numbers])
        found: dict[str, list[Row]] = {table_id: [] for table_id in behind}
        async for table_id, *row in cursor:
            found[str(table_id)].append(Row(*row))  # type: ignore[arg-type]
        return found

    async def step_on(self, living: Living, rows: list[Row], heard: int) -> None:
        async with living.lock:
            if living.gone or living.stale:
                return  # somebody reads all of it
            if living.follow(rows, heard):
                self.hall.show(living)

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()
