# compiled by mypyc
"""A seat's view as numbers, for learning agents.

Layout, in order (`layout` names the parts): the 49 possible places, each as face up, never seen,
put back by which seat, and the value if the observer knows it (15); of each seat: its container by
value / 7, the tiles known in its hand by value / 3, the size of its hand / 3, when it called /
seats; of each finished round and seat: points / 50 and chips / 2; the round; whose turn it is; the
phase. Seats are counted from the observer on; a spectator counts from seat 0.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.observing import ONE, part, sections
from spieltisch.games.troika.recall import HANDS, memory_of
from spieltisch.games.troika.state import (
    EMPTY,
    ENDED,
    MOST_IN_HAND,
    MOST_PLACES,
    MOST_ROUNDS,
    NEVER_SEEN,
    Truth,
    hider_of,
    value_at,
)
from spieltisch.games.troika.tiles import SEVENS, VALUES, count, size

MOST_POINTS: Final = 50


def layout(seats: int) -> dict[str, tuple[int, int]]:
    """Where each part begins and how long it is."""
    return sections(
        {
            "field": MOST_PLACES * (2 + seats + VALUES),
            "seats": seats * (2 * VALUES + 2),
            "rounds": MOST_ROUNDS * seats * 2,
            "round": MOST_ROUNDS,
            "turn": seats,
            "phase": ENDED + 1,
        }
    )


def write(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> None:
    memory = memory_of(state, observer)
    first = observer % state.seats
    at = write_field(state, first, memory[0], into, begin)
    at = write_seats(state, observer, memory, into, at)
    at = write_rounds(state, first, into, at)
    write_turn(state, first, into, at)


def write_field(state: Truth, first: i64, known: i64, into: "vec[i32]", begin: i64) -> i64:
    at = begin
    place: i64 = 0
    while place < MOST_PLACES:
        write_place(state, state.field[place], first, (known >> place) & 1 == 1, into, at)
        at += 2 + state.seats + VALUES
        place += 1
    return at


def write_place(
    state: Truth, cell: i64, first: i64, known: bool, into: "vec[i32]", at: i64
) -> None:
    if cell == EMPTY:
        return
    if cell == NEVER_SEEN:
        into[at + 1] = ONE
        return
    if cell < NEVER_SEEN:
        into[at] = ONE
    else:
        into[at + 2 + (hider_of(cell) - first + state.seats) % state.seats] = ONE
        if not known:
            return
    into[at + 2 + state.seats + value_at(cell) - 1] = ONE


def write_seats(
    state: Truth, observer: i64, memory: "vec[i64]", into: "vec[i32]", begin: i64
) -> i64:
    at = begin
    step: i64 = 0
    while step < state.seats:
        seat = (observer % state.seats + step) % state.seats
        known = state.hands[seat] if seat == observer else memory[HANDS + seat]
        at = write_tiles(state.containers[seat], SEVENS, into, at)
        at = write_tiles(known, MOST_IN_HAND, into, at)
        into[at] = part(size(state.hands[seat]), MOST_IN_HAND)
        into[at + 1] = part(state.calls[seat], state.seats)
        at += 2
        step += 1
    return at


def write_tiles(tiles: i64, most: i64, into: "vec[i32]", begin: i64) -> i64:
    value: i64 = 1
    while value <= VALUES:
        number = count(tiles, value)
        if number != 0:
            into[begin + value - 1] = part(number, most)
        value += 1
    return begin + VALUES


def write_rounds(state: Truth, first: i64, into: "vec[i32]", begin: i64) -> i64:
    at = begin
    for finished in state.past:
        step: i64 = 0
        while step < state.seats:
            seat = (first + step) % state.seats
            into[at] = part(finished.points[seat], MOST_POINTS)
            into[at + 1] = part(finished.chips[seat], 2)
            at += 2
            step += 1
    return begin + MOST_ROUNDS * state.seats * 2


def write_turn(state: Truth, first: i64, into: "vec[i32]", begin: i64) -> None:
    number: i64 = len(state.past)
    if number < MOST_ROUNDS:
        into[begin + number] = ONE
    at = begin + MOST_ROUNDS
    into[at + (state.mover - first + state.seats) % state.seats] = ONE
    into[at + state.seats + state.phase] = ONE
