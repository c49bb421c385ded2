"""What docs/promises.md promises: public names stay, and files of a release go on."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

import spieltisch
from spieltisch.core.rng import seeded
from spieltisch.server.fairness import verify
from tests.kit.promised import HALFWAY, PROMISED
from tests.kit.public_api import PROMISED as NAMES
from tests.kit.public_api import lines
from tests.server.house import opened, play_to_the_end, run

RELEASES = sorted(PROMISED.iterdir())
AGAIN = "python -m tests.kit.public_api"


def test_every_promised_name_and_parameter_is_there() -> None:
    promised = NAMES.read_text(encoding="utf-8").splitlines()
    assert sorted(set(promised) - set(lines())) == []


def test_nothing_is_public_that_is_not_promised() -> None:
    promised = NAMES.read_text(encoding="utf-8").splitlines()
    assert sorted(set(lines()) - set(promised)) == [], f"if it is meant to be public: {AGAIN}"


def of_releases(ending: str) -> list[Path]:
    return [path for release in RELEASES for path in sorted(release.glob(f"*{ending}"))]


def told(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", of_releases(".record.json"), ids=told)
def test_a_record_of_a_release_replays_and_meets_its_position(path: Path) -> None:
    match = spieltisch.replay(path)
    assert match.over and match.result is not None
    written = spieltisch.position(path.with_name(path.name.replace("record", "position")))
    there = match.at(HALFWAY)
    assert written.turn == there.turn and written.legal == there.legal


@pytest.mark.parametrize("path", of_releases(".cards.toml"), ids=told)
def test_a_card_list_of_a_release_can_be_played(path: Path) -> None:
    game = spieltisch.load(path.name.removesuffix(".cards.toml"), path)
    match = game.match(seed=1)
    match.play({seat: spieltisch.bot("random") for seat in range(match.seats)})
    assert match.over


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_a_game_in_a_database_of_a_release_goes_on(release: Path, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        database.executescript((release / "database.sql").read_text(encoding="utf-8"))
    database.close()
    seated = json.loads((release / "seated.json").read_text(encoding="utf-8"))

    async def go_on() -> None:
        async with opened(tmp_path) as tables:
            both = seated["credentials"]
            over = await play_to_the_end(tables, seated["table"], both, seeded("on"))
            assert over.stage == "over"
            record = await tables.viewing.record(seated["table"], both[0])
            live = await tables.live.at(seated["table"])
            assert verify(live.game, record) > 0

    run(go_on())
