"""The levels, by name; the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

import msgspec

from spieltisch.bots.report import MoveReport
from spieltisch.bots.searching import SearchBot, never
from spieltisch.bots.simple import BeginnerBot, CasualBot, RandomBot
from spieltisch.bots.tuning import pace_of
from spieltisch.core.bot import Bot
from spieltisch.core.errors import SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View

LEVELS = ("beginner", "casual", "strong", "master")
BOTS = ("random", *LEVELS)
SIMPLE: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "casual": CasualBot,
}
NAMES = {
    "de": {
        "random": "Zufall",
        "beginner": "Anfänger",
        "casual": "Hobbyspieler",
        "strong": "Könner",
        "master": "Meister",
    },
    "fr": {
        "random": "Hasard",
        "beginner": "Débutant",
        "casual": "Amateur",
        "strong": "Joueur confirmé",
        "master": "Maître",
    },
    "en": {
        "random": "Random",
        "beginner": "Beginner",
        "casual": "Casual",
        "strong": "Strong",
        "master": "Master",
    },
}


class UnknownLevel(SpieltischError):
    """There is no bot of that name."""


class Limits(msgspec.Struct, frozen=True):
    """What a live table adds to a level: seconds a move, processes that think together, and
    whether somebody waits for the search to end."""

    seconds: float | None = None
    executor: Executor | None = None
    workers: int = 1
    hurried: Callable[[], bool] = never


class LevelBot:
    """Strong or master: its iterations are those of the game it sits down to."""

    def __init__(self, level: str, limits: Limits) -> None:
        self.level = level
        self.limits = limits

    def sit(self, game: Game, seat: int) -> None:
        limits = self.limits
        iterations = iterations_of(self.level, game.name)
        crew = (limits.executor, limits.workers)
        self.bot = SearchBot(iterations, limits.seconds, *crew, hurried=limits.hurried)
        self.bot.sit(game, seat)

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        return self.bot.choose(view, legal, rng)

    def analyse(self, view: View, legal: Sequence[str], rng: Rng) -> list[MoveReport]:
        return self.bot.analyse(view, legal, rng)


def iterations_of(level: str, game: str) -> int:
    pace = pace_of(game)
    return pace.master if level == "master" else pace.strong


def check_level(level: str) -> None:
    if level not in BOTS:
        raise UnknownLevel(f"there is no bot {level[:60]!r}; there are {', '.join(BOTS)}")


def bot(level: str, limits: Limits | None = None) -> Bot:
    check_level(level)
    if level in SIMPLE:
        return SIMPLE[level]()
    return LevelBot(level, limits or Limits())


def thinker(level: str, limits: Limits | None = None) -> LevelBot:
    """A bot that can explain itself, for hints and analysis: strong or master."""
    if level not in ("strong", "master"):
        raise UnknownLevel(f"hints come from strong or master, not {level[:60]!r}")
    return LevelBot(level, limits or Limits())


def name_of(level: str, language: str) -> str:
    check_level(level)
    return NAMES[language][level]
