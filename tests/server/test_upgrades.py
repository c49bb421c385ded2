"""A database as an earlier program left it, in the middle of a game, goes on under this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch.core.rng import seeded
from spieltisch.server.fairness import verify
from spieltisch.server.lobby import Seated
from spieltisch.server.tables import Tables
from tests.server.house import database_in, opened, play_to_the_end, run, two_people
from tests.server.older_database import Rows, rows_of, write_older


def written(folder: Path) -> tuple[list[Seated], Rows]:
    """A game in its middle, as rows."""

    async def play() -> list[Seated]:
        async with opened(folder) as tables:
            seated = list(await two_people(tables, "tatort_themse"))
            both = [one.credential for one in seated]
            await play_to_the_end(tables, seated[0].table, both, seeded("upgrade"), 10)
            return seated

    seated = run(play())
    return seated, rows_of(database_in(folder))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_game_of_version_6_goes_on_after_an_upgrade(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (ada, ben), rows = written(folder)
    address = database_in(tmp_path) if kind == "sqlite" else request.getfixturevalue("address")
    write_older(address, rows, "0006")

    async def go_on() -> None:
        tables = Tables(address)
        await tables.open()
        try:
            await tables.expiry.expire()
            both = [ada.credential, ben.credential]
            assert len(await tables.viewing.mine(ada.credential)) == 1
            over = await play_to_the_end(tables, ada.table, both, seeded("on"))
            assert over.stage == "over"
            record = await tables.viewing.record(ada.table, ada.credential)
            live = await tables.live.at(ada.table)
            assert verify(live.game, record) > 0
            assert live.asker()[:2] == ("", ""), "nobody knows where it was laid"
        finally:
            await tables.close()

    run(go_on())
