"""Learn the net that values positions of Troika between two players (games/troika/net.toml).

Rounds are played by the heuristic, after a beginning in which some moves are random; what it is
asked about is how they end, at every beginning of a turn after that. numpy is all it takes, and
the same numbers come out again (about a minute and a half): `python bench/learn.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer
from spieltisch.games import game
from spieltisch.games.troika.heuristic import Casual
from spieltisch.games.troika.net import HIDDEN, INPUTS, LOGIT, OUTCOMES, won_by
from spieltisch.games.troika.rules import TroikaState

Numbers = NDArray[np.float64]
Whole = NDArray[np.int64]
OUTCOME = {won_by(outcome): outcome for outcome in range(OUTCOMES)}
MOST_BEGINNING = 45  # decisions of which some are random
RANDOM_PERCENT = 12
OF_A_SEAT = [1000, 10, 10, 3, 10, 1]
SIZES = np.array([*OF_A_SEAT, *OF_A_SEAT, 10, 10, 60], dtype=np.float64)  # about, of each input
FINE = 1 << 20  # a unit of the hidden layer
BATCH = 256
EPOCHS = 6
RATE = 0.003
HELD_BACK = 10  # one in so many is not learned from


class Rounds:
    """Inputs where turns begin, and the outcome for whose turn it is."""

    def __init__(self, seed: int) -> None:
        self.room = game("troika")
        self.casual = self.room.casual
        assert isinstance(self.casual, Casual)
        self.net = self.casual.net
        self.buffer = new_buffer(self.room.most_moves)
        self.rng = seeded("learn", seed)

    def of_game(self) -> Iterator[tuple[list[int], int]]:
        state = self.room.start(2)
        state.forget()
        while state.turn != OVER:
            before = state.scores()
            turns = self.play_round(state)
            gained = [int(now - then) for now, then in zip(state.scores(), before, strict=True)]
            for seat, inputs in turns:
                yield inputs, OUTCOME[gained[seat] - gained[1 - seat]]

    def play_round(self, state: State) -> list[tuple[int, list[int]]]:
        beginning = self.rng.below(MOST_BEGINNING)
        stage, decisions, last = state.stage(), 0, OVER
        turns = []
        while state.turn != OVER and state.stage() == stage:
            if state.turn == CHANCE:
                state.play(state.draw(self.rng, self.buffer))
                continue
            decisions += 1
            if state.turn != last and decisions > beginning:
                turns.append((state.turn, self.inputs(state)))
            last = state.turn
            state.play(self.move(state, decisions <= beginning, self.rng))
        return turns

    def inputs(self, state: State) -> list[int]:
        assert isinstance(self.casual, Casual) and isinstance(state, TroikaState)
        self.casual.write_inputs(state, state.turn)
        return list(self.net.inputs)

    def move(self, state: State, beginning: bool, rng: Rng) -> int:
        if beginning and rng.below(100) < RANDOM_PERCENT:
            return self.buffer[rng.below(state.sensible(self.buffer))]
        return self.casual.choose(state, rng, self.buffer)


class Learner:
    """Two layers, learned with Adam: weights, then the biases, of each."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.parts: list[Numbers] = [
            rng.normal(0, 0.3, (INPUTS, HIDDEN)),
            np.zeros(HIDDEN),
            rng.normal(0, 0.3, (HIDDEN, OUTCOMES)),
            np.zeros(OUTCOMES),
        ]
        self.slow = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def forward(self, inputs: Numbers) -> tuple[Numbers, Numbers]:
        first, bias, second, last_bias = self.parts
        hidden = np.maximum(inputs @ first + bias, 0)
        logits = hidden @ second + last_bias
        shares = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, shares / shares.sum(1, keepdims=True)

    def learn(self, inputs: Numbers, outcomes: Whole, rate: float) -> None:
        hidden, chances = self.forward(inputs)
        chances[np.arange(len(inputs)), outcomes] -= 1
        error = chances / len(inputs)
        back = (error @ self.parts[2].T) * (hidden > 0)
        self.move([inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(0)], rate)

    def move(self, slopes: list[Numbers], rate: float) -> None:
        self.steps += 1
        for at, slope in enumerate(slopes):
            self.slow[at] += 0.1 * (slope - self.slow[at])
            self.squares[at] += 0.001 * (slope * slope - self.squares[at])
            steady = np.sqrt(self.squares[at] / (1 - 0.999**self.steps)) + 1e-8
            self.parts[at] -= rate * self.slow[at] / (1 - 0.9**self.steps) / steady

    def surprise(self, inputs: Numbers, outcomes: Whole) -> float:
        _, chances = self.forward(inputs)
        return float(-np.log(chances[np.arange(len(inputs)), outcomes]).mean())

    def explained(self, inputs: Numbers, outcomes: Whole) -> float:
        """The share of the variance of the round's difference in chips."""
        leads = np.array([won_by(outcome) for outcome in range(OUTCOMES)])
        _, chances = self.forward(inputs)
        left = leads[outcomes] - chances @ leads
        return float(1 - (left**2).mean() / leads[outcomes].var())

    def layers(self) -> dict[str, Whole]:
        """In whole numbers, for inputs as they are: each unit's weights, then its bias."""
        first, bias, second, last_bias = self.parts
        hidden = np.column_stack([(first / SIZES[:, None]).T, bias]) * FINE
        outcomes = np.column_stack([second.T * (LOGIT // FINE), last_bias * LOGIT])
        layers = {"hidden": hidden, "outcomes": outcomes}
        return {name: np.rint(layer).astype(np.int64) for name, layer in layers.items()}


def trained(inputs: Numbers, outcomes: Whole, seed: int) -> Learner:
    rng = np.random.default_rng(seed)
    learner = Learner(rng)
    kept = len(inputs) // HELD_BACK
    for epoch in range(EPOCHS):
        order = rng.permutation(len(inputs) - kept) + kept
        for begin in range(0, len(order) - BATCH, BATCH):
            some = order[begin : begin + BATCH]
            learner.learn(inputs[some], outcomes[some], RATE * (1 - epoch / EPOCHS))
        unseen = inputs[:kept], outcomes[:kept]
        print(f"{learner.surprise(*unseen):.4f} nats, {learner.explained(*unseen):.1%} explained")
    return learner


def written(layers: dict[str, Whole]) -> str:
    lines = ["# Weights of the net, as bench/learn.py found them; a bias ends each row."]
    for name, layer in layers.items():
        lines += [f"{name} = [", *(f"    {row.tolist()}," for row in layer), "]"]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("src/spieltisch/games/troika/net.toml"))
    asked = parser.parse_args()
    rounds = Rounds(asked.seed)
    found = [one for _ in range(asked.games) for one in rounds.of_game()]
    inputs = np.array([inputs for inputs, _ in found]) / SIZES
    learner = trained(inputs, np.array([outcome for _, outcome in found]), asked.seed)
    asked.out.write_text(written(learner.layers()), encoding="utf-8")


if __name__ == "__main__":
    main()
