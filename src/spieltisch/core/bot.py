"""What anything must do to sit down at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from spieltisch.core.errors import SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View


class BadBot(SpieltischError):
    """A bot did not answer, or not with a legal move.

    >>> import spieltisch
    >>> class Sulking:
    ...     def sit(self, game, seat): ...
    ...     def choose(self, view, legal, rng):
    ...         return "resign"
    >>> match = spieltisch.load("holmes").match(seed=1)
    >>> match.play({0: Sulking(), 1: Sulking()})
    Traceback (most recent call last):
    spieltisch.core.bot.BadBot: Sulking on seat 0: 'resign' is not legal here
    """


class Bot(Protocol):
    """Whoever has these two methods can have a seat.

    >>> import spieltisch
    >>> class Last:
    ...     def sit(self, game, seat): ...
    ...     def choose(self, view, legal, rng):
    ...         return legal[-1]
    >>> match = spieltisch.load("holmes").match(seed=1)
    >>> match.play({0: Last(), 1: Last()})
    >>> match.over
    True
    """

    def sit(self, game: Game, seat: int) -> None:
        """Called once, before the first question of a game."""

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        """One of the legal moves, as text."""
