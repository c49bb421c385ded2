# compiled by mypyc
"""What a sensible beginner plays, for playouts and the easy bots.

It collects what its tickets still ask for, sends it off in sets that are hard to rob, robs others
where that costs little, and takes new tickets while there is time to serve them. Worth is counted
in hundredths of a point. Only the mover's own cards and tickets and what lies open are looked at.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit, lowest, number_of
from spieltisch.core.rng import Rng
from spieltisch.core.state import Policy, State
from spieltisch.games.zug_um_zug.cards import (
    COLOURS,
    LOCOMOTIVE,
    above,
    beyond,
    coloured,
    count,
    least,
    plus,
    shortfall,
    single,
    size,
)
from spieltisch.games.zug_um_zug.codes import SETS_OF_A_COLOUR, coloured_in, locomotives_in
from spieltisch.games.zug_um_zug.listing import need_of
from spieltisch.games.zug_um_zug.rules import ZugState
from spieltisch.games.zug_um_zug.state import (
    ACT,
    CHOOSE_FIRST,
    COMPLETE,
    NOBODY,
    NOT_YET,
    SECOND_CARD,
    Truth,
)
from spieltisch.games.zug_um_zug.tickets import best_set, remembered_set
from spieltisch.games.zug_um_zug.weights import Weights

MUCH: Final = 1000000


@final
class Casual(Policy):
    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        assert isinstance(state, ZugState)
        if state.phase == ACT:
            return best_action(state, self.weights, rng, buffer)
        if state.phase == SECOND_CARD:
            return best_second_card(state, self.weights, buffer)
        if state.phase == COMPLETE:
            return next_completion(state)
        return next_kept(state, self.weights)


def turns_to_come(state: Truth, weights: Weights) -> i64:
    """How often the mover will yet begin a turn in this half, as far as one can tell."""
    if state.last_turns != NOT_YET:
        return (state.last_turns - 1) // state.seats
    return size(state.pile) * weights.pile_a_turn // (100 * state.seats) + 1


def incoming(state: Truth, seat: i64, turns: i64) -> i64:
    """What will have gone on its way if nobody robs the yard."""
    cards = state.on_the_way[seat]
    colour: i64 = 0
    while colour < COLOURS:
        if state.yard_owner[colour] == seat:
            locomotives = least(state.yard_locomotives[colour], turns)
            coloured = least(state.yard_cards[colour], turns - locomotives)
            cards += locomotives * single(LOCOMOTIVE) + coloured * single(colour)
        colour += 1
    return cards


@final
class Aim:
    """What the mover's tickets ask for, and what will have gone on its way for them."""

    def __init__(self, state: Truth, weights: Weights) -> None:
        seat = state.turn
        self.turns = turns_to_come(state, weights)
        self.need = need_of(state, state.held[seat])
        self.coming = incoming(state, seat, self.turns)
        self.lacking = beyond(self.need, self.coming)
        self.missing = coloured(self.lacking)


def best_action(state: ZugState, weights: Weights, rng: Rng, buffer: "vec[i64]") -> i64:
    number = state.legal(buffer)
    aim = Aim(state, weights)
    chosen = buffer[0]
    best: i64 = -MUCH
    index: i64 = 0
    while index < number:
        worth = action_worth(state, weights, buffer[index], aim) + rng.below(10)
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def action_worth(state: ZugState, weights: Weights, code: i64, aim: Aim) -> i64:
    codes = state.box.codes
    if code < codes.blind:
        return draw_worth(state, weights, code - codes.draw, aim)
    if code == codes.blind:
        return 2 * weights.blind if aim.turns > 0 else 0
    if code < codes.triple:
        return set_worth(state, weights, code - codes.lay, aim)
    if code < codes.take_tickets:
        return triple_worth(state, weights, code - codes.triple, aim)
    if code == codes.take_tickets:
        return tickets_worth(state, weights, aim)
    return -100


def draw_worth(state: ZugState, weights: Weights, kind: i64, aim: Aim) -> i64:
    if aim.turns == 0:
        return 0
    worth = card_worth(state, weights, kind, aim)
    return worth if kind == LOCOMOTIVE else worth + weights.blind


def card_worth(state: ZugState, weights: Weights, kind: i64, aim: Aim) -> i64:
    """An open card: more is needed than the hand holds, or it makes a bigger set."""
    if kind == LOCOMOTIVE:
        return weights.open_locomotive if aim.missing > 0 else 2 * weights.blind
    missing = count(aim.lacking, kind)
    held = count(state.hands[state.turn], kind)
    if missing > held:
        return weights.open_wanted
    return weights.blind + weights.guard if missing > 0 and held < 4 else weights.spare_card


