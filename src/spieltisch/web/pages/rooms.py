"""The games at the tables, and the names of their card lists."""

from __future__ import annotations

from urllib.parse import urlencode

from spieltisch.core.game import Game
from spieltisch.games import game
from spieltisch.games import game_of as named_game
from spieltisch.server.snapshot import Snapshot


def standard(name: str) -> Game:
    """With the card list of its own."""
    return game(name)


def book_of(played: Game, **where: str) -> str:
    """The address of the rule book; `where` tells it of whose card list, if it is an own one."""
    own = f"?{urlencode(where)}" if isinstance(played.edition, dict) else ""
    return f"/rules/{played.name}{own}"


def own_box(played: Game) -> str:
    """What the owner calls the card list that is played with, if it is not ours."""
    return str(played.edition["name"]) if isinstance(played.edition, dict) else ""


def game_of(look: Snapshot) -> Game:
    return named_game(look.game, look.edition, look.rules_version)
