# compiled by mypyc
"""What an observer cannot know, and re-dealing it (HO-29).

There is one shuffle and no reshuffling, so nothing has to be remembered: what an observer has not
seen is the pile and the others' face-down clues that did not come from the display. None of these
is a joker, or all would have seen it (HO-11).
"""

from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.games.holmes.cards import FACES, JOKER, count, single, size
from spieltisch.games.holmes.state import Truth


def unknown(state: Truth, seat: i64, observer: i64) -> i64:
    """Face-down clues of the seat that the observer has not seen."""
    if seat == observer:
        return 0
    return state.down[seat] - state.known[seat]


def sniffed_unseen(state: Truth, observer: i64) -> i64:
    """Cards another seat is looking at."""
    if state.mover == observer:
        return 0
    return state.sniffed


def pool(state: Truth, observer: i64) -> i64:
    """All cards the observer has not seen, wherever they are."""
    cards = state.pile + sniffed_unseen(state, observer)
    return cards + unknown(state, 0, observer) + unknown(state, 1, observer)


def redeal(state: Truth, observer: i64, rng: Rng) -> None:
    """Lay the unseen cards anew, uniformly among what agrees with the observer's view."""
    first = size(unknown(state, 0, observer))
    second = size(unknown(state, 1, observer))
    looked_at = size(sniffed_unseen(state, observer))
    state.pile = pool(state, observer)
    if observer != 0:
        state.down[0] = state.known[0] + draw_clues(state, first, rng)
    if observer != 1:
        state.down[1] = state.known[1] + draw_clues(state, second, rng)
    if observer != state.mover:
        state.sniffed = draw_clues(state, looked_at, rng)


def draw_clues(state: Truth, number: i64, rng: Rng) -> i64:
    """So many cards of the pile, none of them a joker."""
    drawn: i64 = 0
    left = size(state.pile) - count(state.pile, JOKER)
    rest = number
    while rest > 0:
        card = single(pick(state.pile, rng.below(left)))
        state.pile -= card
        drawn += card
        left -= 1
        rest -= 1
    return drawn


def pick(cards: i64, nth: i64) -> i64:
    """The face of the nth card that is no joker."""
    past = nth
    face: i64 = 0
    while face < FACES:
        if face != JOKER:
            past -= count(cards, face)
            if past < 0:
                break
        face += 1
    return face
