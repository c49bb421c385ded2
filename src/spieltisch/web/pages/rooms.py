"""The games at the tables, built once for each card list."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlencode

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


def book_of(played: Game, **where: str) -> str:
    """The address of the rule book; `where` tells it of whose card list, if it is an own one."""
    own = f"?{urlencode(where)}" if isinstance(played.edition, dict) else ""
    return f"/rules/{played.name}{own}"


def own_box(played: Game) -> str:
    """What the owner calls the card list that is played with, if it is not ours."""
    return str(played.edition["name"]) if isinstance(played.edition, dict) else ""


def game_of(look: Look) -> Game:
    return built(look.game, msgspec.json.encode(look.edition), look.rules_version)
