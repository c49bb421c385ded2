"""MaskablePPO learns to beat the casual player of Troika, in half an hour of one processor core.

    pip install 'spieltisch[gymnasium]' torch sb3-contrib
    python docs/examples/ladder_ppo.py --game troika --minutes 30 --out ladder.csv

It begins with an untrained network and is shown nobody's games: it plays against a ladder of
opponents (random, beginner, casual) and is rewarded by the lead at the end. Each line of the file
is one look: processor minutes, steps played, the rung of the ladder, and the share of the victory
against casual in games that were not learned from, with its 95 % interval. The last line is of new
deals.
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
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv

from spieltisch.research.gymnasium import id_of
from spieltisch.research.gymnasium.opponents import Ladder

TABLES = 128
STEPS = 128  # at each table before every lesson
LESSONS = 16  # between two looks
FIRST_SEEN = 400  # steps of random games, by which observations are scaled
WIDTH = 256
RATE = 6e-4  # of learning, less and less to a tenth
LOOKS, LAST_LOOK = 2, 4  # seeds, one for each seat
LAST_GAMES = 4096


class Tables(VecEnv):
    """Our tables, which are stepped together, as Stable-Baselines3 expects them."""

    def __init__(self, game: str, ladder: Ladder) -> None:
        self.many = tables_of(game, TABLES, "random", ladder)
        many = self.many
        super().__init__(TABLES, many.single_observation_space, many.single_action_space)

    def reset(self) -> NDArray[Any]:
        seen: NDArray[Any]
        seen, facts = self.many.reset(seed=99)
        self.masks = facts["action_mask"]
        return seen

    def step_async(self, actions: NDArray[Any]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        seen, rewards, over, _, facts = self.many.step(self.actions)
        self.masks = facts["action_mask"]
        infos: list[dict[str, Any]] = [{} for _ in range(TABLES)]
        for table in np.flatnonzero(over):
            infos[table]["terminal_observation"] = facts["final_obs"][table]
        return seen, rewards, over, infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        assert method_name == "action_masks"
        return list(self.masks)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * TABLES

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * TABLES

    def close(self) -> None:
        self.many.close()


class Eyes(BaseFeaturesExtractor):
    """The first layer, which policy and value share. It sees numbers with a mean of 0 and a spread
    of 1, as in random games: counts of a few cards would otherwise be lost beside flags."""

    def __init__(self, space: gymnasium.spaces.Box) -> None:
        super().__init__(space, WIDTH)
        numbers = int(np.prod(space.shape))
        self.register_buffer("mean", torch.zeros(numbers))
        self.register_buffer("spread", torch.ones(numbers))
        self.layer = torch.nn.Linear(numbers, WIDTH)

    def fit(self, views: torch.Tensor) -> None:
        self.mean = views.mean(0)
        self.spread = views.std(0).clamp(min=0.02)

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        seen: torch.Tensor = self.layer(((views - self.mean) / self.spread).clamp(-6, 6))
        return seen.relu()


def first_seen(game: str) -> torch.Tensor:
    many = tables_of(game, TABLES, "random", "random")
    seen, facts = many.reset(seed=1)
    rng = np.random.default_rng(1)
    kept = []
    for _ in range(FIRST_SEEN):
        dice = rng.random(facts["action_mask"].shape)
        seen, *_, facts = many.step((dice * facts["action_mask"]).argmax(1))
        kept.append(seen)
    return torch.as_tensor(np.concatenate(kept))


def tables_of(game: str, number: int, seat: int | str, opponents: str | Ladder) -> Any:
    return gymnasium.make_vec(
        id_of(game),
        num_envs=number,
        seat=seat,
        opponents=opponents,
        reward="margin",
        autoreset_mode=AutoresetMode.SAME_STEP,
    )


def share_of(model: MaskablePPO, game: str, games: int, seed: int) -> tuple[float, float]:
    """The mean payoff against casual, and half the width of its 95 % interval; both seats equally
    often, each with deals of its own."""
    payoffs: list[float] = []
    tables = min(TABLES, games // 2)
    for seat in (0, 1):
        many = tables_of(game, tables, seat, "casual")
        seen, facts = many.reset(seed=seed + seat)
        # As many games from every table: those that end first are not like the others.
        left = np.full(tables, games // 2 // tables)
        while left.any():
            moves, _ = model.predict(seen, action_masks=facts["action_mask"], deterministic=True)
            seen, _, over, _, facts = many.step(moves)
            for table in np.flatnonzero(over & (left > 0)):
                payoffs.append(float(facts["final_info"]["payoffs"][table][seat]))
                left[table] -= 1
    return float(np.mean(payoffs)), 1.96 * float(np.std(payoffs)) / sqrt(len(payoffs))


def main(game: str, minutes: float, out: Path, games: int) -> None:
    torch.set_num_threads(1)
    ladder = Ladder(games=200, enough=0.55, back=8)
    model = MaskablePPO(
        "MlpPolicy",
        Tables(game, ladder),
        n_steps=STEPS,
        batch_size=2048,
        n_epochs=3,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.005,
        learning_rate=lambda _: RATE * max(0.1, 1 - time.process_time() / 60 / minutes),
        clip_range=0.15,
        policy_kwargs={
            "features_extractor_class": Eyes,
            "net_arch": [128],
            "activation_fn": torch.nn.ReLU,
        },
        seed=1,
    )
    policy: Any = model.policy
    policy.features_extractor.fit(first_seen(game))

    def look(steps: int, games: int, seed: int) -> None:
        share, width = share_of(model, game, games, seed)
        spent, rung = time.process_time() / 60, ladder.levels[ladder.rung]
        rows.writerow([f"{spent:.1f}", steps, rung, f"{share:.3f}", f"{width:.3f}"])
        file.flush()
        sys.stdout.write(f"{spent:.1f} min, {steps} steps, {rung}: {share:.1%} ± {width:.1%}\n")
        sys.stdout.flush()

    with out.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["minutes", "steps", "rung", "against_casual", "half_width"])
        look(0, games, LOOKS)
        steps = 0
        while time.process_time() < 60 * minutes:
            model.learn(LESSONS * STEPS * TABLES, reset_num_timesteps=steps == 0)
            steps += LESSONS * STEPS * TABLES
            look(steps, games, LOOKS)
        model.save(out.with_suffix(".zip"))
        look(steps, LAST_GAMES, LAST_LOOK)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="MaskablePPO against a ladder of opponents.")
    parser.add_argument("--game", default="troika")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--out", type=Path, default=Path("ladder.csv"))
    asked = parser.parse_args()
    main(asked.game, asked.minutes, asked.out, asked.games)
