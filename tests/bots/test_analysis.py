"""Looking back: every choice is judged once, from its own view, and the costly ones named."""

from __future__ import annotations

import pytest

from spieltisch.bots.analysis import Analysis, Judged, collected, judge, judged, questions
from spieltisch.bots.levels import UnknownLevel
from spieltisch.bots.protocol import MoveReport
from spieltisch.core.record import Record
from spieltisch.games import ROOMS, game
from spieltisch.trace import Tracer


def played(room: str) -> Record:
    trace = Tracer(game(room), 2, {}, 3, "casual").play(with_legal=False)
    steps = [(step["who"], step["text"]) for step in trace["steps"]]
    return Record(
        game=room, seats=2, options=trace["options"], edition=trace["edition"], steps=steps
    )


@pytest.mark.parametrize("room", ROOMS)
def test_every_decision_with_a_choice_is_asked_about(room: str) -> None:
    record = played(room)
    asked = questions(game(room), record, "strong")
    assert asked
    for question in asked:
        assert len(question.legal) > 1
        assert record.steps[question.step - 1] == (question.seat, question.played)


def test_a_decision_is_judged_from_its_own_view() -> None:
    record = played("tatort_themse")
    question = questions(game("tatort_themse"), record, "strong")[0]
    found = judge(question)
    assert (found.step, found.seat, found.played) == (question.step, question.seat, question.played)
    assert found.best in question.legal
    assert 0.0 <= found.expected <= 1.0
    assert judge(question) == found


def test_a_move_hardly_tried_is_not_called_a_mistake() -> None:
    record = played("tatort_themse")
    question = questions(game("tatort_themse"), record, "strong")[0]
    best, other = question.legal[0], question.played
    if best == other:
        best = question.legal[1]
    tried = [MoveReport(best, 90, 0.8, 0.01), MoveReport(other, 2, 0.1, 0.3)]
    assert judged(question, tried).cost == 0.0
    tried = [MoveReport(best, 90, 0.8, 0.01), MoveReport(other, 40, 0.5, 0.02)]
    assert judged(question, tried).cost == pytest.approx(0.3)


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
        questions(game("tatort_themse"), played("tatort_themse"), "casual")
