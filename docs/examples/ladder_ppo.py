"""MaskablePPO learns from nothing against a ladder of opponents, on a processor.

    pip install 'spieltisch[gymnasium]' torch sb3-contrib
    python docs/examples/ladder_ppo.py --game tatort_themse --minutes 30 --out ladder.csv

The reward is the lead at the end, shaped by how the seat stands on the way. Each line of the file
is one look: steps learned from, the rung of the ladder, and the share of the victory against casual
in games that were not learned from, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from math import sqrt
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv

from spieltisch.research.gymnasium import id_of
from spieltisch.research.gymnasium.opponents import Ladder

DISCOUNT = 0.999
TABLES = 16
STEPS = 128  # at each table before every lesson
LESSONS = 10  # between two looks


def table(game: str, ladder: Ladder) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(
        id_of(game),
        seat="random",
        opponents=ladder,
        reward="margin",
        shaping=0.5,
        discount=DISCOUNT,
    )


def share_against(model: MaskablePPO, game: str, level: str, games: int) -> tuple[float, float]:
    """The mean payoff, and half the width of its 95 % interval; seats in turn."""
    payoffs = []
    for number in range(games):
        env = gymnasium.make(id_of(game), seat=number % 2, opponents=level)
        seen, facts = env.reset(seed=10_000 + number // 2)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=facts["action_mask"])
            seen, _, over, _, facts = env.step(int(action))
        payoffs.append(facts["payoffs"][number % 2])
    return float(np.mean(payoffs)), 1.96 * float(np.std(payoffs)) / sqrt(games)


def main(game: str, minutes: float, out: Path, games: int) -> None:
    torch.set_num_threads(1)
    ladder = Ladder(games=100, enough=0.55)
    envs = DummyVecEnv([lambda: table(game, ladder)] * TABLES)
    assert is_masking_supported(envs) and get_action_masks(envs).any()
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=STEPS,
        batch_size=512,
        n_epochs=4,
        gamma=DISCOUNT,
        gae_lambda=0.95,
        ent_coef=0.01,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [128, 128]},
        seed=1,
    )
    began, steps = time.monotonic(), 0
    with out.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["minutes", "steps", "rung", "against_casual", "half_width"])
        while time.monotonic() - began < 60 * minutes:
            model.learn(LESSONS * STEPS * TABLES, reset_num_timesteps=steps == 0)
            steps += LESSONS * STEPS * TABLES
            share, width = share_against(model, game, "casual", games)
            spent = (time.monotonic() - began) / 60
            rung = ladder.levels[ladder.rung]
            rows.writerow([f"{spent:.1f}", steps, rung, f"{share:.3f}", f"{width:.3f}"])
            file.flush()
            sys.stdout.write(f"{spent:.1f} min, {steps} steps, {rung}: {share:.1%} ± {width:.1%}\n")
            sys.stdout.flush()
            model.save(out.with_suffix(".zip"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="MaskablePPO against a ladder of opponents.")
    parser.add_argument("--game", default="tatort_themse")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--out", type=Path, default=Path("ladder.csv"))
    asked = parser.parse_args()
    main(asked.game, asked.minutes, asked.out, asked.games)
