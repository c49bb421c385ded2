# compiled by mypyc
"""The whole truth of a game of Toy."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.state import CHANCE, State

CARDS: Final = 6
NO_CARD: Final = -1

DEAL: Final = 0
SPEAK: Final = 1
SHOWN: Final = 2


class Truth(State):
    """Fields only; `rules` says what may be done with them."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.turn = CHANCE
        self.phase: i64 = DEAL
        self.mover: i64 = 0  # to whom a card is dealt, or who speaks
        self.raises: i64 = 0
        self.hands: vec[i64] = vec[i64]()  # one card each, numbered from 0

    def become(self, other: "Truth") -> None:
        self.turn = other.turn
        self.phase = other.phase
        self.mover = other.mover
        self.raises = other.raises
        self.hands = other.hands[:]


def holder_of(state: Truth, card: i64) -> i64:
    """The seat that has the card, or NO_CARD."""
    seat: i64 = 0
    while seat < state.seats:
        if state.hands[seat] == card:
            return seat
        seat += 1
    return NO_CARD
