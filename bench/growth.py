"""How cost grows: a step against seats, a decision against iterations, a move and memory against
tables. Processor time, medians of rounds, because machines are shared.

    python bench/growth.py --json bench/results/growth.json
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench import load
from spieltisch.bots.tuning import tuning_of
from spieltisch.core import build
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, State, new_buffer
from spieltisch.games import ROOMS, game
from spieltisch.search.playout import play_out_at_random
from spieltisch.search.search import Search

ROUNDS = 5
GAMES = 200
ITERATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
TABLES = (1, 10, 50, 200, 500, 1_000, 2_000)
SECONDS = 15.0

Curve = list[tuple[float, float]]


def cost(work: Callable[[], int]) -> float:
    """Microseconds of processor time for one of what the work counts."""
    found = []
    for _ in range(ROUNDS):
        began = process_time()
        number = work()
        found.append(1e6 * (process_time() - began) / number)
    return median(found)


def steps_against_seats(room: Game) -> Curve:
    rng, buffer = seeded("growth", room.name), new_buffer(room.most_moves)

    def play(seats: int) -> int:
        return sum(play_out_at_random(room.start(seats), rng, buffer) for _ in range(GAMES))

    seats = range(room.least_seats, room.most_seats + 1)
    return [(number, cost(lambda number=number: play(number))) for number in seats]  # type: ignore[misc]


def decision_against_iterations(room: Game) -> Curve:
    """In milliseconds, by the search as the bots use it, from the first choice of a game."""
    rng = seeded("growth", room.name)
    view = room.view(root := first_choice(room, rng), root.turn)

    def think(iterations: int) -> int:
        state = room.determinize(view, rng)
        size = (room.most_moves, iterations + 1)
        search = Search(state, room.casual, tuning_of(room.name), rng, *size, every_move=False)
        search.run(iterations)
        return 1000

    return [(number, cost(lambda number=number: think(number))) for number in ITERATIONS]  # type: ignore[misc]


def first_choice(room: Game, rng: Rng) -> State:
    buffer = new_buffer(room.most_moves)
    state = room.start(room.least_seats)
    while state.turn == CHANCE or state.legal(buffer) == 1:
        state.play(state.draw(rng, buffer) if state.turn == CHANCE else buffer[0])
    return state


def moves_against_tables(seconds: float) -> list[dict[str, Any]]:
    """A move a second at each table, on SQLite."""
    rows = []
    for tables in TABLES:
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite:///{folder}/tables.sqlite3"
            rows.append(load.under_load(database, 1, tables, 1.0, seconds))
    return rows


def measure(seconds: float) -> dict[str, Any]:
    rooms = {name: game(name) for name in ROOMS}
    return {
        "build": build.description(),
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "microseconds a step": {name: steps_against_seats(one) for name, one in rooms.items()},
        "milliseconds a decision": {
            name: decision_against_iterations(one) for name, one in rooms.items()
        },
        "tables": moves_against_tables(seconds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="at each number of tables")
    parser.add_argument("--json", type=Path, default=Path("bench/results/growth.json"))
    asked = parser.parse_args()
    if not build.is_compiled():
        sys.exit("bench: this is the pure Python build; install with a C compiler first")
    found = measure(asked.seconds)
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    asked.json.write_text(json.dumps(found, indent=1))
    Console().print(found)


if __name__ == "__main__":
    main()
