"""Sitting down, playing, leaving, coming back: what pages and API call."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from spieltisch.core.errors import BadOption, BadSeats, UnknownGame
from spieltisch.core.rng import seeded
from spieltisch.games import ROOMS
from spieltisch.server.errors import NoSuchTable, NotYours, Refused, TableError
from spieltisch.server.lobby import SeatWish
from spieltisch.server.snapshot import Conflict, Snapshot
from spieltisch.server.stored_table import House
from spieltisch.server.tables import Tables
from tests.server.house import (
    FAST,
    database_in,
    move_on,
    opened,
    person,
    play_to_the_end,
    run,
    run_on,
    two_people,
    without_luck,
)

THEMSE = "tatort_themse"
DAY = 24 * 3600


def reason(error: pytest.ExceptionInfo[TableError]) -> str:
    return error.value.reason


@pytest.mark.parametrize("room", ROOMS)
def test_people_and_bots_play_a_whole_game_and_it_survives_a_restart(
    tmp_path: Path, room: str
) -> None:
    async def play() -> tuple[str, str, Snapshot]:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, room)
            credentials = [ada.credential, ben.credential]
            end = await play_to_the_end(tables, ada.table, credentials, seeded(room))
            assert end.result is not None and end.fairness.secret
            return ada.table, ada.credential, end

    async def look_again(table: str, credential: str) -> Snapshot:
        async with opened(tmp_path) as tables:
            return await tables.viewing.look(table, credential)

    table, credential, end = run(play())
    again = run(look_again(table, credential))
    assert (again.number, again.log, again.view, again.result) == (
        end.number,
        end.log,
        end.view,
        end.result,
    )


def test_hot_seat_shows_the_seat_that_has_to_decide(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            both = await tables.lobby.create(THEMSE, seats=[person("Ada"), person("Ben")])
            look = both.look
            assert look.owned == [0, 1] and look.seat == 0 and look.legal
            other = await tables.viewing.look(both.table, both.credential, seat=1)
            assert other.seat == 1 and not other.legal
            while look.seat == 0:
                look = await tables.play.move(
                    both.table, both.credential, look.number, look.legal[-1]
                )
                look = await tables.viewing.look(both.table, both.credential)
            assert look.seat == 1 and look.legal

    run(check())


def test_a_stranger_sees_only_public_tables(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            for watch in ("public", "link", "nobody"):
                house = House(watch=watch)
                ada, ben = await two_people(tables, THEMSE, house)
                link = ben.look.watch_link
                assert (link is not None) == (watch == "link")
                if watch == "public":
                    look = await tables.viewing.look(ada.table)
                    assert look.seat is None and not look.legal and look.invite is None
                    continue
                with pytest.raises(NoSuchTable):
                    await tables.viewing.look(ada.table)
                with pytest.raises(NoSuchTable):
                    await tables.lobby.admit(ada.table, "wrong", "browser")
                if link is not None:
                    await tables.lobby.admit(ada.table, link, "browser")
                    assert (await tables.viewing.look(ada.table, "browser")).seat is None

    run(check())


def test_an_invitation_shows_the_commitment_first_and_fills_the_table(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open")]
            ada = await tables.lobby.create(THEMSE, seats=seats, house=FAST)
            invite = str(ada.look.invite)
            shown = await tables.lobby.invited(invite)
            assert shown.stage == "gathering" and shown.fairness == ada.look.fairness
            with pytest.raises(NoSuchTable):
                await tables.lobby.invited(invite[:-1] + "x")
            with pytest.raises(Refused, match="bad name"):
                await tables.lobby.join(invite, "\u202e \n")
            ben = await tables.lobby.join(invite, "  Ben\u00a0 B. ")
            assert ben.look.stage == "playing"
            assert {seat.name for seat in ben.look.seats} == {"Ada", "Ben B."}
            assert ben.look.fairness.commitment == shown.fairness.commitment
            with pytest.raises(Refused) as refused:
                await tables.lobby.join(invite, "Cleo")
            assert reason(refused) == "already_started"

    run(check())


def test_people_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Anna"), person("anna"), SeatWish("open")]
            host = await tables.lobby.create(THEMSE, seats=seats, house=FAST)
            guest = await tables.lobby.join(str(host.look.invite), "Anna")
            assert sorted(seat.name for seat in guest.look.seats) == ["Anna", "Anna 3", "anna 2"]

    run(check())


def test_several_sit_down_at_the_device_of_one_guest_or_nobody_does(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open"), SeatWish("open")]
            ada = await tables.lobby.create(THEMSE, seats=seats, house=FAST)
            invite = str(ada.look.invite)
            with pytest.raises(Refused) as refused:
                await tables.lobby.join(invite, "Ben", beside=["Cleo", "Dan"])
            assert reason(refused) == "seat_taken"
            waiting = await tables.lobby.invited(invite)
            assert [seat.kind for seat in waiting.seats] == ["person", "open", "open"]
            ben = await tables.lobby.join(invite, "Ben", beside=["Cleo"])
            assert ben.look.stage == "playing"
            assert {ben.look.seats[seat].name for seat in ben.look.owned} == {"Ben", "Cleo"}

    run(check())


def test_leaving_before_the_start_opens_the_place_and_the_host_can_fill_it(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open"), SeatWish("open")]
            ada = await tables.lobby.create(THEMSE, seats=seats, house=FAST)
            ben = await tables.lobby.join(str(ada.look.invite), "Ben")
            await tables.lobby.leave(ada.table, ben.credential)
            look = await tables.viewing.look(ada.table, ada.credential)
            assert [seat.kind for seat in look.seats] == ["person", "open", "open"]
            with pytest.raises(NotYours):
                await tables.lobby.fill(ada.table, ben.credential)
            look = await tables.lobby.fill(ada.table, ada.credential, "random")
            assert look.stage == "playing"

    run(check())


def test_a_bot_plays_for_whoever_left_and_the_seat_can_be_taken_back(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE)
            with pytest.raises(Refused):
                await tables.lobby.take_back(ada.table, ben.credential)
            await tables.lobby.leave(ada.table, ben.credential)
            await play_to_the_end(tables, ada.table, [ada.credential], seeded(1), most=6)
            look = await tables.viewing.look(ada.table, ben.credential)
            assert look.seat is not None and look.seats[look.seat].taken_over
            with pytest.raises(Refused) as refused:
                await tables.play.move(ada.table, ben.credential, look.number, "pass")
            assert reason(refused) == "taken_over"
            look = await tables.lobby.take_back(ada.table, ben.credential)
            assert look.seat is not None and not look.seats[look.seat].taken_over

    run(check())


def test_out_of_time_a_bot_takes_over_also_after_a_restart(tmp_path: Path) -> None:
    async def lay() -> tuple[str, str, int]:
        async with opened(tmp_path) as tables:
            house = House(pace=1, bot_pace=0, order="chosen")
            ada, _ = await two_people(tables, THEMSE, house)
            assert ada.look.seat == 0
            look = await tables.viewing.look(ada.table, ada.credential)
            assert look.clock.deadline is not None
            assert look.clock.deadline - look.clock.since == pytest.approx(60)
            return ada.table, ada.credential, look.number

    async def wait(table: str, credential: str, number: int) -> None:
        tables = Tables(database_in(tmp_path))
        move_on(tables, 7 * 24 * 3600)
        await tables.open()
        try:
            await asyncio.sleep(0.1)
            look = await tables.viewing.look(table, credential)
            assert look.number == number, "a week in which no server ran counts nothing"
            assert look.clock.deadline and 50 < look.clock.deadline - look.clock.now <= 60
            run_on(tables, 61)
            tables.live.wake(tables.live.by_id[table])
            while (await tables.viewing.look(table, credential)).number == number:
                await asyncio.sleep(0.01)
            assert (await tables.viewing.look(table, credential)).seats[0].taken_over
        finally:
            await tables.close()

    run(wait(*run(lay())))


def test_the_same_key_changes_nothing_and_an_old_number_is_a_conflict(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            both = await tables.lobby.create(THEMSE, seats=[person("Ada"), person("Ben")])
            table, credential, number = both.table, both.credential, both.look.number
            calm = without_luck(both.look)
            first = await tables.play.move(table, credential, number, calm, key="one", seat=0)
            again = await tables.play.move(table, credential, number, calm, key="one", seat=0)
            assert again.number == first.number == number + 1
            with pytest.raises(Refused) as refused:
                await tables.play.move(table, credential, number, "take 1", key="one", seat=0)
            assert reason(refused) == "key_used_for_another_move"
            with pytest.raises(Conflict) as conflict:
                await tables.play.move(table, credential, number, "blind", seat=0)
            assert conflict.value.look.number == first.number
            back = await tables.play.undo(table, credential, first.number, key="two")
            assert back.legal == both.look.legal and back.number == first.number + 1
            retry = await tables.play.undo(table, credential, first.number, key="two")
            assert (retry.number, retry.log) == (back.number, back.log)

    run(check())


def test_another_writer_makes_a_conflict_with_the_new_state(tmp_path: Path) -> None:
    """Two processes with one database: the second hears of the first's move by the key."""

    async def check() -> None:
        async with opened(tmp_path) as one, opened(tmp_path) as two:
            both = await one.lobby.create(THEMSE, seats=[person("Ada"), person("Ben")])
            table, credential = both.table, both.credential
            stale = await two.viewing.look(table, credential)
            await one.play.move(table, credential, both.look.number, without_luck(both.look))
            with pytest.raises(Conflict) as conflict:
                await two.play.move(table, credential, stale.number, without_luck(stale))
            assert conflict.value.look.number == stale.number + 1
            mine = await one.viewing.look(table, credential)
            assert conflict.value.look.log == mine.log

    run(check())


