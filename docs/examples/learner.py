"""A linear policy learns to win by policy gradient, with NumPy alone, in half a minute.

64 tables are stepped together against random players. After every round of games each move that
was played becomes likelier by how much better the game went than the policy's own estimate.

    python docs/examples/learner.py [GAME] [ROUNDS]
"""

import sys

import gymnasium
import numpy as np

import spieltisch.research.gymnasium as doors

TABLES = 64
STEP = 0.02
KEPT = 0.9  # of the moments of the gradient, from round to round


class Learner:
    def __init__(self, numbers, moves):
        self.policy = np.zeros((numbers, moves), np.float32)
        self.estimate = np.zeros(numbers, np.float32)
        self.pull = np.zeros_like(self.policy)
        self.spread = np.zeros_like(self.policy)
        self.rounds = 0

    def chances(self, seen, masks):
        worth = np.where(masks, seen @ self.policy, -np.inf)
        worth = np.exp(worth - worth.max(axis=1, keepdims=True))
        return worth / worth.sum(axis=1, keepdims=True)

    def learn(self, games, payoffs):
        """Adam's step along the gradient, and a least-squares estimate of the payoff."""
        gradient = np.zeros_like(self.policy)
        seen = np.concatenate([one[0] for one in games])
        hoped = seen @ self.estimate
        reached = np.concatenate([payoffs[one[3]] for one in games])
        surprise = reached - hoped
        at = 0
        for numbers, chances, moves, _ in games:
            wanted = -chances
            wanted[np.arange(len(moves)), moves] += 1
            gradient += numbers.T @ (wanted * surprise[at : at + len(moves), None])
            at += len(moves)
        self.climb(gradient / len(payoffs))
        ridge = seen.T @ seen + np.eye(seen.shape[1], dtype=np.float32)
        self.estimate += 0.3 * np.linalg.solve(ridge, seen.T @ surprise)

    def climb(self, gradient):
        self.rounds += 1
        self.pull = KEPT * self.pull + (1 - KEPT) * gradient
        self.spread = 0.99 * self.spread + 0.01 * gradient**2
        lift = np.sqrt(1 - 0.99**self.rounds) / (1 - KEPT**self.rounds)
        self.policy += STEP * lift * self.pull / (np.sqrt(self.spread) + 1e-6)


def play_round(env, learner, rng):
    """One game at every table: what was seen and played, and what each game brought."""
    seen, facts = env.reset()
    playing = np.arange(TABLES)
    games, payoffs = [], np.zeros(TABLES, np.float32)
    actions = np.zeros(TABLES, np.int64)
    while len(playing):
        masks = facts["action_mask"]
        chances = learner.chances(seen[playing], masks[playing])
        drawn = (chances.cumsum(axis=1) < rng.random((len(playing), 1))).sum(axis=1)
        moves = np.minimum(drawn, masks.shape[1] - 1)
        games.append((seen[playing], chances, moves, playing))
        actions[:] = masks.argmax(axis=1)  # where the game is over, any move will do
        actions[playing] = moves
        seen, rewards, over, _, facts = env.step(actions)
        payoffs[playing] = np.where(over[playing], rewards[playing], payoffs[playing])
        playing = playing[~over[playing]]
    return games, payoffs


def main(name="holmes", rounds=30):
    env = gymnasium.make_vec(doors.id_of(name), num_envs=TABLES, opponents="random")
    learner = Learner(env.single_observation_space.shape[0], env.single_action_space.n)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    for number in range(1, rounds + 1):
        games, payoffs = play_round(env, learner, rng)
        learner.learn(games, payoffs)
        share = f"{payoffs.mean():.0%} won against random players"
        print(f"round {number}, {TABLES} games: {share}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
