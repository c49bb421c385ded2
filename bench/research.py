"""The research doors against their hosts' own games, in one process and one run, as ratios.

PettingZoo: steps a second in random games, of raw environments (`raw_env`) and with the wrappers
that users get (`env`), ours and the peers' alike. Gymnasium: tables stepped together
against tables stepped one by one, both against the same bots. OpenSpiel: random games driven from
Python, our games against OpenSpiel's own Python games. Processor time is measured, rounds are
interleaved and medians taken, because machines are noisy. `make bench` installs the peers.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import cycle
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from open_spiel.python import games as openspiel_games
from rich.console import Console
from rich.progress import track
from rich.table import Table

import spieltisch.research.openspiel
from spieltisch.core import build
from spieltisch.games import ROOMS, game
from spieltisch.research.gymnasium import id_of
from spieltisch.research.gymnasium.many_tables_env import ManyTablesEnv
from spieltisch.research.gymnasium.seat_env import SeatEnv
from spieltisch.research.openspiel.game import short_name

assert spieltisch.research.openspiel
assert openspiel_games

PETTINGZOO_PEERS = ("texas_holdem_v4", "leduc_holdem_v4", "hanabi_v5")
FORGETFUL = "hanabi_v5"  # it deals other games from the same seed, so there is nothing to recall
OPENSPIEL_PEERS = (
    "python_kuhn_poker",
    "python_liars_poker",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_tic_tac_toe",
)
DOORS = ("PettingZoo", "Gymnasium", "OpenSpiel")
TABLES = 64
SOME_DICE = 10_007
SEED = 5
RECALLED_STEPS = 5_000
Measurement = Callable[[float], float]  # seconds to spend -> steps a second


def for_seconds(seconds: float, some_steps: Callable[[], int]) -> float:
    steps = 0
    begin = process_time()
    while process_time() - begin < seconds:
        steps += some_steps()
    return steps / (process_time() - begin)


def picker(codes: int) -> Callable[[bytes], int]:
    """Finds a marked place after a random one. The dice are thrown beforehand, so that choosing
    hides little of what is measured."""
    starts = cycle(random.choices(range(codes), k=SOME_DICE))

    def marked(mask: bytes) -> int:
        at = mask.find(1, next(starts))
        return at if at >= 0 else mask.find(1)

    return marked


def recalled_games(env: Any) -> Measurement:
    """Random games, decided beforehand: agents that recall their moves hide nothing of the
    environment, and from one seed it deals the same games again."""
    env.reset(seed=SEED)
    games = [random_game(env)]
    while sum(map(len, games)) < RECALLED_STEPS:
        env.reset()
        games.append(random_game(env))
    steps = sum(len(moves) - len(env.possible_agents) for moves in games)

    def same_games() -> int:
        env.reset(seed=SEED)
        for number, moves in enumerate(games):
            if number > 0:
                env.reset()
            move = iter(moves)
            for _ in env.agent_iter():
                env.last()
                env.step(next(move))
        return steps

    return lambda seconds: for_seconds(seconds, same_games)


def random_game(env: Any) -> list[int | None]:
    """Its moves, and at the end the empty step of every agent."""
    moves: list[int | None] = []
    for _ in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        done = over or cut
        moves.append(None if done else int(random.choice(observation["action_mask"].nonzero()[0])))
        env.step(moves[-1])
    return moves


def chosen_games(env: Any) -> Measurement:
    """With what choosing takes. A peer that cannot be recalled loses nothing by it, because its
    step takes several hundred times as long."""
    marked = picker(env.action_space(env.possible_agents[0]).n)

    def one_game() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                env.step(marked(observation["action_mask"].tobytes()))
                steps += 1
        return steps

    return lambda seconds: for_seconds(seconds, one_game)


def peer_environment(name: str, way: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(import_module(f"pettingzoo.classic.{name}"), way)()


def one_by_one(name: str, opponents: str) -> Measurement:
    env = gymnasium.make(id_of(name), opponents=opponents).unwrapped
    assert isinstance(env, SeatEnv)
    facts = [env.reset(seed=1)[1]]
    marked = picker(game(name).codes)

    def one_step() -> int:
        action = np.int64(marked(facts[0]["action_mask"].tobytes()))
        _, _, over, _, facts[0] = env.step(action)
        if over:
            facts[0] = env.reset()[1]
        return 1

    return lambda seconds: for_seconds(seconds, one_step)


def together(name: str, opponents: str) -> Measurement:
    env = gymnasium.make_vec(id_of(name), num_envs=TABLES, opponents=opponents).unwrapped
    assert isinstance(env, ManyTablesEnv)
    facts = [env.reset(seed=1)[1]]
    marked = picker(game(name).codes)

    def one_step() -> int:
        masks = facts[0]["action_mask"]
        actions = np.array([marked(row.tobytes()) for row in masks])
        *_, facts[0] = env.step(actions)
        return TABLES

    return lambda seconds: for_seconds(seconds, one_step)


def openspiel_game(name: str) -> Measurement:
    loaded = pyspiel.load_game(name)
    return lambda seconds: for_seconds(seconds, lambda: drive(loaded.new_initial_state()))


def drive(state: pyspiel.State) -> int:
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


def our_environment(name: str, way: str) -> Any:
    return getattr(import_module(f"spieltisch.research.pettingzoo.{name}_v0"), way)()


def pettingzoo_environments(way: str) -> dict[str, dict[str, Measurement]]:
    """`raw_env` or `env`, with agents that recall their moves and with agents that choose."""
    ours = {name: our_environment(name, way) for name in ROOMS}
    peers = {f"peer {name}": peer_environment(name, way) for name in PETTINGZOO_PEERS}
    return {
        f"PettingZoo, {way}, agents that recall their moves": {
            who: chosen_games(env) if who.endswith(FORGETFUL) else recalled_games(env)
            for who, env in (ours | peers).items()
        },
        f"PettingZoo, {way}, agents that choose at random": {
            who: chosen_games(env) for who, env in (ours | peers).items()
        },
    }


def measurements() -> dict[str, dict[str, Measurement]]:
    rooms = list(ROOMS)
    plan: dict[str, dict[str, Measurement]] = {
        **pettingzoo_environments("raw_env"),
        **pettingzoo_environments("env"),
    }
    for opponents in ("casual", "random"):
        for name in rooms:
            way = f"Gymnasium, {game(name).title}, against {opponents}"
            ours, alone = together(name, opponents), one_by_one(name, opponents)
            plan[way] = {f"{TABLES} tables together": ours, "peer one by one": alone}
    plan["OpenSpiel, Python games"] = {
        **{name: openspiel_game(short_name(name)) for name in rooms},
        **{f"peer {name}": openspiel_game(name) for name in OPENSPIEL_PEERS},
    }
    return plan


def run(door: str, rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    """Medians of interleaved rounds."""
    rows = {way: row for way, row in measurements().items() if way.startswith(door)}
    plan = [(way, who, what) for way, row in rows.items() for who, what in row.items()]
    found: dict[str, dict[str, list[float]]] = {}
    for number in track(range(rounds * len(plan)), description="measuring"):
        way, who, what = plan[number % len(plan)]
        found.setdefault(way, {}).setdefault(who, []).append(what(seconds))
    return {way: {who: median(speeds) for who, speeds in row.items()} for way, row in found.items()}


def show(found: dict[str, dict[str, float]]) -> None:
    """Steps a second, and how many times as fast ours is as each peer."""
    console = Console(width=120)
    for way, row in found.items():
        peers = {who: speed for who, speed in row.items() if who.startswith("peer")}
        grid = Table("who", "steps/s", *(f"/ {who[5:]}" for who in peers), title=way)
        for who, speed in row.items():
            grid.add_row(who, f"{speed:,.0f}", *ratios(who, speed, list(peers.values())))
        console.print(grid)


def ratios(who: str, speed: float, peers: Sequence[float]) -> list[str]:
    return [] if who.startswith("peer") else [f"{speed / peer:.1f}" for peer in peers]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--door", choices=DOORS, default="", help="only this one")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--json", type=Path, help="write the numbers here")
    asked = parser.parse_args()
    if not build.is_compiled():
        sys.exit("bench: this is the pure Python build; install with a C compiler first")
    found = run(asked.door, asked.rounds, asked.seconds)
    show(found)
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        asked.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
