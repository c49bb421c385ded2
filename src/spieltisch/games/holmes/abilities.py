# compiled by mypyc
"""The interpreter of abilities (HO-16, HO-A1 to HO-A10).

An edition's abilities are one flat program of steps (see `state.Box`). `carry_on` does what needs
no decision and stops where a seat or chance has to speak; rules answer and carry on.
"""

from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.core.state import CHANCE
from spieltisch.games.holmes.cards import JOKER, KINDS, count, different, single, size
from spieltisch.games.holmes.state import (
    COPY,
    COPYING,
    DRAW,
    DRAWING,
    GAIN,
    GAIN_PER_KIND,
    KEEPING,
    NONE,
    PAY,
    RENEW,
    RENEWING,
    SNIFF,
    SNIFFING,
    STEAL,
    STEAL_GLASSES,
    STEALING,
    STOP,
    TAKE,
    TAKE_HIDDEN,
    TAKE_SAME,
    TAKE_SAME_HIDDEN,
    TAKING,
    Truth,
)


def usable(state: Truth, person: i64, purse: i64, reserve: i64) -> bool:
    """Whether the mover could use the ability now with so many glasses in the purse: the price
    is there (HO-16), equal clues lie there (HO-A3), and some step does something (HO-A10).
    Glasses paid by earlier steps are in the reserve (HO-17)."""
    box = state.box
    at = box.begins[person]
    spare = purse - box.due[at]
    if spare < 0:
        return False
    there = reserve
    works = False
    while box.ops[at] != STOP:
        op = box.ops[at]
        if op == PAY:
            there += box.numbers[at]
        elif op in (TAKE_SAME, TAKE_SAME_HIDDEN):
            if equal_clues(state, box.numbers[at]) == 0:
                return False
            works = True
        elif not works:
            works = does_something(state, person, op, spare, there)
        at += 1
    return works


def does_something(state: Truth, person: i64, op: i64, spare: i64, reserve: i64) -> bool:
    if op == GAIN:
        return reserve > 0
    if op == GAIN_PER_KIND:
        return reserve > 0 and state.display != 0
    if op in (TAKE, TAKE_HIDDEN):
        return state.display != 0
    if op == STEAL:
        return state.rows[1 - state.mover] != 0
    if op == STEAL_GLASSES:
        return state.glasses[1 - state.mover] > 0
    if op == COPY:
        return to_copy(state, person, spare, reserve) != 0
    return state.pile != 0


def to_copy(state: Truth, person: i64, purse: i64, reserve: i64) -> i64:
    """The other persons who lie face up and whose abilities could be copied (HO-A9)."""
    candidates = state.face_up & ~state.box.copies & ~bit(person)
    found: i64 = 0
    other: i64 = 0
    while other < state.box.persons:
        if (candidates >> other) & 1 == 1 and usable(state, other, purse, reserve):
            found |= bit(other)
        other += 1
    return found


def to_copy_now(state: Truth) -> i64:
    """At a copying step: what the ability itself still asks for is set aside."""
    seat = state.mover
    purse = state.glasses[seat] - state.box.due[state.step]
    return to_copy(state, state.visited, purse, state.reserve)


def equal_clues(state: Truth, number: i64) -> i64:
    """The kinds 3 to 9 that lie so many times in the display."""
    kinds: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if count(state.display, kind) >= number:
            kinds |= bit(kind)
        kind += 1
    return kinds


def enter(state: Truth, step: i64) -> None:
    state.step = step
    state.left = state.box.numbers[step]


def carry_on(state: Truth) -> bool:
    """Go on with the ability; True when somebody or chance is asked, False when it is done."""
    while True:
        op = state.box.ops[state.step]
        if op == STOP:
            if state.resume == NONE:
                return False
            enter(state, state.resume)
            state.resume = NONE
        elif op >= TAKE and op != STEAL_GLASSES:
            if asks(state, op):
                return True
            enter(state, state.step + 1)
        else:
            move_glasses(state, op)
            enter(state, state.step + 1)


def move_glasses(state: Truth, op: i64) -> None:
    """Steps about glasses are done at once (HO-A1, HO-A2, HO-A7)."""
    number = state.left
    seat = state.mover
    if op == PAY:
        state.glasses[seat] -= number
        state.reserve += number
    elif op == STEAL_GLASSES:
        there = state.glasses[1 - seat]
        moved = number if number < there else there
        state.glasses[1 - seat] -= moved
        state.glasses[seat] += moved
    else:
        if op == GAIN_PER_KIND:
            kinds = different(state.display)
            number = number if number < kinds else kinds
        moved = number if number < state.reserve else state.reserve
        state.reserve -= moved
        state.glasses[seat] += moved


def asks(state: Truth, op: i64) -> bool:
    """Whether the step has something left to ask; what needs no answer is done here."""
    if op in (TAKE, TAKE_HIDDEN):
        return state.left > 0 and state.display != 0 and ask(state, TAKING)
    if op in (TAKE_SAME, TAKE_SAME_HIDDEN):
        return state.left > 0 and equal_clues(state, state.left) != 0 and ask(state, TAKING)
    if op == DRAW:
        return state.left > 0 and state.pile != 0 and ask_chance(state, DRAWING)
    if op == SNIFF:
        return goes_on_sniffing(state)
    if op == STEAL:
        rows = state.rows[1 - state.mover]
        return state.left > 0 and rows != 0 and ask(state, STEALING)
    if op == RENEW:
        return goes_on_renewing(state)
    if state.left == 0 or to_copy_now(state) == 0:
        return False
    return ask(state, COPYING)


def ask(state: Truth, phase: i64) -> bool:
    state.turn = state.mover
    state.phase = phase
    return True


def ask_chance(state: Truth, phase: i64) -> bool:
    state.turn = CHANCE
    state.phase = phase
    return True


def goes_on_sniffing(state: Truth) -> bool:
    if state.left > 0 and state.pile != 0:
        return ask_chance(state, SNIFFING)
    return state.sniffed != 0 and ask(state, KEEPING)


def goes_on_renewing(state: Truth) -> bool:
    """The open clues leave only if there are others to come (HO-A8)."""
    if state.left > 0 and state.pile != 0:
        state.gone += state.display
        state.display = 0
    state.left = 0
    if size(state.display) < state.box.display and state.pile != 0:
        return ask_chance(state, RENEWING)
    return False


def sniff(state: Truth, face: i64) -> None:
    """A card looked at: jokers go open into the display at once (HO-A5)."""
    state.left -= 1
    if face == JOKER:
        state.display += single(face)
    else:
        state.sniffed += single(face)


def keep(state: Truth, face: i64) -> None:
    """One card goes face down before the mover, the others open into the display (HO-A5)."""
    state.down[state.mover] += single(face)
    state.display += state.sniffed - single(face)
    state.sniffed = 0
    state.left = 0


def copy_ability(state: Truth, person: i64) -> None:
    state.resume = state.step + 1
    enter(state, state.box.begins[person])
