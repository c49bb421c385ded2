"""What a seat may know of Zug um Zug (ZZ-28, ZZ-29), and states that agree with it."""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.hands import HandView, ShuffleView, read_memory, shuffle_views
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE
from spieltisch.core.view import View
from spieltisch.games.zug_um_zug import recall
from spieltisch.games.zug_um_zug.cards import (
    COLOURS,
    LETTERS,
    number_of,
    pack,
    size,
    spelled,
)
from spieltisch.games.zug_um_zug.rules import Zug
from spieltisch.games.zug_um_zug.state import (
    CHOOSE_TICKETS,
    FINISHED,
    GAP,
    IDLE_ROUNDS,
    NOBODY,
    NOT_YET,
    Box,
)
from spieltisch.games.zug_um_zug.tickets import best_set

PHASES = (
    "deal_hands",
    "deal_display",
    "deal_tickets",
    "choose_first",
    "act",
    "first_blind",
    "first_refill",
    "second_card",
    "last_blind",
    "last_refill",
    "draw_tickets",
    "choose_tickets",
    "complete",
    "new_hands",
    "new_display",
    "finished",
)
SECRET_CHOICES = ("choose_first", "complete")


class YardView(msgspec.Struct, frozen=True):
    """One colour in a yard."""

    colour: str
    cards: int
    locomotives: int


class TicketCounts(msgspec.Struct, frozen=True):
    """`offered` are being chosen from; `kept` of them openly, which counts no secret choice."""

    held: int
    completed: int
    offered: int
    kept: int


class BatchView(msgspec.Struct, frozen=True):
    """Tickets put under the pile together; their numbers are None to all but that seat."""

    seat: int
    size: int
    tickets: list[int] | None


class OpenTickets(msgspec.Struct, frozen=True):
    completed: list[int]
    failed: list[int]


class ZugView(View, frozen=True, kw_only=True):
    """Cards are letters (P B O W G Y K R, L), tickets their numbers. `last_turns` counts this one
    too. `held` to `met` are the observer's own; `met` are all tickets it was ever offered. `ended`
    shows everyone's tickets when the game is over. While all choose secretly, `turn` is the
    observer's when it is asked and CHANCE otherwise: nobody sees how far the others are."""

    mover: int
    dealt: int
    half: int
    last_turns: int | None
    idle: int
    active: bool
    hand: str | None
    hands: list[HandView]
    display: list[str | None]
    pile: int
    discard: str
    yards: list[list[YardView]]
    on_the_way: list[str]
    held: list[int]
    completed: list[int]
    offered: list[int]
    chosen: list[int]
    has_chosen: bool
    met: list[int]
    tickets: list[TicketCounts]
    first_kept: list[int]
    unseen: int
    returned: list[BatchView]
    ended: list[OpenTickets] | None
    shuffles: list[ShuffleView]


def idle_turns_left(view: ZugView) -> int | None:
    """How many turns, this one included, may be idle before the last turns begin (ZZ-27). None
    while that is more than a round away, or if this turn is not idle."""
    left = IDLE_ROUNDS * view.seats - view.idle
    near = view.last_turns is None and left <= view.seats
    return left if near and not view.active else None


def build_view(state: Zug, seat: int | None) -> ZugView:
    observer = state.seats if seat is None else seat
    return ZugView(
        seat=seat,
        seats=state.seats,
        turn=turn_seen(state, observer),
        phase=PHASES[state.phase],
        mover=state.mover,
        dealt=state.dealt,
        half=state.half,
        last_turns=None if state.last_turns == NOT_YET else state.last_turns,
        idle=state.idle,
        active=state.active,
        hand=None if seat is None else spelled(state.hands[seat]),
        hands=[
            HandView(size(hand), spelled(known))
            for hand, known in zip(state.hands, state.known, strict=True)
        ],
        display=[None if kind == GAP else LETTERS[kind] for kind in state.display],
        pile=size(state.pile),
        discard=spelled(state.discard),
        yards=[yard_views(state, owner) for owner in range(state.seats)],
        on_the_way=[spelled(cards) for cards in state.on_the_way],
        held=[] if seat is None else numbers(state.held[seat]),
        completed=[] if seat is None else numbers(state.completed[seat]),
        offered=[] if seat is None else numbers(state.offered[seat]),
        chosen=[] if seat is None else numbers(state.chosen[seat]),
        has_chosen=recall.is_secret(state.phase) and observer < state.turn,
        met=[] if seat is None else numbers(state.met[seat]),
        tickets=[ticket_counts(state, other) for other in range(state.seats)],
        first_kept=list(state.first_kept),
        unseen=number_of(state.unseen),
        returned=batch_views(state, observer),
        ended=ended(state) if state.phase == FINISHED else None,
        shuffles=shuffle_views(recall.memory_of(state, observer), LETTERS),
    )


def turn_seen(state: Zug, observer: int) -> int:
    hidden = recall.is_secret(state.phase) and state.turn != observer
    return CHANCE if hidden else state.turn


def numbers(members: int) -> list[int]:
    """The ticket numbers of a set."""
    return [bit + 1 for bit in range(members.bit_length()) if members >> bit & 1]


