"""Records as files: what was dumped is loaded again."""

from __future__ import annotations

from pathlib import Path

from spieltisch.core import record
from spieltisch.core.record import Record
from spieltisch.games import game


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
