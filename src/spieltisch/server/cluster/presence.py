"""Who is looking at a table through which process; only where several share a database."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from spieltisch.server.cluster.interface import TablesHere
from spieltisch.server.store.engine import Store, StoreFailed
from spieltisch.server.store.queries import count_change
from spieltisch.server.store.schema import attendance

PRESENT_SECONDS = 30.0  # for which a sign of life holds
STAY_SECONDS = 10.0  # between two of them


class Presence:
    def __init__(self, store: Store, here: TablesHere) -> None:
        self.store = store
        self.here = here
        self.stayed = 0.0

    async def tell(self, table_id: str, place: int, here: bool) -> None:
        """That somebody came to a place, or went."""
        origin, until = self.store.origin, self.here.now() + PRESENT_SECONDS

        def work(connection: Connection) -> None:
            if here:
                arrive(connection, table_id, place, origin, until)
            else:
                go(connection, table_id, place, origin)

        try:
            await self.store.write(work, table_id)
        except Exception:
            self.tell_anew()

    def tell_anew(self) -> None:
        """Of everybody who is here, with the next sign of life."""
        self.stayed = 0.0

    async def stay(self) -> None:
        """A sign of life for all who look through this process."""
        now, origin = self.here.now(), self.store.origin
        if now - self.stayed < STAY_SECONDS:
            return
        if self.stayed == 0.0:
            for live in list(self.here.by_id.values()):
                for place in sorted(+live.present):
                    await self.tell(live.id, place, True)
        await self.store.write(lambda c: stay(c, origin, now + PRESENT_SECONDS))
        self.stayed = now

    async def elsewhere(self, ids: list[str]) -> dict[str, frozenset[int]]:
        origin, now = self.store.origin, self.here.now()
        return await self.store.read(lambda c: elsewhere(c, ids, origin, now))

    async def clear(self) -> None:
        """Say good-bye."""
        origin, now = self.store.origin, self.here.now()
        try:
            await self.store.write(lambda c: clear(c, origin, now))
        except StoreFailed:
            return


def arrive(connection: Connection, table_id: str, place: int, process: str, until: float) -> None:
    values = {"table_id": table_id, "place": place, "process": process, "until": until}
    query = insert(attendance).values(values)
    keys = ["table_id", "place", "process"]
    connection.execute(query.on_conflict_do_update(index_elements=keys, set_={"until": until}))
    count_change(connection, table_id)


def go(connection: Connection, table_id: str, place: int, process: str) -> None:
    mine = (attendance.c.table_id == table_id) & (attendance.c.place == place)
    connection.execute(delete(attendance).where(mine & (attendance.c.process == process)))
    count_change(connection, table_id)


def stay(connection: Connection, process: str, until: float) -> None:
    """A sign of life for everyone who came through this process."""
    mine = attendance.c.process == process
    connection.execute(update(attendance).where(mine).values(until=until))


def clear(connection: Connection, process: str, now: float) -> None:
    """This process stops; those that died without a word are cleared up, too."""
    gone = (attendance.c.process == process) | (attendance.c.until < now)
    connection.execute(delete(attendance).where(gone))


def elsewhere(
    connection: Connection, ids: list[str], process: str, now: float
) -> dict[str, frozenset[int]]:
    """The places of each table whose people look through other processes."""
    query = select(attendance.c.table_id, attendance.c.place).where(
        attendance.c.table_id.in_(ids),
        attendance.c.process != process,
        attendance.c.until > now,
    )
    found: dict[str, set[int]] = {table_id: set() for table_id in ids}
    for table_id, place in connection.execute(query):
        found[table_id].add(place)
    return {table_id: frozenset(places) for table_id, places in found.items()}
