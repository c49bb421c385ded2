"""What the table tests share: tables on a fresh database, and players who follow a seed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from spieltisch.core.errors import NotThere
from spieltisch.core.game import Game
from spieltisch.core.record import Record, dumps, loads
from spieltisch.core.rng import Rng, seeded
from spieltisch.games import game as game_named
from spieltisch.server.fairness import Dice
from spieltisch.server.lobby import Seated, SeatWish
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.stored_table import House
from spieltisch.server.table import Table
from spieltisch.server.tables import Tables
from tests.kit.sqlite import new_database

T = TypeVar("T")
AT = 1000.0
FAST = House(bot_pace=0)
BOTS_THINK = 0.002  # seconds: looking all the time would take their processor


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 60))


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Tables]:
    tables = Tables(new_database(folder), **settings)
    await tables.open()
    try:
        yield tables
    finally:
        await tables.close()


def move_on(tables: Tables, seconds: float) -> None:
    """For these tables it is so much later, whether the server ran or not."""
    tables.live.now = lambda: time.time() + seconds  # type: ignore[method-assign]


def run_on(tables: Tables, seconds: float) -> None:
    """The server has been running for so much longer."""
    tables.live.running.kept += seconds


def database_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.sqlite3'}"


def person(name: str) -> SeatWish:
    return SeatWish("person", name)


def without_luck(look: Snapshot) -> str:
    """At the beginning of a turn of Tatort Themse: pass, or keep where the deal asks that first
    (TT-10)."""
    return next(text for text in ("pass", "keep") if text in look.legal)


async def two_people(tables: Tables, game: str, house: House = FAST) -> tuple[Seated, Seated]:
    """Ada lays a table for the fewest players, Ben joins, bots take what is left."""
    seats = [person("Ada"), SeatWish("open")]
    seats += [SeatWish("bot", level="random")] * (game_named(game).least_seats - 2)
    ada = await tables.lobby.create(game, seats=seats, house=house)
    assert ada.look.invite is not None
    return ada, await tables.lobby.join(ada.look.invite, "Ben")


async def play_to_the_end(
    tables: Tables, table_id: str, credentials: Sequence[str], rng: Rng, most: int | None = None
) -> Snapshot:
    """Everyone plays legal moves by the seed; stops early after `most` decisions."""
    decisions = 0
    while True:
        looks = [await tables.viewing.look(table_id, credential) for credential in credentials]
        if looks[0].stage == "over" or (most is not None and decisions >= most):
            return looks[0]
        asked = [pair for pair in zip(credentials, looks, strict=True) if pair[1].legal]
        for credential, look in asked:
            text = look.legal[rng.below(len(look.legal))]
            await tables.play.move(table_id, credential, look.number, text)
            decisions += 1
        await asyncio.sleep(0 if asked else BOTS_THINK)


async def finished_record(folder: Path, name: str) -> Record:
    """Of a whole game of two people, as it would be downloaded."""
    async with opened(folder) as tables:
        ada, ben = await two_people(tables, name)
        credentials = [ada.credential, ben.credential]
        await play_to_the_end(tables, ada.table, credentials, seeded(name))
        return loads(dumps(await tables.viewing.record(ada.table, ada.credential)))


def laid(name: str, seed: object, game: Game | None = None) -> Table:
    """A table after its opening, without a database."""
    room = game or game_named(name)
    table = Table(room, room.least_seats, {}, Dice(b"secret", [str(seed)]))
    table.apply(table.propose_opening(AT).rows)
    return table


def step(table: Table, rng: Rng) -> None:
    legal = table.viewer(table.turn).legal
    text = legal[rng.below(len(legal))]
    table.apply(table.propose(table.turn, text, AT, pointed=pointed_at(table, text, rng)).rows)


def pointed_at(table: Table, text: str, rng: Rng) -> int:
    """One of equal things, where a game has such."""
    if type(table.game).places_told is Game.places_told:
        return 0
    found = [place for place in range(1, 60) if can_point_at(table, text, place)]
    return found[rng.below(len(found))] if found else 0


def can_point_at(table: Table, text: str, place: int) -> bool:
    try:
        table.worth_keeping(text, place)
    except NotThere:
        return False
    return True


def played(name: str, seed: object, decisions: int | None = None) -> Table:
    """A table after so many random decisions, or at the end."""
    table, rng = laid(name, seed), seeded("played", name, seed)
    while not table.over and (decisions is None or decisions > 0):
        step(table, rng)
        decisions = None if decisions is None else decisions - 1
    return table