def best_second_card(state: ZugState, weights: Weights, buffer: "vec[i64]") -> i64:
    number = state.legal(buffer)
    aim = Aim(state, weights)
    codes = state.box.codes
    chosen = codes.stop
    best: i64 = 0
    index: i64 = 0
    while index < number - 1:
        worth = weights.blind
        if buffer[index] != codes.blind:
            worth = card_worth(state, weights, buffer[index] - codes.draw, aim)
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def set_worth(state: ZugState, weights: Weights, code: i64, aim: Aim) -> i64:
    """What departs in time and is needed, less what it costs, plus what others lose."""
    colour = code // SETS_OF_A_COLOUR
    number = coloured_in(code)
    jokers = locomotives_in(code)
    sent_jokers = least(jokers, aim.turns)
    sent = least(number, aim.turns - sent_jokers)
    useful = least(sent, count(aim.lacking, colour))
    useful_jokers: i64 = 0
    others_missing = aim.missing - useful - count(aim.coming, LOCOMOTIVE)
    if others_missing > 0:
        useful_jokers = least(sent_jokers, others_missing)
    worth = weights.needed_card * (useful + useful_jokers) + robbed_worth(state, weights, colour)
    worth -= weights.spare_locomotive * jokers + weights.spare_card * (number - useful)
    return worth + weights.guard * (number + jokers) if useful > 0 else worth


def robbed_worth(state: ZugState, weights: Weights, colour: i64) -> i64:
    if state.yard_owner[colour] == NOBODY:
        return 0
    lost = state.yard_cards[colour] + 2 * state.yard_locomotives[colour]
    return weights.robbed_card * lost // (state.seats - 1)


def triple_worth(state: ZugState, weights: Weights, triple: i64, aim: Aim) -> i64:
    if aim.turns == 0:
        return 0
    colours = state.box.codes.colours_of[triple]
    worth = single_worth(weights, aim, colours // (COLOURS * COLOURS))
    worth += single_worth(weights, aim, colours // COLOURS % COLOURS)
    return worth + single_worth(weights, aim, colours % COLOURS)


def single_worth(weights: Weights, aim: Aim, colour: i64) -> i64:
    """A lone card is needed, but easily robbed."""
    if count(aim.lacking, colour) > 0:
        return weights.needed_card - weights.lone_card
    return -weights.spare_card


def tickets_worth(state: ZugState, weights: Weights, aim: Aim) -> i64:
    """New tickets, when the hand can serve the old ones and turns enough are left."""
    if aim.turns < weights.enough_turns:
        return -50
    missing = shortfall(aim.need, aim.coming + state.hands[state.turn])
    spare = 100 * (aim.turns - weights.enough_turns) - weights.turns_a_card * missing
    return weights.new_tickets if spare >= 0 else 0


def next_kept(state: ZugState, weights: Weights) -> i64:
    """The next of the tickets worth keeping, in ascending number."""
    codes = state.box.codes
    offered = state.offered[state.turn]
    wanted = wanted_tickets(state, weights, offered)
    rest = above(wanted, state.chosen[state.turn])
    return codes.done if rest == 0 else codes.keep + lowest(rest)


def wanted_tickets(state: ZugState, weights: Weights, offered: i64) -> i64:
    """The tickets that cost fewest cards a point, while there is time for them."""
    seat = state.turn
    turns = turns_to_come(state, weights)
    have = incoming(state, seat, turns) + state.hands[seat]
    need = need_of(state, state.held[seat])
    wanted: i64 = 0
    while offered != 0:
        ticket = cheapest(state, weights, offered, need, have, wanted)
        asked = plus(need, state.box.need[ticket])
        missing = shortfall(asked, have) - count(have, LOCOMOTIVE)
        first = state.phase == CHOOSE_FIRST and wanted == 0
        if not first and weights.turns_a_card * missing > 100 * (turns - 2):
            break
        wanted |= bit(ticket)
        offered &= ~bit(ticket)
        need = asked
    return wanted


def cheapest(
    state: ZugState, weights: Weights, offered: i64, need: i64, have: i64, wanted: i64
) -> i64:
    """Least missing cards for its points and for what its cities may bring."""
    mine = wanted | state.held[state.turn] | state.completed[state.turn]
    before = shortfall(need, have)
    best: i64 = -MUCH
    chosen: i64 = 0
    while offered != 0:
        ticket = lowest(offered)
        cost = shortfall(plus(need, state.box.need[ticket]), have) - before
        worth = state.box.points[ticket] * 100 - weights.ticket_card * cost
        worth += cities_worth(state, weights, state.box.big[ticket], mine)
        if worth > best:
            best = worth
            chosen = ticket
        offered &= offered - 1
    return chosen


def cities_worth(state: ZugState, weights: Weights, big: i64, mine: i64) -> i64:
    """What the big cities of a ticket promise: most tickets that name one get its bonus (ZZ-25)."""
    worth: i64 = 0
    while big != 0:
        city = lowest(big)
        named = number_of(mine & state.box.naming[city])
        worth += state.box.bonus[city] * (weights.city + weights.city_again * named)
        big &= big - 1
    return worth


def next_completion(state: ZugState) -> i64:
    """The best set, given what has been chosen already (ZZ-23). If that is how the best of all
    begins, the rest of it follows."""
    seat = state.turn
    codes = state.box.codes
    have = state.on_the_way[seat]
    chosen = state.chosen[seat]
    best = remembered_set(state.box, state.held[seat], have)
    wanted = above(best, chosen)
    if best & ~wanted != chosen:
        left = left_after(have, need_of(state, chosen))
        wanted = best_set(state.box, above(state.held[seat], chosen), left)
    return codes.done if wanted == 0 else codes.complete + lowest(wanted)


def left_after(have: i64, need: i64) -> i64:
    """What paying leaves: locomotives pay for what is missing."""
    locomotives = count(have, LOCOMOTIVE) - shortfall(need, have)
    return beyond(have, need) + locomotives * single(LOCOMOTIVE)
