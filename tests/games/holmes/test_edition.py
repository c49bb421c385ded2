"""Editions: the default one, a small box in TOML alone, and what is said about broken ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spieltisch.core.edition import built_in
from spieltisch.core.errors import BadEdition
from spieltisch.core.rng import seeded
from spieltisch.core.state import OVER, new_buffer
from spieltisch.files import read_edition
from spieltisch.games import game
from spieltisch.search.playout import play_out
from tests.games.holmes.test_referee import check_game

SMALL_BOX = Path(__file__).parents[3] / "docs" / "examples" / "holmes_small_box.toml"
Table = dict[str, Any]
Change = Callable[[Table], object]


def ability(table: Table, person: str) -> list[Any]:
    steps: list[Any] = next(row for row in table["person"] if row["id"] == person)["ability"]
    return steps


def put(person: str, *steps: Any) -> Change:
    def change(table: Table) -> None:
        ability(table, person)[:] = steps

    return change


BROKEN: list[tuple[str, Change, str]] = [
    ("a fourth always", lambda t: t["person"][4].update(always=True), "person: 4 are always there"),
    (
        "too few persons",
        lambda t: t["person"].__delitem__(slice(10, 12)),
        "person: 7 form the pile",
    ),
    ("six fragments", lambda t: t.update(map_fragment=6), "map_fragment: 6, but 5 is the most"),
    ("three clues", lambda t: t.update(kinds={}, joker=3, map_fragment=0), "clues: 3, but the"),
    ("few glasses", lambda t: t.update(start_markers=13), "start_markers: two players need 26"),
    ("a misspelt step", put("toby", {"snif": 3}), "person toby, step 1: snif is not one step"),
    ("two steps in one", put("toby", {"pay": 1, "gain": 1}), "person toby, step 1: pay and gain"),
    ("no number", put("adler", {"pay": "3"}), "person adler, step 1 (pay): expected a whole"),
    ("pays nothing", put("adler", {"pay": 0}), "person adler, step 1 (pay): expected a whole"),
    ("copy false", put("billy", {"pay": 1}, {"copy": False}), "person billy, step 2 (copy): exp"),
    ("kinds of a kind", put("gregson", {"take_open": 2, "kinds": "equal"}), "kinds: 'equal' is"),
    ("hidden sniff", put("toby", {"sniff": 3, "hidden": True}), "(sniff): unknown key 'hidden'"),
    ("hidden maybe", put("hunter", {"take_open": 1, "hidden": 1}), "hidden: expected true or f"),
    ("no step", put("pike"), "person pike, ability: needs at least one step"),
    ("no table", put("pike", "gain"), "person pike, step 1: expected a table"),
    ("a kind of 10", lambda t: t["kinds"].update(button=10), "kinds, button: expected a whole"),
    (
        "two of 8",
        lambda t: t["kinds"].update(button=8),
        "footprint: button has the value 8 already",
    ),
    ("a person twice", lambda t: t["person"][4].update(id="adler"), "person adler: is there twice"),
    ("an odd id", lambda t: t["person"][4].update(id="Mr G"), "person 5, id: expected small"),
    ("a missing key", lambda t: t.pop("joker"), "edition: 'joker' is missing"),
    ("an unknown key", lambda t: t.update(jokers=5), "edition: unknown key 'jokers'"),
    ("too many clues", lambda t: t.update(joker=40), "clues: 87, but 63 is the most"),
]


@pytest.mark.parametrize(
    ("change", "message"), [row[1:] for row in BROKEN], ids=[r[0] for r in BROKEN]
)
def test_ho28_broken_editions_give_one_clear_line(change: Change, message: str) -> None:
    table = built_in("holmes")
    change(table)
    with pytest.raises(BadEdition) as raised:
        game("holmes", table)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_ho28_what_no_clause_says_cites_none() -> None:
    table = built_in("holmes")
    put("pike")(table)
    with pytest.raises(BadEdition) as raised:
        game("holmes", table)
    assert "HO-" not in str(raised.value)


def test_ho28_the_default_edition_is_called_a_reconstruction() -> None:
    room = game("holmes")
    assert (room.edition, room.reconstructed) == ("reconstruction", True)


def test_a_small_box_written_only_in_toml_plays() -> None:
    table = read_edition(SMALL_BOX)
    room = game("holmes", table)
    assert not room.reconstructed
    for seed in range(5):
        assert check_game(room, table, seed, casual=seed % 2 == 0) > 42
    state = room.start(2)
    play_out(state, room.casual, seeded("small box"), new_buffer(room.most_moves))
    assert state.turn == OVER


def test_a_small_box_is_worded_by_its_own_names() -> None:
    words = game("holmes", read_edition(SMALL_BOX)).texts("de").words
    assert words["hound"] == "The Hound"
    assert words["cigar_ash"] == "cigar ash"
    assert words["ability_landlady"] == "Bekomme 2 Lupen."
