"""Casual-against-casual games a second with one worker and with two, interleaved, medians."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

from spieltisch.arena.crew import Crew, processes
from spieltisch.arena.plan import Tournament, pairings
from spieltisch.arena.playing import play_pairing
from spieltisch.games import ROOMS

WARM_UP = 4


def games_a_second(room: str, workers: int, games: int) -> float:
    """Without the start of the processes: the clock runs from the first answers on."""
    tournament = Tournament(room, ("casual", "casual"), 2, games + WARM_UP)
    crew = Crew(processes(workers), partial(play_pairing, tournament), 4 * workers)
    begin = perf_counter()
    for number, _ in enumerate(crew.answers(pairings(tournament)), 1):
        if number == WARM_UP:
            begin = perf_counter()
    return games / (perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    grid = Table("game", "1 worker", "2 workers", "efficiency of two")
    found = {}
    for room in ROOMS:
        speeds: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(asked.rounds):
            for workers, rows in speeds.items():
                rows.append(games_a_second(room, workers, asked.games))
        one, two = median(speeds[1]), median(speeds[2])
        found[room] = {"one": one, "two": two, "efficiency": two / (2 * one)}
        grid.add_row(room, f"{one:.1f}/s", f"{two:.1f}/s", f"{two / (2 * one):.0%}")
    Console().print(grid)
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        asked.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
