"""A game over days: a reminder at the end of somebody's time, then what the table agreed on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from spieltisch.server.snapshot import Snapshot
from spieltisch.server.stored_table import House, Late
from spieltisch.server.tables import Tables
from tests.server.house import (
    database_in,
    move_on,
    opened,
    run,
    run_on,
    two_people,
    without_luck,
)
from tests.server.processes import two_processes, until

THEMSE = "tatort_themse"
DAY = 24 * 3600
ROUNDING = 60


async def settled(tables: Tables, table_id: str) -> Snapshot:
    """What a spectator sees when clocks that have run down have acted."""
    live = await tables.live.at(table_id)
    tables.live.wake(live)
    await asyncio.sleep(0.1)
    async with live.lock:
        return await tables.viewing.look(table_id, None)


def public(late: Late) -> House:
    return House(pace=24 * 60, late=late, bot_pace=0, order="chosen", watch="public")


def test_out_of_time_a_reminder_comes_first_then_a_bot(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE, public("bot"))
            look = await settled(tables, ada.table)
            assert look.clock.deadline and not look.clock.reminded
            assert look.clock.takeover == pytest.approx(look.clock.deadline + DAY / 4)
            run_on(tables, DAY - ROUNDING)
            assert not (await settled(tables, ada.table)).clock.reminded
            run_on(tables, 2 * ROUNDING)
            look = await settled(tables, ada.table)
            assert look.clock.reminded and not look.seats[0].taken_over
            run_on(tables, DAY / 4 - 2 * ROUNDING)
            assert not (await settled(tables, ada.table)).seats[0].taken_over
            run_on(tables, 2 * ROUNDING)
            live = tables.live.by_id[ada.table]
            tables.live.wake(live)
            await until(lambda: live.stored.places[0].taken_over and live.playing().turn == 1)

    run(check())


def test_who_comes_back_plays_on_with_time_of_their_own(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE, public("bot"))
            live = tables.live.by_id[ada.table]
            for _ in range(2):
                run_on(tables, DAY)
                await settled(tables, ada.table)
            await until(lambda: live.stored.places[0].taken_over and live.playing().turn == 1)
            look = await tables.lobby.take_back(ada.table, ada.credential)
            assert not look.seats[0].taken_over
            look = await tables.viewing.look(ada.table, ben.credential)
            assert not look.clock.reminded, "the reminder was of another decision"
            assert look.clock.deadline
            assert look.clock.deadline - look.clock.now == pytest.approx(DAY, abs=ROUNDING)

    run(check())


def test_where_the_table_agreed_to_wait_nobody_is_taken_over(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE, public("wait"))
            run_on(tables, 30 * DAY)
            look = await settled(tables, ada.table)
            run_on(tables, 30 * DAY)
            look = await settled(tables, ada.table)
            assert look.clock.reminded and look.clock.takeover is None
            assert not any(seat.taken_over for seat in look.seats)
            mine = await tables.viewing.look(ada.table, ada.credential)
            await tables.play.move(ada.table, ada.credential, mine.number, without_luck(mine))

    run(check())


def test_minutes_without_a_bot_wait_too(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            house = House(pace=2, late="wait", bot_pace=0, order="chosen", watch="public")
            ada, _ = await two_people(tables, THEMSE, house)
            run_on(tables, 600)
            look = await settled(tables, ada.table)
            assert not look.seats[0].taken_over and not look.clock.reminded

    run(check())


def test_of_two_processes_one_reminds(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (one, other):
            ada, _ = await two_people(one, THEMSE, public("bot"))
            for tables in (one, other):
                await tables.live.at(ada.table)
                run_on(tables, DAY + ROUNDING)
                tables.live.wake(tables.live.by_id[ada.table])
            lives = [tables.live.by_id[ada.table] for tables in (one, other)]
            await until(lambda: all(live.stored.reminded for live in lives))
            await asyncio.sleep(0.3)
            assert lives[0].stored.reminded == lives[1].stored.reminded
            assert not any(live.stored.places[0].taken_over for live in lives)

    run(check())


def test_a_server_that_slept_for_a_week_goes_on_where_it_was(tmp_path: Path) -> None:
    """What was left of the time is left still, and a reminder that was given is not given again."""

    async def before() -> tuple[str, str]:
        async with opened(tmp_path) as tables:
            reminded, _ = await two_people(tables, THEMSE, public("bot"))
            run_on(tables, DAY + ROUNDING)
            assert (await settled(tables, reminded.table)).clock.reminded
            waiting, _ = await two_people(tables, THEMSE, public("bot"))
            run_on(tables, DAY / 8)
            return reminded.table, waiting.table

    async def after(reminded: str, waiting: str) -> None:
        tables = Tables(database_in(tmp_path))
        move_on(tables, 7 * DAY)
        await tables.open()
        try:
            await tables.overdue.look_around()
            await tables.expiry.expire()
            late, early = [await settled(tables, name) for name in (reminded, waiting)]
            assert late.clock.reminded and not late.seats[0].taken_over and late.clock.takeover
            assert late.clock.takeover - late.clock.now == pytest.approx(DAY / 8, abs=2 * ROUNDING)
            assert not early.clock.reminded and early.clock.deadline
            left = early.clock.deadline - early.clock.now
            assert left == pytest.approx(7 * DAY / 8, abs=ROUNDING)
            run_on(tables, DAY / 8)
            await tables.overdue.look_around()
            live = tables.live.by_id[reminded]
            await until(lambda: live.stored.places[0].taken_over)
            run_on(tables, 3 * DAY / 4 + ROUNDING)
            await tables.overdue.look_around()
            assert (await settled(tables, waiting)).clock.reminded
        finally:
            await tables.close()

    run(after(*run(before())))
