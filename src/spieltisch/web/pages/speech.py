"""One language as the pages speak it: interface messages by gettext, game words by the rooms."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from spieltisch.bots.levels import LEVELS, told_of
from spieltisch.bots.levels import NAMES as LEVEL_NAMES
from spieltisch.core.game import Game
from spieltisch.core.texts import LANGUAGES, Clause, Texts

DOMAIN = "spieltisch"
NAMES = {"de": "Deutsch", "fr": "Français", "en": "English"}
Facts = Mapping[str, str | int]


def locale_folder() -> Path:
    return Path(str(resources.files("spieltisch.web") / "locale"))


class Speech:
    """Messages are English texts with %(name)s in them; a catalogue has them in its language."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self.catalogue = catalogue

    def say(self, message: str, **facts: str | int) -> str:
        said = self.catalogue.gettext(message)
        return said % facts if facts else said

    def count(self, one: str, many: str, number: int, **facts: str | int) -> str:
        return self.catalogue.ngettext(one, many, number) % {"number": number, **facts}

    def decimal(self, number: float) -> str:
        """With one digit after the point, or the comma."""
        said = f"{number:.1f}"
        return said if self.language == "en" else said.replace(".", ",")

    def texts(self, game: Game) -> Texts:
        return texts_of(game, self.language)

    def word(self, game: Game, key: str) -> str:
        return self.texts(game).words[key]

    def titles(self, game: Game) -> Mapping[str, str]:
        """Of each clause, that of its section."""
        return titles_of(self, game)

    def clause(self, game: Game, number: str) -> Clause | None:
        return self.texts(game).clauses().get(number)

    def level_told(self, level: str) -> str:
        """The level in one sentence; a host's own bots have none."""
        return told_of(level, self.language) if level in LEVELS else ""

    def level(self, level: str) -> str:
        return LEVEL_NAMES[self.language].get(level, level)


@lru_cache(maxsize=96)
def texts_of(game: Game, language: str) -> Texts:
    """The room's texts, with what the game's edition adds to them."""
    return game.texts(language)


@lru_cache(maxsize=96)
def titles_of(speech: Speech, game: Game) -> dict[str, str]:
    sections = speech.texts(game).sections
    return {clause.id: section.title for section in sections for clause in section.clauses}


@cache
def speech(language: str) -> Speech:
    folder = locale_folder()
    return Speech(language, gettext.translation(DOMAIN, folder, [language], fallback=True))


def best_language(accept: str, available: tuple[str, ...] = LANGUAGES) -> str:
    """The first of the browser's languages we speak; English if there is none."""
    wished: list[tuple[float, int, str]] = []
    for place, part in enumerate(accept[:200].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        code = tag[:2].lower()
        if code in available:
            wished.append((-as_quality(quality), place, code))
    return min(wished)[2] if wished else "en"


def as_quality(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
