"""A room's words: rule clauses, refusals, log sentences, cards — one TOML file a language.

Sentences of `refusals`, `log` and `sheet` mention facts as {placeholders}. What a fact holds is
looked up in `words` (a witness, a case, ?? for an unknown card); what is not there, a number or a
notation text, is said as it is. {who}, {seat} and facts ending in _by or _seat are seats, said by
the player's name. `log` is in the third person, `refusals` speak to the player. `sheet` also words
each ending, `words` each phase, option and option value, `guide` the hints of a first game, `study`
what the lab counts: score lines and moves, by short names.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from string import Formatter

import msgspec

LANGUAGES = ("de", "fr", "en")
NAMED_BY_SEAT = ("who", "seat")
Facts = Mapping[str, str | int]


class Clause(msgspec.Struct, frozen=True):
    """One numbered rule; the mark says where it comes from: S seed, R ruling, E edition."""

    id: str
    mark: str
    text: str


class Section(msgspec.Struct, frozen=True):
    title: str
    clauses: list[Clause]


class Texts(msgspec.Struct, frozen=True):
    title: str
    about: str
    sections: list[Section]
    refusals: Mapping[str, str]
    log: Mapping[str, str]
    sheet: Mapping[str, str]
    words: Mapping[str, str]
    guide: Mapping[str, str] = {}
    study: Mapping[str, str] = {}

    def word(self, key: str) -> str:
        """As people say it, or at least readable."""
        return self.words.get(key, key.replace("_", " "))

    def clauses(self) -> dict[str, Clause]:
        return {clause.id: clause for section in self.sections for clause in section.clauses}


@cache
def load_texts(room: str, language: str) -> Texts:
    if language not in LANGUAGES:
        raise ValueError(f"texts exist in {', '.join(LANGUAGES)}, not {language!r}")
    return read_texts(room, language)


def read_texts(room: str, language: str) -> Texts:
    folder = resources.files(f"spieltisch.games.{room}") / "texts"
    table = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(table, Texts)


def placeholders(template: str) -> set[str]:
    """The facts a sentence mentions."""
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def sentence(template: str, facts: Facts, texts: Texts, names: Sequence[str]) -> str:
    """The template with its facts in words; KeyError if one is missing."""
    told = {key: spoken(key, value, texts, names) for key, value in facts.items()}
    return template.format_map(told)


def spoken(key: str, value: str | int, texts: Texts, names: Sequence[str]) -> str:
    if isinstance(value, int):
        return names[value] if names_a_seat(key) and 0 <= value < len(names) else str(value)
    return texts.words.get(value, value)


def counted(cards: str, kinds: Mapping[str, str], texts: Texts) -> str:
    """Letters as in "3 × Bobby, 2 × Lady", in the order of the kinds."""
    return ", ".join(
        f"{cards.count(letter)} × {texts.words[kind]}"
        for letter, kind in kinds.items()
        if letter in cards
    )


def names_a_seat(key: str) -> bool:
    return key in NAMED_BY_SEAT or key.endswith(("_by", "_seat"))
