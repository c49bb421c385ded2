"""People who come back: players made without a word, their devices, and how they are forgotten."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text

from spieltisch.core.record import loads
from spieltisch.core.rng import seeded
from spieltisch.server.credentials import hashed, new_credential
from spieltisch.server.errors import NoSuchTable, NotYours, Refused
from spieltisch.server.lobby import SeatWish
from spieltisch.server.played import numbers
from spieltisch.server.store.engine import open_engine
from spieltisch.server.store.migrate import configuration, migrate
from spieltisch.server.tables import Tables
from tests.kit.postgresql import Postgresql
from tests.server.house import (
    FAST,
    database_in,
    move_on,
    opened,
    person,
    play_to_the_end,
    run,
    two_people,
)

THEMSE = "tatort_themse"


def test_a_player_is_made_at_the_first_seat(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            assert await tables.players.me(None) is None
            assert await tables.players.me(new_credential()) is None
            ada, ben = await two_people(tables, THEMSE)
            me = await tables.players.known(ada.credential)
            assert (me.name, me.token, me.language) == ("Ada", "", "")
            assert (await tables.players.known(ben.credential)).name == "Ben"
            await tables.lobby.create(THEMSE, seats=[person("Ad")] * 2, credential=ada.credential)
            assert await tables.players.known(ada.credential) == me

    run(check())


def test_a_token_is_worn_at_tables_laid_later(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            await tables.players.change(ada.credential, name="  Ada  L. ", token="23")
            me = await tables.players.known(ada.credential)
            assert (me.name, me.token) == ("Ada L.", "23")
            seats = [person("Ada"), person("Bo"), SeatWish("bot")]
            again = await tables.lobby.create(THEMSE, seats=seats, credential=ada.credential)
            places = (await tables.live.at(again.table)).stored.places
            assert [place.token for place in places] == ["23", "", ""]
            for wrong in ("9", "55", "2", "x1", "٢٣"):
                with pytest.raises(Refused, match="bad token"):
                    await tables.players.change(ada.credential, token=wrong)
            for wrong in ("", "\u202e\u202e", "x" * 25):
                with pytest.raises(Refused, match="bad name"):
                    await tables.players.change(ada.credential, name=wrong)

    run(check())


def test_another_device_is_the_same_player_once(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            first = await tables.players.device_link(ada.credential)
            link = (await tables.players.device_link(ada.credential)).link
            with pytest.raises(Refused, match="device link used or expired"):
                await tables.players.behind(first.link)
            assert (await tables.players.behind(link)).name == "Ada"
            phone = new_credential()
            assert (await tables.players.arrive(link, phone, "Phone")).name == "Ada"
            looks = [await tables.viewing.look(ada.table, one) for one in (phone, ada.credential)]
            assert looks[0].owned == looks[1].owned != []
            with pytest.raises(Refused, match="device link used or expired"):
                await tables.players.arrive(link, new_credential())
            listed = await tables.players.own_devices(phone)
            assert [(one.name, one.here) for one in listed] == [("Phone", True), ("", False)]

    run(check())


def test_a_link_is_good_for_ten_minutes(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            link = (await tables.players.device_link(ada.credential)).link
            move_on(tables, 590)
            await tables.players.behind(link)
            move_on(tables, 610)
            with pytest.raises(Refused, match="device link used or expired"):
                await tables.players.arrive(link, new_credential())

    run(check())


def test_a_device_that_was_signed_out_is_nobody(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            link = (await tables.players.device_link(ada.credential)).link
            phone = new_credential()
            await tables.players.arrive(link, phone)
            watching = tables.viewing.watch(ada.table, ada.credential)
            assert await anext(watching) is not None
            laptop = next(one for one in await tables.players.own_devices(phone) if not one.here)
            await tables.players.sign_out(phone, laptop.device)
            assert [look async for look in watching] == []
            assert not tables.live.knows(ada.credential)
            for refused in (
                tables.viewing.look(ada.table, ada.credential),
                tables.viewing.mine(ada.credential),
                tables.players.known(ada.credential),
                tables.players.device_link(ada.credential),
                tables.play.move(ada.table, ada.credential, 0, "pass"),
                tables.lobby.create(THEMSE, seats=[person("A")] * 2, credential=ada.credential),
            ):
                with pytest.raises(NotYours, match="signed out"):
                    await refused
            with pytest.raises(Refused, match="no such device"):
                await tables.players.sign_out(phone, laptop.device)
            assert (await tables.viewing.look(ada.table, phone)).owned

    run(check())


def test_a_signed_out_device_is_not_let_in_even_if_nobody_remembers_it(tmp_path: Path) -> None:
    """Its mark gives the player's name; without the device that must not be enough."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            mark = hashed(ada.credential)
            await tables.store.write(
                lambda c: c.execute(text("DELETE FROM devices WHERE hash = :mark"), {"mark": mark})
            )
            tables.live.devices.doubt()
            with pytest.raises(NoSuchTable):
                await tables.viewing.look(ada.table, ada.credential)
            with pytest.raises(NotYours, match="signed out"):
                await tables.lobby.create(
                    THEMSE, seats=[person("A")] * 2, credential=ada.credential
                )

    run(check())


