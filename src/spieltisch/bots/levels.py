"""The levels, by name; the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

import msgspec

from spieltisch.bots.report import MoveReport
from spieltisch.bots.searching import SearchBot, Tally, never
from spieltisch.bots.simple import BeginnerBot, CasualBot, RandomBot
from spieltisch.bots.tuning import pace_of, quick_tuning_of
from spieltisch.core.bot import Bot
from spieltisch.core.errors import SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View
from spieltisch.search.tuning import Tuning

LEVELS = ("beginner", "casual", "strong", "master")
BOTS = ("random", *LEVELS)
SIMPLE: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "casual": CasualBot,
}
SEARCHING = ("strong", "master")
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

TOLD = {
    "de": {
        "beginner": "Spielt manchmal hastig: übersieht, was weiter weg liegt, und nimmt, was in "
        "diesem Zug am besten aussieht.",
        "casual": "Spielt vernünftig, ohne lange zu überlegen.",
        "strong": "Denkt kurz voraus und rechnet mit dem, was die anderen verbergen könnten.",
        "master": "Spielt wie der Könner, denkt aber viel länger nach.",
    },
    "fr": {
        "beginner": "Joue parfois trop vite : oublie ce qui est loin et prend ce qui paraît le "
        "mieux à ce tour.",
        "casual": "Joue raisonnablement, sans réfléchir longtemps.",
        "strong": "Réfléchit un instant à la suite et à ce que les autres pourraient cacher.",
        "master": "Joue comme le joueur confirmé, mais réfléchit bien plus longtemps.",
    },
    "en": {
        "beginner": "Is hasty at times: overlooks what lies further away and takes what looks best "
        "this turn.",
        "casual": "Plays sensibly, without much thought.",
        "strong": "Thinks ahead for a moment, and reckons with what the others may hide.",
        "master": "Plays like a strong player, but thinks much longer.",
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
        quick = quick_tuning_of(game.name) if self.level == "strong" else None
        self.player = self.search(iterations_of(self.level, game.name), quick)
        self.adviser = self.search(advising_iterations_of(self.level, game.name))
        self.player.sit(game, seat)
        self.adviser.sit(game, seat)

    def search(self, iterations: int, tuning: Tuning | None = None) -> SearchBot:
        limits = self.limits
        crew = (limits.executor, limits.workers)
        return SearchBot(iterations, limits.seconds, *crew, tuning, hurried=limits.hurried)

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        return self.player.choose(view, legal, rng)

    def tallies(self, view: View, rng: Rng, parts: int) -> list[Tally]:
        """One of so many parts of the thought about a move."""
        return self.player.part(view, rng, parts)

    def analyse(self, view: View, legal: Sequence[str], rng: Rng) -> list[MoveReport]:
        return self.adviser.analyse(view, legal, rng)


def iterations_of(level: str, game: str) -> int:
    pace = pace_of(game)
    return pace.master if level == "master" else pace.strong


def advising_iterations_of(level: str, game: str) -> int:
    """Of hints and of looking back: a strong bot advises better than it plays."""
    return max(iterations_of(level, game), pace_of(game).advice)


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
    if level not in SEARCHING:
        raise UnknownLevel(f"hints come from strong or master, not {level[:60]!r}")
    return LevelBot(level, limits or Limits())


def told_of(level: str, language: str) -> str:
    """The level in one sentence."""
    return TOLD[language][level]


def name_of(level: str, language: str) -> str:
    check_level(level)
    return NAMES[language][level]
