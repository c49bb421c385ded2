"""Cards that can never be laid together are refused with a clause; other texts are no moves."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import UnreadableMove
from spieltisch.core.texts import LANGUAGES
from tests.games.zug_um_zug.positions import laid, position, refusal, room


@pytest.mark.parametrize("cards", ["LL", "L", "R"])
def test_zz13_a_set_needs_two_cards_one_of_them_coloured(cards: str) -> None:
    state = laid(position(["RRPBLL", ""]))
    assert refusal(state, f"lay {cards}") == ("ZZ-13", "no_set_of_a_colour")


@pytest.mark.parametrize("cards", ["PB", "PBOW", "PBL", "PPB", "RRG", "LPB"])
def test_zz14_different_colours_are_exactly_three_without_locomotives(cards: str) -> None:
    state = laid(position(["PPBBOWGRRLL", ""]))
    assert refusal(state, f"lay {cards}") == ("ZZ-14", "no_three_colours")


def test_zz14_three_colours_one_does_not_hold_break_the_clause_of_three_colours() -> None:
    state = laid(position(["PBR", ""]))
    assert refusal(state, "lay PBO") == ("ZZ-14", "not_in_hand")
    assert refusal(state, "lay PP") == ("ZZ-13", "not_in_hand")


@pytest.mark.parametrize("language", LANGUAGES)
def test_zz05_zz17_zz23_the_clauses_say_that_numbers_ascend(language: str) -> None:
    """What a ticket chosen out of order is refused with."""
    word = {"de": "aufsteigender Nummer", "fr": "numéro croissant", "en": "ascending number"}
    clauses = room().texts(language).clauses()
    for clause in ("ZZ-05", "ZZ-17", "ZZ-23"):
        assert word[language] in clauses[clause].text


@pytest.mark.parametrize(
    "text", ["lay LR", "lay OBP", "lay", "lay XX", "draw Z", "keep 47", "lay " + "PB" * 50]
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(UnreadableMove, match="no move"):
        room().parse(text)
