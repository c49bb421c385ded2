"""What anything must do to sit down at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View


class Bot(Protocol):
    def sit(self, game: Game, seat: int) -> None:
        """Called once, before the first question of a game."""

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        """One of the legal moves, as text."""
