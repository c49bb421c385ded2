"""A change of the rules: tables begun before it go on with the old ones; their records replay."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from spieltisch.core.errors import UnknownGame
from spieltisch.core.record import dumps, loads, replay
from spieltisch.core.rng import seeded
from spieltisch.games import OLDER, ROOMS, game, game_of
from spieltisch.server.fairness import verify
from spieltisch.server.tables import Tables
from tests.server import older_themse
from tests.server.house import AT, laid, opened, play_to_the_end, run, two_people

NAME = "tatort_themse"


def change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before and after: a room's own module, and the older one kept in the registry."""
    module = import_module(f"spieltisch.games.{NAME}.room")
    monkeypatch.setattr(module, ROOMS[NAME], older_themse.NewerThemse)
    monkeypatch.setitem(OLDER, (NAME, 1), (older_themse.__name__, "OlderThemse"))


def test_a_table_begun_with_older_rules_goes_on_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before() -> tuple[str, list[str], int]:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, NAME)
            both = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, both, seeded("older"), most=12)
            return ada.table, both, (await tables.viewing.look(ada.table, both[0])).rules_version

    async def after(table: str, both: list[str]) -> str:
        async with opened(tmp_path) as tables:
            await passing(tables, table, both)
            await play_to_the_end(tables, table, both, seeded("older"))
            fresh = await two_people(tables, NAME)
            assert fresh[0].look.rules_version == 2
            return dumps(await tables.viewing.record(table, both[0]))

    table, both, version = run(before())
    assert version == 1
    change(monkeypatch)
    record = loads(run(after(table, both)))
    assert record.rules_version == 1
    played = game_of(record.game, record.edition, record.rules_version)
    assert isinstance(played, older_themse.OlderThemse)
    replay(played, record)
    assert verify(played, record) > 0


async def passing(tables: Tables, table: str, both: list[str]) -> None:
    """Somebody passes, which the newer rules would refuse."""
    while True:
        for credential in both:
            look = await tables.viewing.look(table, credential)
            if older_themse.PASS in look.legal and len(look.legal) > 1:
                await tables.play.move(table, credential, look.number, older_themse.PASS)
                return
            if look.legal:
                await tables.play.move(table, credential, look.number, look.legal[0])


def test_the_newer_rules_do_without_what_the_older_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    change(monkeypatch)
    table = laid(NAME, 3, game(NAME))
    for _ in range(30):
        legal = table.viewer(table.turn).legal
        assert older_themse.PASS not in legal or len(legal) == 1
        table.apply(table.propose(table.turn, legal[-1], AT).rows)


def test_a_version_nobody_kept_is_one_clear_line() -> None:
    with pytest.raises(UnknownGame, match="version 7 of its rules is not known here"):
        game(NAME, None, 7)
