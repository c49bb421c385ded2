"""A room's words: rule clauses, refusals, log sentences, cards — one TOML file a language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

LANGUAGES = ("de", "fr", "en")


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
