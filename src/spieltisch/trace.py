"""One game played by itself, written down as others check it (`spieltisch trace`)."""

from __future__ import annotations

from typing import Any

from spieltisch.bots.levels import bot
from spieltisch.bots.protocol import Bot
from spieltisch.core.game import Game
from spieltisch.core.record import who_is
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer

Step = dict[str, Any]


class Tracer:
    """Chance and every seat draw from generators of their own, so that a change of bots
    leaves the others' luck as it was."""

    def __init__(self, game: Game, seats: int, options: dict[str, str], seed: int, level: str):
        self.game = game
        self.options = game.complete_options(options)
        self.state = game.start(seats, options)
        self.seed = seed
        self.buffer = new_buffer(game.most_moves)
        self.chance = seeded("chance", game.name, seats, seed)
        self.bots: list[tuple[Bot, Rng]] = []
        for seat in range(seats):
            player = bot(level)
            player.sit(game, seat)
            self.bots.append((player, seeded("seat", game.name, seats, seed, seat)))

    def play(self, with_legal: bool) -> dict[str, Any]:
        steps = []
        while self.state.turn != OVER:
            steps.append(self.step(with_legal))
        return {
            "game": self.game.name,
            "seats": self.state.seats,
            "options": self.options,
            "edition": self.game.edition,
            "seed": self.seed,
            "steps": steps,
            "result": self.game.result(self.state).summary(),
        }

    def step(self, with_legal: bool) -> Step:
        state = self.state
        choices = self.choices() if with_legal else {}
        step = {"who": who_is(state.turn), "text": self.decide(state), **choices}
        state.play(self.game.code(self.game.parse(step["text"])))
        return step

    def decide(self, state: State) -> str:
        texts = self.game.texts_by_code
        if state.turn == CHANCE:
            return texts[state.draw(self.chance, self.buffer)]
        player, rng = self.bots[state.turn]
        legal = [texts[code] for code in self.game.legal(state)]
        return player.choose(self.game.view(state, state.turn), legal, rng)

    def choices(self) -> Step:
        texts = self.game.texts_by_code
        if self.state.turn == CHANCE:
            weights = self.game.outcomes(self.state)
            return {"outcomes": {texts[code]: weight for code, weight in weights.items()}}
        return {"legal": [texts[code] for code in self.game.legal(self.state)]}
