"""How long a move of the strong level takes on one core, and how many iterations fit into 0.2 s.

Positions are spread over whole games of casual bots; processor time is counted.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table

from spieltisch.bots.searching import Budget, think
from spieltisch.bots.tuning import pace_of, quick_tuning_of
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer
from spieltisch.games import ROOMS, game

SECONDS = 0.2


def choices(room: Game, seats: int, deal: int) -> list[State]:
    """Every position of one game in which a seat has a choice."""
    rng = seeded("levels", room.name, deal)
    buffer = new_buffer(room.most_moves)
    state = room.start(seats)
    found = []
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.play(state.draw(rng, buffer))
            continue
        if state.legal(buffer) > 1:
            found.append(state.copy())
        state.play(room.casual.choose(state, rng, buffer))
    return found


def seconds_at(room: Game, state: State, iterations: int) -> float:
    view = room.view(state, state.turn)
    begin = process_time()
    think(room, view, seeded("levels"), Budget(iterations), quick_tuning_of(room.name))
    return process_time() - begin


def add_row(grid: Table, room: Game, seats: int, number: int, iterations: int) -> None:
    games = [choices(room, seats, deal) for deal in range(3)]
    states = [states[at * len(states) // number] for states in games for at in range(number)]
    spent = [seconds_at(room, state, iterations) for state in states]
    mean = sum(spent) / len(spent) / iterations
    grid.add_row(
        room.name,
        str(seats),
        f"{sum(map(len, games)) / len(games):.0f}",
        f"{1 / mean:,.0f}",
        str(pace_of(room.name).strong),
        f"{pace_of(room.name).strong * mean:.3f}",
        f"{pace_of(room.name).strong * max(spent) / iterations:.3f}",
        f"{pace_of(room.name).strong * median(spent) / iterations:.3f}",
        f"{SECONDS / mean:,.0f}",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=list(ROOMS), help="default: all")
    parser.add_argument("--positions", type=int, default=8, help="of each of three games")
    parser.add_argument("--iterations", type=int, default=300)
    asked = parser.parse_args()
    titles = ("game", "seats", "choices", "iterations/s", "strong", "mean s", "longest s")
    grid = Table(*titles, "median s", f"fit into {SECONDS} s")
    for name in asked.game or list(ROOMS):
        room = game(name)
        for seats in sorted({room.least_seats, room.most_seats}):
            add_row(grid, room, seats, asked.positions, asked.iterations)
    Console(width=110).print(grid)


if __name__ == "__main__":
    main()
