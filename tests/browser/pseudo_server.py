"""The server with every translated word in ⟦brackets⟧, to find those that are not."""

from __future__ import annotations

import gettext
import sys
from functools import cache

import msgspec

from spieltisch.cli import main
from spieltisch.core.game import Game
from spieltisch.core.texts import Texts
from spieltisch.web.pages import page
from spieltisch.web.pages.speech import Speech


def mark(text: str) -> str:
    return f"⟦{text}⟧"


class Marked(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return mark(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return mark(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return mark(message)


class MarkedSpeech(Speech):
    def texts(self, game: Game) -> Texts:
        return marked_texts(game)

    def level(self, level: str) -> str:
        return mark(level)

    def level_told(self, level: str) -> str:
        told = super().level_told(level)
        return mark(told) if told else ""


@cache
def marked_texts(game: Game) -> Texts:
    return msgspec.convert(marked(msgspec.to_builtins(game.texts("en"))), Texts)


def marked(value: object, key: str = "") -> object:
    """Every text but clause ids and their marks, which are the same in all languages."""
    if isinstance(value, dict):
        return {name: marked(one, name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [marked(one) for one in value]
    return value if key in ("id", "mark") else mark(str(value))


@cache
def pseudo(language: str) -> Speech:
    return MarkedSpeech(language, Marked())


if __name__ == "__main__":
    page.speech = pseudo  # type: ignore[attr-defined]
    sys.argv = ["spieltisch", "serve", *sys.argv[1:]]
    main()
