"""The result and its score sheet, line by line with clauses (HO-22 to HO-26)."""

from __future__ import annotations

from spieltisch.core.result import Result, ScoreLine
from spieltisch.games.holmes import scoring
from spieltisch.games.holmes.cards import KINDS, MAP, count, value
from spieltisch.games.holmes.edition import Edition
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.holmes.state import SEATS


def build_result(state: HolmesState, edition: Edition) -> Result:
    scores = [scoring.score(state, seat) for seat in range(SEATS)]
    best = scoring.winner(state)
    winners = list(range(SEATS)) if best == scoring.NOBODY else [best]
    return Result(
        scores=scores,
        winners=winners,
        ranking=[1 if seat in winners else 2 for seat in range(SEATS)],
        ending="seven_days",
        ending_clause="HO-20",
        sheet=[line for seat in range(SEATS) for line in seat_lines(state, seat, edition)],
        more={"glasses": list(state.glasses)},
    )


def seat_lines(state: HolmesState, seat: int, edition: Edition) -> list[ScoreLine]:
    lines = [kind_line(state, seat, kind, edition) for kind in range(KINDS) if there(state, kind)]
    lines += [
        ScoreLine(seat, scoring.COMPLETE, "HO-23", "complete", kind_facts(kind, edition))
        for kind in range(KINDS)
        if scoring.complete(state, seat, kind)
    ]
    number = count(state.rows[seat], MAP)
    if number:
        points = scoring.fragments(state, seat)
        lines.append(ScoreLine(seat, points, "HO-24", "fragments", {"number": number}))
    return [*lines, *joker_lines(state, seat), *tie_lines(state, seat)]


def there(state: HolmesState, kind: int) -> bool:
    return any(scoring.strength(state, seat, kind) > 0 for seat in range(SEATS))


def kind_facts(kind: int, edition: Edition) -> dict[str, str | int]:
    return {"kind": edition.face_name(kind), "value": value(kind)}


def kind_line(state: HolmesState, seat: int, kind: int, edition: Edition) -> ScoreLine:
    mine = scoring.strength(state, seat, kind)
    theirs = scoring.strength(state, 1 - seat, kind)
    facts = {**kind_facts(kind, edition), "mine": mine, "theirs": theirs}
    what = "majority" if mine > theirs else "equal" if mine == theirs else "minority"
    return ScoreLine(seat, scoring.majority(state, seat, kind), "HO-22", what, facts)


def joker_lines(state: HolmesState, seat: int) -> list[ScoreLine]:
    lines = []
    late, unplaced = state.late[seat], state.loose[seat]
    if late:
        points = scoring.LATE_JOKER * late
        lines.append(ScoreLine(seat, points, "HO-25", "late_jokers", {"number": late}))
    if unplaced:
        points = scoring.UNPLACED_JOKER * unplaced
        lines.append(ScoreLine(seat, points, "HO-25", "unplaced_jokers", {"number": unplaced}))
    return lines


def tie_lines(state: HolmesState, seat: int) -> list[ScoreLine]:
    """Only a tie is decided by glasses; they bring no points."""
    if scoring.score(state, 0) != scoring.score(state, 1):
        return []
    glasses = {"glasses": state.glasses[seat]}
    what = "draw" if scoring.winner(state) == scoring.NOBODY else "tie_break"
    return [ScoreLine(seat, 0, "HO-26", what, glasses)]
