"""Our tree search against OpenSpiel's C++ ISMCTSBot, in one process and one run: simulations a
second with random playouts, over the decisions of a whole game and from the first one alone.

Processor time is counted, rounds are interleaved and medians taken, because machines are busy and
noisy. OpenSpiel has to be installed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import TypeVar

import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

from spieltisch.core import build
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer
from spieltisch.core.view import View
from spieltisch.games import ROOMS, game
from spieltisch.search.search import Search
from spieltisch.search.tuning import Tuning

PEERS = ("hearts", "oh_hell", "euchre")
# While hearts are passed, a resampled state of theirs crashes in the search of players 1 to 3.
CRASHING = {"hearts": range(3, 12)}
SIMULATIONS = 200
PLACES = {
    "over the decisions of a game": tuple(number / 16 for number in range(16)),
    "from the first decision": (0.0,),
}

Choice = TypeVar("Choice")
Measurement = Callable[[float], float]  # seconds to spend -> simulations a second


def repeated(seconds: float, simulate: Callable[[Choice], None], at: list[Choice]) -> float:
    """Every choice is thought about equally often."""
    simulations = 0
    begin = process_time()
    while process_time() - begin < seconds:
        for choice in at:
            simulate(choice)
            simulations += SIMULATIONS
    return simulations / (process_time() - begin)


def some(choices: list[Choice], places: Sequence[float]) -> list[Choice]:
    return [choices[int(into * len(choices))] for into in places]


def ours(room: Game, places: Sequence[float]) -> Measurement:
    """As a bot of the house does it: a fresh search from the view for every move."""
    states = some(random_game(room), places)
    views = [room.view(state, state.turn) for state in states]
    rng = seeded("bench", room.name)
    without_heuristic = Tuning(heuristic_percent=0)

    def simulate(view: View) -> None:
        root = room.determinize(view, rng)
        size = (room.most_moves, SIMULATIONS + 1)
        search = Search(root, room.casual, without_heuristic, rng, *size, every_move=True)
        search.run(SIMULATIONS)

    return lambda seconds: repeated(seconds, simulate, views)


def random_game(room: Game) -> list[State]:
    """Every position with a choice."""
    rng = seeded("position", room.name)
    buffer = new_buffer(room.most_moves)
    state = room.start(room.least_seats)
    choices = []
    while state.turn != OVER:
        count = state.legal(buffer)
        if state.turn != CHANCE and count > 1:
            choices.append(state.copy())
        state.play(state.draw(rng, buffer) if state.turn == CHANCE else buffer[rng.below(count)])
    return choices


def theirs(name: str, places: Sequence[float]) -> Measurement:
    peer = pyspiel.load_game(name)
    crashing = CRASHING.get(name, range(0))
    choices = [one for at, one in enumerate(random_peer_game(peer)) if at not in crashing]
    states = some(choices, places)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)  # the bot does not keep it alive itself
    bot = pyspiel.ISMCTSBot(7, evaluator, 1.4, SIMULATIONS)

    def simulate(state: pyspiel.State) -> None:
        assert bot.step(state) in state.legal_actions()
        assert evaluator is not None

    return lambda seconds: repeated(seconds, simulate, states)


def random_peer_game(peer: pyspiel.Game) -> list[pyspiel.State]:
    """As `random_game`, in one of their games."""
    generator = random.Random(7)
    state = peer.new_initial_state()
    choices = []
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(generator.choices(actions, weights)[0])
        else:
            if len(state.legal_actions()) > 1:
                choices.append(state.clone())
            state.apply_action(generator.choice(state.legal_actions()))
    return choices


def measurements() -> dict[str, dict[str, Measurement]]:
    return {
        title: {
            **{name: ours(game(name), places) for name in ROOMS},
            **{f"peer {name}": theirs(name, places) for name in PEERS},
        }
        for title, places in PLACES.items()
    }


def run(rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    """Medians of interleaved rounds."""
    plan = [
        (place, who, what) for place, row in measurements().items() for who, what in row.items()
    ]
    found: dict[str, dict[str, list[float]]] = {}
    for number in track(range(rounds * len(plan)), description="measuring"):
        place, who, what = plan[number % len(plan)]
        found.setdefault(place, {}).setdefault(who, []).append(what(seconds))
    return {at: {who: median(speeds) for who, speeds in row.items()} for at, row in found.items()}


def show(found: dict[str, dict[str, float]]) -> dict[str, object]:
    console = Console(width=110)
    ratios = {}
    for place, row in found.items():
        peers = median(speed for who, speed in row.items() if who.startswith("peer"))
        rooms = median(speed for who, speed in row.items() if not who.startswith("peer"))
        grid = Table("who", "simulations/s", "ratio to the peers' median", title=place)
        for who, speed in row.items():
            grid.add_row(who, f"{speed:,.0f}", f"{speed / peers:.2f}")
        console.print(grid)
        console.print(f"median of ours / median of theirs: {rooms / peers:.2f}")
        ratios[place] = rooms / peers
    return {"simulations": found, "ratios": ratios}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--json", type=Path, help="write the numbers here")
    asked = parser.parse_args()
    if not build.is_compiled():
        sys.exit("bench: this is the pure Python build; install with a C compiler first")
    report = show(run(asked.rounds, asked.seconds))
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        asked.json.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
