"""What a study counts, in the words of its readers."""

from __future__ import annotations

from spieltisch.core.game import Game
from spieltisch.core.texts import Texts


class Naming:
    def __init__(self, room: Game, language: str) -> None:
        self.room = room
        self.texts: Texts = room.texts(language)

    def what(self, key: str) -> str:
        return self.texts.study.get(key) or self.texts.word(key)

    def ending(self, key: str) -> str:
        return self.texts.sheet.get(key) or self.texts.word(key)

    def card(self, what: str, key: str) -> str:
        return self.room.card_name(what, key, self.texts)

    def rule(self, clause: str) -> str:
        found = self.texts.clauses().get(clause)
        return found.text if found else ""
