"""Our rooms against OpenSpiel's card games, in one process and one run, as ratios.

Three ways: random games inside the engine; copies of a position in mid-game played out; and random
games driven from Python one move at a time. Processor time is counted, rounds are interleaved and
medians taken, because machines are busy and noisy. `make bench` installs OpenSpiel and runs this.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

from spieltisch.core import build
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, new_buffer
from spieltisch.games import ROOMS, game
from spieltisch.search.playout import play_out_at_random

PEERS = ("hearts", "skat", "crazy_eights", "oh_hell")
STEPS_INTO_THE_GAME = 120
PEER_ROLLOUTS = 200
UNCOMPILED = "from spieltisch.speed import measure_rooms; import json; " + (
    "print(json.dumps({r.game: r.steps for r in measure_rooms(2.0) if r.policy == 'random'}))"
)

Measurement = Callable[[float], float]  # seconds to spend -> steps a second


def inside_engine(room: Game, seats: int) -> Measurement:
    rng = seeded("bench", room.name)
    buffer = new_buffer(room.most_moves)

    def measure(seconds: float) -> float:
        steps = 0
        begin = process_time()
        while process_time() - begin < seconds:
            for _ in range(50):
                steps += play_out_at_random(room.start(seats), rng, buffer)
        return steps / (process_time() - begin)

    return measure


def copy_and_playout(room: Game, seats: int) -> Measurement:
    rng = seeded("bench", room.name)
    buffer = new_buffer(room.most_moves)
    middle = room.start(seats)
    for _ in range(STEPS_INTO_THE_GAME):
        chance = middle.turn == CHANCE
        code = middle.draw(rng, buffer) if chance else buffer[rng.below(middle.legal(buffer))]
        middle.play(code)

    def measure(seconds: float) -> float:
        steps = 0
        begin = process_time()
        while process_time() - begin < seconds:
            for _ in range(50):
                steps += play_out_at_random(middle.copy(), rng, buffer)
        return steps / (process_time() - begin)

    return measure


def driven(room: Game, seats: int) -> Measurement:
    rng = seeded("bench", room.name)
    buffer = new_buffer(room.most_moves)

    def one_game() -> int:
        state = room.start(seats)
        legal, play, draw, below = state.legal, state.play, state.draw, rng.below
        steps = 0
        while (turn := state.turn) != OVER:
            play(draw(rng, buffer) if turn == CHANCE else buffer[below(legal(buffer))])
            steps += 1
        return steps

    return lambda seconds: games_for(seconds, one_game)


def games_for(seconds: float, one_game: Callable[[], int]) -> float:
    steps = 0
    begin = process_time()
    while process_time() - begin < seconds:
        steps += one_game()
    return steps / (process_time() - begin)


def peer_driven(name: str) -> Measurement:
    peer = pyspiel.load_game(name)
    return lambda seconds: games_for(seconds, lambda: drive_peer(peer.new_initial_state()))


def drive_peer(state: pyspiel.State) -> int:
    steps = 0
    while not state.is_terminal():
        advance_peer(state)
        steps += 1
    return steps


def peer_rollouts(name: str, into: float) -> Measurement:
    """OpenSpiel's C++ rollouts from the first decision (into=0) or from the middle of a game:
    one simulation of its tree search, whose evaluator plays out many copies."""
    peer = pyspiel.load_game(name)
    root = peer_position(peer, into)
    left = sum(drive_peer(root.clone()) for _ in range(200)) / 200
    evaluator = pyspiel.RandomRolloutEvaluator(PEER_ROLLOUTS, 7)
    bot = pyspiel.MCTSBot(peer, evaluator, 1.4, 1, 100, False, 7, False)

    def measure(seconds: float) -> float:
        steps = 0.0
        begin = process_time()
        while process_time() - begin < seconds:
            bot.mcts_search(root)
            steps += PEER_ROLLOUTS * left
        return steps / (process_time() - begin)

    return measure


def peer_position(peer: pyspiel.Game, into: float) -> pyspiel.State:
    begin_at = into * median(drive_peer(peer.new_initial_state()) for _ in range(41))
    while True:
        state = peer.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and len(state.full_history()) >= begin_at:
                return state
            advance_peer(state)


def advance_peer(state: pyspiel.State) -> None:
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, weights)[0])
    else:
        state.apply_action(random.choice(state.legal_actions()))


def uncompiled_speed() -> dict[str, float]:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    answer = subprocess.run(
        [sys.executable, "-c", UNCOMPILED], env=env, capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def measurements() -> dict[str, dict[str, Measurement]]:
    ours = {name: game(name) for name in ROOMS}
    return {
        "inside the engine": {
            **{name: inside_engine(room, room.least_seats) for name, room in ours.items()},
            **{f"peer {name}": peer_rollouts(name, 0.0) for name in PEERS},
        },
        "copy and playout": {
            **{name: copy_and_playout(room, room.least_seats) for name, room in ours.items()},
            **{f"peer {name}": peer_rollouts(name, 0.3) for name in PEERS},
        },
        "driven from Python": {
            **{name: driven(room, room.least_seats) for name, room in ours.items()},
            **{f"peer {name}": peer_driven(name) for name in PEERS},
        },
    }


def run(rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    """Medians of interleaved rounds."""
    plan = [(way, who, what) for way, row in measurements().items() for who, what in row.items()]
    found: dict[str, dict[str, list[float]]] = {}
    for number in track(range(rounds * len(plan)), description="measuring"):
        way, who, what = plan[number % len(plan)]
        found.setdefault(way, {}).setdefault(who, []).append(what(seconds))
    return {way: {who: median(speeds) for who, speeds in row.items()} for way, row in found.items()}


def show(found: dict[str, dict[str, float]], uncompiled: dict[str, float]) -> dict[str, object]:
    console = Console(width=110)
    ratios: dict[str, object] = {}
    for way, row in found.items():
        peers = median(speed for who, speed in row.items() if who.startswith("peer"))
        grid = Table("who", "steps/s", "ratio to the peers' median", title=way)
        for who, speed in row.items():
            grid.add_row(who, f"{speed:,.0f}", f"{speed / peers:.2f}")
        console.print(grid)
        ratios[way] = {who: speed / peers for who, speed in row.items()}
    inside = found["inside the engine"]
    faster = {name: inside[name] / speed for name, speed in uncompiled.items()}
    for name, ratio in faster.items():
        console.print(f"{name}: compiled is {ratio:.1f} times as fast as uncompiled")
    return {"steps": found, "ratios": ratios, "compiled/uncompiled": faster}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--json", type=Path, help="write the numbers here")
    asked = parser.parse_args()
    if not build.is_compiled():
        sys.exit("bench: this is the pure Python build; install with a C compiler first")
    report = show(run(asked.rounds, asked.seconds), uncompiled_speed())
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        asked.json.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
