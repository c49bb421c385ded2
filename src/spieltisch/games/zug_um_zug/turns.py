# compiled by mypyc
"""The course of the game: deals, turns, last turns, half-time (ZZ-03 to ZZ-23, ZZ-27)."""

from librt.vecs import append
from mypy_extensions import i64

from spieltisch.core.bits import bit, lowest, number_of
from spieltisch.core.memory import all_see, one_draws
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.zug_um_zug import recall
from spieltisch.games.zug_um_zug.cards import COLOURS, COUNT, LOCOMOTIVE, single
from spieltisch.games.zug_um_zug.codes import SETS_OF_A_COLOUR, coloured_in, locomotives_in
from spieltisch.games.zug_um_zug.state import (
    ACT,
    CHOOSE_FIRST,
    CHOOSE_TICKETS,
    COMPLETE,
    DEAL_DISPLAY,
    DEAL_HANDS,
    DEAL_TICKETS,
    DISPLAY,
    DRAW_TICKETS,
    DRAWN_TICKETS,
    FINISHED,
    FIRST_BLIND,
    FIRST_REFILL,
    FIRST_TICKETS,
    GAP,
    HALF_TIME_CARDS,
    HAND,
    IDLE_ROUNDS,
    LAST_BLIND,
    LAST_REFILL,
    NEW_DISPLAY,
    NEW_HANDS,
    NOBODY,
    NOT_YET,
    SEATS_WITH_HALF_TIME,
    SECOND_CARD,
    Truth,
)


def turn_card(state: Truth, kind: i64) -> None:
    """Chance has named the next card of the pile."""
    state.pile -= single(kind)
    phase = state.phase
    if phase in (DEAL_HANDS, NEW_HANDS):
        deal_card(state, kind)
    elif phase in (FIRST_BLIND, LAST_BLIND):
        state.hands[state.mover] += single(kind)
        one_draws(state.memories, state.observers, state.mover, kind)
        after_card(state, phase == FIRST_BLIND)
    else:
        state.display[slot_of(state, GAP)] = kind
        all_see(state.memories, kind)
        if phase in (FIRST_REFILL, LAST_REFILL):
            after_card(state, phase == FIRST_REFILL)
        else:
            fill_display(state, phase)


def deal_card(state: Truth, kind: i64) -> None:
    """Hand by hand at the set-up (ZZ-03), card by card at half-time (ZZ-21)."""
    new = state.phase == NEW_HANDS
    seat = state.dealt % state.seats if new else state.dealt // HAND
    state.hands[seat] += single(kind)
    one_draws(state.memories, state.observers, seat, kind)
    state.dealt += 1
    if state.dealt == state.seats * (HALF_TIME_CARDS if new else HAND) or state.pile == 0:
        fill_display(state, NEW_DISPLAY if new else DEAL_DISPLAY)


def fill_display(state: Truth, phase: i64) -> None:
    if state.pile > 0 and slot_of(state, GAP) >= 0:
        state.phase = phase
    elif phase == DEAL_DISPLAY:
        state.phase = DEAL_TICKETS
        state.dealt = 0
    else:
        resume(state)


def slot_of(state: Truth, kind: i64) -> i64:
    slot: i64 = 0
    while slot < DISPLAY:
        if state.display[slot] == kind:
            return slot
        slot += 1
    return -1


def after_card(state: Truth, first: bool) -> None:
    """A card has been taken and its gap filled: the pile may have run out (ZZ-19)."""
    if state.pile == 0 and state.last_turns == NOT_YET:
        state.last_turns = state.seats + 1
    state.turn = state.mover
    if first:
        state.phase = SECOND_CARD
    else:
        end_turn(state)


def draw_blind(state: Truth) -> None:
    state.active = True
    state.phase = FIRST_BLIND if state.phase == ACT else LAST_BLIND
    state.turn = CHANCE


