"""Whose seat it is, whatever happens at the same time or just before the process dies."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import get_args

import pytest
from sqlalchemy import update

from spieltisch.core.rng import seeded
from spieltisch.server.errors import NotYours, Refused
from spieltisch.server.fairness import answer
from spieltisch.server.live_table import LiveTable
from spieltisch.server.lobby import SeatWish
from spieltisch.server.store import schema
from spieltisch.server.store.engine import StoreAway
from spieltisch.server.stored_table import House, Watch
from spieltisch.server.tables import Tables
from tests.server.house import (
    FAST,
    database_in,
    opened,
    person,
    play_to_the_end,
    run,
    run_on,
    two_people,
)

THEMSE = "tatort_themse"
PACED = House(pace=1, bot_pace=0, order="chosen")


def test_a_link_of_who_left_does_not_open_the_seat_of_who_came_next(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open"), SeatWish("open")]
            ada = await tables.lobby.create(THEMSE, seats=seats, house=FAST)
            ben = await tables.lobby.join(str(ada.look.invite), "Ben")
            link = await tables.lobby.seat_link(ada.table, ben.credential)
            await tables.lobby.leave(ada.table, ben.credential)
            cleo = await tables.lobby.join(str(ada.look.invite), "Cleo")
            with pytest.raises(Refused, match="link used or expired"):
                await tables.lobby.redeem(link)
            assert (await tables.viewing.look(ada.table, cleo.credential)).owned

    run(check())


def test_a_link_of_who_was_sent_away_opens_nothing(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE)
            link = await tables.lobby.seat_link(ada.table, ben.credential)
            await tables.admin.remove_guest(ada.table, 1)
            with pytest.raises(Refused, match="link used or expired"):
                await tables.lobby.redeem(link)

    run(check())


def test_a_seat_that_moved_cannot_be_fetched_back_with_an_older_link(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE)
            older, link = [
                await tables.lobby.seat_link(ada.table, ben.credential) for _ in range(2)
            ]
            moved = await tables.lobby.redeem(link)
            with pytest.raises(Refused, match="link used or expired"):
                await tables.lobby.redeem(older)
            with pytest.raises(NotYours):
                await tables.lobby.seat_link(ada.table, ben.credential)
            assert (await tables.viewing.look(ada.table, moved.credential)).owned

    run(check())


def test_whoever_redeems_a_link_while_the_seat_is_left_has_it_after_a_restart(
    tmp_path: Path,
) -> None:
    async def move_and_leave() -> tuple[str, str]:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE)
            link = await tables.lobby.seat_link(ada.table, ben.credential)
            moved, _ = await asyncio.gather(
                tables.lobby.redeem(link),
                tables.lobby.leave(ada.table, ben.credential),
                return_exceptions=True,
            )
            assert not isinstance(moved, BaseException)
            return ada.table, moved.credential

    async def look(table: str, credential: str) -> None:
        async with opened(tmp_path) as tables:
            assert len((await tables.viewing.look(table, credential)).owned) == 1

    run(look(*run(move_and_leave())))


def test_the_stream_of_a_seat_ends_when_the_seat_moves_away(tmp_path: Path) -> None:
    """Also where everybody may watch: who had the seat would see a spectator's view by asking."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE, House(watch="public", order="chosen"))
            told = tables.viewing.watch(ada.table, ben.credential, seat=1)
            first = await anext(told)
            assert first is not None and first.seat == 1
            await tables.lobby.redeem(await tables.lobby.seat_link(ada.table, ben.credential))
            with pytest.raises(StopAsyncIteration):
                await anext(told)

    run(check())


def test_an_invitation_is_no_way_to_watch(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            for watch in get_args(Watch):
                seats = [person("Ada"), SeatWish("open")]
                ada = await tables.lobby.create(THEMSE, seats=seats, house=House(watch=watch))
                ben = await tables.lobby.join(str(ada.look.invite), "Ben")
                await play_to_the_end(
                    tables, ada.table, [ada.credential, ben.credential], seeded(watch)
                )
                look = await tables.lobby.invited(str(ada.look.invite))
                shown = [look.view, look.log, look.last, look.result, look.fairness.secret]
                assert any(shown) == (watch == "public")
                assert [seat.name for seat in look.seats] and look.stage == "over"

    run(check())


def test_time_given_anew_is_given_after_a_restart_too(tmp_path: Path) -> None:
    async def overstay() -> tuple[str, str]:
        tables = Tables(database_in(tmp_path))
        await tables.open()
        ada, _ = await two_people(tables, THEMSE, PACED)
        await tables.lobby.leave(ada.table, ada.credential, 0)
        run_on(tables, 50)
        await tables.lobby.take_back(ada.table, ada.credential)
        await tables.close()
        return ada.table, ada.credential

    async def come_back(table: str, credential: str) -> None:
        tables = Tables(database_in(tmp_path))
        await tables.open()
        run_on(tables, 20)  # a minute is over since the last move, not since it was taken back
        look = await tables.viewing.look(table, credential)
        await asyncio.sleep(0.1)
        look = await tables.viewing.look(table, credential)
        assert look.clock.deadline is not None and look.clock.deadline > tables.live.now() + 30
        assert not look.seats[0].taken_over
        await tables.close()

    run(come_back(*run(overstay())))


def test_two_at_one_device_sit_down_again_together_or_not_at_all(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), person("Ben"), SeatWish("open")]
            both = await tables.lobby.create(THEMSE, seats=seats, house=FAST)
            cleo = await tables.lobby.join(str(both.look.invite), "Cleo")
            people = [both.credential, cleo.credential]
            await play_to_the_end(tables, both.table, people, seeded(5))
            again = await tables.lobby.again(both.table, cleo.credential)
            await tables.lobby.join(str(again.look.invite), "Dan")
            with pytest.raises(Refused, match="seat taken"):
                await tables.lobby.again(both.table, both.credential)
            look = await tables.viewing.look(again.table, again.credential)
            assert [seat.kind for seat in look.seats].count("open") == 1

    run(check())


