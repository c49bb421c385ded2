"""The rooms, by name. Each is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from spieltisch.core.errors import BadEdition, UnknownGame
from spieltisch.core.game import Game

ROOMS = {
    "tatort_themse": "TatortThemse",
    "troika": "TroikaGame",
    "holmes": "HolmesGame",
    "zug_um_zug": "ZugUmZug",
}


def game(name: str, edition: dict[str, Any] | None = None) -> Game:
    """The game of that name, with its own card list or the one given."""
    if name not in ROOMS:
        raise UnknownGame(f"there is no game {name[:60]!r}; there are {', '.join(ROOMS)}")
    module = import_module(f"spieltisch.games.{name}.room")
    built: Game = getattr(module, ROOMS[name])(edition)
    return built


def game_of(name: str, edition: str | dict[str, Any]) -> Game:
    """The game a record or position names: a built-in edition by its name, or a whole table."""
    if isinstance(edition, dict):
        return game(name, edition)
    built = game(name)
    if built.edition != edition:
        raise BadEdition(f"{name} has the edition {built.edition!r}, not {edition[:60]!r}")
    return built
