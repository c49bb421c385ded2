# compiled by mypyc
"""What a move does: the deal, turns, the end of a round (TR-03 to TR-19)."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.troika import recall
from spieltisch.games.troika.scoring import round_chips, round_points
from spieltisch.games.troika.state import (
    ACT,
    BEGIN,
    DEAL,
    DRAW,
    EMPTY,
    ENDED,
    MOST_PLACES,
    NEVER_SEEN,
    REVEAL,
    TURN,
    Round,
    Truth,
    hidden_tile,
    value_at,
)
from spieltisch.games.troika.tiles import (
    single,
)


def identify(state: Truth, value: i64) -> None:
    """Chance says what a never-seen tile is."""
    state.unseen -= single(value)
    if state.phase == DEAL:
        deal(state, value)
    elif state.phase == DRAW:
        state.field[state.lowest_unseen] = EMPTY
        state.lowest_unseen += 1
        state.hands[state.mover] += single(value)
        end_turn(state)
    else:
        state.field[state.lowest_unseen] = value
        state.lowest_unseen += 1
        state.face_up += single(value)
        state.turn = state.mover
        state.phase = BEGIN if state.phase == REVEAL else ACT


def deal(state: Truth, value: i64) -> None:
    state.hands[state.mover] += single(value)
    state.mover += 1
    if state.mover == state.seats:
        state.mover = 0
        state.phase = REVEAL


def call(state: Truth) -> None:
    """Leave the planet; whether rightly shows at the end of the round (TR-09, TR-10)."""
    state.called += 1
    state.calls[state.mover] = state.called
    if state.called == state.seats - 1:
        end_round(state)
    else:
        next_turn(state)


def turn_up(state: Truth, place: i64) -> None:
    cell = state.field[place]
    if cell == NEVER_SEEN:
        state.turn = CHANCE
        state.phase = TURN
        return
    state.put_back &= ~bit(place)
    state.field[place] = value_at(cell)
    state.face_up += single(value_at(cell))
    recall.turned(state, place)
    state.phase = ACT


def take(state: Truth, value: i64) -> None:
    place: i64 = 0
    for cell in state.field:
        if cell == value:
            break
        place += 1
    state.field[place] = EMPTY
    state.face_up -= single(value)
    state.containers[state.mover] += single(value)
    end_turn(state)


def draw_from(state: Truth, place: i64) -> None:
    cell = state.field[place]
    if cell == NEVER_SEEN:
        state.turn = CHANCE
        state.phase = DRAW
        return
    state.put_back &= ~bit(place)
    state.field[place] = EMPTY
    state.hands[state.mover] += single(value_at(cell))
    recall.drawn(state, state.mover, place, value_at(cell))
    end_turn(state)


def give_back(state: Truth, value: i64) -> None:
    state.containers[state.mover] -= single(value)
    state.face_up += single(value)
    state.field[free_place(state)] = value
    end_turn(state)


def hide(state: Truth, value: i64) -> None:
    place = free_place(state)
    recall.hidden(state, state.mover, place, value)
    state.hands[state.mover] -= single(value)
    state.field[place] = hidden_tile(state.mover, value)
    state.put_back |= bit(place)
    end_turn(state)


def free_place(state: Truth) -> i64:
    """The lowest empty place, or a new one behind the last (TR-17)."""
    place = lowest_free_place(state)
    if place == state.places:
        state.places += 1
    return place


def lowest_free_place(state: Truth) -> i64:
    place: i64 = 0
    while place < state.places and state.field[place] != EMPTY:
        place += 1
    return place


def end_turn(state: Truth) -> None:
    if state.put_back == 0 and state.lowest_unseen == state.dealt:
        end_round(state)
    else:
        next_turn(state)


def next_turn(state: Truth) -> None:
    """Clockwise to the next one still on the planet."""
    seat = (state.mover + 1) % state.seats
    while state.calls[seat] > 0:
        seat = (seat + 1) % state.seats
    state.mover = seat
    state.turn = seat
    state.phase = BEGIN


def end_round(state: Truth) -> None:
    points = round_points(state.hands, state.containers, state.calls, state.reading)
    chips = round_chips(points)
    state.past.append(
        Round(state.reading, state.hands, state.containers, state.calls, points, chips)
    )
    clear_table(state)
    if len(state.past) == state.box.rounds:
        state.turn = OVER
        state.phase = ENDED


def clear_table(state: Truth) -> None:
    """All tiles face down again, as before a deal (TR-03 to TR-06)."""
    state.turn = CHANCE
    state.phase = DEAL
    state.mover = 0
    state.hands = vec[i64]([0] * state.seats)
    state.containers = vec[i64]([state.box.begun_with] * state.seats)
    state.calls = vec[i64]([0] * state.seats)
    state.called = 0
    state.field = unturned_field(state.dealt)
    state.places = state.dealt
    state.lowest_unseen = 0
    state.put_back = 0
    state.face_up = 0
    state.unseen = state.box.tiles - state.seats * state.box.begun_with
    state.memory = recall.forgotten(state.seats, len(state.observers))


def unturned_field(dealt: i64) -> "vec[i64]":
    field: vec[i64] = vec[i64]([EMPTY] * MOST_PLACES)
    place: i64 = 0
    while place < dealt:
        field[place] = NEVER_SEEN
        place += 1
    return field
