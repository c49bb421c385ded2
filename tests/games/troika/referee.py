"""A second Troika, slow and plain, straight from the rule book and the notation.

It shares no code with the room: tiles are lists, places a dictionary, arrangements are searched
exhaustively. Tests walk both through the same games and compare everything.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

BOX = Counter({value: 7 if value == 7 else 3 for value in range(1, 16)})
Who = int | str


@dataclass
class Place:
    """`value` is None as long as nobody has ever seen the tile."""

    face_up: bool
    value: int | None
    hidden_by: int | None = None


@cache
def best_total(tiles: tuple[int, ...], fuel: bool) -> int | None:
    """Exhaustively: what to do with the lowest tile? `fuel` says whether a fuel is still needed.
    None if that cannot be."""
    if not tiles:
        return None if fuel else 0
    first, rest = tiles[0], tiles[1:]
    totals = [plus(best_total(rest, fuel), -1)]
    if rest.count(first) >= 2:
        totals.append(best_total(without(rest, first, first), False))
    if first + 1 in rest and first + 2 in rest:
        gem = int(str(first + 2)[-1])
        totals.append(plus(best_total(without(rest, first + 1, first + 2), fuel), gem))
    return max((total for total in totals if total is not None), default=None)


@cache
def divides(tiles: tuple[int, ...], fuel: bool) -> bool:
    """Whether all tiles go into sets, with a fuel among them if one is still needed."""
    if not tiles:
        return not fuel
    first, rest = tiles[0], tiles[1:]
    if rest.count(first) >= 2 and divides(without(rest, first, first), False):
        return True
    gem = first + 1 in rest and first + 2 in rest
    return gem and divides(without(rest, first + 1, first + 2), fuel)


def call_is_right(hand: list[int], container: list[int], lying: bool) -> bool:
    """TR-10, sentence by sentence; `lying` if the fuel has to lie in the container."""
    own = tuple(sorted(hand + container))
    if len(container) < 5:
        return False
    if not lying:
        return divides(own, True)
    fuels = [value for value in set(container) if container.count(value) >= 3]
    return any(divides(without(own, fuel, fuel, fuel), False) for fuel in fuels)


def plus(total: int | None, more: int) -> int | None:
    return None if total is None else total + more


def without(tiles: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


class Referee:
    """`fuel` is the option; None stands for version 1 of the rules."""

    def __init__(self, seats: int, fuel: str | None = "container") -> None:
        self.seats = seats
        self.fuel = fuel
        self.points: list[list[int]] = []
        self.chips: list[list[int]] = []
        self.over = False
        self.set_up()

    def set_up(self) -> None:
        self.unidentified = Counter(BOX)
        in_field = 49 - self.seats - (10 if self.seats == 2 else 0)
        self.field: dict[int, Place | None] = {
            number: Place(False, None) for number in range(1, in_field + 1)
        }
        self.hands: list[list[int]] = [[] for _ in range(self.seats)]
        self.containers: list[list[int]] = [[] for _ in range(self.seats)]
        self.callers: list[int] = []
        self.player = 0
        self.stage = "deal"
        self.looked_at = 0
        observers = range(self.seats + 1)
        self.knows_place: list[dict[int, int]] = [{} for _ in observers]
        self.knows_hand: list[list[list[int]]] = [
            [[] for _ in range(self.seats)] for _ in observers
        ]

    def who(self) -> Who:
        return "chance" if self.stage in ("deal", "first", "turned", "drawn") else self.player

    def outcomes(self) -> dict[str, int]:
        values = sorted(value for value, number in self.unidentified.items() if number)
        return {f"tile {value}": self.unidentified[value] for value in values}

    def legal(self) -> list[str]:
        if self.stage == "start":
            return self.openings()
        hand, container = self.hands[self.player], self.containers[self.player]
        face_up = {tile.value for tile in self.field.values() if tile and tile.face_up}
        moves = [f"take {value}" for value in sorted(value for value in face_up if value)]
        if len(hand) < 3:
            moves += [f"draw {number}" for number in self.listed_places()]
        moves += [f"back {value}" for value in sorted(set(container))]
        return moves + [f"hide {value}" for value in sorted(set(hand))]

    def openings(self) -> list[str]:
        lying = Counter(self.containers[self.player])
        may_call = self.seats >= 3 and lying.total() >= 5
        if self.fuel == "container" and max(lying.values(), default=0) < 3:
            may_call = False
        return ["troika"] * may_call + [f"turn {number}" for number in self.listed_places()]

    def listed_places(self) -> list[int]:
        down = {n: tile for n, tile in self.field.items() if tile and not tile.face_up}
        never_seen = [number for number, tile in down.items() if tile.value is None]
        put_back = [number for number, tile in down.items() if tile.value is not None]
        return sorted([*put_back, min(never_seen)] if never_seen else put_back)

    def free_place(self) -> int:
        empty = [number for number, tile in self.field.items() if tile is None]
        return min(empty) if empty else max(self.field) + 1

    def seen(self, text: str, viewer: int | None) -> str:
        """The step as a viewer sees it, before it is played."""
        if viewer == self.player:
            return text
        if self.stage in ("deal", "drawn"):
            return "tile ??"
        if text.startswith("hide "):
            return f"hide ?? at {self.free_place()}"
        return text

    def play(self, text: str) -> None:
        word, *numbers = text.split()
        if word == "troika":
            self.callers.append(self.player)
            if len(self.callers) == self.seats - 1:
                self.end_round()
            else:
                self.pass_on()
            return
        getattr(self, f"play_{word}")(int(numbers[0]))

    def play_tile(self, value: int) -> None:
        self.unidentified[value] -= 1
        if self.stage == "deal":
            self.hands[self.player].append(value)
            self.player += 1
            if self.player == self.seats:
                self.player = 0
                self.stage, self.looked_at = "first", 1
        elif self.stage == "drawn":
            self.field[self.looked_at] = None
            self.hands[self.player].append(value)
            self.end_turn()
        else:
            self.field[self.looked_at] = Place(True, value)
            self.stage = "start" if self.stage == "first" else "act"

    def play_turn(self, number: int) -> None:
        tile = self.field[number]
        assert tile is not None
        assert not tile.face_up
        if tile.value is None:
            self.stage, self.looked_at = "turned", number
            return
        self.field[number] = Place(True, tile.value)
        for known in self.knows_place:
            known.pop(number, None)
        self.stage = "act"

    def play_take(self, value: int) -> None:
        self.field[min(n for n, tile in self.field.items() if tile and self.shows(tile, value))] = (
            None
        )
        self.containers[self.player].append(value)
        self.end_turn()

    def shows(self, tile: Place, value: int) -> bool:
        return tile.face_up and tile.value == value

    def play_draw(self, number: int) -> None:
        tile = self.field[number]
        assert tile is not None
        assert not tile.face_up
        if tile.value is None:
            self.stage, self.looked_at = "drawn", number
            return
        self.field[number] = None
        self.hands[self.player].append(tile.value)
        for observer, known in enumerate(self.knows_place):
            if known.pop(number, None) is not None and observer != self.player:
                self.knows_hand[observer][self.player].append(tile.value)
        self.end_turn()

    def play_back(self, value: int) -> None:
        self.containers[self.player].remove(value)
        self.field[self.free_place()] = Place(True, value)
        self.end_turn()

    def play_hide(self, value: int) -> None:
        number = self.free_place()
        hand = self.hands[self.player]
        for observer in range(self.seats + 1):
            self.witness_hiding(observer, number, value, sorted(hand))
        hand.remove(value)
        self.field[number] = Place(False, value, self.player)
        self.end_turn()

    def witness_hiding(self, observer: int, number: int, value: int, hand: list[int]) -> None:
        """TR-29, sentence by sentence."""
        if observer == self.player:
            self.knows_place[observer][number] = value
            return
        known = sorted(self.knows_hand[observer][self.player])
        if known == hand and len(set(hand)) == 1:
            self.knows_place[observer][number] = value
            self.knows_hand[observer][self.player].remove(value)
        else:
            self.knows_hand[observer][self.player] = []

    def end_turn(self) -> None:
        if all(tile is None or tile.face_up for tile in self.field.values()):
            self.end_round()
        else:
            self.pass_on()

    def pass_on(self) -> None:
        self.stage = "start"
        self.player = (self.player + 1) % self.seats
        while self.player in self.callers:
            self.player = (self.player + 1) % self.seats

    def end_round(self) -> None:
        own = [
            tuple(sorted(hand + container))
            for hand, container in zip(self.hands, self.containers, strict=True)
        ]
        lying = self.fuel == "container"
        right = [
            seat
            for seat in self.callers
            if call_is_right(self.hands[seat], self.containers[seat], lying)
        ]
        points = []
        for seat in range(self.seats):
            total = best_total(own[seat], True)
            wrong = seat in self.callers and seat not in right
            points.append(0 if wrong or total is None else max(total, 0))
        passes_on = self.fuel is None
        if right and (passes_on or right[0] == self.callers[0]):
            points[right[0]] += 5
        self.points.append(points)
        self.chips.append(self.give_chips(points))
        self.set_up()
        self.over = len(self.points) == 3
        self.stage = "over" if self.over else "deal"

    def give_chips(self, points: list[int]) -> list[int]:
        order = sorted(range(self.seats), key=lambda seat: (points[seat], seat), reverse=True)
        chips = [-1 if points[seat] == 0 else 0 for seat in range(self.seats)]
        for seat, chip in zip(order, (2, 1), strict=False):
            if points[seat] > 0:
                chips[seat] = chip
        return chips

    def result(self) -> dict[str, object]:
        sums = [sum(chips[seat] for chips in self.chips) for seat in range(self.seats)]
        merits = [
            (sums[seat], *(points[seat] for points in reversed(self.points)))
            for seat in range(self.seats)
        ]
        winners = [seat for seat in range(self.seats) if merits[seat] == max(merits)]
        return {"scores": sums, "winners": winners, "points": self.points, "chips": self.chips}
