# compiled by mypyc
"""What a sensible beginner plays, for playouts and the easy bots.

It collects what its tickets still ask for, sends it off in sets that are hard to rob, robs others
where that costs little, and takes new tickets while there is time to serve them. Worth is counted
in hundredths of a point. Only the mover's own cards and tickets and what lies open are looked at.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.core.rng import Rng
from spieltisch.core.state import Policy, State
from spieltisch.games.zug_um_zug.cards import (
    COLOURS,
    LOCOMOTIVE,
    above,
    count,
    least,
    lowest,
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

NEEDED_CARD: Final = 450  # a card a ticket asks for, on its way
SPARE_LOCOMOTIVE: Final = 300  # kept for later
SPARE_CARD: Final = 40
GUARD: Final = 30  # each card more in the yard makes robbing it harder
ROBBED_CARD: Final = 220  # shared among the others
OPEN_WANTED: Final = 260
OPEN_LOCOMOTIVE: Final = 420
BLIND: Final = 110
NEW_TICKETS: Final = 500
ENOUGH_TURNS: Final = 5


@final
class Casual(Policy):
    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        assert isinstance(state, ZugState)
        if state.phase == ACT:
            return best_action(state, rng, buffer)
        if state.phase == SECOND_CARD:
            return best_second_card(state, buffer)
        if state.phase == COMPLETE:
            return next_completion(state)
        return next_kept(state)


def turns_to_come(state: Truth) -> i64:
    """How often the mover will yet begin a turn in this half, as far as one can tell."""
    if state.last_turns != NOT_YET:
        return (state.last_turns - 1) // state.seats
    return size(state.pile) * 3 // (4 * state.seats) + 1


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


def lacking(need: i64, have: i64, colour: i64) -> i64:
    missing = count(need, colour) - count(have, colour)
    if missing < 0:
        return 0
    return missing


def best_action(state: ZugState, rng: Rng, buffer: "vec[i64]") -> i64:
    number = state.legal(buffer)
    seat = state.turn
    turns = turns_to_come(state)
    need = need_of(state, state.held[seat])
    coming = incoming(state, seat, turns)
    chosen = buffer[0]
    best: i64 = -1000000
    index: i64 = 0
    while index < number:
        worth = action_worth(state, buffer[index], need, coming, turns) + rng.below(10)
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def action_worth(state: ZugState, code: i64, need: i64, coming: i64, turns: i64) -> i64:
    codes = state.box.codes
    if code < codes.blind:
        return draw_worth(state, code - codes.draw, need, coming, turns)
    if code == codes.blind:
        return 2 * BLIND if turns > 0 else 0
    if code < codes.triple:
        return set_worth(state, code - codes.lay, need, coming, turns)
    if code < codes.take_tickets:
        return triple_worth(state, code - codes.triple, need, coming, turns)
    if code == codes.take_tickets:
        return tickets_worth(state, need, coming, turns)
    return -100


def draw_worth(state: ZugState, kind: i64, need: i64, coming: i64, turns: i64) -> i64:
    if turns == 0:
        return 0
    worth = card_worth(state, kind, need, coming)
    return worth if kind == LOCOMOTIVE else worth + BLIND


def card_worth(state: ZugState, kind: i64, need: i64, coming: i64) -> i64:
    """An open card: more is needed than the hand holds, or it makes a bigger set."""
    if kind == LOCOMOTIVE:
        return OPEN_LOCOMOTIVE if shortfall(need, coming) > 0 else 2 * BLIND
    missing = lacking(need, coming, kind)
    held = count(state.hands[state.turn], kind)
    if missing > held:
        return OPEN_WANTED
    return BLIND + GUARD if missing > 0 and held < 4 else SPARE_CARD


def best_second_card(state: ZugState, buffer: "vec[i64]") -> i64:
    number = state.legal(buffer)
    need = need_of(state, state.held[state.turn])
    coming = incoming(state, state.turn, turns_to_come(state))
    codes = state.box.codes
    chosen = codes.stop
    best: i64 = 0
    index: i64 = 0
    while index < number - 1:
        worth: i64 = BLIND
        if buffer[index] != codes.blind:
            worth = card_worth(state, buffer[index] - codes.draw, need, coming)
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def set_worth(state: ZugState, code: i64, need: i64, coming: i64, turns: i64) -> i64:
    """What departs in time and is needed, less what it costs, plus what others lose."""
    colour = code // SETS_OF_A_COLOUR
    coloured = coloured_in(code)
    jokers = locomotives_in(code)
    sent_jokers = least(jokers, turns)
    sent = least(coloured, turns - sent_jokers)
    useful = least(sent, lacking(need, coming, colour))
    useful_jokers: i64 = 0
    others_missing = shortfall(need, coming) - useful - count(coming, LOCOMOTIVE)
    if others_missing > 0:
        useful_jokers = least(sent_jokers, others_missing)
    worth = NEEDED_CARD * (useful + useful_jokers) + robbed_worth(state, colour)
    worth -= SPARE_LOCOMOTIVE * jokers + SPARE_CARD * (coloured - useful)
    return worth + GUARD * (coloured + jokers) if useful > 0 else worth


def robbed_worth(state: ZugState, colour: i64) -> i64:
    if state.yard_owner[colour] == NOBODY:
        return 0
    lost = state.yard_cards[colour] + 2 * state.yard_locomotives[colour]
    return ROBBED_CARD * lost // (state.seats - 1)


def triple_worth(state: ZugState, triple: i64, need: i64, coming: i64, turns: i64) -> i64:
    if turns == 0:
        return 0
    colours = state.box.codes.colours_of[triple]
    worth = single_worth(need, coming, colours // (COLOURS * COLOURS))
    worth += single_worth(need, coming, colours // COLOURS % COLOURS)
    return worth + single_worth(need, coming, colours % COLOURS)


def single_worth(need: i64, coming: i64, colour: i64) -> i64:
    """A lone card is needed, but easily robbed."""
    return NEEDED_CARD - GUARD if lacking(need, coming, colour) > 0 else -SPARE_CARD


def tickets_worth(state: ZugState, need: i64, coming: i64, turns: i64) -> i64:
    """New tickets, when the hand can serve the old ones and turns enough are left."""
    if turns < ENOUGH_TURNS:
        return -50
    missing = shortfall(need, coming + state.hands[state.turn])
    spare = turns - ENOUGH_TURNS - 2 * missing
    return NEW_TICKETS if spare >= 0 else 0


def next_kept(state: ZugState) -> i64:
    """The next of the tickets worth keeping, in ascending number."""
    codes = state.box.codes
    offered = state.offered[state.turn]
    wanted = wanted_tickets(state, offered)
    rest = above(wanted, state.chosen[state.turn])
    return codes.done if rest == 0 else codes.keep + lowest(rest)


def wanted_tickets(state: ZugState, offered: i64) -> i64:
    """The tickets that cost fewest cards a point, while there is time for them."""
    seat = state.turn
    turns = turns_to_come(state)
    have = incoming(state, seat, turns) + state.hands[seat]
    need = need_of(state, state.held[seat])
    wanted: i64 = 0
    while offered != 0:
        ticket = cheapest(state, offered, need, have)
        asked = plus(need, state.box.need[ticket])
        missing = shortfall(asked, have) - count(have, LOCOMOTIVE)
        first = state.phase == CHOOSE_FIRST and wanted == 0
        if not first and 2 * missing > turns - 2:
            break
        wanted |= bit(ticket)
        offered &= ~bit(ticket)
        need = asked
    return wanted


def cheapest(state: ZugState, offered: i64, need: i64, have: i64) -> i64:
    """Least missing cards for its points."""
    before = shortfall(need, have)
    best: i64 = -1000000
    chosen: i64 = 0
    while offered != 0:
        ticket = lowest(offered)
        cost = shortfall(plus(need, state.box.need[ticket]), have) - before
        worth = state.box.points[ticket] * 100 - NEEDED_CARD * cost
        if worth > best:
            best = worth
            chosen = ticket
        offered &= offered - 1
    return chosen


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
    left = (count(have, LOCOMOTIVE) - shortfall(need, have)) * single(LOCOMOTIVE)
    colour: i64 = 0
    while colour < COLOURS:
        left += lacking(have, need, colour) * single(colour)
        colour += 1
    return left
