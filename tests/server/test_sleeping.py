"""Bots play for people: where nobody is left to play, they think of nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

from spieltisch.server.lobby import Seated, SeatWish
from spieltisch.server.stored_table import House
from spieltisch.server.tables import Tables
from tests.server.house import opened, person, run

THEMSE = "tatort_themse"
ENOUGH = 0.6  # seconds in which bots would have moved


async def alone_with_bots(tables: Tables) -> Seated:
    seats = [person("Ada"), *[SeatWish("bot", level="random")] * 2]
    house = House(bot_pace=0, order="chosen", watch="public")
    return await tables.lobby.create(THEMSE, seats=seats, house=house)


def number(tables: Tables, table_id: str) -> int:
    return tables.live.by_id[table_id].head()[1]


def test_a_table_whose_people_have_all_left_sleeps_also_after_a_restart(tmp_path: Path) -> None:
    async def leave() -> Seated:
        async with opened(tmp_path) as tables:
            laid = await alone_with_bots(tables)
            await tables.lobby.leave(laid.table, laid.credential)
            before = number(tables, laid.table)
            await asyncio.sleep(ENOUGH)
            assert number(tables, laid.table) == before
            assert tables.live.by_id[laid.table].stored.due is None
            return laid

    async def come_back(laid: Seated) -> None:
        async with opened(tmp_path) as tables:
            await asyncio.sleep(ENOUGH)
            assert laid.table not in tables.live.by_id, "nothing calls for it"
            look = await tables.viewing.look(laid.table, laid.credential)
            await asyncio.sleep(ENOUGH)
            assert (await tables.viewing.look(laid.table)).number == look.number
            look = await tables.lobby.take_back(laid.table, laid.credential)
            assert look.legal, "Ada goes on where she was"

    run(come_back(run(leave())))


def test_one_person_left_keeps_the_table_awake(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), person("Ben"), SeatWish("bot", level="random")]
            house = House(bot_pace=0, order="chosen", watch="public")
            laid = await tables.lobby.create(THEMSE, seats=seats, house=house)
            await tables.lobby.leave(laid.table, laid.credential, 0)
            live = tables.live.by_id[laid.table]
            while live.playing().turn != 1:
                await asyncio.sleep(0.01)
            await tables.lobby.leave(laid.table, laid.credential, 1)
            before = number(tables, laid.table)
            await asyncio.sleep(ENOUGH)
            assert number(tables, laid.table) == before
            await tables.lobby.take_back(laid.table, laid.credential, 0)
            while live.playing().turn != 0:  # Ben's bot and the other one, up to Ada
                await asyncio.sleep(0.01)

    run(check())


def test_a_thought_that_is_over_after_everybody_left_is_not_played(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [SeatWish("bot", level="random"), person("Ada")]
            house = House(bot_pace=0.3, order="chosen", watch="public")
            laid = await tables.lobby.create(THEMSE, seats=seats, house=house)
            before = number(tables, laid.table)
            await tables.lobby.leave(laid.table, laid.credential)
            await asyncio.sleep(ENOUGH)
            assert number(tables, laid.table) == before

    run(check())
