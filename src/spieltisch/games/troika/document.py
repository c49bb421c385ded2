"""Any position as plain JSON: the open things, every hand, and what each observer remembers.

Only what cannot be derived is written: never-seen tiles, points and chips follow from the rest.
"""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from spieltisch.games.troika.position import (
    FUELS,
    PHASES,
    FinishedRound,
    Hands,
    Memory,
    PlaceView,
    Position,
    check_position,
    identified,
    size_of,
    turn_of,
)
from spieltisch.games.troika.recall import HANDS, row_length
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.scoring import round_chips, round_points
from spieltisch.games.troika.state import (
    EMPTY,
    MOST_PLACES,
    NEVER_SEEN,
    PUT_BACK,
    Round,
    hidden_tile,
    hider_of,
    value_at,
)
from spieltisch.games.troika.tiles import (
    UNKNOWN_TILE,
    listed,
    packed,
)


def write_document(state: TroikaState) -> Document:
    position = Position(
        seats=state.seats,
        phase=PHASES[state.phase],
        mover=state.mover,
        hands=[listed(hand) for hand in state.hands],
        containers=[listed(container) for container in state.containers],
        calls=list(state.calls),
        field=[place_view(state.field[place], True) for place in range(state.places)],
        memories=[write_memory(state, row) for row in range(len(state.observers))],
        rounds=[write_round(finished) for finished in state.past],
        fuel=FUELS[state.reading],
        size=size_of(state.box),
    )
    built: Document = msgspec.to_builtins(position)
    return built


def write_memory(state: TroikaState, row: int) -> Memory:
    length = row_length(state.seats)
    known, *hands = state.memory[row * length : (row + 1) * length]
    places = [place + 1 for place in range(state.places) if (known >> place) & 1]
    return Memory(state.observers[row], places, [listed(hand) for hand in hands])


def write_round(finished: Round) -> FinishedRound:
    return FinishedRound(
        [listed(hand) for hand in finished.hands],
        [listed(container) for container in finished.containers],
        list(finished.calls),
    )


def place_view(cell: int, known: bool) -> PlaceView | None:
    if cell == EMPTY:
        return None
    if cell == NEVER_SEEN:
        return PlaceView(False, None, None)
    if cell < PUT_BACK:
        return PlaceView(True, value_at(cell), None)
    return PlaceView(False, value_at(cell) if known else None, hider_of(cell))


def read_document(document: Document) -> TroikaState:
    try:
        position = msgspec.convert(document, Position)
    except msgspec.ValidationError as error:
        raise BadDocument(f"position: {error}") from None
    check_position(position)
    return build_state(position)


def build_state(position: Position) -> TroikaState:
    """A tile without a value is yet to be dealt: `view` has such."""
    cells = [cell_of(place) for place in position.field]
    state = TroikaState(position.box, position.seats, position.reading)
    state.turn = turn_of(position)
    state.phase = PHASES.index(position.phase)
    state.mover = position.mover
    state.hands = pack_all(position.hands)
    state.containers = pack_all(position.containers)
    state.calls = vec[i64](position.calls)
    state.called = sum(call > 0 for call in position.calls)
    state.field = vec[i64](cells + [EMPTY] * (MOST_PLACES - len(cells)))
    state.places = len(cells)
    state.lowest_unseen = lowest_unseen(cells, state.dealt)
    state.put_back = sum(bit(place) for place, cell in enumerate(cells) if cell >= PUT_BACK)
    state.face_up = packed([cell for cell in cells if EMPTY < cell < NEVER_SEEN])
    state.unseen = position.box.tiles - packed(identified(position))
    memories = [number for memory in position.memories for number in read_memory(memory)]
    state.memory = vec[i64](memories)
    state.observers = vec[i64]([memory.observer for memory in position.memories])
    state.past = [read_round(finished, position.reading) for finished in position.rounds]
    return state


def pack_all(hands: Hands) -> vec[i64]:
    return vec[i64]([packed(hand) for hand in hands])


def cell_of(place: PlaceView | None) -> int:
    if place is None:
        return EMPTY
    value = UNKNOWN_TILE if place.value is None else place.value
    if place.face_up:
        return value
    return NEVER_SEEN if place.hidden_by is None else hidden_tile(place.hidden_by, value)


def lowest_unseen(cells: list[int], dealt: int) -> int:
    return cells.index(NEVER_SEEN) if NEVER_SEEN in cells else dealt


def read_memory(memory: Memory) -> list[int]:
    known = sum(1 << (place - 1) for place in memory.places)
    return [known, *(packed(hand) for hand in memory.hands)]


def read_round(finished: FinishedRound, reading: int) -> Round:
    hands = pack_all(finished.hands)
    containers = pack_all(finished.containers)
    calls = vec[i64](finished.calls)
    points = round_points(hands, containers, calls, reading)
    return Round(reading, hands, containers, calls, points, round_chips(points))


assert HANDS == 1
