"""What a seat may know of Zug um Zug (ZZ-28, ZZ-29), and states that agree with it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from spieltisch.core.bits import number_of
from spieltisch.core.hands import (
    Display,
    Hands,
    HandView,
    Memory,
    OwnHand,
    PileSize,
    ShuffleView,
    shuffle_views,
)
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE
from spieltisch.core.view import Mover, View, observer_of
from spieltisch.games.zug_um_zug import recall
from spieltisch.games.zug_um_zug.cards import (
    LETTERS,
    pack,
    size,
    spelled,
)
from spieltisch.games.zug_um_zug.document import (
    batches,
    build_state,
    members_of,
    numbers,
    yard_views,
)
from spieltisch.games.zug_um_zug.position import PHASES, Batch, Position, TicketSets, YardView
from spieltisch.games.zug_um_zug.rules import ZugState
from spieltisch.games.zug_um_zug.state import (
    CHOOSE_TICKETS,
    FINISHED,
    GAP,
    IDLE_ROUNDS,
    NOT_YET,
    Box,
)
from spieltisch.games.zug_um_zug.tickets import best_set


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

    mover: Mover
    dealt: Annotated[int, Meta(description="cards or tickets laid out so far in the present deal")]
    half: Annotated[int, Meta(description="0, or 1 after the half-time of four players")]
    last_turns: Annotated[
        int | None,
        Meta(description="turns of all seats left, this one included; null before the last ones"),
    ]
    idle: Annotated[
        int,
        Meta(description="idle turns in a row (ZZ-27)"),
    ]
    active: Annotated[bool, Meta(description="whether this turn is idle no more")]
    hand: OwnHand
    hands: Hands
    display: Display
    pile: PileSize
    discard: str
    yards: Annotated[list[list[YardView]], Meta(description="by seat: its trains")]
    on_the_way: Annotated[
        list[str],
        Meta(description="by seat: cards that departed, with which tickets are paid at the end"),
    ]
    held: list[int]
    completed: list[int]
    offered: list[int]
    chosen: Annotated[list[int], Meta(description="of `offered`, those kept so far")]
    has_chosen: Annotated[
        bool,
        Meta(description="whether the observer has made its secret choice and others have not yet"),
    ]
    met: list[int]
    tickets: list[TicketCounts]
    first_kept: Annotated[
        list[int], Meta(description="by seat: how many tickets it kept at the set-up")
    ]
    unseen: Annotated[int, Meta(description="tickets in the pile that nobody put under it")]
    returned: Annotated[
        list[BatchView], Meta(description="what lies under the pile, the first to be drawn first")
    ]
    ended: list[OpenTickets] | None
    shuffles: list[ShuffleView]


def idle_turns_left(view: ZugView) -> int | None:
    """How many turns, this one included, may be idle before the last turns begin (ZZ-27). None
    while that is more than a round away, or if this turn is not idle."""
    left = IDLE_ROUNDS * view.seats - view.idle
    near = view.last_turns is None and left <= view.seats
    return left if near and not view.active else None


def build_view(state: ZugState, seat: int | None) -> ZugView:
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


def turn_seen(state: ZugState, observer: int) -> int:
    hidden = recall.is_secret(state.phase) and state.turn != observer
    return CHANCE if hidden else state.turn


def ticket_counts(state: ZugState, seat: int) -> TicketCounts:
    openly = state.phase == CHOOSE_TICKETS
    return TicketCounts(
        number_of(state.held[seat]),
        number_of(state.completed[seat]),
        number_of(state.offered[seat]),
        number_of(state.chosen[seat]) if openly else 0,
    )


def batch_views(state: ZugState, observer: int) -> list[BatchView]:
    return [
        BatchView(seat, len(tickets), tickets if seat == observer else None)
        for seat, tickets in batches(state)
    ]


def ended(state: ZugState) -> list[OpenTickets]:
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


def from_view(view: ZugView, box: Box, rng: Rng) -> ZugState:
    """A state drawn uniformly among those that agree with the view."""
    state = build_state(written_down(view), box)
    state.resample(observer_of(view), rng)
    return state


def written_down(view: ZugView) -> Position:
    """All that the view tells, as a position in which the hidden cards are missing and hidden
    tickets are any, to be dealt anew."""
    known = [hand.known for hand in view.hands]
    own = [view.hand if seat == view.seat else None for seat in range(view.seats)]
    return Position(
        seats=view.seats,
        phase=view.phase,
        mover=view.mover,
        chooser=any_chooser(view),
        dealt=view.dealt,
        half=view.half,
        last_turns=view.last_turns,
        idle=view.idle,
        active=view.active,
        hands=[openly if hand is None else hand for hand, openly in zip(own, known, strict=True)],
        known=known,
        display=view.display,
        pile="",
        discard=view.discard,
        yards=view.yards,
        on_the_way=view.on_the_way,
        tickets=[tickets_of(view, seat) for seat in range(view.seats)],
        unseen=[],
        returned=[Batch(one.seat, one.tickets or [1] * one.size) for one in view.returned],
        memories=[Memory(observer_of(view), view.shuffles)],
    )


def any_chooser(view: ZugView) -> int:
    """Who chooses secretly, or some seat it may be."""
    if view.turn != CHANCE:
        return max(view.turn, 0)
    return (view.seat + 1) % view.seats if view.has_chosen and view.seat is not None else 0


def tickets_of(view: ZugView, seat: int) -> TicketSets:
    """Those of the observer, those all see at the end, and otherwise as many as there are."""
    first, counts = view.first_kept[seat], view.tickets[seat]
    if seat == view.seat:
        sets = (view.held, view.completed, view.offered, view.chosen, view.met)
        return TicketSets(*sets, first)
    held, completed = up_to(counts.held), up_to(counts.completed)
    if view.ended is not None:
        held, completed = view.ended[seat].failed, view.ended[seat].completed
    return TicketSets(held, completed, up_to(counts.offered), up_to(counts.kept), [], first)


def up_to(number: int) -> list[int]:
    return list(range(1, number + 1))
