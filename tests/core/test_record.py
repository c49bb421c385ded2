"""Records as files: what was dumped is loaded again."""

from __future__ import annotations

import json
from pathlib import Path

from spieltisch.core import record
from spieltisch.core.record import Record
from spieltisch.games import game


def test_steps_stand_below_the_header() -> None:
    """What a person wants to know of a record stands before hundreds of steps."""
    written = Record(game="holmes", seats=2, options={}, edition="standard", steps=[(0, "x")])
    parts = list(json.loads(record.dumps(written)))
    assert parts[0] == "game" and parts[-1] == "steps"
    assert {"names", "date", "result", "format", "rules_version"} < set(parts[:-1])


def test_a_record_goes_into_a_file_and_comes_back(tmp_path: Path) -> None:
    holmes = game("holmes")
    names = ["Anna", "Émile"]
    written = Record(
        game="holmes", seats=2, options={}, edition=holmes.edition, steps=[], names=names
    )
    path = tmp_path / "game.json"
    with path.open("w", encoding="utf-8") as file:
        record.dump(written, file)
    with path.open(encoding="utf-8") as file:
        assert record.load(file) == written
    assert record.loads(record.dumps(written)) == written
