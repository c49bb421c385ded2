# compiled by mypyc
"""What a sensible beginner plays, for playouts and the easy bots.

Each ability is judged by what its steps bring now, in hundredths of a point: clues by who leads in
their kind and what is left of it, glasses by how many are held and how many turns are to come.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import Policy, State
from spieltisch.games.holmes.abilities import equal_clues, to_copy, usable
from spieltisch.games.holmes.cards import FACES, KINDS, count, different, single, size
from spieltisch.games.holmes.days import origin_of, target_of
from spieltisch.games.holmes.listing import without_joker
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.holmes.state import (
    ASK_USE,
    COPY,
    COPYING,
    DRAW,
    GAIN,
    GAIN_PER_KIND,
    JOINING,
    KEEPING,
    NONE,
    PAY,
    PLACE,
    RENEW,
    SNIFF,
    STEAL,
    STEAL_GLASSES,
    STEALING,
    STOP,
    TAKE_SAME,
    TAKE_SAME_HIDDEN,
    TAKING,
)
from spieltisch.games.holmes.weights import Weights
from spieltisch.games.holmes.worth import (
    UNSEEN_CLUE,
    clue_worth,
    clue_worths,
    glass_worth,
    joker_gain,
    stolen_worth,
)

WORTHLESS: Final = -1000000


@final
class Casual(Policy):
    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        assert isinstance(state, HolmesState)
        weights = self.weights
        if state.phase == PLACE:
            return best_visit(state, weights, rng, buffer)
        if state.phase == ASK_USE:
            worth = ability_worth(state, weights, state.visited, clue_worths(state, weights))
            return state.box.use if worth > 0 else state.box.decline
        if state.phase == JOINING:
            good = joker_gain(state, weights, state.stolen) >= 0
            return state.box.join if good else state.box.apart
        return best_answer(state, weights, buffer)

    def can_value(self, state: State) -> bool:
        return True


def best_answer(state: HolmesState, weights: Weights, buffer: "vec[i64]") -> i64:
    """The clue, row or person that brings most."""
    number = state.legal(buffer)
    clues = clue_worths(state, weights) if state.phase == COPYING else vec[i64]()
    chosen = buffer[0]
    best: i64 = WORTHLESS
    index: i64 = 0
    while index < number:
        worth = answer_worth(state, weights, buffer[index], clues)
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def answer_worth(state: HolmesState, weights: Weights, code: i64, clues: "vec[i64]") -> i64:
    box = state.box
    if state.phase == TAKING:
        number: i64 = 1
        if state.box.ops[state.step] >= TAKE_SAME:
            number = state.left
        return clue_worth(state, weights, code - box.take, number)
    if state.phase == KEEPING:
        return clue_worth(state, weights, without_joker(code - box.keep), 1)
    if state.phase == STEALING:
        return stolen_worth(state, weights, without_joker(code - box.steal))
    if state.phase == COPYING:
        return ability_worth(state, weights, code - box.copy_as, clues)
    if code == box.loose:
        return weights.least_for_joker
    return joker_gain(state, weights, code - box.joker)


def best_visit(state: HolmesState, weights: Weights, rng: Rng, buffer: "vec[i64]") -> i64:
    """Lay a clue onto a loose joker if one can be; then the person who brings most. A marker is
    best taken from a person worth coming back to."""
    number = state.legal(buffer)
    if buffer[0] < state.box.visit:
        return best_lay(state, weights, buffer)
    worths = vec[i64]([0] * state.box.persons)
    clues = clue_worths(state, weights)
    person: i64 = 0
    while person < state.box.persons:
        worths[person] = visit_worth(state, weights, person, clues)
        person += 1
    chosen = buffer[0]
    best: i64 = WORTHLESS
    index: i64 = 0
    while index < number:
        origin = origin_of(state, buffer[index])
        worth = worths[target_of(state, buffer[index])] + rng.below(weights.noise)
        if origin != NONE:
            worth += worths[origin] * weights.come_back // 100
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def best_lay(state: HolmesState, weights: Weights, buffer: "vec[i64]") -> i64:
    chosen = buffer[0]
    best: i64 = WORTHLESS
    index: i64 = 0
    while buffer[index] < state.box.visit:
        gain = joker_gain(state, weights, buffer[index] - state.box.lay)
        if gain > best:
            best = gain
            chosen = buffer[index]
        index += 1
    return chosen


def visit_worth(state: HolmesState, weights: Weights, person: i64, clues: "vec[i64]") -> i64:
    if (state.face_up >> person) & 1 == 0:
        return 0
    if not usable(state, person, state.glasses[state.mover], state.reserve):
        return weights.unusable
    worth = ability_worth(state, weights, person, clues)
    if worth < 0:
        return 0
    return worth


def ability_worth(state: HolmesState, weights: Weights, person: i64, clues: "vec[i64]") -> i64:
    """All steps of the ability together, the price taken off; `clues` is what each clue is worth
    now."""
    box = state.box
    worth: i64 = 0
    held = state.glasses[state.mover]
    renewed = False
    at = box.begins[person]
    while box.ops[at] != STOP:
        op = box.ops[at]
        number = box.numbers[at]
        if op == PAY:
            worth -= glasses_worth(state, weights, held - number, number)
            held -= number
        elif op in (GAIN, GAIN_PER_KIND, STEAL_GLASSES):
            moved = glasses_moved(state, op, number)
            worth += glasses_worth(state, weights, held, moved)
            held += moved
            if op == STEAL_GLASSES:
                theirs = moved * glass_worth(state, weights, 1 - state.mover, held)
                worth += theirs * weights.glass_denied // 100
        elif op == COPY:
            worth += best_copy(state, weights, person, held, clues)
        else:
            worth += clue_step_worth(state, weights, op, number, renewed, clues)
            renewed = renewed or op == RENEW
        at += 1
    return worth


def glasses_worth(state: HolmesState, weights: Weights, held: i64, number: i64) -> i64:
    """So many more glasses to the mover, who holds some already."""
    worth: i64 = 0
    more: i64 = 0
    while more < number:
        worth += glass_worth(state, weights, state.mover, held + more)
        more += 1
    return worth


def glasses_moved(state: HolmesState, op: i64, number: i64) -> i64:
    there = state.reserve
    if op == STEAL_GLASSES:
        there = state.glasses[1 - state.mover]
    elif op == GAIN_PER_KIND:
        kinds = different(state.display)
        if kinds < there:
            there = kinds
    return number if number < there else there


def best_copy(
    state: HolmesState, weights: Weights, person: i64, held: i64, clues: "vec[i64]"
) -> i64:
    others = to_copy(state, person, held, state.reserve)
    best: i64 = 0
    other: i64 = 0
    while other < state.box.persons:
        if (others >> other) & 1 == 1:
            worth = ability_worth(state, weights, other, clues)
            if worth > best:
                best = worth
        other += 1
    return best


def clue_step_worth(
    state: HolmesState, weights: Weights, op: i64, number: i64, renewed: bool, clues: "vec[i64]"
) -> i64:
    unseen = clues[UNSEEN_CLUE]
    if op in (DRAW, SNIFF) and state.pile == 0:
        return 0
    if op == DRAW:
        return number * unseen
    if op == SNIFF:
        return unseen + weights.choice
    if op == STEAL:
        return best_thefts(state, weights, number)
    if op == RENEW:
        return 0
    if renewed and state.pile != 0:
        return number * (unseen + weights.of_new_display)
    if op in (TAKE_SAME, TAKE_SAME_HIDDEN):
        return best_equal(state, weights, number)
    return best_takes(state, number, clues)


def best_takes(state: HolmesState, number: i64, clues: "vec[i64]") -> i64:
    """The best clues of the display, one after the other."""
    rest = state.display
    worth: i64 = 0
    taken: i64 = 0
    while taken < number and size(rest) > 0:
        best: i64 = WORTHLESS
        chosen: i64 = 0
        face: i64 = 0
        while face < FACES:
            if count(rest, face) > 0 and clues[face] > best:
                best = clues[face]
                chosen = face
            face += 1
        rest -= single(chosen)
        worth += best
        taken += 1
    return worth


def best_equal(state: HolmesState, weights: Weights, number: i64) -> i64:
    kinds = equal_clues(state, number)
    best: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if (kinds >> kind) & 1 == 1:
            worth = clue_worth(state, weights, kind, number)
            if worth > best:
                best = worth
        kind += 1
    return best


def best_thefts(state: HolmesState, weights: Weights, number: i64) -> i64:
    best: i64 = 0
    face: i64 = 0
    while face < FACES:
        if count(state.rows[1 - state.mover], face) > 0:
            worth = stolen_worth(state, weights, face)
            if worth > best:
                best = worth
        face += 1
    return number * best
