"""Bots without search: at random, by the room's heuristic, and by the heuristic with mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.state import new_buffer
from spieltisch.core.view import View

BEGINNERS_MISTAKES = 4  # one decision in so many is made at random


class RandomBot:
    def sit(self, game: Game, seat: int) -> None:
        """Nothing to prepare."""

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        return legal[rng.below(len(legal))]


class CasualBot:
    """Plays the room's heuristic in a state that agrees with the view."""

    def sit(self, game: Game, seat: int) -> None:
        self.game = game
        self.buffer = new_buffer(game.most_moves)

    def __getstate__(self) -> dict[str, Any]:
        """A copy gets a buffer of its own."""
        return {name: value for name, value in self.__dict__.items() if name != "buffer"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        if "game" in kept:
            self.buffer = new_buffer(self.game.most_moves)

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        state = self.game.determinize(view, rng)
        code = self.game.casual.choose(state, rng, self.buffer)
        return self.game.texts_by_code[code]


class BeginnerBot(CasualBot):
    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        if rng.below(BEGINNERS_MISTAKES) == 0:
            return legal[rng.below(len(legal))]
        return super().choose(view, legal, rng)
