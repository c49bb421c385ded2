"""The whole truth of a game of Troika. Compiled.

A tile nobody has seen has no identity: `unseen` counts them all, those of the field, and with two
players the ten removed ones among them. Never-seen tiles are alike, and only the lowest of their
places is ever chosen: so they always lie on the places from `lowest_unseen` up to `dealt_places`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.state import State
from spieltisch.games.troika.tiles import TILES, UNKNOWN_TILE

ROUNDS: Final = 3
HAND_LIMIT: Final = 3
LEAST_TO_CALL: Final = 5
REMOVED_FOR_TWO: Final = 10
# A new place is only made when every place holds a tile. So there are never more places than tiles
# in the game: 49, or 39 with two players.
MOST_PLACES: Final = TILES

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


@final
class Round:
    """A finished round, open to all. `calls` says for each seat how many had called when it had, 0
    if it did not call."""

    def __init__(
        self,
        hands: "vec[i64]",
        containers: "vec[i64]",
        calls: "vec[i64]",
        points: "vec[i64]",
        chips: "vec[i64]",
    ) -> None:
        self.hands = hands
        self.containers = containers
        self.calls = calls
        self.points = points
        self.chips = chips


class Truth(State):
    """Fields only; `rules` says what may be done with them. Places count from 0 here."""

    def __init__(
        self,
        seats: i64,
        turn: i64,
        phase: i64,
        mover: i64,
        hands: "vec[i64]",
        containers: "vec[i64]",
        calls: "vec[i64]",
        called: i64,
        field: "vec[i64]",
        places: i64,
        lowest_unseen: i64,
        put_back: i64,
        face_up: i64,
        unseen: i64,
        memory: "vec[i64]",
        observers: "vec[i64]",
        past: list[Round],
    ) -> None:
        self.seats = seats
        self.turn = turn
        self.phase = phase
        self.mover = mover
        self.hands = hands  # packed tiles, by seat
        self.containers = containers
        self.calls = calls
        self.called = called  # how many have left the planet
        self.field = field
        self.places = places
        self.lowest_unseen = lowest_unseen
        self.put_back = put_back  # how many tiles lie face down that were put back
        self.face_up = face_up  # packed tiles of the field
        self.unseen = unseen
        self.memory = memory  # see `recall`
        self.observers = observers  # whose memories are kept; the number `seats` is a spectator
        self.past = past  # finished rounds


def dealt_places(seats: i64) -> i64:
    """How many tiles are in the field after the deal (TR-03, TR-05)."""
    return TILES - seats - (REMOVED_FOR_TWO if seats == 2 else 0)


def hidden_tile(seat: i64, value: i64) -> i64:
    """What a place holds when the seat has put a tile there face down."""
    return PUT_BACK + PER_SEAT * seat + value


def value_at(cell: i64) -> i64:
    """The value of a tile of the field; UNKNOWN_TILE if it has none yet."""
    return UNKNOWN_TILE if cell == NEVER_SEEN else cell % PER_SEAT


def hider_of(cell: i64) -> i64:
    return (cell - PUT_BACK) // PER_SEAT


def face_down(state: Truth) -> i64:
    """How many tiles of the field lie face down."""
    return dealt_places(state.seats) - state.lowest_unseen + state.put_back


def own_tiles(state: Truth, seat: i64) -> i64:
    return state.hands[seat] + state.containers[seat]
