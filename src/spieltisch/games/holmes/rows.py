# compiled by mypyc
"""Clues before a player: rows, face-down clues and jokers (HO-07 to HO-11)."""

from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.games.holmes.cards import JOKER, KINDS, count, kinds_among, single
from spieltisch.games.holmes.state import PLACING_JOKER, Truth


def open_to_joker(state: Truth, seat: i64) -> i64:
    """The rows that can take a joker: they exist and hold none yet (HO-08, HO-09)."""
    return kinds_among(state.rows[seat]) & ~state.jokers[seat]


def to_lay(state: Truth) -> i64:
    """The kinds of face-down clues the mover may lay onto a loose joker (HO-10)."""
    seat = state.mover
    if state.loose[seat] == 0 or state.down[seat] == 0:
        return 0
    return kinds_among(state.down[seat]) & ~state.jokers[seat]


def may_join(state: Truth, face: i64) -> bool:
    """A stolen clue can go onto a loose joker that did not come in this very turn (HO-10)."""
    seat = state.mover
    if face >= KINDS or state.loose[seat] == state.fresh:
        return False
    return (state.jokers[seat] >> face) & 1 == 0


def put_joker(state: Truth, seat: i64, kind: i64) -> None:
    """A loose joker goes into the row of the kind."""
    state.loose[seat] -= 1
    state.jokers[seat] |= bit(kind)


def lay(state: Truth, kind: i64) -> None:
    """Turn up a face-down clue with a loose joker. If all have seen such a clue being laid face
    down it is that one: what the others do not know stays as it was."""
    seat = state.mover
    card = single(kind)
    state.down[seat] -= card
    if count(state.known[seat], kind) > 0:
        state.known[seat] -= card
    state.rows[seat] += card
    put_joker(state, seat, kind)


def receive(state: Truth, face: i64, hidden: bool) -> bool:
    """An open clue comes to the mover; whether the place of a joker is to be asked (HO-08)."""
    if face == JOKER:
        return receive_joker(state)
    seat = state.mover
    if hidden:
        state.down[seat] += single(face)
        state.known[seat] += single(face)
    else:
        state.rows[seat] += single(face)
    return False


def receive_joker(state: Truth) -> bool:
    """It lies loose until it is placed, and stays so if no row can take it."""
    state.loose[state.mover] += 1
    state.fresh += 1
    if open_to_joker(state, state.mover) == 0:
        return False
    state.turn = state.mover
    state.phase = PLACING_JOKER
    return True


def lose(state: Truth, face: i64) -> None:
    """An open clue is stolen from the mover's opponent; a joker left alone is loose (HO-A6)."""
    victim = 1 - state.mover
    state.rows[victim] -= single(face)
    alone = face < KINDS and count(state.rows[victim], face) == 0
    if alone and state.jokers[victim] & bit(face) != 0:
        state.jokers[victim] &= ~bit(face)
        state.loose[victim] += 1


def turn_up_all(state: Truth, seat: i64) -> None:
    """Face-down clues are sorted into the rows (HO-21)."""
    state.rows[seat] += state.down[seat]
    state.down[seat] = 0
    state.known[seat] = 0