def members_of(tickets: list[int]) -> int:
    return sum(1 << (number - 1) for number in tickets)


def yard_views(state: Zug, owner: int) -> list[YardView]:
    return [
        YardView(LETTERS[colour], state.yard_cards[colour], state.yard_locomotives[colour])
        for colour in range(COLOURS)
        if state.yard_owner[colour] == owner
    ]


def ticket_counts(state: Zug, seat: int) -> TicketCounts:
    openly = state.phase == CHOOSE_TICKETS
    return TicketCounts(
        number_of(state.held[seat]),
        number_of(state.completed[seat]),
        number_of(state.offered[seat]),
        number_of(state.chosen[seat]) if openly else 0,
    )


def batches(state: Zug) -> list[tuple[int, list[int]]]:
    """Who put which tickets under the pile together, from the top."""
    found: dict[int, tuple[int, list[int]]] = {}
    for ticket, seat, batch in zip(state.under, state.under_by, state.under_batch, strict=True):
        found.setdefault(batch, (seat, []))[1].append(ticket + 1)
    return list(found.values())


def batch_views(state: Zug, observer: int) -> list[BatchView]:
    return [
        BatchView(seat, len(tickets), tickets if seat == observer else None)
        for seat, tickets in batches(state)
    ]


def ended(state: Zug) -> list[OpenTickets]:
    return [
        OpenTickets(numbers(completed), numbers(held))
        for completed, held in zip(state.completed, state.held, strict=True)
    ]


def proposal(view: ZugView, box: Box) -> list[int]:
    """The best set of tickets the seat could complete now (ZZ-23)."""
    if view.seat is None:
        return []
    have = pack(view.on_the_way[view.seat])
    return numbers(best_set(box, members_of(view.held), have))


def from_view(view: ZugView, box: Box, rng: Rng) -> Zug:
    """A state drawn uniformly among those that agree with the view."""
    observer = view.seats if view.seat is None else view.seat
    under = [(batch, at) for batch in range(len(view.returned)) for at in places(view, batch)]
    hands = [pack(hand.known) for hand in view.hands]
    if view.hand is not None:
        hands[observer] = pack(view.hand)
    counts = view.tickets
    state = Zug(
        view.seats,
        any_turn(view),
        box,
        PHASES.index(view.phase),
        view.mover,
        view.dealt,
        view.half,
        NOT_YET if view.last_turns is None else view.last_turns,
        view.idle,
        view.active,
        0,
        pack(view.discard),
        vec[i64](slots(view.display)),
        vec[i64](hands),
        vec[i64]([pack(hand.known) for hand in view.hands]),
        *yard_vectors(view.yards),
        vec[i64]([pack(cards) for cards in view.on_the_way]),
        0,
        vec[i64]([ticket for _, ticket in under]),
        vec[i64]([view.returned[batch].seat for batch, _ in under]),
        vec[i64]([batch for batch, _ in under]),
        len(view.returned),
        sets(view, view.offered, [count.offered for count in counts]),
        sets(view, view.chosen, [count.kept for count in counts]),
        sets(view, view.held, [count.held for count in counts]),
        sets(view, view.completed, [count.completed for count in counts]),
        vec[i64](view.first_kept),
        sets(view, view.met, [0] * view.seats),
        [read_memory(view.shuffles, view.seats, LETTERS)],
        vec[i64]([observer]),
    )
    if view.ended is not None:
        state.held = vec[i64]([members_of(tickets.failed) for tickets in view.ended])
        state.completed = vec[i64]([members_of(tickets.completed) for tickets in view.ended])
    state.resample(observer, rng)
    return state


def any_turn(view: ZugView) -> int:
    """Whose turn it is, or, while others choose secretly, some seat it may be."""
    if view.phase not in SECRET_CHOICES or view.turn != CHANCE:
        return view.turn
    return view.seat + 1 if view.has_chosen and view.seat is not None else 0


def places(view: ZugView, batch: int) -> list[int]:
    """Bit numbers of the tickets of a batch; 0 stands for one that is yet to be dealt."""
    known = view.returned[batch].tickets
    if known is None:
        return [0] * view.returned[batch].size
    return [number - 1 for number in known]


def slots(display: list[str | None]) -> list[int]:
    return [GAP if letter is None else LETTERS.index(letter) for letter in display]


def yard_vectors(yards: list[list[YardView]]) -> tuple[vec[i64], vec[i64], vec[i64]]:
    owner = [NOBODY] * COLOURS
    cards = [0] * COLOURS
    locomotives = [0] * COLOURS
    for seat, yard in enumerate(yards):
        for lying in yard:
            colour = LETTERS.index(lying.colour)
            owner[colour] = seat
            cards[colour] = lying.cards
            locomotives[colour] = lying.locomotives
    return vec[i64](owner), vec[i64](cards), vec[i64](locomotives)


def sets(view: ZugView, own: list[int], counts: list[int]) -> vec[i64]:
    """The seat's own tickets; for the others any set of the right size, to be dealt anew."""
    members = [(1 << number) - 1 for number in counts]
    if view.seat is not None:
        members[view.seat] = members_of(own)
    return vec[i64](members)
