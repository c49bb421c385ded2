"""What a game's box form is written with: a card list as the fields of a form, and back. What a
field holds is not judged here: that is left to the rooms' loaders, which say at which place
something is wrong."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping
from typing import Any

from spieltisch.core.edition import built_in
from spieltisch.core.texts import LANGUAGES, load_texts
from spieltisch.web.pages.speech import Speech

Table = dict[str, Any]
Fields = dict[str, str]
LONGEST_TEXT = 60


class BoxForm(ABC):
    """One for each game whose box can be written down, for a reader of one language."""

    game: str
    judge: Callable[[Table], object]

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.words = load_texts(self.game, speech.language).words

    @abstractmethod
    def about(self) -> str:
        """What of the box is written down."""

    @abstractmethod
    def reasons(self) -> dict[str, str]:
        """What only this game's loader can find wrong, in words with its facts."""

    def template(self) -> Table:
        """Our own box to start from; it is called differently, because it will be."""
        return {**built_in(self.game), "name": self.speech.say("My box")}

    @abstractmethod
    def fields(self, table: Table) -> Fields: ...

    @abstractmethod
    def table(self, fields: Mapping[str, str]) -> Table: ...

    @abstractmethod
    def field_at(self, path: str, fields: Mapping[str, str]) -> str:
        """The field a place of the card list is entered in; empty for the list as a whole."""

    def acted(self, act: str, fields: Fields) -> Fields:
        """The fields after a button of the form that adds or removes some."""
        return fields

    def more(self, fields: Fields) -> dict[str, object]:
        """What else the game's own template reads."""
        return {}


def number_or_text(text: str) -> int | str:
    """A number if it is one; the loader says what it thinks of anything else."""
    return int(text) if text.strip().lstrip("-").isdecimal() and len(text) < 9 else text


def short(fields: Mapping[str, str], name: str) -> str:
    return fields.get(name, "").strip()[:LONGEST_TEXT]


def known_word(game: str, ours: Container[str], text: str) -> str:
    """The key of a word of ours, whatever the language it was written in; else the text itself."""
    for language in LANGUAGES:
        for key, word in load_texts(game, language).words.items():
            if word == text and key in ours:
                return key
    return text
