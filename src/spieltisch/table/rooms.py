"""Games are built once and shared by their tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from spieltisch import games
from spieltisch.core.game import Game

CUSTOM_EDITIONS = 64


def room(
    name: str, edition: dict[str, Any] | None = None, rules_version: int | None = None
) -> Game:
    """With the rules of now, or of the version a table began with."""
    return built(name, b"" if edition is None else msgspec.json.encode(edition), rules_version)


@lru_cache(maxsize=CUSTOM_EDITIONS)
def built(name: str, edition: bytes, rules_version: int | None) -> Game:
    return games.game(name, msgspec.json.decode(edition) if edition else None, rules_version)
