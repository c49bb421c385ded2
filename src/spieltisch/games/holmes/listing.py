# compiled by mypyc
"""What may be played (HO-05 to HO-21), in ascending order of the codes."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.state import CHANCE
from spieltisch.games.holmes import abilities, days, rows
from spieltisch.games.holmes.cards import FACES, KINDS, MAP, count, kinds_among
from spieltisch.games.holmes.state import (
    ASK_USE,
    COPYING,
    DEAL_DISPLAY,
    END_JOKERS,
    JOINING,
    KEEPING,
    MORNING,
    PERSON,
    PLACE,
    STEALING,
    TAKE_SAME,
    TAKE_SAME_HIDDEN,
    TAKING,
    Truth,
)


def list_moves(state: Truth, into: "vec[i64]") -> i64:
    phase = state.phase
    if phase == PLACE:
        return list_visits(state, into, list_set(into, 0, state.box.lay, rows.to_lay(state)))
    if state.turn == CHANCE:
        if phase <= MORNING and phase != DEAL_DISPLAY:
            return list_set(into, 0, PERSON, state.unseen)
        return list_faces(into, state.box.clue, state.pile)
    if phase == ASK_USE:
        return list_two(into, state.box.use)
    if phase == TAKING:
        return list_takes(state, into)
    if phase == KEEPING:
        return list_without_joker(into, state.box.keep, state.sniffed)
    if phase == STEALING:
        return list_without_joker(into, state.box.steal, state.rows[1 - state.mover])
    if phase == COPYING:
        return list_set(into, 0, state.box.copy_as, abilities.to_copy_now(state))
    if phase == JOINING:
        return list_two(into, state.box.join)
    number = list_set(into, 0, state.box.joker, rows.open_to_joker(state, state.mover))
    if phase == END_JOKERS:
        return number
    into[number] = state.box.loose
    return number + 1


def list_visits(state: Truth, into: "vec[i64]", listed: i64) -> i64:
    persons = days.to_visit(state)
    if state.day == 1:
        return list_set(into, listed, state.box.visit, persons)
    return days.list_moves(state, persons, state.standing[state.mover], into, listed)


def list_takes(state: Truth, into: "vec[i64]") -> i64:
    op = state.box.ops[state.step]
    if op in (TAKE_SAME, TAKE_SAME_HIDDEN):
        return list_set(into, 0, state.box.take, abilities.equal_clues(state, state.left))
    return list_faces(into, state.box.take, state.display)


def list_set(into: "vec[i64]", listed: i64, base: i64, mask: i64) -> i64:
    number = listed
    rest = mask
    code = base
    while rest != 0:
        into[number] = code
        number += rest & 1
        rest >>= 1
        code += 1
    return number


def list_faces(into: "vec[i64]", base: i64, cards: i64) -> i64:
    number: i64 = 0
    face: i64 = 0
    while face < FACES:
        if count(cards, face) > 0:
            into[number] = base + face
            number += 1
        face += 1
    return number


def list_without_joker(into: "vec[i64]", base: i64, cards: i64) -> i64:
    """Moves about faces a joker cannot have: map fragments follow the kinds at once."""
    number = list_set(into, 0, base, kinds_among(cards))
    if count(cards, MAP) > 0:
        into[number] = base + KINDS
        number += 1
    return number


def without_joker(place: i64) -> i64:
    return MAP if place == KINDS else place


def list_two(into: "vec[i64]", first: i64) -> i64:
    into[0] = first
    into[1] = first + 1
    return 2
