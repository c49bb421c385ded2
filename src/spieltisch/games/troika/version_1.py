"""Troika by version 1 of its rules: hand tiles could complete the fuel of a call, and the bonus of
the first call passed on to whoever called rightly first."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document, Options
from spieltisch.core.texts import Clause, Section, Texts, load_texts, read_clause
from spieltisch.games.troika.position import FULL_BOX
from spieltisch.games.troika.room import Troika
from spieltisch.games.troika.rules import TroikaState, start
from spieltisch.games.troika.state import FIRST_VERSION


class FirstTroika(Troika):
    options = ()
    rules_version = 1

    def begin(self, seats: int, options: Options) -> TroikaState:
        return start(FULL_BOX, seats, FIRST_VERSION)

    def from_document(self, position: Document) -> TroikaState:
        state = super().from_document(position)
        if state.reading != FIRST_VERSION:
            raise BadDocument("position: version 1 of the rules has no choice of fuel (TR-10)")
        return state

    def texts(self, language: str) -> Texts:
        return first_texts(language)


@cache
def first_texts(language: str) -> Texts:
    """The words of now, with the clauses that were worded otherwise."""
    now = load_texts("troika", language)
    written = resources.files("spieltisch.games.troika") / "version_1.toml"
    earlier = {
        id: msgspec.convert(read_clause(id, text), Clause)
        for id, text in tomllib.loads(written.read_text(encoding="utf-8"))[language].items()
    }
    sections = [
        Section(part.title, [earlier.get(clause.id, clause) for clause in part.clauses])
        for part in now.sections
    ]
    return msgspec.structs.replace(now, sections=sections)
