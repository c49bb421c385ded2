# compiled by mypyc
"""Persons and action markers: visits, evenings and mornings (HO-12 to HO-19)."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.games.holmes.cards import members, nth_member
from spieltisch.games.holmes.state import NONE, SEATS, Truth


def to_visit(state: Truth) -> i64:
    """Persons who lie face up and have no marker of the mover (HO-14, HO-15)."""
    seat = state.mover
    return state.face_up & ~(state.standing[seat] | state.lying[seat])


def visit_code(state: Truth, person: i64, origin: i64) -> i64:
    """Codes leave out visits of a person from itself."""
    skipped = origin if origin < person else origin - 1
    return state.box.visit_from + person * (state.box.persons - 1) + skipped


def list_moves(state: Truth, persons: i64, standing: i64, into: "vec[i64]", listed: i64) -> i64:
    """From everyone of the standing markers, of which there are three at most, to each person."""
    origins = members(standing)
    if origins == 0:
        return listed
    first = nth_member(standing, 0)
    second = nth_member(standing, 1) if origins > 1 else first
    third = nth_member(standing, 2) if origins > 2 else first
    number = listed
    person: i64 = 0
    while persons != 0:
        if persons & 1 == 1:
            into[number] = visit_code(state, person, first)
            if origins > 1:
                into[number + 1] = visit_code(state, person, second)
            if origins > 2:
                into[number + 2] = visit_code(state, person, third)
            number += origins
        persons >>= 1
        person += 1
    return number


def origin_of(state: Truth, code: i64) -> i64:
    """Where the marker of a visit comes from; NONE on day 1."""
    visit = code - state.box.visit
    return state.box.origins[visit]


def target_of(state: Truth, code: i64) -> i64:
    visit = code - state.box.visit
    return state.box.targets[visit]


def place(state: Truth, code: i64) -> None:
    """Lay an action marker on the person visited (HO-14)."""
    seat = state.mover
    origin = origin_of(state, code)
    if origin != NONE:
        state.standing[seat] &= ~bit(origin)
    state.visited = target_of(state, code)
    state.lying[seat] |= bit(state.visited)
    state.placed += 1


def evening(state: Truth) -> None:
    """Persons with two markers are turned face down, those left by both are turned up again."""
    first = state.standing[0] | state.lying[0]
    second = state.standing[1] | state.lying[1]
    closing = state.face_up & first & second & ~state.box.always
    state.face_up &= ~closing
    state.face_down |= closing
    opening = state.face_down & ~(first | second)
    state.face_down &= ~opening
    state.face_up |= opening


def turn_up(state: Truth, person: i64) -> None:
    state.unseen &= ~bit(person)
    state.face_up |= bit(person)
    state.came[person] = state.day


def stand_up(state: Truth) -> None:
    seat: i64 = 0
    while seat < SEATS:
        state.standing[seat] |= state.lying[seat]
        state.lying[seat] = 0
        seat += 1
