"""Renewing the display and eliminating clues (TT-10 to TT-15)."""

from __future__ import annotations

import pytest

from spieltisch.core.state import OVER
from tests.games.tatort_themse.positions import (
    below,
    laid,
    legal,
    outcomes,
    play,
    position,
    refusal,
    told,
)


def test_tt10_four_equal_witnesses_may_be_renewed() -> None:
    state = laid(position(display="LLLL", pile="BMUB", phase="ask_renew"))
    assert legal(state) == ["renew", "keep"]
    play(state, "renew")
    assert told(state)["discard"].count("L") == 18
    play(state, "witness B", "witness M", "witness U", "witness B")
    assert told(state)["display"] == ["B", "M", "U", "B"]
    assert state.turn == 0 and "pass" in legal(state)


def test_tt10_four_equal_witnesses_may_be_kept() -> None:
    state = laid(position(display="LLLL", phase="ask_renew"))
    assert refusal(state, "pass") == ("TT-10", "renew_or_keep_first")
    play(state, "keep")
    assert told(state)["display"] == ["L"] * 4
    assert "pass" in legal(state)


def test_tt10_the_question_comes_at_the_start_of_the_next_turn() -> None:
    state = laid(position(display="LLLB", pile="LM"))
    play(state, "pass", "open B", "witness L")
    assert (state.turn, legal(state)) == (1, ["renew", "keep"])


def test_tt10_three_equal_witnesses_are_no_reason() -> None:
    state = laid(position(display="LLLB"))
    assert refusal(state, "renew") == ("TT-10", "not_four_equal")


def test_tt11_four_equal_again_stay() -> None:
    state = laid(position(display="LLLL", pile="BBBBM", phase="ask_renew"))
    play(state, "renew", *["witness B"] * 4)
    assert told(state)["display"] == ["B"] * 4
    assert refusal(state, "renew") == ("TT-11", "once_a_turn")
    assert "pass" in legal(state)


def test_tt11_who_kept_the_four_is_not_asked_again() -> None:
    state = laid(position(display="LLLL", pile="BBBBM", phase="ask_renew"))
    play(state, "keep")
    assert refusal(state, "renew") == refusal(state, "keep") == ("TT-11", "once_a_turn")


def test_tt11_the_four_are_shuffled_in_if_the_pile_runs_out() -> None:
    state = laid(position(display="LLLL", pile="B", discard="", rest="1", phase="ask_renew"))
    play(state, "renew")
    assert outcomes(state) == {"witness B": 1}
    play(state, "witness B")
    assert outcomes(state) == {"witness L": 4}


def test_tt11_a_display_with_a_gap_does_not_count() -> None:
    state = laid(position(["", ""], display="LLL ", rest="1"))
    play(state, "pass", "open L")
    assert "pass" in legal(state)
    assert refusal(state, "renew") == ("TT-10", "not_four_equal")


def test_tt12_only_cards_of_the_hand_pay_for_eliminating() -> None:
    state = laid(position(["BBLL", ""], grid=below("S2L", "J2U")))
    play(state, "eliminate 1 1")
    assert refusal(state, "pay MM") == ("TT-12", "not_in_hand")


@pytest.mark.parametrize(("clues", "next_one"), [(1, "BB"), (2, "MM"), (3, "LL"), (4, "UU")])
def test_tt12_two_equal_witnesses_a_clue(clues: int, next_one: str) -> None:
    grid = below("J2U", "S2L", "G2M", "D2B", "P2U")
    state = laid(position(["B" * 2 * clues + next_one, ""], grid=grid))
    play(state, f"eliminate 1 {clues}", "pay " + "B" * 2 * clues)
    assert len(told(state)["grid"][0]) == 5 - clues
    assert legal(state) == [f"pay {next_one}"]


def test_tt12_the_bottom_clues_of_one_column_leave_the_game() -> None:
    grid = below("P4B", "S2L", "J2U", "D3M")
    state = laid(position(["MMMMLL", ""], grid=grid))
    play(state, "eliminate 1 2", "pay MMMM")
    assert told(state)["grid"][0] == ["P4B", "S2L"]
    assert {"J2U", "D3M"} <= set(told(state)["eliminated"])


