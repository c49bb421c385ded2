"""Random agents through each of the three doors: PettingZoo, Gymnasium, OpenSpiel.

python docs/examples/random_agents.py [GAME]
"""

from __future__ import annotations

import random
import sys
from importlib import import_module

import gymnasium
import numpy as np
import pyspiel

import spieltisch.research.openspiel
from spieltisch.research.gymnasium import id_of
from spieltisch.research.openspiel.game import short_name

assert spieltisch.research.openspiel  # importing it registers the games


def through_pettingzoo(name: str) -> str:
    env = import_module(f"spieltisch.research.pettingzoo.{name}_v0").env()
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        rewards[agent] = reward
        ended = over or cut
        env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
    return f"PettingZoo: {rewards}"


def through_gymnasium(name: str) -> str:
    env = gymnasium.make(id_of(name), opponents="casual")
    _, facts = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        action = random.choice(np.flatnonzero(facts["action_mask"]).tolist())
        _, given, over, _, facts = env.step(action)
        reward = float(given)
    return f"Gymnasium, against a casual bot: {reward}"


def through_openspiel(name: str) -> str:
    state = pyspiel.load_game(short_name(name)).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return f"OpenSpiel: {state.returns()} after {len(state.history())} steps"


def main(name: str = "tatort_themse") -> None:
    for door in (through_pettingzoo, through_gymnasium, through_openspiel):
        sys.stdout.write(door(name) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:2])
