"""Our bots in OpenSpiel's seats, and theirs in ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pyspiel

from spieltisch.core.bot import Bot
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View
from spieltisch.research.openspiel.game import SpieltischGame
from spieltisch.research.openspiel.state import SpieltischState

WORD_SIZE = 2**32


class OurBot(pyspiel.Bot):
    """One of our bots for an OpenSpiel game; it gets the seat's view, never the state."""

    def __init__(self, game: SpieltischGame, seat: int, bot: Bot, rng: Rng) -> None:
        super().__init__()
        self.game = game.seating.game
        self.seat = seat
        self.bot = bot
        self.rng = rng
        bot.sit(self.game, seat)

    def player_id(self) -> int:
        return self.seat

    def restart_at(self, state: SpieltischState) -> None:
        self.bot.sit(self.game, self.seat)

    def step(self, state: SpieltischState) -> int:
        view = self.game.view(state.held.state, self.seat)
        legal = [self.game.texts_by_code[code] for code in state.legal_actions()]
        return self.game.code(self.game.parse(self.bot.choose(view, legal, self.rng)))


class TheirBot:
    """An OpenSpiel bot at our table. `seated` builds it for a game and a seat; it is asked with a
    state made up from the view, so that it cannot look at the truth either."""

    def __init__(self, seated: Callable[[SpieltischGame, int], pyspiel.Bot]) -> None:
        self.seated = seated

    def sit(self, game: Game, seat: int) -> None:
        self.room = game
        self.seat = seat
        self.bot: pyspiel.Bot | None = None

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        if self.bot is None:
            self.game = SpieltischGame(self.room, {"players": view.seats})
            self.bot = self.seated(self.game, self.seat)
        state = self.game.state_from_view(view, lambda: rng.word() / WORD_SIZE)
        return self.room.texts_by_code[int(self.bot.step(state))]
