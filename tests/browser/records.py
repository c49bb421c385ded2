"""Games written down for the pages to replay: traces, as `spieltisch trace` writes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from spieltisch.core.record import Record, loads
from spieltisch.games import game
from spieltisch.trace import as_table
from spieltisch.trace import trace as traced
from tests.steady import SteadyBot


@cache
def trace(name: str, seats: int, seed: int = 1) -> str:
    bots = [SteadyBot() for _ in range(seats)]
    return json.dumps(as_table(traced(game(name), bots, {}, seed), seed, False))


def recorded(name: str, seats: int, seed: int = 1) -> Record:
    return loads(trace(name, seats, seed))


def written(folder: Path, name: str, seats: int, seed: int = 1) -> Path:
    path = folder / f"{name}.json"
    path.write_text(trace(name, seats, seed))
    return path
