"""The JSON Schemas against real documents, and documents that are wrong."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from spieltisch.bots.levels import bot
from spieltisch.core.record import dumps
from spieltisch.core.rng import seeded
from spieltisch.games import ROOMS, game
from spieltisch.schemas import UnknownSchema, names, page, schema
from spieltisch.trace import as_table, trace

Document = dict[str, Any]


@cache
def checker(name: str) -> Any:
    return jsonschema_rs.validator_for(schema(name))


def fits(name: str, document: object) -> bool:
    plain = json.loads(msgspec.json.encode(document))
    return bool(checker(name).is_valid(plain))


@pytest.mark.parametrize("name", names())
def test_every_schema_is_one(name: str) -> None:
    jsonschema_rs.meta.validate(schema(name))
    assert schema(name)["$id"] == f"{name}.json"
    assert not fits(name, {}) and not fits(name, []), "it asks for nothing"


@pytest.mark.parametrize("room", ROOMS)
def test_whole_games_fit(room: str) -> None:
    played = game(room)
    record = trace(played, [bot("random") for _ in range(played.most_seats)], seed=3)
    assert fits("record", json.loads(dumps(record)))
    for with_legal in (False, True):
        assert fits("trace", as_table(record, 3, with_legal))
    assert not fits("record", {**json.loads(dumps(record)), "steps": [["chance"]]})
    assert not fits("trace", {**as_table(record, 3, False), "seed": "three"})


@pytest.mark.parametrize("room", ROOMS)
def test_views_and_positions_fit_at_every_step(room: str) -> None:
    match = game(room).match(seed=5)
    others = [other for other in ROOMS if other != room]
    while True:
        position = json.loads(msgspec.json.encode(match.position()))
        assert fits(f"position-{room}", position)
        for viewer in (*range(match.seats), None):
            assert fits(f"view-{room}", match.view(viewer))
        if match.over:
            break
        assert not any(fits(f"view-{other}", match.view(None)) for other in others)
        rng = seeded("schemas", len(match.steps))
        match.push(match.legal[rng.below(len(match.legal))])
    assert not fits(f"position-{room}", {**position, "hint": 1})


@pytest.mark.parametrize("room", [room for room in ROOMS if game(room).edition_type])
def test_card_lists_fit(room: str) -> None:
    folder = resources.files(f"spieltisch.games.{room}")
    table = tomllib.loads((folder / "edition.toml").read_text(encoding="utf-8"))
    assert fits(f"edition-{room}", table)
    for key in table:
        assert not fits(f"edition-{room}", {one: table[one] for one in table if one != key})
    assert not fits(f"edition-{room}", {**table, "colour": "blue"})


def test_what_is_not_there_is_told() -> None:
    with pytest.raises(UnknownSchema, match="there are record, trace"):
        schema("edition-troika")


def test_the_page_of_views_is_up_to_date() -> None:
    written = (Path(__file__).parents[1] / "docs" / "views.md").read_text(encoding="utf-8")
    assert written == page(), "run: python -m spieltisch.schemas docs/views.md"
