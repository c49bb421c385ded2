"""Cards that can never be laid together are refused with a clause; other texts are no moves."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import UnreadableMove
from spieltisch.games import game


@pytest.mark.parametrize("cards", ["LL", "L", "R"])
def test_zz13_a_set_needs_two_cards_one_of_them_coloured(cards: str) -> None:
    with pytest.raises(UnreadableMove, match="ZZ-13"):
        game("zug_um_zug").parse(f"lay {cards}")


@pytest.mark.parametrize("cards", ["PB", "PBOW", "PBL", "PPB"])
def test_zz14_different_colours_are_exactly_three_without_locomotives(cards: str) -> None:
    with pytest.raises(UnreadableMove, match="ZZ-14"):
        game("zug_um_zug").parse(f"lay {cards}")


@pytest.mark.parametrize("text", ["lay LR", "lay OBP", "lay", "lay XX", "draw Z", "keep 47"])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(UnreadableMove, match="no move"):
        game("zug_um_zug").parse(text)
