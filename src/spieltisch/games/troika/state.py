# compiled by mypyc
"""The whole truth of a game of Troika.

A tile nobody has seen has no identity: `unseen` counts them all, those of the field, and with two
players the ten removed ones among them. Never-seen tiles are alike, and only the lowest of their
places is ever chosen: so they always lie on the places from `lowest_unseen` up to `dealt`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import number_of
from spieltisch.core.state import CHANCE, State
from spieltisch.games.troika.tiles import UNKNOWN_TILE, size

MOST_ROUNDS: Final = 3
MOST_IN_HAND: Final = 3
LEAST_TO_CALL: Final = 5
# A new place is only made when every place holds a tile. So there are never more places than tiles
# in the game: 49, or 39 with two players.
MOST_PLACES: Final = 49

DEAL: Final = 0  # chance: a tile for the hand of `mover`
REVEAL: Final = 1  # chance: the tile of place 1
BEGIN: Final = 2  # call, or turn a tile
TURN: Final = 3  # chance: the never-seen tile that is turned
ACT: Final = 4
DRAW: Final = 5  # chance: the never-seen tile that is drawn
ENDED: Final = 6

# A place is empty, holds a tile face up (its value), or face down: NEVER_SEEN, or from PUT_BACK on
# with the seat that put it back and its value.
EMPTY: Final = 0
NEVER_SEEN: Final = 16
PUT_BACK: Final = 32
PER_SEAT: Final = 16

# How calls are judged (TR-10, TR-11). Version 1 of the rules let hand tiles complete the fuel, and
# its bonus went to the first right call; now it is for the first call alone, and the option `fuel`
# says where the fuel has to lie.
FIRST_VERSION: Final = 0
FUEL_ANYWHERE: Final = 1
FUEL_IN_CONTAINER: Final = 2


@final
class Box:
    """What is played with, shared by all states: the tiles, those every container holds from the
    start, how many are taken out for two players, the limit of a hand and the number of rounds."""

    def __init__(
        self, tiles: i64, begun_with: i64, removed_for_two: i64, hand_limit: i64, rounds: i64
    ) -> None:
        self.tiles = tiles
        self.begun_with = begun_with
        self.removed_for_two = removed_for_two
        self.hand_limit = hand_limit
        self.rounds = rounds

    def removed(self, seats: i64) -> i64:
        if seats == 2:
            return self.removed_for_two
        return 0

    def most_places(self, seats: i64) -> i64:
        """As many as there are tiles in the game: all of them may lie in the field at once."""
        return size(self.tiles) - self.removed(seats)

    def places(self, seats: i64) -> i64:
        """How many tiles are in the field after the deal (TR-03, TR-05)."""
        return self.most_places(seats) - seats * (1 + size(self.begun_with))


@final
class Round:
    """A finished round, open to all. `calls` says for each seat how many had called when it had, 0
    if it did not call; `reading` how calls were judged."""

    def __init__(
        self,
        reading: i64,
        hands: "vec[i64]",
        containers: "vec[i64]",
        calls: "vec[i64]",
        points: "vec[i64]",
        chips: "vec[i64]",
    ) -> None:
        self.reading = reading
        self.hands = hands
        self.containers = containers
        self.calls = calls
        self.points = points
        self.chips = chips


class Truth(State):
    """Fields only; `rules` says what may be done with them. Places count from 0 here. A new one is
    a bare table: `turns` lays it for a round, `document` as it is written down."""

    def __init__(self, box: Box, seats: i64, reading: i64) -> None:
        self.box = box
        self.seats = seats
        self.reading = reading  # how calls are judged
        self.dealt = box.places(seats)  # places of the field that the deal fills
        self.turn = CHANCE
        self.phase: i64 = DEAL
        self.mover: i64 = 0
        self.hands: vec[i64] = vec[i64]()  # packed tiles, by seat
        self.containers: vec[i64] = vec[i64]()
        self.calls: vec[i64] = vec[i64]()
        self.called: i64 = 0  # how many have left the planet
        self.field: vec[i64] = vec[i64]()
        self.places: i64 = 0
        self.lowest_unseen: i64 = 0
        self.put_back: i64 = 0  # places where tiles lie face down that were put back, as bits
        self.face_up: i64 = 0  # packed tiles of the field
        self.unseen: i64 = 0
        self.memory: vec[i64] = vec[i64]()  # see `recall`
        # whose memories are kept; the number `seats` is a spectator
        self.observers: vec[i64] = vec[i64]()
        self.past: list[Round] = []  # finished rounds

    def become(self, other: "Truth") -> None:
        self.turn = other.turn
        self.phase = other.phase
        self.mover = other.mover
        self.hands = other.hands[:]
        self.containers = other.containers[:]
        self.calls = other.calls[:]
        self.called = other.called
        self.field = other.field[:]
        self.places = other.places
        self.lowest_unseen = other.lowest_unseen
        self.put_back = other.put_back
        self.face_up = other.face_up
        self.unseen = other.unseen
        self.memory = other.memory[:]
        self.observers = other.observers[:]
        self.past = other.past[:]


def hidden_tile(seat: i64, value: i64) -> i64:
    """What a place holds when the seat has put a tile there face down."""
    return PUT_BACK + PER_SEAT * seat + value


def value_at(cell: i64) -> i64:
    """The value of a tile of the field; UNKNOWN_TILE if it has none yet."""
    if cell == NEVER_SEEN:
        return UNKNOWN_TILE
    return cell % PER_SEAT


def hider_of(cell: i64) -> i64:
    return (cell - PUT_BACK) // PER_SEAT


def face_down(state: Truth) -> i64:
    """How many tiles of the field lie face down."""
    return state.dealt - state.lowest_unseen + number_of(state.put_back)


def own_tiles(state: Truth, seat: i64) -> i64:
    return state.hands[seat] + state.containers[seat]
