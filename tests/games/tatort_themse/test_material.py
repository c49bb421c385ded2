"""Players, cards and editions (TT-00 to TT-04)."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spieltisch.core.edition import built_in
from spieltisch.core.errors import BadEdition, BadSeats
from spieltisch.core.texts import LANGUAGES
from spieltisch.files import read_edition
from spieltisch.games import game
from tests.games.tatort_themse.positions import laid, legal, play, position, refusal, themse

Table = dict[str, Any]


def test_tt00_two_to_five_players() -> None:
    for seats in (2, 3, 4, 5):
        assert themse().start(seats).seats == seats
    for seats in (1, 6):
        with pytest.raises(BadSeats, match="2 to 5"):
            themse().start(seats)


def test_tt00_questioning_ends_the_turn_and_the_next_seat_plays() -> None:
    state = laid(position(["", "", ""], pile="LL"))
    play(state, "pass", "open U", "witness L")
    assert state.turn == 1


def test_tt00_a_clue_cannot_be_taken_after_passing() -> None:
    state = laid(position(["UUUUUU", ""]))
    play(state, "pass")
    assert refusal(state, "take 5") == ("TT-00", "too_late_for_clues")
    assert refusal(state, "eliminate 5 1") == ("TT-00", "too_late_for_clues")


def test_tt00_each_action_at_most_once_in_a_turn() -> None:
    state = laid(position(["U" * 8, ""]))
    play(state, "take 1", "pay UU")
    assert not [text for text in legal(state) if text.startswith(("take", "eliminate"))]


def test_tt01_72_witnesses_18_of_each_kind() -> None:
    material = themse().material(themse().start(2))
    assert {kind: material[kind] for kind in "BMUL"} == dict.fromkeys("BMUL", 18)


def test_tt02_25_clues_with_a_witness_a_value_and_a_case() -> None:
    texts = [text for text in themse().texts_by_code if text.startswith("clue ")]
    assert len(texts) == 25
    assert {text[6] for text in texts} == set("23456")
    assert {text[7] for text in texts} == set("BMUL")


def test_tt03_five_cases_with_their_bonus() -> None:
    ids = [case.id for case in themse().cards.cases]
    assert ids == ["painting", "statuette", "documents", "gold", "jewels"]
    assert [case.bonus for case in themse().cards.cases] == [2, 3, 3, 4, 5]


def test_tt04_clues_are_the_editions() -> None:
    cards = themse().cards
    assert Counter(clue.case for clue in cards.clues) == dict.fromkeys(range(5), 5)
    assert cards.clue_texts[0] == "P2U"


def uneven() -> Table:
    """One case with a single clue, one with nine: legal, if 25 in all."""
    table = copy.deepcopy(built_in("tatort_themse"))
    moved = table["case"][0]["clues"][1:]
    table["case"][0]["clues"] = table["case"][0]["clues"][:1]
    kept = {(clue["value"], clue["witness"]) for clue in table["case"][1]["clues"]}
    assert not kept & {(clue["value"], clue["witness"]) for clue in moved}
    table["case"][1]["clues"] += moved
    return table


def test_tt04_cases_may_have_different_numbers_of_clues() -> None:
    other = game("tatort_themse", uneven())
    assert other.edition == uneven()
    assert [text for text in other.texts_by_code if text.startswith("clue P")] == ["clue P2U"]


def edited(change: Callable[[Table], object]) -> Table:
    table = copy.deepcopy(built_in("tatort_themse"))
    change(table)
    return table


def first(table: Table) -> Table:
    case: Table = table["case"][0]
    return case


BAD_EDITIONS: list[tuple[str, Callable[[Table], object], str]] = [
    ("a missing clue", lambda t: first(t)["clues"].pop(), "expected 25 .* found 24"),
    ("a clue too many", lambda t: first(t)["clues"].append({"value": 2, "witness": "lady"}), "26"),
    ("an unknown witness", lambda t: first(t)["clues"][0].update(witness="dog"), "'dog'"),
    ("a value too high", lambda t: first(t)["clues"][0].update(value=7), "from 2 to 6, not 7"),
    ("a value that is no number", lambda t: first(t)["clues"][0].update(value="2"), "not '2'"),
    ("a truth for a value", lambda t: first(t)["clues"][0].update(value=True), "not True"),
    ("equal initials", lambda t: first(t).update(id="jade"), "different initials"),
    ("an initial that is no letter", lambda t: first(t).update(id="1st"), "begin with a letter"),
    ("an initial outside our notation", lambda t: first(t).update(id="Öl"), "from A to Z"),
    ("a missing case", lambda t: t["case"].pop(), "expected 5 cases, found 4"),
    ("a case without clues", lambda t: first(t).update(clues=[]), "at least one clue"),
    ("an unknown key", lambda t: first(t).update(colour="red"), "unknown key 'colour'"),
    ("a missing key", lambda t: first(t).pop("bonus"), "'bonus' is missing"),
    ("a negative bonus", lambda t: first(t).update(bonus=-1), "not -1"),
    ("an empty name", lambda t: t.update(name=" "), "name"),
    ("no list of cases", lambda t: t.update(case="gold"), "expected a list"),
    ("a case that is no table", lambda t: t["case"].insert(0, 3), "cases"),
]


@pytest.mark.parametrize(
    ("change", "message"), [row[1:] for row in BAD_EDITIONS], ids=[row[0] for row in BAD_EDITIONS]
)
def test_tt04_a_bad_edition_is_refused_in_one_line(
    change: Callable[[Table], object], message: str
) -> None:
    with pytest.raises(BadEdition, match=message) as caught:
        game("tatort_themse", edited(change))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["bobby", "yes", "act", "Pearls"])
def test_tt04_a_case_named_like_a_word_of_ours_leaves_that_word(language: str, name: str) -> None:
    ours = themse().texts(language).words
    words = game("tatort_themse", edited(lambda t: first(t).update(id=name))).texts(language).words
    assert {word: words[word] for word in ours} == ours
    assert words[name] == ours.get(name, name)


def test_tt04_an_edition_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadEdition, match="No such file"):
        read_edition(tmp_path / "missing.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("case = [")
    with pytest.raises(BadEdition, match="not TOML"):
        read_edition(broken)
