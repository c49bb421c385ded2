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


# Rooms as they were before a change of their rules, by name and rules version: the module and its
# class. Tables begun with them go on with them, and their records replay with them.
OLDER: dict[tuple[str, int], tuple[str, str]] = {}


def game(
    name: str, edition: dict[str, Any] | None = None, rules_version: int | None = None
) -> Game:
    """The game of that name, with its own card list or the one given, as it is played now or
    was with older rules."""
    if name not in ROOMS:
        raise UnknownGame(f"there is no game {name[:60]!r}; there are {', '.join(ROOMS)}")
    if rules_version is not None and (name, rules_version) in OLDER:
        return built(*OLDER[name, rules_version], edition)
    now = built(f"spieltisch.games.{name}.room", ROOMS[name], edition)
    if rules_version not in (None, now.rules_version):
        raise UnknownGame(f"{name} with version {rules_version} of its rules is not known here")
    return now


def built(module: str, name: str, edition: dict[str, Any] | None) -> Game:
    game: Game = getattr(import_module(module), name)(edition)
    return game


def game_of(name: str, edition: str | dict[str, Any], rules_version: int | None = None) -> Game:
    """The game a record or position names: a built-in edition by its name, or a whole table."""
    if isinstance(edition, dict):
        return game(name, edition, rules_version)
    played = game(name, None, rules_version)
    if played.edition != edition:
        raise BadEdition(f"{name} has the edition {played.edition!r}, not {edition[:60]!r}")
    return played
