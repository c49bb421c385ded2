"""Whole games by one kind of bot, as `spieltisch trace` prints them."""

from __future__ import annotations

from typing import Any

from spieltisch.bots.levels import bot
from spieltisch.core.game import Game, Options
from spieltisch.core.record import Record
from spieltisch.trace import as_table, trace


def traced(
    game: Game, seats: int, options: Options, seed: int, level: str, with_legal: bool = False
) -> dict[str, Any]:
    return as_table(recorded(game, seats, options, seed, level), seed, with_legal)


def recorded(game: Game, seats: int, options: Options, seed: int, level: str) -> Record:
    return trace(game, [bot(level) for _ in range(seats)], options, seed)
