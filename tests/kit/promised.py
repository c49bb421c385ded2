"""Files as this release writes them: a record, a position and a card list of each game, and a
database with a game in its middle. Later versions must go on reading them, so `python -m
tests.kit.promised 1.0` is run once a release, and what it wrote is never written again."""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from pathlib import Path

from spieltisch import bot, load
from spieltisch.core.rng import seeded
from spieltisch.games import ROOMS
from tests.server.house import opened, play_to_the_end, run, two_people

PROMISED = Path(__file__).parents[1] / "golden" / "promised"
CARD_LISTS = Path(__file__).parents[2] / "src" / "spieltisch" / "games"
HALFWAY = 40


def write(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ROOMS:
        write_game(folder, name)
    write_database(folder)


def write_game(folder: Path, name: str) -> None:
    game = load(name)
    match = game.match(seed=f"promised {name}")
    match.play({seat: bot("casual") for seat in range(match.seats)})
    match.record().save(folder / f"{name}.record.json")
    written = match.at(HALFWAY).position().written()
    (folder / f"{name}.position.json").write_text(written, encoding="utf-8")
    cards = CARD_LISTS / name / "edition.toml"
    if cards.exists():
        (folder / f"{name}.cards.toml").write_bytes(cards.read_bytes())


def write_database(folder: Path) -> None:
    async def play(where: Path) -> dict[str, object]:
        async with opened(where) as tables:
            ada, ben = await two_people(tables, "tatort_themse")
            both = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, both, seeded("promised"), 10)
            return {"table": ada.table, "credentials": both}

    with tempfile.TemporaryDirectory() as place:
        seated = run(play(Path(place)))
        with sqlite3.connect(Path(place) / "tables.sqlite3") as database:
            dumped = "\n".join(database.iterdump()) + "\n"
        database.close()
    (folder / "database.sql").write_text(dumped, encoding="utf-8")
    (folder / "seated.json").write_text(json.dumps(seated) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(PROMISED / sys.argv[1])
