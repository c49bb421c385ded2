"""OpenSpiel games `python_spieltisch_<game>`. Importing this module registers them."""

from __future__ import annotations

import pyspiel

from spieltisch.games import ROOMS
from spieltisch.games import game as room
from spieltisch.research.openspiel.game import class_for, game_type, short_name


def register(name: str) -> None:
    """A second import of pyspiel's registry keeps the first entry."""
    if short_name(name) not in pyspiel.registered_names():
        pyspiel.register_game(game_type(room(name)), class_for(name))


for one in ROOMS:
    register(one)
