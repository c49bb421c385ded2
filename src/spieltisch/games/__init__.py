"""The rooms, by name. Each is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

from spieltisch.core.errors import BadEdition, UnknownGame
from spieltisch.core.game import Game
from spieltisch.core.position import PositionFile
from spieltisch.core.record import Record

Room = Callable[[dict[str, Any] | None], Game]

ROOMS = {
    "tatort_themse": "TatortThemse",
    "troika": "Troika",
    "holmes": "Holmes",
    "zug_um_zug": "ZugUmZug",
}
KEPT = 64  # games in memory: every room with its own card list, and custom ones


# Rooms as they were before a change of their rules, by name and rules version: the module and its
# class. Tables begun with them go on with them, and their records replay with them.
OLDER: dict[tuple[str, int], tuple[str, str]] = {
    ("troika", 1): ("spieltisch.games.troika.version_1", "FirstTroika"),
}


def game(
    name: str, edition: dict[str, Any] | None = None, rules_version: int | None = None
) -> Game:
    """The game of that name, with its own card list or the one given, as it is played now or
    was with older rules. Built once and shared by all who ask for the same."""
    if name not in ROOMS:
        raise UnknownGame(f"there is no game {name[:60]!r}; there are {', '.join(ROOMS)}")
    if rules_version is not None and (name, rules_version) in OLDER:
        return built(room_class(*OLDER[name, rules_version]), spelled(edition))
    now = built(room_class(f"spieltisch.games.{name}.room", ROOMS[name]), spelled(edition))
    if rules_version not in (None, now.rules_version):
        raise UnknownGame(f"{name} with version {rules_version} of its rules is not known here")
    return now


def room_class(module: str, name: str) -> Room:
    found: Room = getattr(import_module(module), name)
    return found


def spelled(edition: dict[str, Any] | None) -> bytes | None:
    if edition is None:
        return None
    try:
        return msgspec.json.encode(edition)
    except (TypeError, OverflowError, RecursionError) as error:
        raise BadEdition(f"edition: {error}") from None


@lru_cache(maxsize=KEPT)
def built(room: Room, edition: bytes | None) -> Game:
    return room(None if edition is None else msgspec.json.decode(edition))


def game_of(name: str, edition: str | dict[str, Any], rules_version: int | None = None) -> Game:
    """The game a record or position names: a built-in edition by its name, or a whole table."""
    if isinstance(edition, dict):
        return game(name, edition, rules_version)
    played = game(name, None, rules_version)
    if played.edition != edition:
        raise BadEdition(f"{name} has the edition {played.edition!r}, not {edition[:60]!r}")
    return played


def game_of_record(record: Record) -> Game:
    return game_naming(record.game, record.edition, record.rules_version, record.options)


def game_of_position(read: PositionFile) -> Game:
    return game_naming(read.game, read.edition, read.rules_version, read.position)


def game_naming(
    name: str, edition: str | dict[str, Any], rules_version: int, named: Iterable[str]
) -> Game:
    """A trace does not say the version of its rules, nor does an old position; that reads as 1. If
    it names an option which only the rules of now have, it is one of theirs."""
    played, now = game_of(name, edition, rules_version), game_of(name, edition)
    unknown = {one.name for one in now.options} - {one.name for one in played.options}
    return now if rules_version == 1 and unknown & set(named) else played
