"""A linear policy learns to win by policy gradient, with NumPy alone, in half a minute.

64 tables are stepped together against random players. After every round of games each move that
was played becomes likelier by how much better the game went than the policy's own estimate.

    python docs/examples/learner.py [GAME] [ROUNDS]
"""

from __future__ import annotations

import argparse
import sys
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from spieltisch.research.gymnasium import id_of
from spieltisch.research.gymnasium.many_tables_env import ManyTablesEnv

TABLES = 64
PACE = 0.02
KEPT_PULL, KEPT_SPREAD = 0.9, 0.99  # of the gradient's moments, from round to round
Floats = NDArray[np.float32]
Whole = NDArray[np.int64]


class Moment(NamedTuple):
    """One decision at every table still playing."""

    seen: Floats
    chances: Floats
    moves: Whole
    tables: Whole


class Learner:
    def __init__(self, numbers: int, moves: int) -> None:
        self.policy = np.zeros((numbers, moves), np.float32)
        self.estimate = np.zeros(numbers, np.float32)
        self.pull: NDArray[Any] = np.zeros_like(self.policy)
        self.spread: NDArray[Any] = np.zeros_like(self.policy)
        self.rounds = 0

    def chances(self, seen: Floats, masks: NDArray[Any]) -> Floats:
        worth = np.where(masks, seen @ self.policy, -np.inf)
        worth = np.exp(worth - worth.max(axis=1, keepdims=True))
        shares: Floats = worth / worth.sum(axis=1, keepdims=True)
        return shares

    def learn(self, moments: list[Moment], payoffs: Floats) -> None:
        gradient = np.zeros_like(self.policy)
        for seen, chances, moves, tables in moments:
            wanted = -chances
            wanted[np.arange(len(moves)), moves] += 1
            surprise = payoffs[tables] - seen @ self.estimate
            gradient += seen.T @ (wanted * surprise[:, None])
        self.climb(gradient / len(payoffs))
        self.guess(moments, payoffs)

    def climb(self, gradient: NDArray[Any]) -> None:
        """One step of Adam."""
        self.rounds += 1
        self.pull = KEPT_PULL * self.pull + (1 - KEPT_PULL) * gradient
        self.spread = KEPT_SPREAD * self.spread + (1 - KEPT_SPREAD) * gradient**2
        lift = np.sqrt(1 - KEPT_SPREAD**self.rounds) / (1 - KEPT_PULL**self.rounds)
        self.policy += PACE * lift * self.pull / (np.sqrt(self.spread) + 1e-6)

    def guess(self, moments: list[Moment], payoffs: Floats) -> None:
        """Move the estimate of the payoff towards this round's least squares."""
        seen = np.concatenate([one.seen for one in moments])
        reached = np.concatenate([payoffs[one.tables] for one in moments])
        ridge = seen.T @ seen + np.eye(seen.shape[1], dtype=np.float32)
        wrong = seen.T @ (reached - seen @ self.estimate)
        self.estimate += 0.3 * np.linalg.solve(ridge, wrong)


def play_round(
    env: ManyTablesEnv, learner: Learner, rng: np.random.Generator
) -> tuple[list[Moment], Floats]:
    """One game at every table: what was seen and played, and what each game brought."""
    seen, facts = env.reset()
    tables = np.arange(TABLES)
    moments, payoffs = [], np.zeros(TABLES, np.float32)
    while len(tables):
        masks = facts["action_mask"]
        chances = learner.chances(seen[tables], masks[tables])
        moves = drawn(chances, rng)
        moments.append(Moment(seen[tables], chances, moves, tables))
        actions = masks.argmax(axis=1)  # where the game is over, any move will do
        actions[tables] = moves
        seen, rewards, over, _, facts = env.step(actions)
        ended = tables[over[tables]]
        payoffs[ended] = rewards[ended]
        tables = tables[~over[tables]]
    return moments, payoffs


def drawn(chances: Floats, rng: np.random.Generator) -> Whole:
    """A move for each row; adding up may end a little below 1, never on a move without chance."""
    sums = chances.cumsum(axis=1)
    moves: Whole = (sums <= rng.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)
    return moves


def main(name: str, rounds: int) -> None:
    env = gymnasium.make_vec(id_of(name), num_envs=TABLES, opponents="random").unwrapped
    assert isinstance(env, ManyTablesEnv)
    learner = Learner(env.seating.numbers, env.seating.game.codes)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    for number in range(1, rounds + 1):
        moments, payoffs = play_round(env, learner, rng)
        learner.learn(moments, payoffs)
        share = f"{payoffs.mean():.0%} won against random players"
        sys.stdout.write(f"round {number}, {TABLES} games: {share}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A linear policy learns to win.")
    parser.add_argument("game", nargs="?", default="holmes")
    parser.add_argument("rounds", nargs="?", type=int, default=30)
    asked = parser.parse_args()
    main(asked.game, asked.rounds)
