"""Looking back: every choice is judged once, from its own view, and the costly ones named."""

from __future__ import annotations

import pytest

from spieltisch.bots.analysis import Analysis, Judged, collected, decisions, judge, judged
from spieltisch.bots.levels import UnknownLevel
from spieltisch.bots.report import MoveReport
from spieltisch.core.record import Record
from spieltisch.games import ROOMS, game
from tests.traces import recorded


def played(room: str) -> Record:
    return recorded(game(room), 2, {}, 3, "casual")


@pytest.mark.parametrize("room", ROOMS)
def test_every_decision_with_a_choice_is_asked_about(room: str) -> None:
    record = played(room)
    asked = decisions(game(room), record, "strong")
    assert asked
    for decision in asked:
        assert len(decision.legal) > 1
        assert record.steps[decision.step - 1] == (decision.seat, decision.played)


def test_a_decision_is_judged_from_its_own_view() -> None:
    record = played("tatort_themse")
    decision = decisions(game("tatort_themse"), record, "strong")[0]
    found = judge(decision)
    assert (found.step, found.seat, found.played) == (decision.step, decision.seat, decision.played)
    assert found.best in decision.legal
    assert 0.0 <= found.expected <= 1.0
    assert judge(decision) == found


def test_a_move_hardly_tried_is_not_called_a_mistake() -> None:
    record = played("tatort_themse")
    decision = decisions(game("tatort_themse"), record, "strong")[0]
    best, other = decision.legal[0], decision.played
    if best == other:
        best = decision.legal[1]
    tried = [MoveReport(best, 90, 0.8, 0.01), MoveReport(other, 2, 0.1, 0.3)]
    assert judged(decision, tried).cost == 0.0
    tried = [MoveReport(best, 90, 0.8, 0.01), MoveReport(other, 40, 0.5, 0.02)]
    assert judged(decision, tried).cost == pytest.approx(0.3)


def test_costly_moves_are_those_clearly_worse_most_first() -> None:
    rows = [
        Judged(1, 0, "a", "b", 0.6, 0.5, 0.01),
        Judged(2, 1, "a", "b", 0.6, 0.2, 0.01),
        Judged(3, 0, "a", "b", 0.6, 0.4, 0.3),
    ]
    analysis = Analysis("tatort_themse", "strong", 2, rows)
    assert [one.step for one in analysis.costly()] == [2, 1]
    assert analysis.curve(0) == [(1, 0.6), (3, 0.6)]


def test_answers_are_put_in_order() -> None:
    record = played("tatort_themse")
    rows = [Judged(step, 0, "a", "a", 0.5, 0.5, 0.1) for step in (5, 2)]
    found = collected(game("tatort_themse"), record, "strong", rows)
    assert [one.step for one in found.decisions] == [2, 5]


def test_only_bots_that_can_explain_themselves_analyse() -> None:
    with pytest.raises(UnknownLevel):
        decisions(game("tatort_themse"), played("tatort_themse"), "casual")
