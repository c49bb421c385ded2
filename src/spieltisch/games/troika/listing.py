# compiled by mypyc
"""What may be played (TR-09 to TR-17), in ascending order of the codes.

Move codes are numbered in notation order; `moves` gives each its text. There is always a tile to
turn: a round begins with face-down tiles, and goes on after a turn only if one is left (TR-18); a
call leaves the field as it is.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit, lowest, nth_of, number_of
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE
from spieltisch.games.troika.scoring import may_call_with
from spieltisch.games.troika.state import (
    BEGIN,
    Truth,
)
from spieltisch.games.troika.tiles import (
    size,
)

TILE: Final = 0
CALL: Final = 15  # behind the values
TURN_UP: Final = 16
TAKE: Final = 65  # behind the places
DRAW_FROM: Final = 80
BACK: Final = 129
HIDE: Final = 144
CODES: Final = 159


def list_moves(state: Truth, into: "vec[i64]") -> i64:
    if state.turn == CHANCE:
        return list_values(state.unseen, TILE, into, 0)
    if state.phase == BEGIN:
        return list_openings(state, into)
    return list_actions(state, into)


def list_openings(state: Truth, into: "vec[i64]") -> i64:
    number: i64 = 0
    if may_call(state):
        into[0] = CALL
        number = 1
    return list_face_down(state, TURN_UP, into, number)


def any_opening(state: Truth, rng: Rng) -> i64:
    """One of them at random, as if they had been listed."""
    places = face_down_places(state)
    turns = number_of(places)
    if may_call(state):
        nth = rng.below(turns + 1) - 1
        return TURN_UP + nth_of(places, nth) if nth >= 0 else CALL
    return TURN_UP + nth_of(places, rng.below(turns))


def may_call(state: Truth) -> bool:
    return state.seats > 2 and may_call_with(state.containers[state.mover], state.reading)


def list_actions(state: Truth, into: "vec[i64]") -> i64:
    number = list_values(state.face_up, TAKE, into, 0)
    hand = state.hands[state.mover]
    if size(hand) < state.box.hand_limit:
        number = list_face_down(state, DRAW_FROM, into, number)
    number = list_values(state.containers[state.mover], BACK, into, number)
    return list_values(hand, HIDE, into, number)


def list_face_down(state: Truth, first: i64, into: "vec[i64]", listed: i64) -> i64:
    number = listed
    left = face_down_places(state)
    while left != 0:
        into[number] = first + lowest(left)
        left &= left - 1
        number += 1
    return number


def face_down_places(state: Truth) -> i64:
    """Those of the tiles that were put back and of the lowest never-seen one, as bits."""
    if state.lowest_unseen < state.dealt:
        return state.put_back | bit(state.lowest_unseen)
    return state.put_back


def list_values(tiles: i64, first: i64, into: "vec[i64]", listed: i64) -> i64:
    """The codes of all values among the tiles, from `first` for value 1."""
    number = listed
    code = first
    left = tiles >> 3
    while left > 0:
        into[number] = code
        number += (left | left >> 1 | left >> 2) & 1
        left >>= 3
        code += 1
    return number
