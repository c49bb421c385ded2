# compiled by mypyc
"""What may be played (TR-09 to TR-17), in ascending order of the codes.

Move codes are numbered in notation order; `moves` gives each its text. There is always a tile to
turn: a round begins with face-down tiles, and goes on after a turn only if one is left (TR-18); a
call leaves the field as it is.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.state import CHANCE
from spieltisch.games.troika.scoring import may_call_with
from spieltisch.games.troika.state import (
    BEGIN,
    PUT_BACK,
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
    if state.seats > 2 and may_call_with(state.containers[state.mover], state.reading):
        into[0] = CALL
        number = 1
    return list_face_down(state, TURN_UP, into, number)


def list_actions(state: Truth, into: "vec[i64]") -> i64:
    number = list_values(state.face_up, TAKE, into, 0)
    hand = state.hands[state.mover]
    if size(hand) < state.box.hand_limit:
        number = list_face_down(state, DRAW_FROM, into, number)
    number = list_values(state.containers[state.mover], BACK, into, number)
    return list_values(hand, HIDE, into, number)


def list_face_down(state: Truth, first: i64, into: "vec[i64]", listed: i64) -> i64:
    """The tiles that were put back and the lowest never-seen one, by place."""
    number = listed
    left = state.put_back
    place: i64 = 0
    while left > 0 and place < state.lowest_unseen:
        if state.field[place] >= PUT_BACK:
            into[number] = first + place
            number += 1
            left -= 1
        place += 1
    place = state.dealt
    if state.lowest_unseen < place:
        into[number] = first + state.lowest_unseen
        number += 1
    while left > 0:
        if state.field[place] >= PUT_BACK:
            into[number] = first + place
            number += 1
            left -= 1
        place += 1
    return number


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