def test_a_recovery_sheet_leads_back_until_there_is_a_newer_one(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            old = await tables.players.recovery_sheet(ada.credential)
            sheet = await tables.players.recovery_sheet(ada.credential)
            move_on(tables, 80 * 24 * 3600)
            with pytest.raises(Refused, match="device link used or expired"):
                await tables.players.arrive(old, new_credential())
            for _ in range(2):
                again = new_credential()
                assert (await tables.players.arrive(sheet, again)).name == "Ada"
                assert (await tables.viewing.look(ada.table, again)).owned

    run(check())


def test_secrets_are_not_in_the_database(tmp_path: Path) -> None:
    async def secrets() -> list[str]:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, THEMSE)
            sheet = await tables.players.recovery_sheet(ada.credential)
            link = await tables.players.device_link(ada.credential)
            return [ada.credential, sheet, link.link]

    made = run(secrets())
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        dump = "\n".join(database.iterdump())
    assert hashed(made[1]) in dump
    assert not any(secret in dump for secret in made)


def test_games_of_a_device_come_along_unless_two_sit_at_one_table(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, THEMSE)
            other, _ = await two_people(tables, "holmes")
            link = (await tables.players.device_link(ada.credential)).link
            assert not await tables.players.may_bring(link, ben.credential)
            with pytest.raises(Refused, match="sit together"):
                await tables.players.arrive(link, new_credential(), former=ben.credential)
            assert await tables.players.may_bring(link, other.credential)
            phone = new_credential()
            await tables.players.arrive(link, phone, former=other.credential)
            for table in (ada.table, other.table):
                assert (await tables.viewing.look(table, phone)).owned
            with pytest.raises(NoSuchTable):
                await tables.viewing.look(other.table, other.credential)
            assert len(await tables.viewing.mine(ada.credential)) == 2

    run(check())


def test_history_and_numbers_of_people_and_bots(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, "holmes")
            both = [ada.credential, ben.credential]
            over = await play_to_the_end(tables, ada.table, both, seeded("holmes"))
            assert over.result is not None
            seats = [person("Ada"), SeatWish("bot", level="random")]
            alone = await tables.lobby.create(
                THEMSE, seats=seats, house=FAST, credential=ada.credential
            )
            await play_to_the_end(tables, alone.table, [ada.credential], seeded("alone"))
            history = await tables.played.history(ada.credential)
            assert [(one.table, one.open) for one in history] == [
                (alone.table, True),
                (ada.table, True),
            ]
            look = await tables.viewing.look(ada.table, ada.credential)
            assert look.seat is not None
            assert history[1].rank == over.result.ranking[look.seat]
            assert history[1].score == over.result.scores[look.seat]
            counted = numbers(history)
            assert {name: tally.games for name, tally in counted.games.items()} == {
                "holmes": 1,
                THEMSE: 1,
            }
            assert [(one.name, one.level) for one in counted.opponents] == [
                ("Ben", ""),
                ("", "random"),
            ]
            packed = zipfile.ZipFile(io.BytesIO(await tables.played.records(ada.credential)))
            assert {loads(packed.read(name)).game for name in packed.namelist()} == {
                "holmes",
                THEMSE,
            }
            assert [one.table for one in await tables.played.history(ben.credential)] == [ada.table]
            move_on(tables, 400 * 24 * 3600)
            await tables.expiry.expire()
            tables.live.running.kept += 8 * 24 * 3600
            await tables.expiry.expire()
            history = await tables.played.history(ada.credential)
            assert [one.open for one in history] == [False, False]

    run(check())


def test_forgetting_leaves_games_of_others_readable_without_the_name(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, "holmes")
            both = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, both, seeded("holmes"))
            await tables.played.history(ben.credential)
            running, guest = await two_people(tables, THEMSE)
            link = (await tables.players.device_link(ada.credential)).link
            await tables.players.arrive(link, new_credential(), former=running.credential)
            waiting = await tables.lobby.create(
                THEMSE, seats=[person("Ada"), SeatWish("open")], credential=ada.credential
            )
            await tables.players.forget(ada.credential)
            record = await tables.viewing.record(ada.table, ben.credential)
            assert sorted(record.names) == ["", "Ben"]
            (game,) = await tables.played.history(ben.credential)
            assert [(one.name, one.player) for one in game.rivals] == [("", "")]
            assert numbers([game]).opponents == []
            look = await tables.viewing.look(running.table, guest.credential)
            assert [seat.taken_over for seat in look.seats if seat.name != "Ben"] == [True]
            assert {seat.name for seat in look.seats} == {"Ben", ""}
            assert (await tables.live.at(waiting.table)).stored.places[0].kind == "open"
            with pytest.raises(NotYours, match="signed out"):
                await tables.viewing.look(ada.table, ada.credential)
            tables.live.devices.doubt()
            assert await tables.players.me(ada.credential) is None
            with pytest.raises(NoSuchTable):
                await tables.viewing.look(ada.table, ada.credential)

    run(check())
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        assert "'Ada'" not in "\n".join(database.iterdump())


