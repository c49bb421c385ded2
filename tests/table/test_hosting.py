"""What the host of the server can do, and hot-seat's public view of a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from spieltisch.table.errors import NoSuchTable, NotYours, Refused
from spieltisch.table.look import House
from spieltisch.table.service import SeatWish
from tests.table.house import FAST, opened, person, two_people

OPEN_TO_ALL = House(watch="public", listed=True, bot_pace=0)


def test_the_hosts_token_works_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            old, token = tables.host_token(), tables.host_token()
            assert not await tables.spend_host_token(old)
            assert not await tables.spend_host_token("")
            both = [tables.spend_host_token(token) for _ in range(2)]
            assert sorted(await asyncio.gather(*both)) == [False, True]

    asyncio.run(scenario())


def test_a_closed_table_plays_no_more_until_it_is_opened(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, "tatort_themse")
            await tables.close_table(ada.table)
            look = await tables.look(ada.table, ada.credential)
            mover = ada if look.legal else ben
            look = await tables.look(ada.table, mover.credential)
            assert look.house.closed
            with pytest.raises(Refused, match="closed"):
                await tables.play(ada.table, mover.credential, look.number, look.legal[0])
            await tables.close_table(ada.table, False)
            await tables.play(ada.table, mover.credential, look.number, look.legal[0])

    asyncio.run(scenario())


def test_nobody_sits_down_at_a_closed_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open")]
            ada = await tables.create("tatort_themse", seats=seats, house=OPEN_TO_ALL)
            assert [look.table for look in await tables.lobby()] == [ada.table]
            await tables.close_table(ada.table)
            assert await tables.lobby() == []
            with pytest.raises(Refused, match="closed"):
                await tables.join(str(ada.look.invite), "Ben")

    asyncio.run(scenario())


def test_a_deleted_table_is_gone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, "tatort_themse")
            await tables.delete_table(ada.table)
            with pytest.raises(NoSuchTable):
                await tables.look(ada.table, ada.credential)
            assert await tables.all_tables() == ([], 0)

    asyncio.run(scenario())


def test_a_guest_sent_away_has_no_seat_and_cannot_come_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, "tatort_themse")
            lines, number = await tables.all_tables()
            place = next(chair.place for chair in lines[0].chairs if chair.name == "Ben")
            assert number == 1
            await tables.remove_guest(ada.table, place)
            with pytest.raises(NoSuchTable):
                await tables.look(ada.table, ben.credential)
            with pytest.raises(NotYours):
                await tables.take_back(ada.table, ben.credential)
            look = await tables.look(ada.table, ada.credential)
            assert [seat.taken_over for seat in look.seats if seat.name == "Ben"] == [True]
            with pytest.raises(Refused, match="no guest"):
                await tables.remove_guest(ada.table, place)

    asyncio.run(scenario())


def test_before_the_start_the_seat_is_open_again_and_the_layer_has_no_say(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("open")]
            ada = await tables.create("tatort_themse", seats=seats, house=FAST)
            await tables.remove_guest(ada.table, 0)
            with pytest.raises(NotYours):
                await tables.fill(ada.table, ada.credential)
            lines, _ = await tables.all_tables()
            assert [chair.kind for chair in lines[0].chairs] == ["open", "open"]

    asyncio.run(scenario())


def test_a_message_and_the_list_are_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            await tables.say_to_all("  Tea \n at five ")
            await tables.show_list(False)
        async with opened(tmp_path) as tables:
            await tables.read_notes()
            assert (tables.message, tables.public_list) == ("Tea at five", False)
            seats = [person("Ada"), SeatWish("open")]
            await tables.create("tatort_themse", seats=seats, house=OPEN_TO_ALL)
            assert await tables.lobby() == []
            await tables.say_to_all("")
            await tables.show_list(True)
            assert len(await tables.lobby()) == 1
            assert tables.message == ""

    asyncio.run(scenario())


def test_one_device_with_two_seats_can_look_as_a_spectator(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as tables:
            people = [person("Anna"), person("Bert")]
            laid = await tables.create("zug_um_zug", seats=people, house=OPEN_TO_ALL)
            mine = await tables.look(laid.table, laid.credential)
            public = await tables.look(laid.table, laid.credential, public=True)
            stranger = await tables.look(laid.table)
            assert (public.seat, public.legal, public.view) == (None, [], stranger.view)
            assert public.asked == mine.asked == mine.seat
            told = await anext(tables.watch(laid.table, laid.credential, public=True))
            assert told is not None and told.asked == mine.seat

    asyncio.run(scenario())
