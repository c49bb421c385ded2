"""Lists of tables, on either database: what matters is found among however many others."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch.table import service
from spieltisch.table.credentials import hashed
from spieltisch.table.look import House
from spieltisch.table.seating import SeatWish
from spieltisch.table.service import Tables
from tests.kit.postgresql import Postgresql
from tests.table.house import opened, person, run

THEMSE = "tatort_themse"


def test_tables_nobody_may_find_do_not_crowd_out_the_listed_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_LISTED", 3)

    async def check() -> None:
        async with opened(tmp_path) as tables:
            await lay_under_others(tables)

    run(check())


async def lay_under_others(tables: Tables) -> None:
    """A listed and a public table, a game of Ada's, then more tables than a list may hold."""
    gathering = [person("Ada"), SeatWish("open")]
    house = House(bot_pace=0, listed=True, watch="public")
    listed = await tables.create(THEMSE, seats=gathering, house=house)
    watched = await tables.create(THEMSE, seats=[person("Ada"), person("Ben")], house=house)
    for _ in range(4):
        await tables.create(THEMSE, seats=gathering, credential=watched.credential)
        await tables.create(THEMSE, seats=[person("Ada"), person("Ben")])
    assert [one.table for one in await tables.lobby()] == [listed.table, watched.table]
    assert watched.table in [one.table for one in await tables.mine(watched.credential)]
    news = await tables.fresh_news(hashed(watched.credential), {})
    assert [(one.type, one.table) for one in news] == [("gameStart", watched.table)]
    await tables.close_table(listed.table)
    assert [one.table for one in await tables.lobby()] == [watched.table]


def test_listed_tables_are_found_among_many(
    database_server: Postgresql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_LISTED", 3)

    async def check() -> None:
        tables = Tables(database_server.new_database())
        await tables.open()
        try:
            await lay_under_others(tables)
        finally:
            await tables.close()

    run(check())
