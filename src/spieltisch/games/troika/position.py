"""A position as it is written down, and what must be true of one before it is played on."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from spieltisch.core.position import refuse
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.troika.scoring import may_call_with
from spieltisch.games.troika.state import (
    FIRST_VERSION,
    FUEL_ANYWHERE,
    FUEL_IN_CONTAINER,
    LEAST_TO_CALL,
    MOST_IN_HAND,
    MOST_ROUNDS,
    Box,
)
from spieltisch.games.troika.tiles import ALL_TILES, VALUES, count, listed, packed, size

PHASES = ("deal", "reveal", "begin", "turn", "act", "draw", "ended")
CHANCE_PHASES = ("deal", "reveal", "turn", "draw")
UNTOUCHED_PHASES = ("deal", "reveal", "ended")
Hands = list[list[int]]
Fuel = Literal["container", "anywhere"]
FUELS: dict[int, Fuel | msgspec.UnsetType] = {
    FUEL_IN_CONTAINER: "container",
    FUEL_ANYWHERE: "anywhere",
    FIRST_VERSION: msgspec.UNSET,  # which had no such option
}
READINGS: dict[str | msgspec.UnsetType, int] = {fuel: reading for reading, fuel in FUELS.items()}
Pocket = Literal["pocket"]
FULL_BOX = Box(ALL_TILES, 0, 10, MOST_IN_HAND, MOST_ROUNDS)
# A variant of ours, for two: as much of the game as can be solved. A round scores only with fuel
# and a gem, six tiles; containers that begin with four leave few enough turns.
POCKET_BOX = Box(
    packed([5, 5, 6, 6, 7, 7, 7, 7, 7, 7, 7, 8, 8, 9, 9]), packed([6, 7, 7, 8]), 2, 2, 1
)
BOXES = {"full": FULL_BOX, "pocket": POCKET_BOX}


def size_of(box: Box) -> Pocket | msgspec.UnsetType:
    """What positions and views name only where it is not the whole game."""
    return msgspec.UNSET if box is FULL_BOX else "pocket"


class PlaceView(msgspec.Struct, frozen=True):
    """A tile of the field: its value if the observer knows it, and who put it back face down."""

    face_up: bool
    value: int | None
    hidden_by: int | None


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an observer knows: places with a face-down tile, and tiles in the hands of others. The
    number of seats stands for a spectator."""

    observer: int
    places: list[int]
    hands: Hands


class FinishedRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hands: Hands
    containers: Hands
    calls: list[int]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Without `fuel` it is of version 1 of the rules, and goes on by them (TR-10, TR-11)."""

    seats: int
    phase: str
    mover: int
    hands: Hands
    containers: Hands
    calls: list[int]
    field: list[PlaceView | None]
    memories: list[Memory]
    rounds: list[FinishedRound]
    fuel: Fuel | msgspec.UnsetType = msgspec.UNSET
    size: Pocket | msgspec.UnsetType = msgspec.UNSET

    @property
    def box(self) -> Box:
        return FULL_BOX if self.size is msgspec.UNSET else POCKET_BOX

    @property
    def reading(self) -> int:
        return READINGS[self.fuel]


def turn_of(position: Position) -> int:
    if position.phase == "ended":
        return OVER
    return CHANCE if position.phase in CHANCE_PHASES else position.mover


def identified(position: Position) -> list[int]:
    """Every tile somebody has seen."""
    held = [value for hand in position.hands + position.containers for value in hand]
    return held + [
        place.value for place in position.field if place is not None and place.value is not None
    ]


def check_position(position: Position) -> None:
    """Say what is wrong before anything is built on it."""
    most = 5 if position.box is FULL_BOX else 2
    refuse(not 2 <= position.seats <= most, f"seats: 2 to {most}, not {position.seats}")
    refuse(position.phase not in PHASES, f"phase: unknown {position.phase!r}")
    refuse(not 0 <= position.mover < position.seats, f"mover: no seat {position.mover}")
    check_hands(position, position, "position")
    check_field(position)
    check_tiles(position.box, identified(position), "position")
    check_phase(position)
    check_memories(position)
    check_rounds(position)


def check_hands(position: Position, table: Position | FinishedRound, where: str) -> None:
    for name in ("hands", "containers", "calls"):
        found = len(getattr(table, name))
        refuse(found != position.seats, f"{where}: {found} {name}, not {position.seats}")
    limit = position.box.hand_limit
    for hand in table.hands:
        refuse(len(hand) > limit, f"{where}: a hand holds {limit} tiles at most (TR-15)")
    called = sorted(call for call in table.calls if call != 0)
    refuse(called != list(range(1, len(called) + 1)), f"{where}: calls are numbered 1, 2, ...")
    refuse(bool(called) and position.seats == 2, f"{where}: two players cannot call (TR-13)")
    for call, container in zip(table.calls, table.containers, strict=True):
        few = call > 0 and len(container) < LEAST_TO_CALL
        refuse(few, f"{where}: a caller has {LEAST_TO_CALL} tiles in the container (TR-10)")
        refused = call > 0 and not may_call_with(packed(container), position.reading)
        refuse(refused, f"{where}: a caller has three equal tiles in the container (TR-10)")
    refuse(len(called) == position.seats, f"{where}: one player has not called (TR-18)")


def check_tiles(box: Box, values: list[int], where: str) -> None:
    for value, number in Counter(values).items():
        refuse(not 1 <= value <= VALUES, f"{where}: there is no tile {value} (TR-01)")
        most = count(box.tiles, value)
        refuse(number > most, f"{where}: {number} tiles {value}, there are {most} (TR-01)")


def check_field(position: Position) -> None:
    dealt = position.box.places(position.seats)
    places = position.field
    most = position.box.most_places(position.seats)
    refuse(not dealt <= len(places) <= most, f"field: {dealt} to {most} places, not {len(places)}")
    for number, place in enumerate(places, 1):
        if place is not None:
            check_place(position, number, place)
    unseen = [number for number, place in enumerate(places, 1) if is_never_seen(place)]
    expected = list(range(dealt - len(unseen) + 1, dealt + 1))
    refuse(unseen != expected, "field: never-seen tiles lie on the last places of the deal (TR-17)")


def check_place(position: Position, number: int, place: PlaceView) -> None:
    where = f"field, place {number}"
    refuse(place.face_up and place.hidden_by is not None, f"{where}: face up, yet hidden")
    seen = place.face_up or place.hidden_by is not None
    refuse(seen != (place.value is not None), f"{where}: a tile has a value exactly if seen")
    hider = place.hidden_by
    refuse(hider is not None and not 0 <= hider < position.seats, f"{where}: no seat {hider}")


def is_never_seen(place: PlaceView | None) -> bool:
    return place is not None and not place.face_up and place.hidden_by is None


def check_phase(position: Position) -> None:
    """The tiles nobody has seen are those of the field, the removed and the undealt ones."""
    never_seen = sum(is_never_seen(place) for place in position.field)
    dealing = position.phase in ("deal", "ended")
    expected = never_seen + position.box.removed(position.seats)
    expected += position.seats - position.mover if dealing else 0
    unseen = size(position.box.tiles) - len(identified(position))
    refuse(unseen != expected, f"tiles: {unseen} without a value, the field has {expected}")
    if position.phase in UNTOUCHED_PHASES:
        check_untouched(position)
        return
    refuse(position.calls[position.mover] > 0, "mover: has left the planet (TR-09)")
    called = sum(call > 0 for call in position.calls)
    over = position.seats > 2 and called == position.seats - 1
    refuse(over, "calls: the round is over when all but one have called (TR-18)")
    open_ones = any(place is not None and place.face_up for place in position.field)
    acting = position.phase in ("act", "draw")
    refuse(acting and not open_ones, "field: a tile was just turned face up (TR-14, TR-16)")
    down = sum(place is not None and not place.face_up for place in position.field)
    refuse(down == 0 and position.phase != "act", "field: no face-down tile is left (TR-18)")
    hidden = position.phase in ("turn", "draw")
    refuse(hidden and never_seen == 0, "field: no never-seen tile is left to look at")
    full = len(position.hands[position.mover]) == position.box.hand_limit
    refuse(position.phase == "draw" and full, "hands: no room for the tile drawn (TR-16)")


def check_untouched(position: Position) -> None:
    """Before a round nothing has happened but the deal of the hands (TR-03)."""
    dealt = position.mover if position.phase == "deal" else 0
    if position.phase == "reveal":
        dealt = position.seats
    sizes = [int(seat < dealt) for seat in range(position.seats)]
    refuse([len(hand) for hand in position.hands] != sizes, "hands: differ from the deal (TR-03)")
    begun = [listed(position.box.begun_with)] * position.seats
    refuse(position.containers != begun, "containers: as they begin before the first turn")
    refuse(any(position.calls), "calls: none before the first turn")
    refuse(not all(map(is_never_seen, position.field)), "field: face down before the first turn")
    refuse(position.phase != "deal" and position.mover != 0, "mover: seat 0 begins (TR-06)")


def check_memories(position: Position) -> None:
    observers = [memory.observer for memory in position.memories]
    refuse(len(set(observers)) < len(observers), "memories: an observer has two")
    for memory in position.memories:
        where = f"memories, observer {memory.observer}"
        refuse(not 0 <= memory.observer <= position.seats, f"{where}: no such observer")
        hands = memory.hands
        refuse(len(hands) != position.seats, f"{where}: hands of {position.seats} seats")
        for place in memory.places:
            refuse(not knowable(position, place), f"{where}: nothing hidden on place {place}")
        for seat, known in enumerate(hands):
            lost = Counter(known) - Counter(position.hands[seat])
            refuse(bool(lost), f"{where}: hand {seat} has no such tile")
            own = seat == memory.observer and bool(known)
            refuse(own, f"{where}: its own hand is not remembered but held")
        check_own_places(position, memory, where)


def knowable(position: Position, place: int) -> bool:
    if not 1 <= place <= len(position.field):
        return False
    cell = position.field[place - 1]
    return cell is not None and cell.hidden_by is not None


def check_own_places(position: Position, memory: Memory, where: str) -> None:
    for number, place in enumerate(position.field, 1):
        mine = place is not None and place.hidden_by == memory.observer
        forgot = mine and number not in memory.places
        refuse(forgot, f"{where}: knows the tile it put on place {number} (TR-17)")
    refuse(len(set(memory.places)) != len(memory.places), f"{where}: a place is there twice")


def check_rounds(position: Position) -> None:
    number = len(position.rounds)
    over, last = position.phase == "ended", position.box.rounds
    refuse(number > last or over != (number == last), f"rounds: {number} of {last}")
    for at, finished in enumerate(position.rounds, 1):
        where = f"round {at}"
        check_hands(position, finished, where)
        held = finished.hands + finished.containers
        check_tiles(position.box, [value for hand in held for value in hand], where)
