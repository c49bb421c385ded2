# compiled by mypyc
"""What observers know of hidden tiles, and re-dealing the rest (TR-29).

An observer's memory is a row of numbers: first the places whose face-down tile it knows, as bits;
then, for each seat, the tiles it knows in that hand, packed.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.core.rng import Rng
from spieltisch.games.troika.state import (
    PUT_BACK,
    Truth,
    hidden_tile,
    hider_of,
    value_at,
)
from spieltisch.games.troika.tiles import count, pick, single, size

HANDS: Final = 1  # where the known hands begin in a row


def row_length(seats: i64) -> i64:
    return HANDS + seats


def forgotten(seats: i64, observers: i64) -> "vec[i64]":
    """The memories at the start of a round."""
    return vec[i64]([0] * (observers * row_length(seats)))


def turned(state: Truth, place: i64) -> None:
    """A tile that was put back lies face up now: there is nothing to remember of the place."""
    row: i64 = 0
    while row < len(state.memory):
        state.memory[row] &= ~bit(place)
        row += row_length(state.seats)


def drawn(state: Truth, seat: i64, place: i64, value: i64) -> None:
    """A tile that was put back goes into a hand; who knew the place knows it there."""
    there = bit(place)
    row: i64 = 0
    for observer in state.observers:
        if state.memory[row] & there != 0:
            state.memory[row] -= there
            if observer != seat:
                state.memory[row + HANDS + seat] += single(value)
        row += row_length(state.seats)


def hidden(state: Truth, seat: i64, place: i64, value: i64) -> None:
    """A tile leaves a hand for a face-down place. The others know which only if they know the
    whole hand and its tiles are equal; otherwise they lose sight of that hand."""
    there = bit(place)
    hand = state.hands[seat]
    equal = count(hand, value) == size(hand)
    row: i64 = 0
    for observer in state.observers:
        known = row + HANDS + seat
        if observer == seat:
            state.memory[row] |= there
        elif equal and state.memory[known] == hand:
            state.memory[row] |= there
            state.memory[known] -= single(value)
        else:
            state.memory[known] = 0
        row += row_length(state.seats)


def memory_of(state: Truth, observer: i64) -> "vec[i64]":
    """The observer's row; in a hypothesis about another seat's view, the least it must know."""
    row: i64 = 0
    for owner in state.observers:
        if owner == observer:
            return state.memory[row : row + row_length(state.seats)]
        row += row_length(state.seats)
    return least_memory(state, observer)


def least_memory(state: Truth, observer: i64) -> "vec[i64]":
    """The observer knows the tiles it put back itself."""
    memory = forgotten(state.seats, 1)
    place: i64 = 0
    while place < state.places:
        cell = state.field[place]
        if cell >= PUT_BACK and hider_of(cell) == observer:
            memory[0] |= bit(place)
        place += 1
    return memory


def redeal(state: Truth, observer: i64, rng: Rng) -> None:
    """Lay all that the observer cannot know anew: every such tile is equally likely in every such
    place. What the others remember goes with it."""
    memory = memory_of(state, observer)
    pool = unknown_tiles(state, observer, memory)
    pool = redeal_hands(state, observer, memory, pool, rng)
    state.unseen = redeal_field(state, memory[0], pool, rng)
    state.memory = memory
    state.observers = vec[i64]([observer])


def unknown_tiles(state: Truth, observer: i64, memory: "vec[i64]") -> i64:
    """All tiles but those whose whereabouts the observer knows."""
    pool = state.box.tiles - state.face_up
    seat: i64 = 0
    while seat < state.seats:
        held = state.hands[seat] if seat == observer else memory[HANDS + seat]
        pool -= state.containers[seat] + held
        seat += 1
    place: i64 = 0
    while place < state.places:
        if (memory[0] >> place) & 1 == 1:
            pool -= single(value_at(state.field[place]))
        place += 1
    return pool


def redeal_hands(state: Truth, observer: i64, memory: "vec[i64]", tiles: i64, rng: Rng) -> i64:
    pool = tiles
    seat: i64 = 0
    while seat < state.seats:
        if seat != observer:
            held = memory[HANDS + seat]
            missing = size(state.hands[seat]) - size(held)
            while missing > 0:
                value = pick(pool, rng)
                pool -= single(value)
                held += single(value)
                missing -= 1
            state.hands[seat] = held
        seat += 1
    return pool


def redeal_field(state: Truth, known: i64, tiles: i64, rng: Rng) -> i64:
    """Re-deals the places that are not known; what is left was never seen by anyone."""
    pool = tiles
    place: i64 = 0
    while place < state.places:
        cell = state.field[place]
        if cell >= PUT_BACK and (known >> place) & 1 == 0:
            value = pick(pool, rng)
            pool -= single(value)
            state.field[place] = hidden_tile(hider_of(cell), value)
        place += 1
    return pool
