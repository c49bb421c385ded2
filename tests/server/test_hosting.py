"""What the host of the server can do, and hot-seat's public view of a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from spieltisch.server.errors import NoSuchTable, NotYours, Refused
from spieltisch.server.lobby import SeatWish
from spieltisch.server.stored_table import House
from tests.server.house import FAST, opened, person, two_people

OPEN_TO_ALL = House(watch="public", listed=True, bot_pace=0)


def test_the_hosts_token_works_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            old, token = tables.admin.new_token(), tables.admin.new_token()
            assert not await tables.admin.spend_token(old)
            assert not await tables.admin.spend_token("")
            both = [tables.admin.spend_token(token) for _ in range(2)]
            assert sorted(await asyncio.gather(*both)) == [False, True]

    asyncio.run(scenario())


def test_a_closed_table_plays_no_more_until_it_is_opened(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, "tatort_themse")
            await tables.admin.close_table(ada.table)
            look = await tables.viewing.look(ada.table, ada.credential)
            mover = ada if look.legal else ben
            look = await tables.viewing.look(ada.table, mover.credential)
            assert look.house.closed
            with pytest.raises(Refused, match="closed"):
                await tables.play.move(ada.table, mover.credential, look.number, look.legal[0])
            await tables.admin.close_table(ada.table, False)
            await tables.play.move(ada.table, mover.credential, look.number, look.legal[0])

    asyncio.run(scenario())


def test_nobody_sits_down_at_a_closed_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open")]
            ada = await tables.lobby.create("tatort_themse", seats=seats, house=OPEN_TO_ALL)
            assert [look.table for look in await tables.viewing.listed()] == [ada.table]
            await tables.admin.close_table(ada.table)
            assert await tables.viewing.listed() == []
            with pytest.raises(Refused, match="closed"):
                await tables.lobby.join(str(ada.look.invite), "Ben")

    asyncio.run(scenario())


def test_a_deleted_table_is_gone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, "tatort_themse")
            await tables.admin.delete_table(ada.table)
            with pytest.raises(NoSuchTable):
                await tables.viewing.look(ada.table, ada.credential)
            assert await tables.admin.all_tables() == ([], 0)

    asyncio.run(scenario())


def test_a_guest_sent_away_has_no_seat_and_cannot_come_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, "tatort_themse")
            lines, number = await tables.admin.all_tables()
            place = next(chair.place for chair in lines[0].chairs if chair.name == "Ben")
            assert number == 1
            await tables.admin.remove_guest(ada.table, place)
            with pytest.raises(NoSuchTable):
                await tables.viewing.look(ada.table, ben.credential)
            with pytest.raises(NotYours):
                await tables.lobby.take_back(ada.table, ben.credential)
            look = await tables.viewing.look(ada.table, ada.credential)
            assert [seat.taken_over for seat in look.seats if seat.name == "Ben"] == [True]
            with pytest.raises(Refused, match="no guest"):
                await tables.admin.remove_guest(ada.table, place)

    asyncio.run(scenario())


def test_before_the_start_the_seat_is_open_again_and_the_layer_has_no_say(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open")]
            ada = await tables.lobby.create("tatort_themse", seats=seats, house=FAST)
            await tables.admin.remove_guest(ada.table, 0)
            with pytest.raises(NotYours):
                await tables.lobby.fill(ada.table, ada.credential)
            lines, _ = await tables.admin.all_tables()
            assert [chair.kind for chair in lines[0].chairs] == ["open", "open"]

    asyncio.run(scenario())


def test_a_table_whose_layer_was_sent_away_is_nobodys(tmp_path: Path) -> None:
    """Above all not a stranger's, who has no name either."""

    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open"), SeatWish("open")]
            ada = await tables.lobby.create("tatort_themse", seats=seats, house=FAST)
            await tables.lobby.join(str(ada.look.invite), "Ben")
            await tables.admin.remove_guest(ada.table, 0)
            with pytest.raises(NoSuchTable):
                await tables.viewing.look(ada.table)
            with pytest.raises(NotYours):
                await tables.lobby.fill(ada.table, None)

    asyncio.run(scenario())


def test_a_message_and_the_list_are_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            await tables.noticeboard.say_to_all("  Tea \n at five ")
            await tables.noticeboard.show_list(False)
        async with opened(tmp_path) as tables:
            await tables.noticeboard.read()
            assert (tables.noticeboard.message, tables.noticeboard.public_list) == (
                "Tea at five",
                False,
            )
            seats = [person("Ada"), SeatWish("open")]
            await tables.lobby.create("tatort_themse", seats=seats, house=OPEN_TO_ALL)
            assert await tables.viewing.listed() == []
            await tables.noticeboard.say_to_all("")
            await tables.noticeboard.show_list(True)
            assert len(await tables.viewing.listed()) == 1
            assert tables.noticeboard.message == ""

    asyncio.run(scenario())


def test_one_device_with_two_seats_can_look_as_a_spectator(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            people = [person("Anna"), person("Bert")]
            laid = await tables.lobby.create("zug_um_zug", seats=people, house=OPEN_TO_ALL)
            mine = await tables.viewing.look(laid.table, laid.credential)
            public = await tables.viewing.look(laid.table, laid.credential, public=True)
            stranger = await tables.viewing.look(laid.table)
            assert (public.seat, public.legal, public.view) == (None, [], stranger.view)
            assert public.asked == mine.asked == mine.seat
            told = await anext(tables.viewing.watch(laid.table, laid.credential, public=True))
            assert told is not None and told.asked == mine.seat

    asyncio.run(scenario())