def test_players_nobody_needs_any_more_go_after_a_year(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path, keep_idle=1) as tables:
            _, ben = await two_people(tables, THEMSE)
            await tables.players.recovery_sheet(ben.credential)
            number = text("SELECT count(*) FROM players")
            for days, left in ((200, 2), (400, 2), (0, 2), (450, 1)):
                move_on(tables, days * 24 * 3600)
                for _ in range(8 if left == 1 else 2):  # marked, put aside, deleted
                    await tables.expiry.expire()
                    tables.live.running.kept += 8 * 24 * 3600
                assert await tables.store.read(lambda c: c.execute(number).scalar_one()) == left

    run(check())


# Databases from before there were players.


def make_old(url: str, credentials: list[str]) -> None:
    """A database as version 0006 left it: a table of two owners, one of them its host, and one
    who watches."""
    engine = open_engine(url)
    config = configuration()
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "0006")
        ada, ben, eve = (hashed(one) for one in credentials)
        connection.execute(text(OLD_TABLE), {"host": ada, "secret": b"s" * 32})
        for place, (name, owner) in enumerate([("Ada", ada), ("Ann", ada), ("Ben", ben)]):
            connection.execute(text(OLD_SEAT), {"place": place, "name": name, "owner": owner})
        watcher = "INSERT INTO watchers (table_id, owner) VALUES ('abcdefghij', :owner)"
        connection.execute(text(watcher), {"owner": eve})
    engine.dispose()


OLD_TABLE = """
INSERT INTO tables (id, created, active, game, options, rules_version, house, secret, stage,
                    seating, host, changes, scheme)
VALUES ('abcdefghij', 1e9, 4e9, 'tatort_themse', '{"fair_tops": "no"}', 1, '{"hints": false}',
        :secret, 'gathering', '[]', :host, 0, 3)
"""
OLD_SEAT = """
INSERT INTO seats (table_id, place, kind, name, level, owner, contribution, taken_over)
VALUES ('abcdefghij', :place, 'person', :name, '', :owner, 'x', false)
"""


async def nobody_notices(tables: Tables, credentials: list[str]) -> None:
    looks = [await tables.viewing.look("abcdefghij", one) for one in credentials]
    assert [len(look.owned) for look in looks] == [2, 1, 0]
    assert [look.host for look in looks] == [True, False, False]
    names = [(await tables.players.known(one)).name for one in credentials]
    assert names == ["Ada", "Ben", ""]
    assert not looks[0].house.hints


def test_cookies_of_an_older_database_become_players(tmp_path: Path) -> None:
    credentials = [new_credential() for _ in range(3)]
    make_old(database_in(tmp_path), credentials)

    async def check() -> None:
        async with opened(tmp_path) as tables:
            await nobody_notices(tables, credentials)

    run(check())


def test_two_processes_bring_an_older_postgresql_up_to_date(database_server: Postgresql) -> None:
    url, credentials = database_server.new_database(), [new_credential() for _ in range(3)]
    make_old(url, credentials)
    migrate(open_engine(url))

    async def check() -> None:
        here, there = Tables(url), Tables(url)
        await here.open()
        await there.open()
        try:
            await nobody_notices(here, credentials)
            await nobody_notices(there, credentials)
        finally:
            await here.close()
            await there.close()

    run(check())


def test_a_device_is_signed_out_in_all_processes(database_server: Postgresql) -> None:
    async def check() -> None:
        url = database_server.new_database()
        here, there = Tables(url), Tables(url)
        await here.open()
        await there.open()
        try:
            ada, _ = await two_people(here, THEMSE)
            link = (await here.players.device_link(ada.credential)).link
            phone = new_credential()
            await there.players.arrive(link, phone)
            watching = there.viewing.watch(ada.table, ada.credential, idle=2)
            assert await anext(watching) is not None
            laptop = next(one for one in await here.players.own_devices(phone) if not one.here)
            await here.players.sign_out(phone, laptop.device)
            assert [look async for look in watching if look is not None] == []
            with pytest.raises(NotYours, match="signed out"):
                await there.viewing.look(ada.table, ada.credential)
        finally:
            await here.close()
            await there.close()

    run(check())
