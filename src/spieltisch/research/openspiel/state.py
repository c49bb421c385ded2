"""A position as an OpenSpiel state, with chance taking its turns."""

from __future__ import annotations

from collections.abc import Callable

import pyspiel

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER
from spieltisch.research.openspiel.held import Held

# A plain number, as OpenSpiel's C++ games answer: it takes the word for a number by slower ways.
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
WORD_SIZE = 2**32


def generator(uniform: Callable[[], float]) -> Rng:
    """A generator of ours from one of theirs, which gives numbers from 0 to 1."""
    words = [int(uniform() * WORD_SIZE) % WORD_SIZE for _ in range(4)]
    return Rng(words[0], words[1], words[2], words[3] | 1)


class SpieltischState(pyspiel.State):
    def __init__(self, game: pyspiel.Game, held: Held) -> None:
        super().__init__(game)
        self.held = held

    def current_player(self) -> int:
        turn = self.held.state.turn
        return TERMINAL if turn == OVER else turn

    def is_terminal(self) -> bool:
        return self.held.state.turn == OVER

    def is_chance_node(self) -> bool:
        return self.held.state.turn == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.legal()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """As the base class answers, without its three questions back."""
        if player is None or player == self.held.state.turn:
            return self.held.legal()
        return []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.held.chances()

    def _apply_action(self, action: int) -> None:
        self.held.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.held.game.texts_by_code[action]

    def returns(self) -> list[float]:
        state = self.held.state
        return state.payoffs() if state.turn == OVER else [0.0] * state.seats

    def information_state_string(self, player: int | None = None) -> str:
        """The seat's masked history and its view."""
        return self.held.information(self.asked(player))

    def observation_string(self, player: int | None = None) -> str:
        """The seat's view, as JSON."""
        return self.held.view(self.asked(player))

    def asked(self, player: int | None) -> int:
        seat = self.held.state.turn if player is None else player
        if not 0 <= seat < self.held.state.seats:
            raise pyspiel.SpielError(f"there is no player {seat} to see anything")
        return seat

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> SpieltischState:
        """The player's information state is unchanged; `history()` begins anew, because the real
        one names what the player cannot know."""
        return SpieltischState(self.get_game(), self.held.redealt(player, generator(uniform)))

    def __str__(self) -> str:
        return self.held.view(self.held.state.seats)
