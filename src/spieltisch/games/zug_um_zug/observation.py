# compiled by mypyc
"""A seat's view as numbers, for learning agents.

Layout, in order (`layout` names the parts; seats are listed with the observer first): own hand by
kind / 16; of each other seat: cards known by kind / 16 and unknown ones / 96; display by kind / 5;
pile / 96; discard by kind / 16; by seat and colour: coloured cards / 10 and locomotives / 16 in the
yard; by seat: on-the-way pile by kind / 16; a flag for each ticket: held, completed, offered,
chosen, put under the pile by the observer, ever offered; of each seat: tickets held and completed
/ all tickets, offered / 6, openly kept / 6; tickets unseen and under the pile / all tickets; whose
turn it is, or, when all choose secretly, only whether the observer is asked; the phase; last turns
(begun, left / 5); second half; idle turns / 16, and whether this turn is not.
"""

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.bits import lowest, number_of
from spieltisch.core.observing import ONE, PARTS, SPAN, part, sections
from spieltisch.games.zug_um_zug import recall
from spieltisch.games.zug_um_zug.cards import (
    COLOURS,
    COUNT,
    KINDS,
    LOCOMOTIVES,
    TRAIN_CARDS,
    WIDTH,
    single,
    size,
)
from spieltisch.games.zug_um_zug.state import CHOOSE_TICKETS, DISPLAY, FINISHED, GAP, NOT_YET, Truth


def layout(seats: int, tickets: int) -> dict[str, tuple[int, int]]:
    """Where each part begins and how long it is."""
    return sections(
        {
            "hand": KINDS,
            "others": (seats - 1) * (KINDS + 1),
            "display": KINDS,
            "pile": 1,
            "discard": KINDS,
            "yards": seats * COLOURS * 2,
            "on_the_way": seats * KINDS,
            "tickets": tickets * 6,
            "ticket_counts": seats * 4,
            "ticket_pile": 2,
            "turn": seats,
            "phase": FINISHED + 1,
            "last_turns": 2,
            "half": 1,
            "idle": 2,
        }
    )


def write(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> None:
    at = write_hands(state, observer, into, begin)
    at = write_display(state, into, at)
    at = write_yards(state, observer, into, at)
    at = write_tickets(state, observer, into, at)
    at = write_ticket_counts(state, observer, into, at)
    write_course(state, observer, into, at)


def write_counts(cards: i64, most: i64, into: "vec[i32]", begin: i64) -> i64:
    bits = PARTS.bits
    at = begin
    while cards != 0:
        into[at] = bits[most * SPAN + (cards & COUNT)]
        cards >>= WIDTH
        at += 1
    return begin + KINDS


def write_hands(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> i64:
    at = write_counts(state.hands[observer], LOCOMOTIVES, into, begin)
    step: i64 = 1
    while step < state.seats:
        seat = (observer + step) % state.seats
        at = write_counts(state.known[seat], LOCOMOTIVES, into, at)
        into[at] = part(size(state.hands[seat]) - size(state.known[seat]), TRAIN_CARDS)
        at += 1
        step += 1
    return at


def write_display(state: Truth, into: "vec[i32]", begin: i64) -> i64:
    shown: i64 = 0
    for kind in state.display:
        if kind != GAP:
            shown += single(kind)
    write_counts(shown, DISPLAY, into, begin)
    into[begin + KINDS] = part(size(state.pile), TRAIN_CARDS)
    return write_counts(state.discard, LOCOMOTIVES, into, begin + KINDS + 1)


def write_yards(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> i64:
    colour: i64 = 0
    while colour < COLOURS:
        owner = state.yard_owner[colour]
        if owner >= 0:
            place = (owner - observer + state.seats) % state.seats
            at = begin + 2 * (place * COLOURS + colour)
            into[at] = part(state.yard_cards[colour], 10)
            into[at + 1] = part(state.yard_locomotives[colour], 16)
        colour += 1
    at = begin + 2 * state.seats * COLOURS
    step: i64 = 0
    while step < state.seats:
        at = write_counts(state.on_the_way[(observer + step) % state.seats], LOCOMOTIVES, into, at)
        step += 1
    return at


def write_tickets(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> i64:
    at = write_set(state, state.held[observer], into, begin)
    at = write_set(state, state.completed[observer], into, at)
    at = write_set(state, state.offered[observer], into, at)
    at = write_set(state, state.chosen[observer], into, at)
    at = write_set(state, recall.put_under(state, observer), into, at)
    return write_set(state, state.met[observer], into, at)


def write_set(state: Truth, members: i64, into: "vec[i32]", begin: i64) -> i64:
    while members != 0:
        into[begin + lowest(members)] = ONE
        members &= members - 1
    return begin + state.box.tickets


def write_ticket_counts(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> i64:
    tickets = state.box.tickets
    at = begin
    step: i64 = 0
    while step < state.seats:
        seat = (observer + step) % state.seats
        into[at] = part(number_of(state.held[seat]), tickets)
        into[at + 1] = part(number_of(state.completed[seat]), tickets)
        into[at + 2] = part(number_of(state.offered[seat]), 6)
        if state.phase == CHOOSE_TICKETS:
            into[at + 3] = part(number_of(state.chosen[seat]), 6)
        at += 4
        step += 1
    into[at] = part(number_of(state.unseen), tickets)
    into[at + 1] = part(len(state.under), tickets)
    return at + 2


def write_course(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> None:
    secret = recall.is_secret(state.phase)
    if not secret:
        into[begin + (state.mover - observer + state.seats) % state.seats] = ONE
    elif state.turn == observer:
        into[begin] = ONE
    at = begin + state.seats
    into[at + state.phase] = ONE
    at += FINISHED + 1
    if state.last_turns != NOT_YET:
        into[at] = ONE
        into[at + 1] = part(state.last_turns, 5)
    into[at + 2] = part(state.half, 1)
    into[at + 3] = part(state.idle, 16)
    if state.active:
        into[at + 4] = ONE
