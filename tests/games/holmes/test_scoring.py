"""The sheet at the end (HO-22 to HO-26)."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch.core.result import Result
from tests.games.holmes.positions import ROOM, Markers, laid, position

ALL_PLACED: Markers = dict.fromkeys(("hudson", "lestrade", "watson"), ("lying", "lying"))


def scored(mine: dict[str, Any], theirs: dict[str, Any]) -> Result:
    end: dict[str, Any] = {"day": 7, "placed": 6, "phase": "ending", "mover": 1}
    over = position(mine, theirs, display="4455", markers=ALL_PLACED, **end)
    return ROOM.result(laid(over))


def amounts(result: Result, clause: str) -> list[tuple[int, str, int]]:
    return [(line.seat, line.what, line.amount) for line in result.sheet if line.clause == clause]


def test_ho22_the_majority_scores_the_value_less_the_others_clues() -> None:
    result = scored({"rows": "777"}, {"rows": "77"})
    assert amounts(result, "HO-22") == [(0, "majority", 5), (1, "minority", 0)]
    assert result.scores == [5, 0]


def test_ho22_a_joker_counts_on_both_sides() -> None:
    assert scored({"rows": "77", "jokers": "7"}, {"rows": "77"}).scores == [5, 0]
    assert scored({"rows": "777"}, {"rows": "7", "jokers": "7"}).scores == [5, 0]
    tied = scored({"rows": "77", "jokers": "7"}, {"rows": "777"})
    assert amounts(tied, "HO-22") == [(0, "equal", 0), (1, "equal", 0)]


def test_ho23_all_cards_of_a_kind_score_3_more() -> None:
    assert scored({"rows": "333"}, {}).scores == [6, 0]
    assert scored({"rows": "33", "jokers": "3"}, {}).scores == [3, 0], "jokers do not count"


@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, -1), (2, 1), (3, 3), (4, 6), (5, 10)])
def test_ho24_map_fragments(number: int, points: int) -> None:
    assert scored({"rows": "M" * number}, {}).scores == [points, 0]


def test_ho25_late_and_unplaced_jokers() -> None:
    result = scored({"rows": "89", "jokers": "89", "late": 2, "loose": 1}, {})
    assert amounts(result, "HO-25") == [(0, "late_jokers", -2), (0, "unplaced_jokers", -3)]
    assert result.scores == [8 + 9 - 2 - 3, 0]


def test_ho26_glasses_break_a_tie_and_else_it_is_a_draw() -> None:
    broken = scored({"rows": "9", "glasses": 4}, {"rows": "MMMM333", "glasses": 6, "loose": 1})
    assert broken.scores == [9, 9]
    assert (broken.winners, broken.ranking) == ([1], [2, 1])
    assert amounts(broken, "HO-26") == [(0, "tie_break", 0), (1, "tie_break", 0)]
    draw = scored({"rows": "9"}, {"rows": "MMMM333", "loose": 1})
    assert (draw.winners, draw.ranking) == ([0, 1], [1, 1])
    assert amounts(draw, "HO-26") == [(0, "draw", 0), (1, "draw", 0)]
