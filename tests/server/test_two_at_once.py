"""Two processes do something at the same time: it happens once, and nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from spieltisch.core.rng import seeded
from spieltisch.server.cluster.several import Several
from spieltisch.server.errors import NoSuchTable
from spieltisch.server.live_table import LiveTable
from spieltisch.server.lobby import SeatWish
from spieltisch.server.snapshot import Conflict, Snapshot
from spieltisch.server.store import leaving
from spieltisch.server.store.engine import StoreFailed
from spieltisch.server.store.queries import append_rows
from spieltisch.server.stored_table import House, Row
from spieltisch.server.tables import Tables
from tests.server.house import person, play_to_the_end, run, run_on
from tests.server.processes import FAST, across, shown_alike, two_processes, until


def test_of_two_processes_that_move_at_once_one_wins(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            both = await first.lobby.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=FAST
            )
            for _ in range(8):
                look = await first.viewing.look(both.table, both.credential)
                plays = [
                    tables.play.move(
                        both.table, both.credential, look.number, look.legal[-1], seat=look.seat
                    )
                    for tables in (first, second)
                ]
                results = await asyncio.gather(*plays, return_exceptions=True)
                lost = [one for one in results if isinstance(one, Conflict)]
                assert len(lost) == 1 and sum(isinstance(one, Snapshot) for one in results) == 1
                assert lost[0].look.seat == look.seat

    run(check())


def test_a_move_sent_again_to_the_other_process_counts_once(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            both = await first.lobby.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=FAST
            )
            look = await first.viewing.look(both.table, both.credential)
            await second.viewing.look(both.table, both.credential)
            words = (both.table, both.credential, look.number, look.legal[-1], "key")
            done = await first.play.move(*words)
            again = await second.play.move(*words)
            assert again.log == done.log

    run(check())


def test_people_who_sit_down_at_two_processes_at_once_all_get_a_seat(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            seats = [person("Ada"), *[SeatWish("open")] * 3]
            for _ in range(4):
                ada = await first.lobby.create("tatort_themse", seats=seats, house=FAST)
                invite = ada.look.invite or ""
                await second.lobby.invited(invite)
                joins = [
                    (first, second)[number % 2].lobby.join(invite, f"Guest {number}")
                    for number in range(3)
                ]
                await asyncio.gather(*joins)
                looks = await shown_alike(ada.table, ada.credential, first, second)
                assert looks[0].stage == "playing"

    run(check())


def test_a_seat_left_while_the_game_begins_elsewhere_stays_a_persons(address: str) -> None:
    """All chance follows from what those at the table contributed: nobody's place may vanish."""

    async def check() -> None:
        async with two_processes(address) as (first, second):
            for _ in range(6):
                seats = [person("Ada"), SeatWish("open")]
                ada = await first.lobby.create("tatort_themse", seats=seats, house=FAST)
                invite = ada.look.invite or ""
                await second.lobby.invited(invite)
                await asyncio.gather(
                    first.lobby.join(invite, "Ben"), second.lobby.leave(ada.table, ada.credential)
                )
                looks = [await tables.viewing.look(ada.table) for tables in (first, second)]
                kinds = sorted(seat.kind for seat in looks[0].seats)
                playing = looks[0].stage == "playing"
                assert kinds == (["person", "person"] if playing else ["open", "person"])
                assert looks[0].stage == looks[1].stage

    run(check())


def test_a_process_shows_what_it_found_when_it_acted(address: str) -> None:
    """Even before it is told: here the game begins elsewhere while somebody leaves, and no notice
    of it comes."""

    async def check() -> None:
        async with two_processes(address) as (first, second):
            ada = await first.lobby.create(
                "tatort_themse", seats=[person("Ada"), SeatWish("open")], house=FAST
            )
            invite = ada.look.invite or ""
            await second.lobby.invited(invite)
            cluster = second.live.cluster
            assert isinstance(cluster, Several)
            cluster.hear = lambda payload: None  # type: ignore[method-assign]
            catch_up = cluster.catch_up

            async def begins_meanwhile(live: LiveTable) -> None:
                await catch_up(live)
                cluster.catch_up = catch_up  # type: ignore[method-assign]
                await first.lobby.join(invite, "Ben")

            cluster.catch_up = begins_meanwhile  # type: ignore[method-assign]
            await second.lobby.leave(ada.table, ada.credential)
            look = await second.viewing.look(ada.table, ada.credential)
            assert look.stage == "playing" and look.view is not None
            assert [seat.taken_over for seat in look.seats].count(True) == 1

    run(check())


def test_a_rematch_asked_for_at_two_processes_is_one_table(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            ada, ben = await across(first, second, "tatort_themse")
            people = [ada.credential, ben.credential]
            await play_to_the_end(first, ada.table, people, seeded(4))
            await second.viewing.look(ada.table, ben.credential)
            laid = await asyncio.gather(
                first.lobby.again(ada.table, ada.credential),
                second.lobby.again(ada.table, ben.credential),
            )
            assert laid[0].table == laid[1].table
            for mine in people:
                looks = await shown_alike(laid[0].table, mine, first, second)
                assert looks[0].stage == "playing"
            assert (await first.admin.all_tables())[1] == 2, "no table is left over"

    run(check())


def test_time_given_anew_by_one_process_is_given_by_the_other(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            house = House(pace=1, bot_pace=5, order="chosen", watch="public")
            both = await first.lobby.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=house
            )
            with (await second.live.at(both.table)).watching(""):
                await first.lobby.leave(both.table, both.credential, 0)
                for tables in (first, second):
                    run_on(tables, 90)
                await first.lobby.take_back(both.table, both.credential, 0)
                await until(lambda: due(second, both.table) == due(first, both.table))
                await asyncio.sleep(0.5)
                assert not taken_over(first, both.table)
                assert not taken_over(second, both.table)

    run(check())


def due(tables: Tables, table_id: str) -> float | None:
    return tables.live.by_id[table_id].stored.due


def taken_over(tables: Tables, table_id: str) -> bool:
    return tables.live.by_id[table_id].stored.places[0].taken_over


async def old(tables: Tables, at: float) -> list[str]:
    """Which tables are put aside for not having been used."""
    return await tables.store.write(
        lambda c: leaving.change(c, leaving.is_old(at, at), marked=0.0, put_aside=0.0)
    )


def test_a_table_where_somebody_moves_just_now_is_not_forgotten(address: str) -> None:
    """A move written while its table expires would be acknowledged and lost."""

    async def check() -> None:
        async with two_processes(address) as (first, second):
            ada, _ = await across(first, second, "tatort_themse")
            in_years = first.live.now() + 10**9
            with first.store.engine.connect() as moving:
                append_rows(moving, ada.table, [Row(99, 0, "pass", in_years, "")])
                assert await old(second, in_years) == []
                moving.commit()
            assert await old(second, in_years) == []
            assert await old(second, 2 * in_years) == [ada.table]

    run(check())


def test_a_text_the_database_cannot_hold_spoils_nobody_elses_move(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, _):
            both = await first.lobby.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=FAST
            )
            note = asyncio.ensure_future(first.noticeboard.write("message", "a\0b"))
            look = both.look
            done = await first.play.move(both.table, both.credential, look.number, look.legal[0])
            assert done.number > look.number
            with pytest.raises(StoreFailed):
                await note
            with pytest.raises(NoSuchTable):
                await first.viewing.look("a\0b")

    run(check())
