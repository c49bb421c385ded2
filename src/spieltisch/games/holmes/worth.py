# compiled by mypyc
"""What clues, jokers and glasses are worth to the mover, in hundredths of a point.

Only what the mover knows is looked at: its own clues, the other's open ones and those laid face
down for all to see. A clue nobody has shown may still come to either.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.games.holmes.cards import FACES, JOKER, KINDS, MAP, count, value
from spieltisch.games.holmes.recall import pool
from spieltisch.games.holmes.scoring import fragments
from spieltisch.games.holmes.state import SEATS, Truth
from spieltisch.games.holmes.weights import Weights

POINT: Final = 100
SURER: Final = 1000  # of the outlook, which learners rely on: no tuning moves it
CALM: Final = 2
HALF_A_GLASS: Final = 55
UNSEEN_CLUE: Final = 9  # behind the faces


def held(state: Truth, seat: i64) -> i64:
    """Cards the mover knows the seat to have, all of them packed; jokers not among them."""
    hidden = state.down[seat] if seat == state.mover else state.known[seat]
    return state.rows[seat] + hidden


def joker_in(state: Truth, seat: i64, kind: i64) -> i64:
    return (state.jokers[seat] >> kind) & 1


def still_to_come(state: Truth, seen: i64, kind: i64) -> i64:
    return count(state.box.clues - state.gone - seen, kind)


def prospect(points: i64, mine: i64, theirs: i64, to_come: i64, surer: i64, calm: i64) -> i64:
    """The kind's points if it ends as it stands now, surer the fewer clues are to come."""
    lead = mine - theirs
    if to_come <= 0:
        if lead == 0:
            return 0
        return POINT * (points - theirs) if lead > 0 else -POINT * (points - mine)
    chance: i64 = 500 + surer * lead // (to_come + calm)
    if chance > 1000:
        chance = 1000
    elif chance < 0:
        chance = 0
    return (chance * (points - theirs) - (1000 - chance) * (points - mine)) // 10


def outlook(state: Truth, seat: i64) -> i64:
    """By how much the seat is ahead, in hundredths, by what it knows: its own clues, those the
    other has shown, and glasses, which turn into clues."""
    other = 1 - seat
    total = POINT * (fragments(state, seat) - fragments(state, other))
    total += HALF_A_GLASS * (state.glasses[seat] - state.glasses[other])
    kind: i64 = 0
    while kind < KINDS:
        mine = count(state.rows[seat], kind) + count(state.down[seat], kind)
        theirs = count(state.rows[other], kind) + count(state.known[other], kind)
        to_come = count(state.box.clues, kind) - mine - theirs - count(state.gone, kind)
        mine += joker_in(state, seat, kind)
        theirs += joker_in(state, other, kind)
        total += prospect(value(kind), mine, theirs, to_come, SURER, CALM)
        kind += 1
    return total


def kind_change(state: Truth, weights: Weights, kind: i64, mine: i64, theirs: i64) -> i64:
    """What so many more clues of the kind for each change in its prospect."""
    me = state.mover
    ours = held(state, me)
    others = held(state, 1 - me)
    a = count(ours, kind)
    b = count(others, kind)
    to_come = still_to_come(state, ours + others, kind)
    with_jokers = a + joker_in(state, me, kind)
    against = b + joker_in(state, 1 - me, kind)
    points = value(kind)
    left = to_come - mine - theirs
    before = prospect(points, with_jokers, against, to_come, weights.lead, weights.calm)
    after = prospect(points, with_jokers + mine, against + theirs, left, weights.lead, weights.calm)
    if b + theirs == 0 and count(state.gone, kind) == 0:
        after += weights.complete * ((a + mine) * (a + mine) - a * a) // (points * points)
    return after - before


def joker_gain(state: Truth, weights: Weights, kind: i64) -> i64:
    """What a joker in the mover's row of the kind is worth."""
    me = state.mover
    ours = held(state, me)
    others = held(state, 1 - me)
    a = count(ours, kind) + joker_in(state, me, kind)
    b = count(others, kind) + joker_in(state, 1 - me, kind)
    to_come = still_to_come(state, ours + others, kind)
    points = value(kind)
    without = prospect(points, a, b, to_come, weights.lead, weights.calm)
    return prospect(points, a + 1, b, to_come, weights.lead, weights.calm) - without


def fragment_worth(state: Truth, weights: Weights, seat: i64) -> i64:
    """One more map fragment: the first costs a point, later ones bring more and more."""
    number = count(held(state, seat), MAP)
    if number < 2:
        return weights.fragment * (1 + 2 * number)
    return POINT * number


def joker_worth(state: Truth, weights: Weights) -> i64:
    best: i64 = weights.joker_alone
    kind: i64 = 0
    while kind < KINDS:
        if count(state.rows[state.mover], kind) > 0 and joker_in(state, state.mover, kind) == 0:
            gain = joker_gain(state, weights, kind)
            if gain > best:
                best = gain
        kind += 1
    return best


def clue_worth(state: Truth, weights: Weights, face: i64, number: i64) -> i64:
    """So many clues of the face for the mover, from wherever nobody had them."""
    if face == JOKER:
        return joker_worth(state, weights)
    if face == MAP:
        denied = fragment_worth(state, weights, 1 - state.mover)
        mine = fragment_worth(state, weights, state.mover)
        return mine + denied * weights.fragment_denied // 100
    return kind_change(state, weights, face, number, 0)


def stolen_worth(state: Truth, weights: Weights, face: i64) -> i64:
    if face == MAP:
        denied = fragment_worth(state, weights, 1 - state.mover)
        return fragment_worth(state, weights, state.mover) + denied
    return kind_change(state, weights, face, 1, -1)


def clue_worths(state: Truth, weights: Weights) -> "vec[i64]":
    """What one clue of each face is worth to the mover, and behind the last face a clue from the
    pile, on average over all the mover has not seen. Worked out once for a decision."""
    worths = vec[i64]([0] * (FACES + 1))
    cards = pool(state, state.mover)
    total: i64 = 0
    number: i64 = 0
    face: i64 = 0
    while face < FACES:
        there = count(cards, face)
        if there + count(state.display, face) > 0:
            worths[face] = clue_worth(state, weights, face, 1)
            total += there * worths[face]
            number += there
        face += 1
    if number > 0:
        worths[UNSEEN_CLUE] = total // number
    return worths


def turns_left(state: Truth, seat: i64) -> i64:
    """Markers the seat will still place after this turn."""
    today = (state.placed + 1 - seat) // SEATS
    return state.box.markers * (state.box.days - state.day + 1) - today


def glass_worth(state: Truth, weights: Weights, seat: i64, held: i64) -> i64:
    """One more glass to a seat that holds so many: dear while there are few and many turns are
    to come, next to nothing when they cannot be spent any more."""
    if held >= turns_left(state, seat):
        return weights.glass_too_many
    worth = weights.glass - weights.glass_less * held
    if worth < weights.glass_least:
        return weights.glass_least
    return worth
