"""A room's words: rule clauses, refusals, log sentences, cards — one TOML file a language.

The text of a clause says of its sentences where they come from: [S] the printed rules, [R] our
ruling, [E] the card list. A mark holds until the next one.

Sentences of `refusals`, `log` and `sheet` mention facts as {placeholders}. What a fact holds is
looked up in `words` (a witness, a case, ?? for an unknown card); what is not there, a number or a
notation text, is said as it is. {who}, {seat} and facts ending in _by or _seat are seats, said by
the player's name. `log` is in the third person, `refusals` speak to the player. `sheet` also words
each ending, `words` each phase, option and option value, `guide` the hints of a first game, `study`
what the lab counts: score lines and moves, by short names; `story` tells each decision, to be read
after the name of whoever made it. `advice` tells a player what to do: {count} is how many moves of
the kind belong together; for a move it lacks, the next one is told. `goal` is the game in three
sentences, `tips` says of each kind of thing on the table what it is for, `opening` is how the rule
book begins, `variants` are small versions of ours for study.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

import msgspec

LANGUAGES = ("de", "fr", "en")
SEAT = {"de": "Platz", "fr": "Siège", "en": "Seat"}  # of somebody without a name
NAMED_BY_SEAT = ("who", "seat")
SOURCES = {"S": "said by the printed rules", "R": "our ruling", "E": "set by the card list"}
MARK = re.compile(rf"\[([{''.join(SOURCES)}])\] ")
Facts = Mapping[str, str | int]


class Passage(msgspec.Struct, frozen=True):
    """Sentences of a clause that come from one source."""

    mark: str
    text: str


class Clause(msgspec.Struct, frozen=True):
    """One numbered rule, whole and passage by passage; its mark holds those of its passages."""

    id: str
    mark: str
    text: str
    passages: list[Passage]

    def with_marks(self) -> str:
        """As it is written: [S] what is printed. [R] What we decided."""
        return " ".join(f"[{one.mark}] {one.text}" for one in self.passages)


class Section(msgspec.Struct, frozen=True):
    title: str
    clauses: list[Clause]


class Point(msgspec.Struct, frozen=True):
    """A heading and what there is to know of it."""

    title: str
    text: str


class Opening(msgspec.Struct, frozen=True):
    """How the rule book begins: facts at a glance, what lies where on the table, and one turn, step
    by step, from how it was `before`."""

    before: str
    facts: Sequence[Point]
    table: Sequence[Point]
    turn: Sequence[Point]


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
    story: Mapping[str, str] = {}
    advice: Mapping[str, str] = {}
    goal: Sequence[Point] = ()
    variants: Sequence[Point] = ()
    tips: Mapping[str, str] = {}
    opening: Opening | None = None

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
    for section in table["sections"]:
        section["clauses"] = [read_clause(**written) for written in section["clauses"]]
    return msgspec.convert(table, Texts)


def read_clause(id: str, text: str) -> dict[str, Any]:
    before, *marked = MARK.split(text)
    if before or not marked:
        raise ValueError(f"{id} does not begin with [S], [R] or [E]")
    marks, texts = marked[::2], [part.strip() for part in marked[1::2]]
    return {
        "id": id,
        "mark": "".join(source for source in SOURCES if source in marks),
        "text": " ".join(texts),
        "passages": [{"mark": mark, "text": part} for mark, part in zip(marks, texts, strict=True)],
    }


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
