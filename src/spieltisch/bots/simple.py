"""Bots without search: at random, by the room's heuristic, and by the heuristic in haste."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch.bots.tuning import haste_of
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.state import Hasty, Policy, new_buffer
from spieltisch.core.view import View


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
        return self.game.texts_by_code[self.policy().choose(state, rng, self.buffer)]

    def policy(self) -> Policy:
        return self.game.casual


class BeginnerBot(CasualBot):
    def policy(self) -> Policy:
        return beginner(self.game)


def beginner(game: Game) -> Policy:
    return Hasty(game.casual, haste_of(game.name))
