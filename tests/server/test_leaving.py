"""Old tables leave slowly, by the server's own running time; a clock that jumps loses nothing."""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from spieltisch.server.errors import NoSuchTable
from spieltisch.server.expiry import ASIDE_DAYS, DAY, MARKED_DAYS
from spieltisch.server.lobby import SeatWish
from spieltisch.server.store import leaving
from spieltisch.server.stored_table import House
from spieltisch.server.tables import Tables
from tests.server.house import database_in, move_on, opened, person, run, run_on, two_people
from tests.server.processes import two_processes

THEMSE = "tatort_themse"
YEARS = 5 * 365 * DAY


def run_for(tables: Tables, days: float) -> None:
    """The server has been running so much longer."""
    run_on(tables, days * DAY)


async def is_there(tables: Tables, table_id: str) -> bool:
    try:
        await tables.live.at(table_id)
    except NoSuchTable:
        return False
    return True


def test_one_start_with_a_clock_years_ahead_deletes_nothing(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
        for years in (1, -1, 3, 0):
            tables = Tables(database_in(tmp_path))
            move_on(tables, years * YEARS)
            await tables.open()
            await tables.expiry.expire()
            assert await is_there(tables, ada.table)
            await tables.close()

    run(check())


@pytest.mark.parametrize("years", [1, -1])
def test_a_clock_that_is_wrong_for_weeks_loses_nothing_once_it_is_right(
    tmp_path: Path, years: int
) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            move_on(tables, years * YEARS)
            for _ in range(5):
                await tables.expiry.expire()
                run_for(tables, 5)
            move_on(tables, 0)
            await tables.expiry.expire()
            assert await is_there(tables, ada.table)
            assert tables.live.by_id[ada.table].stored.stage == "playing"

    run(check())


def test_old_tables_are_marked_put_aside_and_deleted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def check() -> None:
        async with opened(tmp_path, keep_finished=10, keep_idle=5) as tables:
            ada, _ = await two_people(tables, THEMSE)
            waiting = await tables.lobby.create(THEMSE, seats=[person("Ada"), SeatWish("open")])
            move_on(tables, 4 * DAY)
            await tables.expiry.expire()
            assert not caplog.records
            move_on(tables, 6 * DAY)
            await tables.expiry.expire()
            assert "will be put aside after 7 days" in caplog.text and ada.table in caplog.text
            run_for(tables, MARKED_DAYS - 0.1)
            await tables.expiry.expire()
            assert await is_there(tables, ada.table)
            run_for(tables, 0.2)
            await tables.expiry.expire()
            assert "will be deleted after 30 days" in caplog.text
            for table in (ada.table, waiting.table):
                assert not await is_there(tables, table)
            assert not tables.live.knows(ada.credential)
            assert await tables.viewing.mine(ada.credential) == []
            assert (await tables.admin.all_tables())[1] == 0
            run_for(tables, ASIDE_DAYS - 0.1)
            assert command(tmp_path, ada.table) == (0, f"Brought back: {ada.table}.\n")
            assert await is_there(tables, ada.table)
            run_for(tables, 0.2)
            await tables.expiry.expire()
            assert tables.store.read_now(lambda c: c.exec_driver_sql(COUNT).scalar_one()) == 1
            code, told = command(tmp_path, waiting.table)
            assert code == 2 and "deleted for good" in told

    with caplog.at_level(logging.WARNING, "spieltisch.server"):
        run(check())


COUNT = "SELECT count(*) FROM tables"


def command(folder: Path, *words: str) -> tuple[int, str]:
    """While the server runs."""
    asked = [sys.executable, "-m", "spieltisch", "restore", *words]
    done = subprocess.run(
        [*asked, "--database", database_in(folder)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_the_host_is_told_what_will_go_and_when(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            assert command(tmp_path) == (0, "No table is old.\n")
            move_on(tables, YEARS)
            await tables.expiry.expire()
            told = f"{ada.table}  {THEMSE}, playing: old, put aside in 7.0 days of running\n"
            assert command(tmp_path) == (0, told)

    run(check())


def test_a_move_takes_the_mark_away(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            both = await tables.lobby.create(THEMSE, seats=[person("Ada"), person("Ben")])
            move_on(tables, 40 * DAY)
            await tables.expiry.expire()
            look = await tables.viewing.look(both.table, both.credential)
            await tables.play.move(both.table, both.credential, look.number, look.legal[0])
            run_for(tables, MARKED_DAYS + 1)
            await tables.expiry.expire()
            assert await is_there(tables, both.table)
            run_for(tables, MARKED_DAYS + 1)
            await tables.expiry.expire()
            assert await is_there(tables, both.table)

    run(check())


@contextmanager
def clock_of(tables: Tables) -> Iterator[list[float]]:
    """The seconds this process has been running, to be set."""
    seconds = [tables.live.running.at]
    tables.live.running.monotonic = lambda: seconds[0]  # type: ignore[method-assign]
    yield seconds


def test_running_time_goes_on_where_it_was_and_downtime_counts_nothing(tmp_path: Path) -> None:
    async def first() -> float:
        async with opened(tmp_path) as tables:
            with clock_of(tables) as seconds:
                seconds[0] += 1000.0
                await tables.live.running.keep()
                seconds[0] += 500.0
                assert tables.live.running.now() == pytest.approx(1500, abs=1)
        return time.time()

    async def second() -> None:
        tables = Tables(database_in(tmp_path))
        move_on(tables, YEARS)
        await tables.open()
        assert tables.live.running.now() == pytest.approx(1500, abs=5)
        await tables.close()

    run(first())
    run(second())


def test_of_several_processes_the_one_that_counts_furthest_is_right(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (one, other):
            with clock_of(one) as seconds:
                seconds[0] += 1000.0
                await one.live.running.keep()
                await other.live.running.keep()
                assert other.live.running.now() == pytest.approx(1000, abs=20)
                await one.live.running.keep()
                assert one.live.running.now() == pytest.approx(1000, abs=20), "not both together"

    run(check())


def test_nothing_is_old_while_somebody_has_time_to_move(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path, keep_idle=2) as tables:
            days = House(pace=7 * 24 * 60, bot_pace=0, order="chosen")
            ada, _ = await two_people(tables, THEMSE, days)
            other, _ = await two_people(tables, THEMSE)
            for _ in range(3):
                move_on(tables, 6 * DAY)
                await tables.expiry.expire()
                run_for(tables, 2)
            marked = await tables.store.read(leaving.leaving)
            assert [one.table for one in marked] == [other.table]
            look = await tables.viewing.look(ada.table, ada.credential)
            assert look.clock.deadline and not any(seat.taken_over for seat in look.seats)
            assert look.clock.deadline - look.clock.now == pytest.approx(DAY, abs=60)

    run(check())