def test_a_rematch_that_was_deleted_is_laid_anew(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE)
            people = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, people, seeded(6))
            gone = await tables.lobby.again(ada.table, ada.credential)
            await tables.admin.delete_table(gone.table)
            first, second = [await tables.lobby.again(ada.table, mine) for mine in people]
            assert first.table == second.table != gone.table
            assert second.look.stage == "playing"

    run(check())


async def is_killed(_: LiveTable) -> None:
    """When everybody has sat down, before the game begins."""


def test_a_full_table_whose_process_died_begins_when_somebody_looks(tmp_path: Path) -> None:
    async def sit_down() -> tuple[str, str]:
        async with opened(tmp_path) as tables:
            tables.live.begin_if_full = is_killed  # type: ignore[method-assign, assignment]
            ada, ben = await two_people(tables, THEMSE)
            assert ben.look.stage == "gathering"
            return ada.table, ada.credential

    async def look(table: str, credential: str) -> None:
        async with opened(tmp_path) as tables:
            looks = [tables.viewing.look(table, credential) for _ in range(3)]
            assert {look.stage for look in await asyncio.gather(*looks)} == {"playing"}

    run(look(*run(sit_down())))


def test_what_was_written_although_the_database_seemed_away_is_shown(tmp_path: Path) -> None:
    """The connection may break after the commit."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open"), SeatWish("open")]
            ada = await tables.lobby.create(THEMSE, seats=seats, house=FAST)
            commit = tables.store.transact

            def break_afterwards(batch: list[object]) -> list[object]:
                commit(batch)  # type: ignore[arg-type]
                raise StoreAway("the connection broke")

            tables.store.transact = break_afterwards  # type: ignore[method-assign, assignment]
            with pytest.raises(StoreAway):
                await tables.lobby.join(str(ada.look.invite), "Ben")
            tables.store.transact = commit  # type: ignore[method-assign]
            look = await tables.viewing.look(ada.table, ada.credential)
            assert [seat.name for seat in look.seats] == ["Ada", "Ben", ""]

    run(check())


def test_a_table_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE, House(watch="public"))
            seats = [person("Ada"), person("Ben")]
            mine = ada.credential
            odd = await tables.lobby.create(THEMSE, seats=seats, credential=mine)
            query = update(schema.tables).where(schema.tables.c.id == odd.table)
            await tables.store.write(lambda c: c.execute(query.values(rules_version=99)))
            tables.live.forget(odd.table)
            assert [look.table for look in await tables.viewing.mine(mine)] == [ada.table]
            assert [look.table for look in await tables.viewing.listed()] == [ada.table]

    run(check())


def test_contributions_and_keys_that_cannot_be_shown_are_refused(tmp_path: Path) -> None:
    """Not every database can hold them."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            with pytest.raises(Refused, match="contribution unreadable"):
                await tables.lobby.create(THEMSE, seats=[person("Ada")] * 2, contribution="a\0b")
            offer = tables.lobby.offer()
            both = await tables.lobby.create(
                THEMSE,
                seats=[person("Ada")] * 2,
                offer=offer.offer,
                contribution=answer(offer.commitment, "ä 7"),
            )
            look = both.look
            with pytest.raises(Refused, match="key unreadable"):
                await tables.play.move(
                    both.table, both.credential, look.number, look.legal[0], "a\0b"
                )

    run(check())


def test_bots_do_not_play_among_themselves(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            with pytest.raises(Refused, match="no person"):
                await tables.lobby.create(THEMSE, seats=[SeatWish("bot"), SeatWish("bot")])
            laid = await tables.lobby.create(THEMSE, seats=[SeatWish("open"), SeatWish("bot")])
            with pytest.raises(Refused, match="no person"):
                await tables.lobby.fill(laid.table, laid.credential)
            ada = await tables.lobby.join(str(laid.look.invite), "Ada")
            assert ada.look.stage == "playing"

    run(check())
