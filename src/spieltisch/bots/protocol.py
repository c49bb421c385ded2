"""What anything must do to sit down at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from spieltisch.core.errors import SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View


class BadBot(SpieltischError):
    """A bot did not answer, or not with a legal move."""


class MoveReport(msgspec.Struct, frozen=True):
    """What a search found out about one move: how often it was tried, the share of the victory the
    seat can expect after it, and the standard error of that share."""

    move: str
    visits: int
    value: float
    error: float


class Bot(Protocol):
    def sit(self, game: Game, seat: int) -> None:
        """Called once, before the first question of a game."""

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        """One of the legal moves, as text."""
