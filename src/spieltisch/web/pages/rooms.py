"""The games at the tables, built once for each card list."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from spieltisch.core.game import Game
from spieltisch.games import game
from spieltisch.table.look import Look


@lru_cache(maxsize=32)
def built(name: str, edition: bytes, rules_version: int | None = None) -> Game:
    table = msgspec.json.decode(edition)
    return game(name, None if isinstance(table, str) else table, rules_version)


def standard(name: str) -> Game:
    """With the card list of its own."""
    return built(name, b'""')


def game_of(look: Look) -> Game:
    return built(look.game, msgspec.json.encode(look.edition), look.rules_version)
