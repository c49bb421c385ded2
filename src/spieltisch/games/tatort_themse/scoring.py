# compiled by mypyc
"""Solving cases and adding up (TT-24 to TT-29)."""

from mypy_extensions import i64

from spieltisch.games.tatort_themse.state import CASES, NOBODY, UNSOLVED, Truth


def leader(state: Truth, case: i64) -> i64:
    """The seat with the highest sum in the case, or NOBODY on a tie (TT-24, TT-25)."""
    best: i64 = 0
    leading: i64 = NOBODY
    seat: i64 = 0
    while seat < state.seats:
        value = state.sums[seat * CASES + case]
        if value > best:
            best = value
            leading = seat
        elif value == best:
            leading = NOBODY
        seat += 1
    return leading


def solved_cases(state: Truth) -> i64:
    number: i64 = 0
    for winner in state.solved:
        if winner != UNSOLVED:
            number += 1
    return number


def score(state: Truth, seat: i64) -> i64:
    """Clues of solved cases and the bonuses won (TT-27, TT-28)."""
    points: i64 = 0
    case: i64 = 0
    while case < CASES:
        if state.solved[case] != UNSOLVED:
            points += state.sums[seat * CASES + case]
        if state.solved[case] == seat:
            points += state.box.bonus[case]
        case += 1
    return points


def promise(state: Truth, seat: i64) -> i64:
    """Twice what the seat would score if the cases it leads were solved; those no longer to be
    solved count half."""
    points: i64 = 0
    case: i64 = 0
    while case < CASES:
        held = state.sums[seat * CASES + case]
        if state.solved[case] != UNSOLVED:
            points += 2 * held
            if state.solved[case] == seat:
                points += 2 * state.box.bonus[case]
        else:
            points += held
            if leader(state, case) == seat:
                points += state.box.bonus[case]
        case += 1
    return points


def outlook(state: Truth, seat: i64) -> i64:
    """Twice the lead over the best of the others; all of it lies open."""
    best: i64 = 0
    other: i64 = 0
    while other < state.seats:
        if other != seat:
            points = promise(state, other)
            if points > best:
                best = points
        other += 1
    return promise(state, seat) - best


def best_score(state: Truth) -> i64:
    best: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        points = score(state, seat)
        if points > best:
            best = points
        seat += 1
    return best
