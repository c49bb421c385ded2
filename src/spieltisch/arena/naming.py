"""What a study counts, in the words of its readers: deeds by short names, cards by the room's."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from itertools import groupby

from spieltisch.core.game import Game
from spieltisch.core.texts import Texts
from spieltisch.games.tatort_themse.edition import WITNESSES
from spieltisch.games.tatort_themse.prices import LETTERS as OF_WITNESSES
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.zug_um_zug.room import ZugUmZug

OF_TRAINS = {
    "P": "purple",
    "B": "blue",
    "O": "orange",
    "W": "white",
    "G": "green",
    "Y": "yellow",
    "K": "black",
    "R": "red",
    "L": "locomotive",
}


@cache
def short_names(language: str) -> dict[str, dict[str, str]]:
    folder = resources.files("spieltisch.arena") / "texts"
    table: dict[str, dict[str, str]] = tomllib.loads(
        (folder / f"deeds_{language}.toml").read_text("utf-8")
    )
    return table


class Naming:
    def __init__(self, room: Game, language: str, round_words: str) -> None:
        self.room = room
        self.texts: Texts = room.texts(language)
        self.short = short_names(language).get(room.name, {})
        self.round_words = round_words

    def what(self, key: str) -> str:
        return self.short.get(key) or self.word(key)

    def ending(self, key: str) -> str:
        return self.texts.sheet.get(key) or self.word(key)

    def word(self, key: str) -> str:
        return self.texts.words.get(key, key.replace("_", " "))

    def rule(self, clause: str) -> str:
        found = self.texts.clauses().get(clause)
        return found.text if found else ""

    def card(self, what: str, key: str) -> str:
        """A clue, cards or a ticket as people call them; numbers stay numbers."""
        room = self.room
        if isinstance(room, TatortThemse) and key and key not in self.texts.words:
            return self.clue(room, key) if key[-2:-1].isdecimal() else self.hand(key, WITNESS_OF)
        if isinstance(room, ZugUmZug):
            return self.ticket_or_cards(room, what, key)
        if room.name == "troika" and what in self.texts.sheet and key.isdecimal():
            return self.round_words.format(number=key)
        return self.word(key)

    def clue(self, room: TatortThemse, key: str) -> str:
        case = next((case.id for case in room.cards.cases if case.initial == key[0]), "")
        if not case:
            return key
        return f"{self.word(case)} {key[1]}, {self.word(WITNESS_OF[key[2]])}"

    def ticket_or_cards(self, room: ZugUmZug, what: str, key: str) -> str:
        if what in ("completed", "failed", "complete", "keep") and key.isdecimal():
            return " – ".join(room.cards.tickets[int(key) - 1].cities)
        if key and set(key) <= OF_TRAINS.keys():
            return self.hand(key, OF_TRAINS)
        return self.word(key)

    def hand(self, cards: str, names: dict[str, str]) -> str:
        """3 × Bobby, 2 × Lady"""
        runs = [(letter, len(list(run))) for letter, run in groupby(cards)]
        return ", ".join(f"{number} × {self.word(names[letter])}" for letter, number in runs)


WITNESS_OF = dict(zip(OF_WITNESSES, WITNESSES, strict=True))
