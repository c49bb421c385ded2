"""Two processes that share a database, as two servers with a memory each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from spieltisch.games import game
from spieltisch.server.lobby import Seated, SeatWish
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.stored_table import House
from spieltisch.server.tables import Tables
from tests.server.house import person

FAST = House(bot_pace=0, watch="public")
SOON = 0.02


@asynccontextmanager
async def two_processes(address: str) -> AsyncIterator[tuple[Tables, Tables]]:
    """Two servers on one database; each has its own memory, writer and notices."""
    first, second = Tables(address), Tables(address)
    await first.open()
    await second.open()
    try:
        await until(lambda: first.live.cluster.listening and second.live.cluster.listening)
        yield first, second
    finally:
        await second.close()
        await first.close()


async def until(is_so: Callable[[], bool], seconds: float = 15.0) -> None:
    for _ in range(int(seconds / SOON)):
        if is_so():
            return
        await asyncio.sleep(SOON)
    raise AssertionError("it did not come about")


async def across(first: Tables, second: Tables, name: str) -> tuple[Seated, Seated]:
    """Ada at one process, Ben at the other."""
    seats = [person("Ada"), SeatWish("open")]
    seats += [SeatWish("bot", level="random")] * (game(name).least_seats - 2)
    ada = await first.lobby.create(name, seats=seats, house=FAST)
    assert ada.look.invite is not None
    return ada, await second.lobby.join(ada.look.invite, "Ben")


async def one_move(table_id: str, people: list[tuple[Tables, Seated]]) -> None:
    """Whoever has to decide does, and both processes come to know it."""
    for tables, one in people:
        look = await tables.viewing.look(table_id, one.credential)
        if look.legal:
            await tables.play.move(table_id, one.credential, look.number, look.legal[0])
    await until(lambda: agree(table_id, *[tables for tables, _ in people]))


async def shown_alike(table_id: str, credential: str, *processes: Tables) -> list[Snapshot]:
    """What each process shows, once they show the same people in the same stage: one that did
    nothing itself is told of it by a notice, a moment later."""
    for _ in range(int(15 / SOON)):
        looks = [await tables.viewing.look(table_id, credential) for tables in processes]
        if all((look.stage, look.seats) == (looks[0].stage, looks[0].seats) for look in looks):
            return looks
        await asyncio.sleep(SOON)
    raise AssertionError("they never came to show the same")


def agree(table_id: str, first: Tables, second: Tables) -> bool:
    return first.live.by_id[table_id].head()[1] == second.live.by_id[table_id].head()[1]
