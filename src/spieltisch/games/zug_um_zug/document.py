"""Any position as plain JSON: the open things, every hand, and what each observer remembers."""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from spieltisch.core.hands import (
    read_memories,
    write_memories,
)
from spieltisch.games.zug_um_zug.cards import (
    COLOURS,
    COUNT,
    LETTERS,
    pack,
    single,
    spelled,
)
from spieltisch.games.zug_um_zug.position import (
    PHASES,
    Batch,
    Position,
    TicketSets,
    YardView,
    check_position,
    turn_of,
)
from spieltisch.games.zug_um_zug.rules import ZugState
from spieltisch.games.zug_um_zug.state import (
    GAP,
    NOBODY,
    NOT_YET,
    Box,
)


def write_document(state: ZugState) -> Document:
    position = Position(
        seats=state.seats,
        phase=PHASES[state.phase],
        mover=state.mover,
        chooser=max(state.turn, 0),
        dealt=state.dealt,
        half=state.half,
        last_turns=None if state.last_turns == NOT_YET else state.last_turns,
        idle=state.idle,
        active=state.active,
        hands=[spelled(hand) for hand in state.hands],
        known=[spelled(hand) for hand in state.known],
        display=[None if kind == GAP else LETTERS[kind] for kind in state.display],
        pile=spelled(state.pile),
        discard=spelled(state.discard),
        yards=[yard_views(state, owner) for owner in range(state.seats)],
        on_the_way=[spelled(cards) for cards in state.on_the_way],
        tickets=[ticket_sets(state, seat) for seat in range(state.seats)],
        unseen=numbers(state.unseen),
        returned=[Batch(seat, tickets) for seat, tickets in batches(state)],
        memories=write_memories(state.memories, state.observers, LETTERS),
    )
    built: Document = msgspec.to_builtins(position)
    return built


def ticket_sets(state: ZugState, seat: int) -> TicketSets:
    return TicketSets(
        numbers(state.held[seat]),
        numbers(state.completed[seat]),
        numbers(state.offered[seat]),
        numbers(state.chosen[seat]),
        numbers(state.met[seat]),
        state.first_kept[seat],
    )


def numbers(members: int) -> list[int]:
    """The ticket numbers of a set."""
    return [bit + 1 for bit in range(members.bit_length()) if members >> bit & 1]


def members_of(tickets: list[int]) -> int:
    return sum(1 << (number - 1) for number in tickets)


def yard_views(state: ZugState, owner: int) -> list[YardView]:
    return [
        YardView(LETTERS[colour], state.yard_cards[colour], state.yard_locomotives[colour])
        for colour in range(COLOURS)
        if state.yard_owner[colour] == owner
    ]


def batches(state: ZugState) -> list[tuple[int, list[int]]]:
    """Who put which tickets under the pile together, from the top."""
    found: dict[int, tuple[int, list[int]]] = {}
    for ticket, seat, batch in zip(state.under, state.under_by, state.under_batch, strict=True):
        found.setdefault(batch, (seat, []))[1].append(ticket + 1)
    return list(found.values())


def read_document(document: Document, box: Box) -> ZugState:
    try:
        position = msgspec.convert(document, Position)
    except msgspec.ValidationError as error:
        raise BadDocument(f"position: {error}") from None
    check_position(position, box)
    return build_state(position, box)


def build_state(position: Position, box: Box) -> ZugState:
    state = ZugState(position.seats, box)
    state.turn = turn_of(position)
    state.phase = PHASES.index(position.phase)
    state.mover = position.mover
    state.dealt = position.dealt
    state.half = position.half
    state.last_turns = NOT_YET if position.last_turns is None else position.last_turns
    state.idle = position.idle
    state.active = position.active
    state.pile = pack(position.pile)
    state.discard = pack(position.discard)
    state.display = vec[i64](slots(position.display))
    state.hands = vec[i64]([pack(hand) for hand in position.hands])
    state.known = vec[i64]([pack(hand) for hand in position.known])
    state.yard_owner, state.yard_cards, state.yard_locomotives = yard_vectors(position.yards)
    state.in_yards = sum(
        COUNT * single(colour) for colour in range(COLOURS) if state.yard_owner[colour] != NOBODY
    )
    state.on_the_way = vec[i64]([pack(cards) for cards in position.on_the_way])
    state.unseen = members_of(position.unseen)
    put_tickets_under(state, position.returned)
    give_tickets(state, position.tickets)
    state.memories = read_memories(position.memories, position.seats, LETTERS)
    state.observers = vec[i64]([memory.observer for memory in position.memories])
    return state


def put_tickets_under(state: ZugState, returned: list[Batch]) -> None:
    lying = [(at, one.seat, ticket) for at, one in enumerate(returned) for ticket in one.tickets]
    state.under = vec[i64]([ticket - 1 for _, _, ticket in lying])
    state.under_by = vec[i64]([seat for _, seat, _ in lying])
    state.under_batch = vec[i64]([batch for batch, _, _ in lying])
    state.batches = len(returned)


def give_tickets(state: ZugState, tickets: list[TicketSets]) -> None:
    state.offered = vec[i64]([members_of(seat.offered) for seat in tickets])
    state.chosen = vec[i64]([members_of(seat.chosen) for seat in tickets])
    state.held = vec[i64]([members_of(seat.held) for seat in tickets])
    state.completed = vec[i64]([members_of(seat.completed) for seat in tickets])
    state.first_kept = vec[i64]([seat.first_kept for seat in tickets])
    state.met = vec[i64]([members_of(seat.met) for seat in tickets])


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
