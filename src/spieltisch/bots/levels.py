"""The levels, by name; the same in every game."""

from __future__ import annotations

from collections.abc import Callable

from spieltisch.bots.protocol import Bot
from spieltisch.bots.simple import BeginnerBot, CasualBot, RandomBot
from spieltisch.core.errors import SpieltischError

LEVELS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "casual": CasualBot,
}


class UnknownLevel(SpieltischError):
    """There is no bot of that name."""


def bot(level: str) -> Bot:
    if level not in LEVELS:
        raise UnknownLevel(f"there is no bot {level[:60]!r}; there are {', '.join(LEVELS)}")
    return LEVELS[level]()