def draw_open(state: Truth, kind: i64) -> None:
    """After an open locomotive no second card is taken (ZZ-10)."""
    first = state.phase == ACT and kind != LOCOMOTIVE
    state.active = True
    state.display[slot_of(state, kind)] = GAP
    state.hands[state.mover] += single(kind)
    state.known[state.mover] += single(kind)
    if state.pile > 0:
        state.phase = FIRST_REFILL if first else LAST_REFILL
        state.turn = CHANCE
    else:
        after_card(state, first)


def lay_set(state: Truth, code: i64) -> None:
    """Locomotives are assigned to the colour of their set (ZZ-07, ZZ-13)."""
    lay(state, code // SETS_OF_A_COLOUR, coloured_in(code), locomotives_in(code))
    end_turn(state)


def lay_triple(state: Truth, triple: i64) -> None:
    colours = state.box.codes.colours_of[triple]
    lay(state, colours // (COLOURS * COLOURS), 1, 0)
    lay(state, colours // COLOURS % COLOURS, 1, 0)
    lay(state, colours % COLOURS, 1, 0)
    end_turn(state)


def lay(state: Truth, colour: i64, coloured: i64, locomotives: i64) -> None:
    state.active = True
    discard_yard(state, colour)
    cards = coloured * single(colour) + locomotives * single(LOCOMOTIVE)
    state.hands[state.mover] -= cards
    recall.laid(state, state.mover, colour, coloured)
    if locomotives > 0:
        recall.laid(state, state.mover, LOCOMOTIVE, locomotives)
    state.yard_owner[colour] = state.mover
    state.in_yards |= COUNT * single(colour)
    state.yard_cards[colour] = coloured
    state.yard_locomotives[colour] = locomotives


def discard_yard(state: Truth, colour: i64) -> None:
    """Whoever has the colour in the yard loses it, locomotives and all (ZZ-16)."""
    if state.yard_owner[colour] == NOBODY:
        return
    state.discard += state.yard_cards[colour] * single(colour)
    state.discard += state.yard_locomotives[colour] * single(LOCOMOTIVE)
    clear_yard(state, colour)
    state.yard_cards[colour] = 0
    state.yard_locomotives[colour] = 0


def clear_yard(state: Truth, colour: i64) -> None:
    state.yard_owner[colour] = NOBODY
    state.in_yards &= ~(COUNT * single(colour))


def begin_turn(state: Truth, seat: i64) -> None:
    state.mover = seat
    state.turn = seat
    state.phase = ACT
    state.active = False
    colour: i64 = 0
    while colour < COLOURS:
        if state.yard_owner[colour] == seat:
            depart(state, colour)
        colour += 1


def depart(state: Truth, colour: i64) -> None:
    """One card of the colour, a locomotive before its coloured cards (ZZ-07)."""
    state.active = True
    if state.yard_locomotives[colour] > 0:
        state.yard_locomotives[colour] -= 1
        state.on_the_way[state.mover] += single(LOCOMOTIVE)
    else:
        state.yard_cards[colour] -= 1
        state.on_the_way[state.mover] += single(colour)
        if state.yard_cards[colour] == 0:
            clear_yard(state, colour)


def end_turn(state: Truth) -> None:
    """Count idle turns (ZZ-27) and last turns (ZZ-19)."""
    count_idle(state)
    if state.last_turns != NOT_YET:
        state.last_turns -= 1
    elif state.idle >= IDLE_ROUNDS * state.seats:
        state.last_turns = state.seats
    if state.last_turns == 0:
        state.phase = COMPLETE
        state.turn = 0
    else:
        begin_turn(state, (state.mover + 1) % state.seats)


def count_idle(state: Truth) -> None:
    """Three rounds stay counted whatever comes after: they say why the last turns began."""
    if not state.active:
        state.idle += 1
    elif state.idle < IDLE_ROUNDS * state.seats:
        state.idle = 0


def turn_ticket(state: Truth, ticket: i64) -> None:
    """Chance has named a ticket nobody has seen."""
    state.unseen &= ~bit(ticket)
    if state.phase == DEAL_TICKETS:
        deal_ticket(state, ticket)
        return
    offer(state, state.mover, ticket)
    state.dealt += 1
    draw_next_ticket(state)


def deal_ticket(state: Truth, ticket: i64) -> None:
    offer(state, state.dealt // FIRST_TICKETS, ticket)
    state.dealt += 1
    if state.dealt == FIRST_TICKETS * state.seats:
        state.phase = CHOOSE_FIRST
        state.turn = 0


def offer(state: Truth, seat: i64, ticket: i64) -> None:
    state.offered[seat] |= bit(ticket)
    state.met[seat] |= bit(ticket)


def draw_tickets(state: Truth) -> None:
    state.dealt = 0
    draw_next_ticket(state)


def draw_next_ticket(state: Truth) -> None:
    """Unseen tickets are drawn by chance, then those under the pile in their order (ZZ-17)."""
    if state.dealt < DRAWN_TICKETS and state.unseen != 0:
        state.phase = DRAW_TICKETS
        state.turn = CHANCE
        return
    taken: i64 = 0
    while state.dealt + taken < DRAWN_TICKETS and taken < len(state.under):
        offer(state, state.mover, state.under[taken])
        taken += 1
    if taken > 0:
        state.under = state.under[taken:]
        state.under_by = state.under_by[taken:]
        state.under_batch = state.under_batch[taken:]
    state.phase = CHOOSE_TICKETS
    state.turn = state.mover


def done(state: Truth) -> None:
    if state.phase == CHOOSE_TICKETS:
        put_back(state, state.mover)
        end_turn(state)
        return
    state.turn += 1
    if state.turn == state.seats:
        if state.phase == CHOOSE_FIRST:
            keep_first_tickets(state)
        else:
            score_half(state)


def put_back(state: Truth, seat: i64) -> None:
    """Tickets not kept go under the pile in ascending number (ZZ-17)."""
    if state.chosen[seat] != 0:
        state.active = True
    state.held[seat] |= state.chosen[seat]
    back = state.offered[seat] & ~state.chosen[seat]
    state.offered[seat] = 0
    state.chosen[seat] = 0
    while back != 0:
        state.under = append(state.under, lowest(back))
        state.under_by = append(state.under_by, seat)
        state.under_batch = append(state.under_batch, state.batches)
        back &= back - 1
    state.batches += 1


def keep_first_tickets(state: Truth) -> None:
    """All have chosen: what is not kept is unseen again (ZZ-05)."""
    seat: i64 = 0
    while seat < state.seats:
        state.held[seat] = state.chosen[seat]
        state.first_kept[seat] = number_of(state.chosen[seat])
        state.unseen |= state.offered[seat] & ~state.chosen[seat]
        state.offered[seat] = 0
        state.chosen[seat] = 0
        seat += 1
    begin_turn(state, 0)


def score_half(state: Truth) -> None:
    """All have chosen what they complete (ZZ-20 to ZZ-23)."""
    seat: i64 = 0
    while seat < state.seats:
        state.held[seat] &= ~state.chosen[seat]
        state.completed[seat] |= state.chosen[seat]
        state.chosen[seat] = 0
        seat += 1
    if state.seats == SEATS_WITH_HALF_TIME and state.half == 0:
        begin_second_half(state)
    else:
        state.phase = FINISHED
        state.turn = OVER


def begin_second_half(state: Truth) -> None:
    """Everything but hands and display becomes the new pile (ZZ-21)."""
    colour: i64 = 0
    while colour < COLOURS:
        discard_yard(state, colour)
        colour += 1
    seat: i64 = 0
    while seat < state.seats:
        state.discard += state.on_the_way[seat]
        state.on_the_way[seat] = 0
        seat += 1
    recall.shuffled(state)
    state.pile += state.discard
    state.discard = 0
    state.half = 1
    state.dealt = 0
    state.turn = CHANCE
    state.phase = NEW_HANDS
    if state.pile == 0:
        resume(state)


def resume(state: Truth) -> None:
    """Play begins after half-time; with an empty pile the last turns begin at once (ZZ-21)."""
    state.idle = 0
    state.last_turns = NOT_YET
    if state.pile == 0:
        state.last_turns = state.seats
    begin_turn(state, (state.mover + 1) % state.seats)
