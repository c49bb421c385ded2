"""A database as an earlier program left it, in the middle of a game, goes on under this one."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, insert

from spieltisch.core.rng import seeded
from spieltisch.server.fairness import verify
from spieltisch.server.lobby import Seated
from spieltisch.server.store.engine import open_engine
from spieltisch.server.store.migrate import configuration
from spieltisch.server.store.schema import metadata
from spieltisch.server.tables import Tables
from tests.server.house import database_in, opened, play_to_the_end, run, two_people

KEPT = ("tables", "seats", "steps", "watchers", "keys", "notes")
OWNED = {"tables": "host", "seats": "owner", "watchers": "owner"}


def written(folder: Path) -> tuple[list[Seated], dict[str, list[dict[str, object]]]]:
    """A game in its middle, as rows."""

    async def play() -> list[Seated]:
        async with opened(folder) as tables:
            seated = list(await two_people(tables, "tatort_themse"))
            both = [one.credential for one in seated]
            await play_to_the_end(tables, seated[0].table, both, seeded("upgrade"), 10)
            return seated

    seated = run(play())
    engine = open_engine(database_in(folder))
    with engine.connect() as connection:
        rows = {
            name: [
                dict(row) for row in connection.execute(metadata.tables[name].select()).mappings()
            ]
            for name in [*KEPT, "devices"]
        }
    engine.dispose()
    return seated, rows


def in_the_old_shape(connection: Connection, rows: dict[str, list[dict[str, object]]]) -> None:
    """Only what the version knew; seats belonged to credentials then, not to players."""
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "0006")
    old = MetaData()
    old.reflect(connection)
    marks = {row["player"]: row["hash"] for row in rows["devices"]}
    for name in KEPT:
        columns = set(old.tables[name].c.keys())
        for row in rows[name]:
            kept = {column: value for column, value in row.items() if column in columns}
            if name in OWNED:
                kept[OWNED[name]] = marks.get(kept[OWNED[name]], kept[OWNED[name]])
            connection.execute(insert(metadata.tables[name]), kept)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_game_of_version_6_goes_on_after_an_upgrade(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (ada, ben), rows = written(folder)
    address = database_in(tmp_path) if kind == "sqlite" else request.getfixturevalue("address")
    engine = open_engine(address)
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        in_the_old_shape(connection, rows)
    engine.dispose()

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
