"""Where chance comes from: a source chooses one of the outcomes each time CHANCE has the turn.

A source may have to remember how far it has come (`Seeded`); `fresh` gives it as it was before
its first draw, so that a match played again up to any step meets the same chance.
"""

from __future__ import annotations

from typing import Protocol

from spieltisch.core.game import Game, buffer_of
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import State


class Chance(Protocol):
    """A source of outcomes; `Seeded` and `ByDeal` are two.

    >>> import spieltisch
    >>> spieltisch.load("troika").match(seats=3, chance=ByDeal("study 1"))
    <Match troika, 3 seats, deal study 1: step 4, seat 0 decides>
    """

    def draw(self, game: Game, state: State, step: int, drawn: int) -> int:
        """The code of the outcome that becomes this step (counted from 0), after so many earlier
        steps of chance."""

    def fresh(self) -> Chance:
        """The same source before its first draw."""

    def copy(self) -> Chance:
        """The same source, as far as it has come."""

    def for_seat(self, seat: int, step: int) -> Rng:
        """A generator for whoever decides this step, so that bots play the same game again."""


class Seeded:
    """One stream for the whole game, as `spieltisch trace --seed` draws.

    >>> Seeded("troika", 3, 1)
    seed 1
    """

    def __init__(self, game: str, seats: int, seed: int | str) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.rng = seeded("chance", game, seats, seed)

    def __repr__(self) -> str:
        return f"seed {self.seed}"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled before its first draw; a match draws again what was drawn."""
        return Seeded, (self.game, self.seats, self.seed)

    def draw(self, game: Game, state: State, step: int, drawn: int) -> int:
        return state.draw(self.rng, buffer_of(game.most_moves))

    def fresh(self) -> Seeded:
        return Seeded(self.game, self.seats, self.seed)

    def copy(self) -> Seeded:
        twin = self.fresh()
        twin.rng = self.rng.copy()
        return twin

    def for_seat(self, seat: int, step: int) -> Rng:
        return seeded("seat", self.game, self.seats, self.seed, seat, step)


class ByDeal:
    """Depends on the deal's name and the step's number alone, as in the arena: every seating of a
    deal meets the same luck.

    >>> ByDeal("0/17")
    deal 0/17
    """

    def __init__(self, deal: str) -> None:
        self.deal = deal

    def __repr__(self) -> str:
        return f"deal {self.deal}"

    def draw(self, game: Game, state: State, step: int, drawn: int) -> int:
        return state.draw(seeded(self.deal, "chance", step), buffer_of(game.most_moves))

    def fresh(self) -> ByDeal:
        return self

    def copy(self) -> ByDeal:
        return self

    def for_seat(self, seat: int, step: int) -> Rng:
        return seeded(self.deal, "bot", seat, step)
