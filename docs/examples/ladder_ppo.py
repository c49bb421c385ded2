"""MaskablePPO learns to beat the casual player on a processor, in half an hour of its time.

    pip install 'spieltisch[gymnasium]' torch sb3-contrib
    python docs/examples/ladder_ppo.py --game holmes --minutes 30 --out ladder.csv

It begins with an untrained network. First it learns what casual players do, from their games and
then in its own (DAgger), and how games end. Then it plays against a ladder of opponents and is
rewarded by the lead at the end. Each line of the file is one look: processor minutes, steps played,
the rung of the ladder, and the share of the victory against casual in games that were not learned
from, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

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
LESSONS = 4  # between two looks
FIRST_WATCHED = 200_000  # decisions of casual players
WATCHED = 60_000  # of the agent itself, in each of
LESSONS_WATCHED = 8
LAST_LOOK = 4096  # games


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


class Standardised(BaseFeaturesExtractor):
    """Observations with a mean of 0 and a spread of 1, as first seen: counts of a few cards would
    otherwise be lost beside flags."""

    def __init__(self, space: gymnasium.spaces.Box) -> None:
        super().__init__(space, int(np.prod(space.shape)))
        self.register_buffer("mean", torch.zeros(self.features_dim))
        self.register_buffer("spread", torch.ones(self.features_dim))

    def fit(self, views: torch.Tensor) -> None:
        self.mean = views.mean(0)
        self.spread = views.std(0).clamp(min=0.02)

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        return ((views - self.mean) / self.spread).clamp(-6, 6)


class Lesson(NamedTuple):
    """Decisions: what was seen and possible, what a casual player would do, and the lead that came
    of the game."""

    views: torch.Tensor
    masks: torch.Tensor
    advice: torch.Tensor
    leads: torch.Tensor


def watched(game: str, player: MaskablePPO | None, decisions: int, seed: int) -> Lesson:
    """Games against casual players, of a casual player or of the agent itself, who is told what a
    casual player would do in its place."""
    many = tables_of(game, TABLES, "random", "casual")
    seen, facts = many.reset(seed=seed)
    running: list[list[tuple[Any, Any, int]]] = [[] for _ in range(TABLES)]
    kept: list[tuple[Any, Any, int, float]] = []
    while len(kept) < decisions:
        masks = facts["action_mask"]
        advice = moves = many.moves_of("casual")
        if player is not None:
            moves, _ = player.predict(seen, action_masks=masks)
        for table in range(TABLES):
            running[table].append((seen[table], np.packbits(masks[table]), int(advice[table])))
        seen, rewards, over, _, facts = many.step(moves)
        for done in np.flatnonzero(over):
            kept += [(*one, float(rewards[done])) for one in running[done]]
            running[done] = []
    views, packed, chosen, leads = zip(*kept, strict=True)
    masks = np.unpackbits(np.stack(packed), axis=1, count=many.single_action_space.n)
    return Lesson(
        torch.as_tensor(np.stack(views)),
        torch.as_tensor(masks),
        torch.as_tensor(chosen),
        torch.as_tensor(leads, dtype=torch.float32),
    )


def imitate(model: MaskablePPO, game: str) -> None:
    """Learn the casual player's moves, first in its own games, then where the agent's own mistakes
    lead to (DAgger)."""
    lessons = [watched(game, None, FIRST_WATCHED, seed=2)]
    policy: Any = model.policy
    policy.features_extractor.fit(lessons[0].views)
    train(model, lessons, 1e-3)
    train(model, lessons, 1e-3)
    for lesson in range(LESSONS_WATCHED):
        lessons.append(watched(game, model, WATCHED, seed=3 + lesson))
        train(model, lessons, 1e-3 * (1 - lesson / LESSONS_WATCHED))


def train(model: MaskablePPO, lessons: list[Lesson], rate: float) -> None:
    """Once through all that was watched."""
    views, masks, advice, leads = map(torch.cat, zip(*lessons, strict=True))
    policy: Any = model.policy
    for group in policy.optimizer.param_groups:
        group["lr"] = rate
    order: Any = torch.randperm(len(views))
    for some in order.split(512):
        values, likely, _ = policy.evaluate_actions(views[some], advice[some], masks[some])
        loss = (values.flatten() - leads[some]).square().mean() - likely.mean()
        policy.optimizer.zero_grad()
        loss.backward()
        policy.optimizer.step()


def tables_of(game: str, number: int, seat: int | str, opponents: str | Ladder) -> Any:
    return gymnasium.make_vec(
        id_of(game),
        num_envs=number,
        seat=seat,
        opponents=opponents,
        reward="margin",
        autoreset_mode=AutoresetMode.SAME_STEP,
    )


def share_against(model: MaskablePPO, game: str, level: str, games: int) -> tuple[float, float]:
    """The mean payoff, and half the width of its 95 % interval; both seats equally often."""
    payoffs: list[float] = []
    tables = min(TABLES, games // 2)
    for seat in (0, 1):
        many = tables_of(game, tables, seat, level)
        seen, facts = many.reset(seed=1)
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
    ladder = Ladder(games=200, enough=0.55)
    model = MaskablePPO(
        "MlpPolicy",
        Tables(game, ladder),
        n_steps=STEPS,
        batch_size=2048,
        n_epochs=3,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.002,
        learning_rate=3e-4,
        clip_range=0.15,
        policy_kwargs={"net_arch": [256, 128], "features_extractor_class": Standardised},
        seed=1,
    )

    def look(steps: int, games: int) -> None:
        share, width = share_against(model, game, "casual", games)
        spent, rung = time.process_time() / 60, ladder.levels[ladder.rung]
        rows.writerow([f"{spent:.1f}", steps, rung, f"{share:.3f}", f"{width:.3f}"])
        file.flush()
        sys.stdout.write(f"{spent:.1f} min, {steps} steps, {rung}: {share:.1%} ± {width:.1%}\n")
        sys.stdout.flush()

    with out.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["minutes", "steps", "rung", "against_casual", "half_width"])
        imitate(model, game)
        look(0, games)
        steps = 0
        while time.process_time() < 60 * minutes:
            model.learn(LESSONS * STEPS * TABLES, reset_num_timesteps=steps == 0)
            steps += LESSONS * STEPS * TABLES
            look(steps, games)
        model.save(out.with_suffix(".zip"))
        look(steps, LAST_LOOK)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="MaskablePPO against a ladder of opponents.")
    parser.add_argument("--game", default="holmes")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--out", type=Path, default=Path("ladder.csv"))
    asked = parser.parse_args()
    main(asked.game, asked.minutes, asked.out, asked.games)
