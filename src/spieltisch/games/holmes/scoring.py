# compiled by mypyc
"""Adding up at the end (HO-22 to HO-26). One function for each rule."""

from typing import Final

from mypy_extensions import i64

from spieltisch.games.holmes.cards import KINDS, MAP, count, value
from spieltisch.games.holmes.state import Truth

COMPLETE: Final = 3
LATE_JOKER: Final = -1
UNPLACED_JOKER: Final = -3
NOBODY: Final = -1


def strength(state: Truth, seat: i64, kind: i64) -> i64:
    """Clues of the kind in the row, its joker included (HO-22)."""
    return count(state.rows[seat], kind) + ((state.jokers[seat] >> kind) & 1)


def majority(state: Truth, seat: i64, kind: i64) -> i64:
    """Who has more scores the value less the other's clues (HO-22)."""
    other = strength(state, 1 - seat, kind)
    if strength(state, seat, kind) <= other:
        return 0
    return value(kind) - other


def complete(state: Truth, seat: i64, kind: i64) -> i64:
    """All cards of the kind that are in the box, jokers not counted (HO-23)."""
    there = count(state.box.clues, kind)
    return COMPLETE if there > 0 and count(state.rows[seat], kind) == there else 0


def fragments(state: Truth, seat: i64) -> i64:
    """-1 / 1 / 3 / 6 / 10: a lonely one costs a point, else every pair brings one (HO-24)."""
    number = count(state.rows[seat], MAP)
    if number == 1:
        return -1
    return number * (number - 1) // 2


def jokers(state: Truth, seat: i64) -> i64:
    """Jokers laid only at the end, and those that fit no row (HO-25)."""
    return LATE_JOKER * state.late[seat] + UNPLACED_JOKER * state.loose[seat]


def score(state: Truth, seat: i64) -> i64:
    points = fragments(state, seat) + jokers(state, seat)
    kind: i64 = 0
    while kind < KINDS:
        points += majority(state, seat, kind) + complete(state, seat, kind)
        kind += 1
    return points


def winner(state: Truth) -> i64:
    """The seat with more points, then with more glasses; NOBODY is a draw (HO-26)."""
    lead = score(state, 0) - score(state, 1)
    if lead == 0:
        lead = state.glasses[0] - state.glasses[1]
    if lead == 0:
        return NOBODY
    return 0 if lead > 0 else 1
