"""A game over days: a reminder at the end of somebody's time, then what the table agreed on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from spieltisch.server.errors import NoSuchTable
from spieltisch.server.lobby import SeatWish
from spieltisch.server.push_service import PushService
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.stored_table import House, Late
from spieltisch.server.tables import Tables
from tests.server.house import (
    database_in,
    move_on,
    opened,
    person,
    run,
    run_on,
    two_people,
    without_luck,
)
from tests.server.processes import two_processes, until
from tests.server.push_browser import PushBrowser, push_browser

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


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return database_in(tmp_path)
    return str(request.getfixturevalue("address"))


@asynccontextmanager
async def served(database: str, slept: float = 0.0) -> AsyncIterator[Tables]:
    """By a server that starts after so many seconds without one."""
    tables = Tables(database, keep_idle=5, push=PushService(anywhere=True))
    tables.notices.worded = lambda told: told.tables
    move_on(tables, slept)
    await tables.open()
    try:
        yield tables
    finally:
        await tables.close()


async def look_around(tables: Tables) -> None:
    """As it does by itself every few seconds, and every hour."""
    for _ in range(2):
        await tables.overdue.look_around()
        await tables.notices.look_around()
        await tables.expiry.expire()
        await asyncio.sleep(0.2)


def test_a_server_that_slept_for_a_week_goes_on_where_it_was(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What was left of the time is left still. Everything that is due happens once: a reminder that
    was given is not given again, and a table without a clock is old and goes, days later."""

    async def before(browser: PushBrowser) -> tuple[str, str, str]:
        async with served(database) as tables:
            reminded = await told_of_a_turn(tables, browser)
            run_on(tables, DAY + ROUNDING)
            assert (await settled(tables, reminded)).clock.reminded
            await until(lambda: told(browser, reminded) == BOTH)
            waiting = await told_of_a_turn(tables, browser)
            run_on(tables, DAY / 8)
            idle, _ = await two_people(tables, THEMSE, House(bot_pace=0, watch="public"))
            return reminded, waiting, idle.table

    async def after(browser: PushBrowser, reminded: str, waiting: str, idle: str) -> None:
        async with served(database, slept=7 * DAY) as tables:
            await look_around(tables)
            late, early = [await settled(tables, name) for name in (reminded, waiting)]
            assert late.clock.reminded and not late.seats[0].taken_over and late.clock.takeover
            assert late.clock.takeover - late.clock.now == pytest.approx(DAY / 8, abs=2 * ROUNDING)
            assert not early.clock.reminded and early.clock.deadline
            left = early.clock.deadline - early.clock.now
            assert left == pytest.approx(7 * DAY / 8, abs=ROUNDING)
            run_on(tables, DAY / 8)
            await look_around(tables)
            live = tables.live.by_id[reminded]
            await until(lambda: live.stored.places[0].taken_over)
            run_on(tables, 3 * DAY / 4 + ROUNDING)
            await look_around(tables)
            assert (await settled(tables, waiting)).clock.reminded
            await until(lambda: told(browser, waiting) == BOTH)
            await look_around(tables)
            assert told(browser, waiting) == told(browser, reminded) == BOTH
            run_on(tables, 7 * DAY)
            await look_around(tables)
            with pytest.raises(NoSuchTable):
                await tables.live.at(idle)
            for table in (reminded, waiting):
                await tables.live.at(table)
            said = [one.getMessage() for one in caplog.records if idle in one.getMessage()]
            assert [" ".join(one.split()[1:4]) for one in said] == EXPIRING

    with push_browser() as browser:
        run(after(browser, *run(before(browser))))


EXPIRING = ["old, will be", "put aside, will"]
BOTH = ["turn", "reminder"]


async def told_of_a_turn(tables: Tables, browser: PushBrowser) -> str:
    """A table at which it is Ada's turn, and her browser knows."""
    ada, _ = await two_people(tables, THEMSE, public("bot"))
    await tables.notices.subscribe(ada.credential, browser.subscription(), False)
    tables.live.wake(tables.live.by_id[ada.table])
    await until(lambda: told(browser, ada.table) == ["turn"])
    return ada.table


def told(browser: PushBrowser, table_id: str) -> list[str]:
    return [kind for notice in browser.read for table, _, kind in notice if table == table_id]


def test_the_pace_of_bots_is_changed_through_either_process(address: str) -> None:
    """Where another process thinks for them, too: they wait no longer from their next move on."""

    async def check() -> None:
        async with two_processes(address) as (one, other):
            house = House(bot_pace=4, order="chosen", watch="public")
            seats = [person("Ada"), *[SeatWish("bot", level="random")] * 4]
            ada = await one.lobby.create(THEMSE, seats=seats, house=house)
            look = await one.viewing.look(ada.table, ada.credential)
            while look.legal:
                text = without_luck(look) if {"pass", "keep"} & set(look.legal) else look.legal[0]
                look = await one.play.move(ada.table, ada.credential, look.number, text)
            assert one.bot_seats.is_busy(ada.table)
            await other.lobby.pace_bots(ada.table, ada.credential, 0)
            await until(lambda: not other.bot_seats.is_busy(ada.table))  # it looks, and leaves it
            live = one.live.by_id[ada.table]
            await until(lambda: live.playing().turn == 0, seconds=10)

    run(check())
