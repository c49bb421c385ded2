"""What a seat may know of Troika (TR-28, TR-29), and states that agree with it."""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.view import View
from spieltisch.games.troika import recall
from spieltisch.games.troika.recall import HANDS
from spieltisch.games.troika.rules import Troika
from spieltisch.games.troika.scoring import makes_call_right
from spieltisch.games.troika.sheet import Arrangement, arrange
from spieltisch.games.troika.state import (
    EMPTY,
    MOST_PLACES,
    NEVER_SEEN,
    PUT_BACK,
    Round,
    dealt_places,
    hidden_tile,
    hider_of,
    value_at,
)
from spieltisch.games.troika.tiles import ALL_TILES, UNKNOWN_TILE, listed, packed, single, size

PHASES = ("deal", "reveal", "begin", "turn", "act", "draw", "ended")


class PlaceView(msgspec.Struct, frozen=True):
    """A tile of the field: its value if the observer knows it, and who put it back face down."""

    face_up: bool
    value: int | None
    hidden_by: int | None


class HandView(msgspec.Struct, frozen=True):
    """A hand: how many tiles, and those the observer knows to be in it."""

    size: int
    known: list[int]


class RoundView(msgspec.Struct, frozen=True):
    """A finished round, seat by seat. `calls` says as how many-th a seat called, 0 if it did not;
    `right` is None without a call."""

    hands: list[list[int]]
    containers: list[list[int]]
    calls: list[int]
    right: list[bool | None]
    arrangements: list[Arrangement]
    points: list[int]
    chips: list[int]


class TroikaView(View, frozen=True, kw_only=True):
    """The field is listed by place, None for an empty one; tiles are their values."""

    round: int
    mover: int
    field: list[PlaceView | None]
    containers: list[list[int]]
    hands: list[HandView]
    calls: list[int]
    unseen: int
    rounds: list[RoundView]


def build_view(state: Troika, seat: int | None) -> TroikaView:
    observer = state.seats if seat is None else seat
    memory = recall.memory_of(state, observer)
    seats = range(state.seats)
    known = [state.hands[one] if one == observer else memory[HANDS + one] for one in seats]
    return TroikaView(
        seat=seat,
        seats=state.seats,
        turn=state.turn,
        phase=PHASES[state.phase],
        round=min(len(state.past) + 1, 3),
        mover=state.mover,
        field=[
            place_view(state.field[place], bool((memory[0] >> place) & 1))
            for place in range(state.places)
        ],
        containers=[listed(tiles) for tiles in state.containers],
        hands=[HandView(size(state.hands[one]), listed(known[one])) for one in seats],
        calls=list(state.calls),
        unseen=size(state.unseen),
        rounds=[round_view(finished) for finished in state.past],
    )


def place_view(cell: int, known: bool) -> PlaceView | None:
    if cell == EMPTY:
        return None
    if cell == NEVER_SEEN:
        return PlaceView(False, None, None)
    if cell < PUT_BACK:
        return PlaceView(True, value_at(cell), None)
    return PlaceView(False, value_at(cell) if known else None, hider_of(cell))


def round_view(finished: Round) -> RoundView:
    own = [hand + box for hand, box in zip(finished.hands, finished.containers, strict=True)]
    return RoundView(
        hands=[listed(hand) for hand in finished.hands],
        containers=[listed(container) for container in finished.containers],
        calls=list(finished.calls),
        right=[
            makes_call_right(tiles) if called else None
            for tiles, called in zip(own, finished.calls, strict=True)
        ],
        arrangements=[arrange(tiles) for tiles in own],
        points=list(finished.points),
        chips=list(finished.chips),
    )


def read_round(view: RoundView) -> Round:
    return Round(
        vec[i64]([packed(hand) for hand in view.hands]),
        vec[i64]([packed(container) for container in view.containers]),
        vec[i64](view.calls),
        vec[i64](view.points),
        vec[i64](view.chips),
    )


def from_view(view: TroikaView, rng: Rng) -> Troika:
    """A state drawn uniformly among those that agree with the view."""
    observer = view.seats if view.seat is None else view.seat
    cells = [cell_of(place) for place in view.field]
    state = Troika(
        view.seats,
        view.turn,
        PHASES.index(view.phase),
        view.mover,
        vec[i64]([hand_of(hand) for hand in view.hands]),
        vec[i64]([packed(container) for container in view.containers]),
        vec[i64](view.calls),
        sum(call > 0 for call in view.calls),
        vec[i64](cells + [EMPTY] * (MOST_PLACES - len(cells))),
        len(cells),
        lowest_unseen(cells, view.seats),
        sum(cell >= PUT_BACK for cell in cells),
        packed([cell for cell in cells if EMPTY < cell < NEVER_SEEN]),
        ALL_TILES,
        vec[i64](read_memory(view)),
        vec[i64]([observer]),
        [read_round(finished) for finished in view.rounds],
    )
    state.resample(observer, rng)
    return state


def cell_of(place: PlaceView | None) -> int:
    if place is None:
        return EMPTY
    value = UNKNOWN_TILE if place.value is None else place.value
    if place.face_up:
        return value
    return NEVER_SEEN if place.hidden_by is None else hidden_tile(place.hidden_by, value)


def hand_of(hand: HandView) -> int:
    return packed(hand.known) + (hand.size - len(hand.known)) * single(UNKNOWN_TILE)


def lowest_unseen(cells: list[int], seats: int) -> int:
    return cells.index(NEVER_SEEN) if NEVER_SEEN in cells else dealt_places(seats)


def read_memory(view: TroikaView) -> list[int]:
    known = 0
    for number, place in enumerate(view.field):
        if place is not None and place.hidden_by is not None and place.value is not None:
            known |= 1 << number
    hands = [packed(hand.known) for hand in view.hands]
    if view.seat is not None:
        hands[view.seat] = 0
    return [known, *hands]
