"""The result and its score sheet, line by line with clauses (TT-24 to TT-29)."""

from __future__ import annotations

from spieltisch.core.result import Result, ScoreLine
from spieltisch.games.tatort_themse.edition import Edition
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.scoring import score
from spieltisch.games.tatort_themse.state import CASES, CLUES, STALLED_ENDING, UNSOLVED


def build_result(state: ThemseState, edition: Edition) -> Result:
    scores = [score(state, seat) for seat in range(state.seats)]
    stalled = state.phase == STALLED_ENDING
    return Result(
        scores=scores,
        winners=[seat for seat, points in enumerate(scores) if points == max(scores)],
        ranking=[1 + sum(other > points for other in scores) for points in scores],
        ending="stalled" if stalled else "four_cases_solved",
        ending_clause="TT-29" if stalled else "TT-26",
        sheet=[line for seat in range(state.seats) for line in seat_lines(state, seat, edition)],
    )


def seat_lines(state: ThemseState, seat: int, edition: Edition) -> list[ScoreLine]:
    lines = [
        clue_line(state, seat, clue, edition) for clue in range(CLUES) if state.owner[clue] == seat
    ]
    for case in range(CASES):
        if state.solved[case] == seat:
            facts = {"case": edition.cases[case].id}
            lines.append(ScoreLine(seat, edition.cases[case].bonus, "TT-24", "bonus", facts))
    return lines


def clue_line(state: ThemseState, seat: int, clue: int, edition: Edition) -> ScoreLine:
    facts = {"clue": edition.clue_texts[clue], "case": edition.cases[state.box.case[clue]].id}
    if state.solved[state.box.case[clue]] == UNSOLVED:
        return ScoreLine(seat, 0, "TT-27", "unsolved_clue", facts)
    return ScoreLine(seat, state.box.value[clue], "TT-28", "clue", facts)
