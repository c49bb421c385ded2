"""Lists of tables, on either database: what matters is found among however many others."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch.server import viewing
from spieltisch.server.lobby import SeatWish
from spieltisch.server.stored_table import House
from spieltisch.server.tables import Tables
from tests.kit.postgresql import Postgresql
from tests.server.house import opened, person, run

THEMSE = "tatort_themse"


def test_tables_nobody_may_find_do_not_crowd_out_the_listed_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "MOST_LISTED", 3)

    async def check() -> None:
        async with opened(tmp_path) as tables:
            await lay_under_others(tables)

    run(check())


async def lay_under_others(tables: Tables) -> None:
    """A listed and a public table, a game of Ada's, then more tables than a list may hold."""
    gathering = [person("Ada"), SeatWish("open")]
    house = House(bot_pace=0, listed=True, watch="public")
    listed = await tables.lobby.create(THEMSE, seats=gathering, house=house)
    watched = await tables.lobby.create(THEMSE, seats=[person("Ada"), person("Ben")], house=house)
    for _ in range(4):
        await tables.lobby.create(THEMSE, seats=gathering, credential=watched.credential)
        await tables.lobby.create(THEMSE, seats=[person("Ada"), person("Ben")])
    assert [one.table for one in await tables.viewing.listed()] == [listed.table, watched.table]
    assert watched.table in [one.table for one in await tables.viewing.mine(watched.credential)]
    owner = await tables.live.devices.owner(watched.credential)
    news = await tables.news.fresh(owner, {})
    assert [(one.type, one.table) for one in news] == [("gameStart", watched.table)]
    await tables.admin.close_table(listed.table)
    assert [one.table for one in await tables.viewing.listed()] == [watched.table]


def test_listed_tables_are_found_among_many(
    database_server: Postgresql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "MOST_LISTED", 3)

    async def check() -> None:
        tables = Tables(database_server.new_database())
        await tables.open()
        try:
            await lay_under_others(tables)
        finally:
            await tables.close()

    run(check())
