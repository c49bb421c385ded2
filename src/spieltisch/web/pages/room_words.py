"""A room's sentences with their facts filled in: the same for every game. A game says how each of
its facts is written, with small pictures in the log and plainly in refusals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.core.result import Result, ScoreLine
from spieltisch.core.texts import Texts
from spieltisch.core.view import Seen, View
from spieltisch.server.viewer import Entry
from spieltisch.web.pages.speech import Facts, Speech

Written = str | Markup | int
MOST_TOLD = 8_192  # sentences in memory


class RoomWords(ABC):
    def __init__(self, game: Game, speech: Speech) -> None:
        self.game = game
        self.speech = speech

    @abstractmethod
    def fact(self, key: str, value: str | int, names: Sequence[str]) -> Written: ...

    @property
    def texts(self) -> Texts:
        return self.speech.texts(self.game)

    def word(self, key: str) -> str:
        return self.speech.word(self.game, key)

    def sentence(self, entry: Entry, names: Sequence[str]) -> Markup:
        return told(self, entry.seen, tuple(names))

    def can_advise(self, seen: Seen) -> bool:
        return seen.what in self.texts.advice

    def advice(self, seen: Seen, count: int, names: Sequence[str]) -> str:
        """What to do, `count` times."""
        facts = {**seen.facts, "count": count}
        said = self.game.worded(self.texts.advice[seen.what], facts, self.texts, names)
        return kept_together(said)

    def more(self, points: str, other: str) -> str:
        return self.speech.say(
            "+%(points)s points more than “%(other)s”.", points=points, other=other
        )

    def less(self, points: str, other: str) -> str:
        return self.speech.say(
            "%(points)s points less than “%(other)s”.", points=points, other=other
        )

    def ahead(self, number: int) -> str:
        return self.speech.count(
            "You are %(number)s point ahead.", "You are %(number)s points ahead.", number
        )

    def behind(self, number: int, name: str) -> str:
        return self.speech.count(
            "%(name)s is %(number)s point ahead of you.",
            "%(name)s is %(number)s points ahead of you.",
            number,
            name=name,
        )

    def refusal(self, reason: str, facts: Facts) -> str:
        return kept_together(self.game.worded(self.texts.refusals[reason], facts, self.texts, ()))

    def sheet_line(self, line: ScoreLine) -> Markup:
        facts = {key: self.fact(key, value, ()) for key, value in line.facts.items()}
        return worded(self.texts.sheet[line.what], **facts)

    @abstractmethod
    def opened(self, views: Sequence[View]) -> View:
        """A spectator's view (the last) with all that the seats know: for games that are over."""

    def ending(self, result: Result) -> Markup:
        return Markup.escape(self.texts.sheet[result.ending])


@lru_cache(maxsize=MOST_TOLD)
def told(room: RoomWords, seen: Seen, names: tuple[str, ...]) -> Markup:
    facts = {key: room.fact(key, value, names) for key, value in seen.facts.items()}
    who = names[seen.who] if seen.who >= 0 else ""
    return worded(room.texts.log[seen.what], who=who, **facts)


def kept_together(said: str) -> str:
    """A number and what it counts stay in one line."""
    return said.replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")


def worded(sentence: str, **facts: Written) -> Markup:
    return Markup(sentence).format(**{key: printed(value) for key, value in facts.items()})


def printed(value: Written) -> Written:
    """Numbers below zero with the minus sign of print."""
    return f"\N{MINUS SIGN}{-value}" if isinstance(value, int) and value < 0 else value
