"""Who sits on the other seats: a mixture, or a ladder that grows with the agent."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from spieltisch.core.errors import BadOption

RUNGS = ("random", "beginner", "casual")


class Lot(Protocol):
    """Draws the level of the opponents before each game, and is told how the game ended."""

    levels: tuple[str, ...]

    def draw(self, rng: np.random.Generator) -> str: ...

    def tell(self, level: str, payoff: float) -> None: ...


class Mixture:
    """Levels by their weights: `{"casual": 3, "random": 1}`."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        total = sum(weights.values())
        if not weights or total <= 0 or min(weights.values()) < 0:
            raise BadOption("opponents: a mixture needs weights above 0")
        self.levels = tuple(weights)
        self.chances = [weight / total for weight in weights.values()]

    def draw(self, rng: np.random.Generator) -> str:
        return self.levels[int(rng.choice(len(self.levels), p=self.chances))]

    def tell(self, level: str, payoff: float) -> None:
        """A mixture stays as it is."""


class Ladder:
    """A rung is climbed when the agent's mean payoff in the last `games` games against it reaches
    `enough`. One game in `back` is played against a lower rung, so that what was learned is kept.
    One ladder may serve several environments of a process."""

    def __init__(
        self,
        rungs: Sequence[str] = RUNGS,
        games: int = 100,
        enough: float = 0.6,
        back: int = 4,
    ) -> None:
        if not rungs or games < 1 or back < 2:
            raise BadOption("a ladder needs rungs, games to judge by, and 2 or more for `back`")
        self.levels = tuple(rungs)
        self.enough = enough
        self.back = back
        self.rung = 0
        self.latest: deque[float] = deque(maxlen=games)

    def draw(self, rng: np.random.Generator) -> str:
        if self.rung > 0 and rng.integers(self.back) == 0:
            return self.levels[int(rng.integers(self.rung))]
        return self.levels[self.rung]

    def tell(self, level: str, payoff: float) -> None:
        """Games against lower rungs say nothing about this one."""
        if level != self.levels[self.rung]:
            return
        self.latest.append(payoff)
        full = len(self.latest) == self.latest.maxlen
        if full and self.rung < len(self.levels) - 1 and np.mean(self.latest) >= self.enough:
            self.rung += 1
            self.latest.clear()


def lot_of(opponents: object) -> Lot | None:
    """What draws anew for each game; None if the opponents stay the same."""
    if isinstance(opponents, Mapping):
        return Mixture(opponents)
    return opponents if isinstance(opponents, Ladder | Mixture) else None
