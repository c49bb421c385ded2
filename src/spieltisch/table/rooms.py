"""Games are built once and shared by their tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from spieltisch import games
from spieltisch.core.game import Game

CUSTOM_EDITIONS = 64


def room(name: str, edition: dict[str, Any] | None = None) -> Game:
    return built(name, b"" if edition is None else msgspec.json.encode(edition))


@lru_cache(maxsize=CUSTOM_EDITIONS)
def built(name: str, edition: bytes) -> Game:
    return games.game(name, msgspec.json.decode(edition) if edition else None)
