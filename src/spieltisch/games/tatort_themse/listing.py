# compiled by mypyc
"""What is legal, and what chance can bring (TT-05 to TT-22).

Move codes are numbered in notation order; `moves` gives each its text.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.state import CHANCE
from spieltisch.games.tatort_themse.prices import (
    KINDS,
    MOST_ELIMINATED,
    REACH_ROW,
    ROW,
    can_pay,
    contains,
    count,
    eliminate_group,
    missing,
    take_group,
)
from spieltisch.games.tatort_themse.scoring import solved_cases
from spieltisch.games.tatort_themse.state import (
    ACT,
    ASK_RENEW,
    CLUES,
    COLUMNS,
    DEAL_CLUES,
    DISPLAY,
    GAP,
    PAY_ELIMINATION,
    QUESTION,
    ROWS,
    UNDEALT,
    Truth,
)

CLUE: Final = 0
WITNESS: Final = 25
RENEW: Final = 29
KEEP: Final = 30
TAKE: Final = 31
ELIMINATE: Final = 36
PASS: Final = 56
PAY: Final = 57

CASES_TO_END: Final = 4


def list_moves(state: Truth, into: "vec[i64]") -> i64:
    if state.phase == DEAL_CLUES:
        return list_clues(state, into)
    if state.turn == CHANCE:
        return list_witnesses(state, into)
    if state.phase == ASK_RENEW:
        into[0] = RENEW
        into[1] = KEEP
        return 2
    if state.phase == ACT:
        return list_actions(state, into)
    if state.phase == QUESTION:
        return list_questions(state, into)
    return list_payments(state, into)


def list_clues(state: Truth, into: "vec[i64]") -> i64:
    """Equal clues are listed once."""
    number: i64 = 0
    clue: i64 = 0
    while clue < CLUES:
        if state.owner[clue] == UNDEALT and may_lie_next(state, clue):
            code = CLUE + state.box.first_copy[clue]
            if number == 0 or into[number - 1] != code:
                into[number] = code
                number += 1
        clue += 1
    return number


def undealt_copies(state: Truth, first: i64) -> i64:
    number: i64 = 0
    clue = first
    while clue < CLUES and state.box.first_copy[clue] == first:
        if state.owner[clue] == UNDEALT:
            number += 1
        clue += 1
    return number


def may_lie_next(state: Truth, clue: i64) -> bool:
    """With fair tops no case lies on top of two columns (TT-08)."""
    if not state.fair_tops or state.dealt >= COLUMNS:
        return True
    column: i64 = 0
    while column < state.dealt:
        if state.box.case[state.grid[column * ROWS]] == state.box.case[clue]:
            return False
        column += 1
    return True


def list_witnesses(state: Truth, into: "vec[i64]") -> i64:
    number: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if count(state.pile, kind) > 0:
            into[number] = WITNESS + kind
            number += 1
        kind += 1
    return number


def list_actions(state: Truth, into: "vec[i64]") -> i64:
    reach = state.box.prices.reach(state.hands[state.mover])
    number: i64 = 0
    column: i64 = 0
    while column < COLUMNS:
        asks = state.asks[column]
        if asks != 0 and missing(reach, asks) & ROW == 0:
            into[number] = TAKE + column
            number += 1
        column += 1
    if reach >> REACH_ROW != 0:
        number = list_eliminations(state, into, number, reach)
    into[number] = PASS
    return number + 1


def list_eliminations(state: Truth, into: "vec[i64]", listed: i64, reach: i64) -> i64:
    number = listed
    ends = may_end(state)
    column: i64 = 0
    while column < COLUMNS:
        asks = state.asks[column] >> REACH_ROW
        lacks = missing(reach >> REACH_ROW, asks)
        clues: i64 = 1
        while asks != 0:
            if lacks & ROW == 0:
                if ends and clues > most_eliminated(state, column):
                    break
                into[number] = ELIMINATE + column * MOST_ELIMINATED + clues - 1
                number += 1
            asks >>= REACH_ROW
            lacks >>= REACH_ROW
            clues += 1
        column += 1
    return number


def clue_above(state: Truth, column: i64, below: i64) -> i64:
    return state.grid[column * ROWS + state.height[column] - 1 - below]


def most_eliminated(state: Truth, column: i64) -> i64:
    """How many clues may go before the top one or the end of the game (TT-14, TT-15)."""
    ending = CASES_TO_END - solved_cases(state)
    clues: i64 = 0
    while clues < state.height[column] - 1:
        if solves(state, column, clues):
            ending -= 1
            if ending == 0:
                return clues
        clues += 1
    return clues


def may_end(state: Truth) -> bool:
    """Solving all cases that could be solved from one column would end the game."""
    number: i64 = 0
    for left in state.left:
        if left < ROWS:
            number += 1
    return number >= CASES_TO_END


def solves(state: Truth, column: i64, below: i64) -> bool:
    """Removing this clue after those below it takes the last one of its case."""
    case = state.box.case[clue_above(state, column, below)]
    left = state.left[case]
    if left > below + 1:
        return False
    index: i64 = 0
    while index <= below:
        if state.box.case[clue_above(state, column, index)] == case:
            left -= 1
        index += 1
    return left == 0


def list_payments(state: Truth, into: "vec[i64]") -> i64:
    prices = state.box.prices
    hand = state.hands[state.mover]
    clue = clue_above(state, state.column, state.eliminating)
    kind = state.box.witness[clue]
    value = state.box.value[clue]
    first = state.phase == PAY_ELIMINATION
    group = eliminate_group(state.eliminating) if first else take_group(kind, value)
    number: i64 = 0
    index = prices.begins[group]
    end = prices.begins[group + 1]
    while index < end:
        cards = prices.payments[index]
        if contains(hand, cards) and (not first or can_pay(hand - cards, kind, value)):
            into[number] = PAY + prices.ranks[index]
            number += 1
        index += 1
    return number


def list_questions(state: Truth, into: "vec[i64]") -> i64:
    opening = PAY + state.box.prices.number
    shown = kinds_shown(state)
    number: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        into[number] = opening + kind
        number += (shown >> kind) & 1
        kind += 1
    if state.pile + state.discard > 0:
        into[number] = opening + KINDS
        number += 1
    return number


def kinds_shown(state: Truth) -> i64:
    """One bit for each kind in the display."""
    bits: i64 = 0
    slot: i64 = 0
    while slot < DISPLAY:
        if state.display[slot] != GAP:
            bits |= 1 << state.display[slot]
        slot += 1
    return bits


def slot_of(state: Truth, kind: i64) -> i64:
    slot: i64 = 0
    while slot < DISPLAY:
        if state.display[slot] == kind:
            return slot
        slot += 1
    return -1
