# compiled by mypyc
"""A seat's view as numbers, for learning agents.

Layout, in order (`layout` names the parts): the 25 places of the grid, column by column from the
top, each as case (5), value / 6, witness kind (4), all 0 when empty; the clue sums by seat and case
/ the sum of the richest case, the observer first; of each case: share of its clues left, solved,
won by each seat; own hand by kind / 18; of each other seat: cards known by kind / 18 and unknown
ones / 72; display by kind / 4; pile and discard by size / 72; discard by kind / 18; whose turn it
is, the observer first; the phase; clues to eliminate first / 4, and the column being paid for.
"""

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.observing import ONE, part, sections
from spieltisch.games.tatort_themse.prices import KINDS, count, single, size
from spieltisch.games.tatort_themse.state import (
    CASES,
    CLUES,
    COLUMNS,
    DISPLAY,
    GAP,
    PAY_CLUE,
    PAY_ELIMINATION,
    ROWS,
    STALLED_ENDING,
    UNSOLVED,
    Truth,
)

PER_PLACE = CASES + 1 + KINDS


def layout(seats: int) -> dict[str, tuple[int, int]]:
    """Where each part begins and how long it is."""
    return sections(
        {
            "grid": CLUES * PER_PLACE,
            "sums": seats * CASES,
            "cases": CASES * (2 + seats),
            "hand": KINDS,
            "others": (seats - 1) * (KINDS + 1),
            "display": KINDS,
            "piles": 2,
            "discard": KINDS,
            "turn": seats,
            "phase": STALLED_ENDING + 1,
            "paying": 1 + COLUMNS,
        }
    )


def write(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> None:
    at = write_grid(state, into, begin)
    at = write_cases(state, observer, into, at)
    at = write_hands(state, observer, into, at)
    write_turn(state, observer, into, at)


def write_grid(state: Truth, into: "vec[i32]", begin: i64) -> i64:
    at = begin
    column: i64 = 0
    while column < COLUMNS:
        row: i64 = 0
        while row < ROWS:
            if row < state.height[column]:
                clue = state.grid[column * ROWS + row]
                into[at + state.box.case[clue]] = ONE
                into[at + CASES] = part(state.box.value[clue], 6)
                into[at + CASES + 1 + state.box.witness[clue]] = ONE
            at += CASES + 1 + KINDS
            row += 1
        column += 1
    return at


def write_cases(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> i64:
    at = begin
    richest = state.box.richest
    step: i64 = 0
    while step < state.seats:
        seat = (observer + step) % state.seats
        case: i64 = 0
        while case < CASES:
            into[at] = part(state.sums[seat * CASES + case], richest)
            at += 1
            case += 1
        step += 1
    case = 0
    while case < CASES:
        winner = state.solved[case]
        into[at] = part(state.left[case], state.box.clues_of_case[case])
        if winner != UNSOLVED:
            into[at + 1] = ONE
        if winner >= 0:
            into[at + 2 + (winner - observer + state.seats) % state.seats] = ONE
        at += 2 + state.seats
        case += 1
    return at


def write_hands(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> i64:
    at = write_counts(state.hands[observer], 18, into, begin)
    step: i64 = 1
    while step < state.seats:
        seat = (observer + step) % state.seats
        known = state.known[seat]
        at = write_counts(known, 18, into, at)
        into[at] = part(size(state.hands[seat]) - size(known), 72)
        at += 1
        step += 1
    shown: i64 = 0
    for kind in state.display:
        if kind != GAP:
            shown += single(kind)
    write_counts(shown, DISPLAY, into, at)
    into[at + KINDS] = part(size(state.pile), 72)
    into[at + KINDS + 1] = part(size(state.discard), 72)
    return write_counts(state.discard, 18, into, at + KINDS + 2)


def write_counts(cards: i64, most: i64, into: "vec[i32]", begin: i64) -> i64:
    kind: i64 = 0
    while kind < KINDS:
        number = count(cards, kind)
        if number != 0:
            into[begin + kind] = part(number, most)
        kind += 1
    return begin + KINDS


def write_turn(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> None:
    into[begin + (state.mover - observer + state.seats) % state.seats] = ONE
    at = begin + state.seats
    into[at + state.phase] = ONE
    at += STALLED_ENDING + 1
    into[at] = part(state.eliminating, 4)
    if state.phase in (PAY_ELIMINATION, PAY_CLUE):
        into[at + 1 + state.column] = ONE
