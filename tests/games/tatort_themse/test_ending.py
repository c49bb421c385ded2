"""Solving cases, the end and the score (TT-24 to TT-29)."""

from __future__ import annotations

import pytest

from spieltisch.core.state import OVER
from tests.games.tatort_themse.positions import (
    GRID,
    laid,
    legal,
    play,
    position,
    refusal,
    themse,
    told,
)

JEWELS = ("J2U", "J3L", "J4B", "J5M", "J6U")
LAST_DOCUMENTS = [("D2B",), ("G2M", "G3U"), ("P2U", "P3L"), ("S2L", "S3B"), JEWELS]


def test_tt24_the_last_clue_taken_solves_the_case_at_once() -> None:
    state = laid(position(["BB", ""], grid=LAST_DOCUMENTS, clues=[["D3M"], ["D4U"]]))
    play(state, "take 1")
    assert told(state)["solved"][2] == -2
    play(state, "pay BB")
    assert told(state)["solved"][2] == 0


def test_tt24_the_highest_sum_wins_not_who_solves() -> None:
    state = laid(position(["BB", ""], grid=LAST_DOCUMENTS, clues=[[], ["D6B"]]))
    play(state, "take 1", "pay BB")
    assert told(state)["solved"][2] == 1


def test_tt24_an_eliminated_clue_solves_too() -> None:
    grid = [("J2U", "D2B"), ("G2M", "G3U"), ("P2U", "P3L"), ("S2L", "S3B"), JEWELS[1:]]
    state = laid(position(["BBUU", ""], grid=grid, clues=[[], ["D6B"]]))
    play(state, "eliminate 1 1", "pay BB")
    assert told(state)["solved"][2] == 1
    assert themse().view(state, None).phase == "pay_clue"


def test_tt24_the_log_names_the_winner_and_the_bonus() -> None:
    state = laid(position(["BB", ""], grid=LAST_DOCUMENTS, clues=[["D3M"], []]))
    play(state, "take 1")
    before = state.copy()
    play(state, "pay BB")
    events = themse().aftermath(before, state)
    assert [(event.what, dict(event.facts)) for event in events] == [
        ("solved", {"case": "documents", "seat": 0, "bonus": 3})
    ]


def test_tt25_on_a_tie_nobody_gets_the_case() -> None:
    state = laid(position(["BB", "", ""], grid=LAST_DOCUMENTS, clues=[["D4U"], ["D6B"], []]))
    play(state, "take 1", "pay BB")
    assert told(state)["solved"][2] == -1


def test_tt25_nobody_gets_a_case_of_which_nobody_holds_a_clue() -> None:
    grid = [("J2U", "D2B"), ("G2M", "G3U"), ("P2U", "P3L"), ("S2L", "S3B"), JEWELS[1:]]
    state = laid(position(["BBUU", ""], grid=grid))
    play(state, "eliminate 1 1", "pay BB")
    assert told(state)["solved"][2] == -1


FOURTH = [("D2B",), JEWELS, (), (), ()]


def test_tt26_the_fourth_case_ends_the_game_without_questioning() -> None:
    state = laid(position(["BB", ""], grid=FOURTH, pile="LL"))
    play(state, "take 1", "pay BB")
    assert state.turn == OVER
    result = themse().result(state)
    assert (result.ending, result.ending_clause) == ("four_cases_solved", "TT-26")
    assert refusal(state, "blind") == ("TT-26", "game_over")


def test_tt27_clues_of_the_fifth_case_are_worth_nothing() -> None:
    grid = [("D2B",), JEWELS[:4], (), (), ()]
    state = laid(position(["BB", ""], grid=grid, clues=[["J6U"], ["D6B", "P2U"]]))
    play(state, "take 1", "pay BB")
    result = themse().result(state)
    lines = [(line.amount, line.clause) for line in result.sheet if line.facts.get("clue") == "J6U"]
    assert lines == [(0, "TT-27")]
    assert result.scores == [2, 6 + 3 + 2 + 2]


def test_tt28_clues_and_bonuses_add_up() -> None:
    clues = [["P6U", "S2L"], ["G6M", "G5B", "S3B"]]
    state = laid(position(["BB", ""], grid=FOURTH, clues=clues))
    play(state, "take 1", "pay BB")
    result = themse().result(state)
    assert result.scores == [6 + 2 + 2 + 2 + 3, 6 + 5 + 3 + 4 + 3]
    assert (result.winners, result.ranking) == ([1], [2, 1])
    assert state.payoffs() == [0.0, 1.0]


def test_tt28_equal_totals_share_the_victory() -> None:
    clues = [[], ["P3L"], ["S2L"]]
    state = laid(position(["BB", "", ""], grid=FOURTH, clues=clues))
    play(state, "take 1", "pay BB")
    result = themse().result(state)
    assert result.scores == [2 + 3, 3 + 2, 2 + 3]
    assert result.winners == [0, 1, 2]
    assert state.payoffs() == pytest.approx([1 / 3] * 3)


def stalled(skips: int = 0, seats: int = 3) -> dict[str, object]:
    """All 72 witnesses are in hands, most of them in the last seat's."""
    hands = [*("BB", "UU", "LL", "MM")[: seats - 1], ""]
    return position(hands, display="    ", rest=str(seats - 1), grid=GRID, skips=skips)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_tt29_a_full_round_of_skips_ends_the_game(seats: int) -> None:
    state = laid(stalled(seats=seats))
    for seat in range(seats):
        assert state.turn == seat
        play(state, "pass")
    assert state.turn == OVER
    result = themse().result(state)
    assert (result.ending, result.ending_clause) == ("stalled", "TT-29")
    assert refusal(state, "pass") == ("TT-29", "game_over")


def test_tt29_unsolved_cases_count_as_the_fifth_does() -> None:
    document = position(
        ["", ""], display="    ", rest="1", grid=LAST_DOCUMENTS, clues=[["D6B"], []]
    )
    state = laid(document)
    play(state, "pass", "pass")
    assert themse().result(state).scores == [0, 0]


def test_tt29_a_clue_taken_breaks_the_row_of_skips() -> None:
    state = laid(stalled(skips=1))
    play(state, "pass")
    assert told(state)["skips"] == 2
    play(state, "take 1", "pay UU")
    assert "blind" in legal(state)
    assert told(state)["skips"] == 0


def test_tt29_a_witness_questioned_breaks_the_row_of_skips() -> None:
    document = position(["", ""], display="B   ", rest="1", skips=0)
    state = laid(document)
    play(state, "pass", "open B", "pass")
    assert told(state)["skips"] == 1
    play(state, "pass")
    assert state.turn == OVER