def test_a_seat_link_moves_the_seat_once(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE)
            link = await tables.lobby.seat_link(ada.table, ben.credential)
            moved = await tables.lobby.redeem(link)
            assert moved.table == ada.table and moved.look.seat == ben.look.seat
            with pytest.raises(Refused):
                await tables.lobby.redeem(link)
            with pytest.raises(NoSuchTable):
                await tables.viewing.look(ada.table, ben.credential)

    run(check())


def test_playing_again_seats_the_same_people_with_a_new_secret(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE)
            with pytest.raises(Refused):
                await tables.lobby.again(ada.table, ada.credential)
            credentials = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, credentials, seeded(2))
            first, second = [await tables.lobby.again(ada.table, mine) for mine in credentials]
            assert first.table == second.table != ada.table
            assert first.look.stage == "gathering" and second.look.stage == "playing"
            assert {seat.name for seat in second.look.seats} == {"Ada", "Ben"}
            assert second.look.fairness.commitment != ada.look.fairness.commitment
            assert (await tables.viewing.look(ada.table, ben.credential)).next_table == first.table
            assert (await tables.lobby.again(ada.table, ada.credential)).table == first.table
            with pytest.raises(NotYours):
                await tables.lobby.again(ada.table, "stranger")

    run(check())


def test_watching_goes_on_from_the_last_version_and_skips_to_the_newest(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            both = await tables.lobby.create(THEMSE, seats=[person("Ada"), person("Ben")])
            table, credential = both.table, both.credential
            changes = tables.viewing.watch(table, credential, seat=1, idle=5)
            first = await anext(changes)
            assert first is not None and first.seats[1].online
            look = both.look
            for _ in range(2):
                look = await tables.play.move(table, credential, look.number, look.legal[0], seat=0)
            newest = await anext(changes)
            assert newest is not None and newest.number == look.number
            quiet = tables.viewing.watch(table, credential, seat=1, last=newest.version, idle=0.01)
            assert await anext(quiet) is None

    run(check())


def test_the_lobby_lists_what_wants_to_be_listed(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open")]
            await tables.lobby.create(THEMSE, seats=seats)
            listed = await tables.lobby.create(THEMSE, seats=seats, house=House(listed=True))
            public, _ = await two_people(tables, THEMSE, House(watch="public"))
            found = await tables.viewing.listed()
            assert [look.table for look in found] == [listed.table, public.table]
            await tables.lobby.join(str(found[0].invite), "Ben")
            assert {look.table for look in await tables.viewing.mine(public.credential)} == {
                public.table
            }

    run(check())


def test_news_tell_when_games_begin_and_end(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open")]
            ada = await tables.lobby.create(THEMSE, seats=seats, house=FAST)
            news = tables.news.watch(ada.credential, idle=5)
            waiting = asyncio.ensure_future(anext(news))
            ben = await tables.lobby.join(str(ada.look.invite), "Ben")
            start = await waiting
            assert start is not None and (start.type, start.table) == ("gameStart", ada.table)
            credentials = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, credentials, seeded(3))
            finish = await anext(news)
            assert finish is not None and finish.type == "gameFinish"

    run(check())


def test_what_cannot_be_laid_is_refused_in_words(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("bot")]
            with pytest.raises(UnknownGame):
                await tables.lobby.create("chess", seats=seats)
            with pytest.raises(BadSeats):
                await tables.lobby.create(THEMSE, seats=seats * 4)
            with pytest.raises(BadOption):
                await tables.lobby.create(THEMSE, seats=seats, options={"fair_tops": "maybe"})
            with pytest.raises(BadOption, match="for study"):
                await tables.lobby.create("holmes", seats=seats[:2], options={"size": "pocket"})
            with pytest.raises(Refused):
                await tables.lobby.create(THEMSE, seats=seats, contribution="x" * 130)
            assert await tables.viewing.mine("anybody") == []

    run(check())
