# compiled by mypyc
"""Who decides, what is legal and what a move does (TO-1 to TO-4)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.observing import part
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, State
from tests.toy.state import CARDS, DEAL, NO_CARD, SHOWN, SPEAK, Truth, holder_of

CARD: Final = 0
HOLD: Final = CARD + CARDS
RAISE: Final = HOLD + 1
CODES: Final = RAISE + 1
VEIL: Final = CODES


@final
class ToyState(Truth):
    def copy(self) -> State:
        twin = ToyState(self.seats)
        twin.become(self)
        return twin

    def legal(self, into: "vec[i64]") -> i64:
        if self.turn == OVER:
            return 0
        if self.turn == CHANCE:
            return self.list_cards(into)
        into[0] = HOLD
        into[1] = RAISE
        return 2

    def list_cards(self, into: "vec[i64]") -> i64:
        number: i64 = 0
        card: i64 = 0
        while card < CARDS:
            if holder_of(self, card) == NO_CARD:
                into[number] = CARD + card
                number += 1
            card += 1
        return number

    def weight(self, code: i64) -> i64:
        return 1

    def play(self, code: i64) -> None:
        if code < HOLD:
            self.hands[self.mover] = code - CARD
        elif code == RAISE:
            self.raises += 1
        self.mover = (self.mover + 1) % self.seats
        if self.mover == 0:
            self.phase += 1
        self.turn = OVER if self.phase == SHOWN else CHANCE if self.phase == DEAL else self.mover

    def observed(self, code: i64, seat: i64) -> i64:
        return code if self.phase == SPEAK or seat == self.mover else VEIL

    def winner(self) -> i64:
        best: i64 = 0
        seat: i64 = 1
        while seat < self.seats:
            if self.hands[seat] > self.hands[best]:
                best = seat
            seat += 1
        return best

    def scores(self) -> list[float]:
        best = self.winner()
        return [float(1 + self.raises) if seat == best else 0.0 for seat in range(self.seats)]

    def payoffs(self) -> list[float]:
        best = self.winner()
        return [1.0 if seat == best else 0.0 for seat in range(self.seats)]

    def resample(self, seat: i64, rng: Rng) -> None:
        """Hidden cards are dealt anew; in the end all are shown (TO-4)."""
        if self.phase == SHOWN:
            return
        dealt = self.mover if self.phase == DEAL else self.seats
        buffer = vec[i64]([0] * (CARDS + 1))
        other: i64 = 0
        while other < dealt:
            if other != seat:
                self.hands[other] = NO_CARD
            other += 1
        other = 0
        while other < dealt:
            if other != seat:
                self.hands[other] = buffer[rng.below(self.list_cards(buffer))] - CARD
            other += 1

    def observe(self, seat: i64, into: "vec[i32]", begin: i64) -> None:
        """The own card, counted from 1; the raises; how many have done what is being done."""
        if seat < self.seats:
            into[begin] = part(self.hands[seat] + 1, CARDS)
        into[begin + 1] = part(self.raises, self.seats)
        into[begin + 2] = part(self.mover, self.seats)
        into[begin + 3] = part(self.phase, SHOWN)


def start(seats: i64) -> ToyState:
    state = ToyState(seats)
    state.hands = vec[i64]([NO_CARD] * seats)
    return state