@pytest.mark.parametrize("kind", "BMUL")
def test_tt12_any_kind_pays(kind: str) -> None:
    grid = below("S2L", "J2U")
    state = laid(position([kind * 2 + "LL", ""], grid=grid))
    play(state, "eliminate 1 1")
    assert f"pay {kind * 2}" in legal(state)


def test_tt12_all_of_one_kind_or_jokers() -> None:
    """Four witnesses remove two clues; B B U U are two pairs, not four of a kind."""
    grid = below("S2L", "J2U", "P2U")
    state = laid(position(["BBUULL", ""], grid=grid))
    assert "eliminate 1 1" in legal(state)
    assert refusal(state, "eliminate 1 2") == ("TT-13", "cannot_pay_both")


def test_tt13_the_next_clue_must_be_paid_at_once() -> None:
    grid = below("S2L", "J2U")
    state = laid(position(["BBLL", ""], grid=grid))
    play(state, "eliminate 1 1")
    assert legal(state) == ["pay BB"]
    assert refusal(state, "pay LL") == ("TT-13", "clue_unpaid_then")
    play(state, "pay BB")
    assert legal(state) == ["pay LL"]
    assert refusal(state, "pass") == ("TT-16", "pay_clue_first")
    play(state, "pay LL")
    assert told(state)["clues"][0] == ["S2L"]


def test_tt13_who_cannot_pay_the_clue_may_not_eliminate() -> None:
    grid = below("S3B", "J2U")
    state = laid(position(["BBBM", ""], grid=grid))
    assert refusal(state, "eliminate 1 1") == ("TT-13", "cannot_pay_both")


def test_tt14_the_top_clue_is_never_eliminated() -> None:
    grid = below("S2L", "J2U")
    state = laid(position(["B" * 12 + "LL", ""], grid=grid))
    assert "eliminate 1 1" in legal(state)
    assert refusal(state, "eliminate 1 2") == ("TT-14", "top_clue_stays")
    assert refusal(state, "eliminate 1 4") == ("TT-14", "top_clue_stays")


def test_tt14_nothing_to_eliminate_in_an_empty_column() -> None:
    state = laid(position(["B" * 12, ""], grid=below()))
    assert refusal(state, "eliminate 1 1") == ("TT-12", "column_empty")


# P, S and D are solved; G5B is the last clue of the gold.
LAST_GOLD = [("J2U", "J3L", "G5B", "J4B"), ("J5M", "J6U"), (), (), ()]


def test_tt15_a_clue_that_would_end_the_game_stays() -> None:
    state = laid(position(["B" * 12 + "U" * 6, ""], grid=LAST_GOLD))
    assert refusal(state, "eliminate 1 2") == ("TT-15", "would_end_game")
    assert refusal(state, "eliminate 1 3") == ("TT-15", "would_end_game")


def test_tt15_the_clue_taken_after_an_elimination_may_end_the_game() -> None:
    state = laid(position(["BBBBBUU", ""], grid=LAST_GOLD))
    play(state, "eliminate 1 1", "pay UU", "pay BBBBB")
    assert state.turn == OVER


def test_tt15_each_clue_is_checked_in_the_order_of_removal() -> None:
    """P and S are solved. The first elimination would solve the third case, D; the second would
    solve the fourth, G."""
    grid = [("J2U", "J3L", "G5B", "D2B"), ("J5M", "J6U"), (), (), ()]
    state = laid(position(["B" * 12 + "L" * 6, ""], grid=grid))
    assert "eliminate 1 1" in legal(state)
    assert refusal(state, "eliminate 1 2") == ("TT-15", "would_end_game")


def test_tt15_two_clues_of_the_same_last_case() -> None:
    """The first of the two gold clues leaves one: only the second would solve the case."""
    grid = [("J2U", "G4L", "G5B"), ("J5M", "J6U"), (), (), ()]
    state = laid(position(["B" * 12 + "L" * 6, ""], grid=grid))
    assert "eliminate 1 1" in legal(state)
    assert refusal(state, "eliminate 1 2") == ("TT-15", "would_end_game")


def test_tt14_more_clues_than_a_column_has_are_refused_by_the_clause() -> None:
    grid = below("J2U", "S2L", "G2M", "D2B", "P2U")
    state = laid(position(["BBBBBBBBUU", ""], grid=grid))
    for text in ("eliminate 1 5", "eliminate 1 9"):
        assert refusal(state, text) == ("TT-14", "top_clue_stays")
