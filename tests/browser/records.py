"""Games written down for the pages to replay: traces, as `spieltisch trace` writes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from spieltisch.core.record import Record, loads
from spieltisch.games import game
from tests.traces import traced


@cache
def trace(name: str, seats: int, seed: int = 1) -> str:
    return json.dumps(traced(game(name), seats, {}, seed, "casual"))


def recorded(name: str, seats: int, seed: int = 1) -> Record:
    return loads(trace(name, seats, seed))


def written(folder: Path, name: str, seats: int, seed: int = 1) -> Path:
    path = folder / f"{name}.json"
    path.write_text(trace(name, seats, seed))
    return path
