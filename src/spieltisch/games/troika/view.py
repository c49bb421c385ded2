"""What a seat may know of Troika (TR-28, TR-29), and states that agree with it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from spieltisch.core.rng import Rng
from spieltisch.core.view import Mover, View, observer_of
from spieltisch.games.troika import recall
from spieltisch.games.troika.document import build_state, place_view
from spieltisch.games.troika.position import (
    FUELS,
    PHASES,
    FinishedRound,
    Fuel,
    Memory,
    PlaceView,
    Pocket,
    Position,
    size_of,
)
from spieltisch.games.troika.recall import HANDS
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.scoring import NOBODY, bonus_seat, is_right_call
from spieltisch.games.troika.sheet import Arrangement, arrange
from spieltisch.games.troika.state import (
    FIRST_VERSION,
    Round,
)
from spieltisch.games.troika.tiles import UNKNOWN_TILE, listed, size


class HeldTiles(msgspec.Struct, frozen=True):
    """A hand: how many tiles, and those the observer knows to be in it."""

    size: int
    known: list[int]


class RoundView(msgspec.Struct, frozen=True):
    """A finished round, seat by seat. `calls` is 1 for the seat that called first, 2 for the
    next and so on, 0 for one that did not call; `right` is None without a call. `bonus` is the seat
    with the bonus of TR-11, if there is one; version 1 of the rules does not tell it here."""

    hands: list[list[int]]
    containers: list[list[int]]
    calls: list[int]
    right: list[bool | None]
    arrangements: list[Arrangement]
    points: list[int]
    chips: list[int]
    bonus: int | msgspec.UnsetType | None = msgspec.UNSET


class TroikaView(View, frozen=True, kw_only=True):
    """The field is listed by place, None for an empty one; tiles are their values. `fuel` is where
    the fuel of a right call has to lie (TR-10); version 1 of the rules had no such choice. `size`
    is there in the pocket game only."""

    round: Annotated[int, Meta(description="counted from 1")]
    mover: Mover
    field: Annotated[
        list[PlaceView | None],
        Meta(description="by place, the first one being place 1; null for an empty one"),
    ]
    containers: Annotated[
        list[list[int]], Meta(description="by seat: the tiles that lie openly in front of it")
    ]
    hands: Annotated[
        list[HeldTiles], Meta(description="by seat; the observer's own hand stands here in full")
    ]
    calls: Annotated[
        list[int],
        Meta(description="by seat: 1 if it called first, 2 if second and so on, 0 if not at all"),
    ]
    unseen: Annotated[
        int,
        Meta(description="tiles nobody has ever seen, those taken out of the round included"),
    ]
    rounds: list[RoundView]
    fuel: Fuel | msgspec.UnsetType = msgspec.UNSET
    size: Pocket | msgspec.UnsetType = msgspec.UNSET


def build_view(state: TroikaState, seat: int | None) -> TroikaView:
    observer = state.seats if seat is None else seat
    memory = recall.memory_of(state, observer)
    seats = range(state.seats)
    known = [state.hands[one] if one == observer else memory[HANDS + one] for one in seats]
    return TroikaView(
        seat=seat,
        seats=state.seats,
        turn=state.turn,
        phase=PHASES[state.phase],
        round=min(len(state.past) + 1, state.box.rounds),
        mover=state.mover,
        field=[
            place_view(state.field[place], bool((memory[0] >> place) & 1))
            for place in range(state.places)
        ],
        containers=[listed(tiles) for tiles in state.containers],
        hands=[HeldTiles(size(state.hands[one]), listed(known[one])) for one in seats],
        calls=list(state.calls),
        unseen=size(state.unseen),
        rounds=[round_view(finished) for finished in state.past],
        fuel=FUELS[state.reading],
        size=size_of(state.box),
    )


def round_view(finished: Round) -> RoundView:
    places = list(zip(finished.hands, finished.containers, strict=True))
    return RoundView(
        hands=[listed(hand) for hand in finished.hands],
        containers=[listed(container) for container in finished.containers],
        calls=list(finished.calls),
        right=[
            is_right_call(*tiles, finished.reading) if called else None
            for tiles, called in zip(places, finished.calls, strict=True)
        ],
        arrangements=[arrange(hand + container) for hand, container in places],
        points=list(finished.points),
        chips=list(finished.chips),
        bonus=bonus_shown(finished),
    )


def bonus_shown(finished: Round) -> int | msgspec.UnsetType | None:
    if finished.reading == FIRST_VERSION:
        return msgspec.UNSET
    seat = bonus_seat(finished.hands, finished.containers, finished.calls, finished.reading)
    return None if seat == NOBODY else seat


def from_view(view: TroikaView, rng: Rng) -> TroikaState:
    """A state drawn uniformly among those that agree with the view."""
    state = build_state(written_down(view))
    state.resample(observer_of(view), rng)
    return state


def written_down(view: TroikaView) -> Position:
    """All that the view tells, as a position in which some tiles have no value."""
    return Position(
        seats=view.seats,
        phase=view.phase,
        mover=view.mover,
        hands=[tiles_of(hand) for hand in view.hands],
        containers=view.containers,
        calls=view.calls,
        field=view.field,
        memories=[memory_seen(view)],
        rounds=[FinishedRound(one.hands, one.containers, one.calls) for one in view.rounds],
        fuel=view.fuel,
        size=view.size,
    )


def tiles_of(hand: HeldTiles) -> list[int]:
    return hand.known + [UNKNOWN_TILE] * (hand.size - len(hand.known))


def memory_seen(view: TroikaView) -> Memory:
    places = [
        number
        for number, place in enumerate(view.field, 1)
        if place is not None and place.hidden_by is not None and place.value is not None
    ]
    known = [[] if seat == view.seat else hand.known for seat, hand in enumerate(view.hands)]
    return Memory(observer_of(view), places, known)
