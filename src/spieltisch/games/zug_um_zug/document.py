"""Any position as plain JSON: the open things, every hand, and what each observer remembers."""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from spieltisch.core.hands import Memory, read_memory, shuffle_views
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.zug_um_zug.cards import LETTERS, pack, spelled
from spieltisch.games.zug_um_zug.position import (
    Batch,
    Position,
    TicketSets,
    check_position,
)
from spieltisch.games.zug_um_zug.rules import Zug
from spieltisch.games.zug_um_zug.state import GAP, NOT_YET, Box
from spieltisch.games.zug_um_zug.view import (
    PHASES,
    SECRET_CHOICES,
    batches,
    members_of,
    numbers,
    slots,
    yard_vectors,
    yard_views,
)

DECISIONS = ("act", "second_card", "choose_tickets")


def write_document(state: Zug) -> Document:
    memories = [
        Memory(observer, shuffle_views(memory, LETTERS))
        for observer, memory in zip(state.observers, state.memories, strict=True)
    ]
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
        memories=memories,
    )
    built: Document = msgspec.to_builtins(position)
    return built


def ticket_sets(state: Zug, seat: int) -> TicketSets:
    return TicketSets(
        numbers(state.held[seat]),
        numbers(state.completed[seat]),
        numbers(state.offered[seat]),
        numbers(state.chosen[seat]),
        numbers(state.met[seat]),
        state.first_kept[seat],
    )


def read_document(document: Document, box: Box) -> Zug:
    try:
        position = msgspec.convert(document, Position)
    except msgspec.ValidationError as error:
        raise BadDocument(f"position: {error}") from None
    check_position(position, box)
    under = [
        (batch, number - 1) for batch, put in enumerate(position.returned) for number in put.tickets
    ]
    return Zug(
        position.seats,
        turn_of(position),
        box,
        PHASES.index(position.phase),
        position.mover,
        position.dealt,
        position.half,
        NOT_YET if position.last_turns is None else position.last_turns,
        position.idle,
        position.active,
        pack(position.pile),
        pack(position.discard),
        vec[i64](slots(position.display)),
        vec[i64]([pack(hand) for hand in position.hands]),
        vec[i64]([pack(hand) for hand in position.known]),
        *yard_vectors(position.yards),
        vec[i64]([pack(cards) for cards in position.on_the_way]),
        members_of(position.unseen),
        vec[i64]([ticket for _, ticket in under]),
        vec[i64]([position.returned[batch].seat for batch, _ in under]),
        vec[i64]([batch for batch, _ in under]),
        len(position.returned),
        vec[i64]([members_of(seat.offered) for seat in position.tickets]),
        vec[i64]([members_of(seat.chosen) for seat in position.tickets]),
        vec[i64]([members_of(seat.held) for seat in position.tickets]),
        vec[i64]([members_of(seat.completed) for seat in position.tickets]),
        vec[i64]([seat.first_kept for seat in position.tickets]),
        vec[i64]([members_of(seat.met) for seat in position.tickets]),
        [read_memory(memory.shuffles, position.seats, LETTERS) for memory in position.memories],
        vec[i64]([memory.observer for memory in position.memories]),
    )


def turn_of(position: Position) -> int:
    if position.phase == "finished":
        return OVER
    if position.phase in SECRET_CHOICES:
        return position.chooser
    return position.mover if position.phase in DECISIONS else CHANCE
