"""A table of Troika begun by version 1 of its rules and upgraded in mid-game (TR-10, TR-11): on
SQLite and on PostgreSQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from spieltisch.core.record import Record, dumps, loads, replay
from spieltisch.games import ROOMS, game_of_record
from spieltisch.games.troika.version_1 import FirstTroika
from spieltisch.games.troika.view import TroikaView
from spieltisch.server.fairness import verify
from spieltisch.server.lobby import SeatWish
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.tables import Tables
from tests.server.house import FAST, database_in, person, run

WITH_HINTS = msgspec.structs.replace(FAST, hints=True)
BEFORE = 25  # decisions by the older house: a tile was just turned, so there is a choice


async def begun(address: str) -> tuple[str, list[str]]:
    """Three people sit down and play on a while; the table and their credentials."""
    tables = Tables(address)
    await tables.open()
    wishes = [person("Ada"), SeatWish("open"), SeatWish("open")]
    ada = await tables.lobby.create("troika", seats=wishes, house=WITH_HINTS)
    assert ada.look.invite is not None
    others = [await tables.lobby.join(ada.look.invite, name) for name in ("Ben", "Cy")]
    people = [one.credential for one in (ada, *others)]
    await play_on(tables, ada.table, people, BEFORE)
    await tables.close()
    return ada.table, people


async def ended(address: str, table: str, people: Sequence[str]) -> tuple[Record, int]:
    """What the house of now makes of it: the record, and how many calls it would refuse today."""
    tables = Tables(address)
    await tables.open()
    look, credential = await deciding(tables, table, people)
    assert (look.rules_version, look.options) == (1, {})
    assert await tables.hints.ask(table, credential, look.number)
    without_fuel = await play_on(tables, table, people, None)
    record = loads(dumps(await tables.viewing.record(table, people[0])))
    fresh = await tables.lobby.create("troika", seats=[person("Dee"), *[SeatWish("bot")] * 2])
    assert (fresh.look.rules_version, fresh.look.options) == (2, {"fuel": "container"})
    await tables.close()
    return record, without_fuel


async def deciding(tables: Tables, table: str, people: Sequence[str]) -> tuple[Snapshot, str]:
    looks = [(await tables.viewing.look(table, one), one) for one in people]
    return next((look, one) for look, one in looks if look.legal or look.stage == "over")


async def play_on(tables: Tables, table: str, people: Sequence[str], most: int | None) -> int:
    """Whoever may call calls; otherwise they take what lies open. Counts calls without fuel."""
    decisions, without_fuel = 0, 0
    while most is None or decisions < most:
        look, one = await deciding(tables, table, people)
        if look.stage == "over":
            break
        assert isinstance(look.view, TroikaView)
        assert look.view.fuel is msgspec.UNSET
        lying = Counter(look.view.containers[look.view.mover])
        if look.legal[0] == "troika":
            without_fuel += max(lying.values()) < 3
        await tables.play.move(table, one, look.number, look.legal[0])
        decisions += 1
    return without_fuel


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_tr10_tr11_a_table_of_version_1_plays_to_its_end_and_verifies(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    on_sqlite = database == "sqlite"
    address = database_in(tmp_path) if on_sqlite else request.getfixturevalue("address")
    with pytest.MonkeyPatch.context() as older_house:
        room = import_module("spieltisch.games.troika.room")
        older_house.setattr(room, ROOMS["troika"], FirstTroika)
        table, people = run(begun(address))
    record, without_fuel = run(ended(address, table, people))
    assert without_fuel > 0
    assert (record.rules_version, record.options) == (1, {})
    played = game_of_record(record)
    assert isinstance(played, FirstTroika)
    replay(played, record)
    assert verify(played, record) > 0
