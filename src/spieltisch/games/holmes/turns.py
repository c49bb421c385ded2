# compiled by mypyc
"""What a move does: the course of a turn, of a day and of the end (HO-05 to HO-21).

`rows`, `days` and `abilities` hold the rules of their part.
"""

from mypy_extensions import i64

from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.holmes import abilities, days, rows
from spieltisch.games.holmes.cards import JOKER, members, single, size
from spieltisch.games.holmes.state import (
    ASK_USE,
    DEAL_DISPLAY,
    DRAWING,
    END_JOKERS,
    ENDING,
    JOINING,
    MORNING,
    NONE,
    PLACE,
    PLACING_JOKER,
    REFILL,
    RENEWING,
    SEATS,
    SNIFFING,
    TAKE_HIDDEN,
    TAKE_SAME,
    TAKE_SAME_HIDDEN,
    Truth,
)


def turn_up_person(state: Truth, person: i64) -> None:
    days.turn_up(state, person)
    if state.phase == MORNING:
        days.stand_up(state)
        begin_turn(state)
    elif members(state.face_up) == members(state.box.always) + state.box.on_day_1:
        state.phase = DEAL_DISPLAY


def turn_up_clue(state: Truth, face: i64) -> None:
    state.pile -= single(face)
    phase = state.phase
    if phase == SNIFFING:
        abilities.sniff(state, face)
        carry_on(state)
    elif phase == DRAWING:
        draw_hidden(state, face)
    else:
        state.display += single(face)
        if phase == RENEWING:
            carry_on(state)
        elif phase == REFILL:
            refill(state)
        elif size(state.display) == state.box.display:
            begin_turn(state)


def draw_hidden(state: Truth, face: i64) -> None:
    """Face down before the mover; a joker is laid open at once (HO-11, HO-A4)."""
    state.left -= 1
    if face != JOKER:
        state.down[state.mover] += single(face)
    elif rows.receive_joker(state):
        return
    carry_on(state)


def begin_turn(state: Truth) -> None:
    state.mover = state.placed % SEATS
    state.turn = state.mover
    state.phase = PLACE
    state.visited = NONE
    state.fresh = 0


def place_or_lay(state: Truth, code: i64) -> None:
    if code < state.box.visit:
        rows.lay(state, code - state.box.lay)
        return
    days.place(state, code)
    if abilities.usable(state, state.visited, state.glasses[state.mover], state.reserve):
        state.phase = ASK_USE
    else:
        end_turn(state)


def use_or_decline(state: Truth, code: i64) -> None:
    if code == state.box.use:
        abilities.enter(state, state.box.begins[state.visited])
        carry_on(state)
    else:
        end_turn(state)


def carry_on(state: Truth) -> None:
    if not abilities.carry_on(state):
        end_turn(state)


def take(state: Truth, face: i64) -> None:
    """Open clues come to the mover; of equal ones all at once (HO-A3)."""
    op = state.box.ops[state.step]
    hidden = op in (TAKE_HIDDEN, TAKE_SAME_HIDDEN)
    number: i64 = 1 if op < TAKE_SAME else state.left
    state.left -= number
    asked = False
    while number > 0:
        state.display -= single(face)
        asked = rows.receive(state, face, hidden)
        number -= 1
    if not asked:
        carry_on(state)


def steal(state: Truth, face: i64) -> None:
    state.left -= 1
    rows.lose(state, face)
    state.rows[state.mover] += single(face)
    if rows.may_join(state, face):
        state.stolen = face
        state.phase = JOINING
    else:
        carry_on(state)


def settle_joker(state: Truth, code: i64) -> None:
    """The answer to `joker`, `join` or `apart`."""
    if code < state.box.loose:
        rows.put_joker(state, state.mover, code - state.box.joker)
    elif code == state.box.join:
        rows.put_joker(state, state.mover, state.stolen)
    if state.phase == END_JOKERS:
        state.late[state.mover] += 1
        lay_end_jokers(state)
        return
    if state.phase == PLACING_JOKER and code != state.box.loose:
        state.fresh -= 1
    state.stolen = NONE
    carry_on(state)


def end_turn(state: Truth) -> None:
    """After the very last turn the display is not filled (HO-17, HO-20)."""
    state.step = 0
    state.left = 0
    state.fresh = 0
    if state.day == state.box.days and state.placed == state.box.turns_a_day:
        finish(state)
    else:
        refill(state)


def refill(state: Truth) -> None:
    if size(state.display) < state.box.display and state.pile != 0:
        state.turn = CHANCE
        state.phase = REFILL
    elif state.placed < state.box.turns_a_day:
        begin_turn(state)
    else:
        go_to_bed(state)


def go_to_bed(state: Truth) -> None:
    days.evening(state)
    state.day += 1
    state.placed = 0
    state.mover = 0
    state.visited = NONE
    state.turn = CHANCE
    state.phase = MORNING


def finish(state: Truth) -> None:
    """Turn up all face-down clues, then lay loose jokers, Sherlock first (HO-21)."""
    state.visited = NONE
    rows.turn_up_all(state, 0)
    rows.turn_up_all(state, 1)
    state.mover = 0
    lay_end_jokers(state)


def lay_end_jokers(state: Truth) -> None:
    while state.loose[state.mover] == 0 or rows.open_to_joker(state, state.mover) == 0:
        if state.mover == SEATS - 1:
            state.turn = OVER
            state.phase = ENDING
            return
        state.mover += 1
    state.turn = state.mover
    state.phase = END_JOKERS
