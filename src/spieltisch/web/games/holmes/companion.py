"""What can be entered into the companion for Holmes, section by section."""

from __future__ import annotations

import msgspec

from spieltisch.core.companion import Entered, Item
from spieltisch.core.game import Game
from spieltisch.core.result import Result
from spieltisch.games.holmes.cards import LETTERS as CLUES
from spieltisch.games.holmes.companion import (
    FRAGMENTS,
    GLASSES,
    LATE,
    UNPLACED,
    WILD,
    HolmesCompanion,
)
from spieltisch.games.holmes.room import Holmes
from spieltisch.web.games.holmes.board import Clue
from spieltisch.web.games.holmes.presenter import HolmesPresenter
from spieltisch.web.pages.companion_forms import Form, Section, Thing
from spieltisch.web.pages.companion_reading import Reading
from spieltisch.web.pages.speech import Speech


class HolmesForm(Form):
    first_players = 2

    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__(game, speech)
        assert isinstance(game, Holmes)
        self.words = HolmesPresenter(game, speech)
        self.companion = HolmesCompanion(game)

    def about(self) -> str:
        return self.speech.say(
            "Rows, jokers and map fragments of both players: the score, row by row."
        )

    def reasons(self) -> dict[str, str]:
        say = self.speech.say
        return {
            "joker_without_row": say("A joker needs at least one clue in its row."),
            "more_late_than_laid": say("Only %(laid)s of the jokers lie in rows."),
            "joker_fits": say("There is a row without a joker: lay it there."),
            "too_many_jokers": say("The box holds only %(most)s jokers; %(found)s are entered."),
        }

    def default_name(self, seat: int) -> str:
        role = self.game.role(seat, self.game.complete_options({}))
        return self.speech.word(self.game, role)

    def sections(self, reading: Reading, seat: int) -> list[Section]:
        say, items = self.speech.say, self.by_key()
        rows = [
            self.row(reading, seat, items, letter)
            for letter in CLUES
            if letter.isdecimal() and letter in items
        ]
        fragments = self.counted(reading, seat, items, FRAGMENTS, self.words.clue_name(FRAGMENTS))
        jokers = [
            self.counted(reading, seat, items, LATE, say("of them laid only at the end")),
            self.counted(reading, seat, items, UNPLACED, say("that fit no row")),
        ]
        glasses = self.counted(reading, seat, items, GLASSES, say("Glasses"))
        hint = say("Turn up face-down clues and sort them in; tick where a joker lies.")
        return [
            Section(say("Rows"), "row", rows, hint),
            Section(say("Map fragments"), "row", [fragments]),
            Section(say("Jokers"), "plain", jokers),
            Section(say("Glasses, if points are equal"), "plain", [glasses]),
        ]

    def row(self, reading: Reading, seat: int, items: dict[str, Item], letter: str) -> Thing:
        wild = self.thing(reading, seat, items[f"{WILD}{letter}"], self.words.clue_name(WILD))
        row = self.counted(reading, seat, items, letter, self.words.clue_name(letter))
        return msgspec.structs.replace(row, beside=wild)

    def counted(
        self, reading: Reading, seat: int, items: dict[str, Item], key: str, label: str
    ) -> Thing:
        return self.thing(reading, seat, items[key], label, self.face(key))

    def face(self, key: str) -> Clue | None:
        if key not in CLUES:
            return None
        value = int(key) if key.isdecimal() else None
        return Clue(key, self.words.clue_name(key), self.words.symbol(key), value)

    def reason(self, result: Result, entered: Entered) -> str:
        return self.words.texts.sheet[result.ending]
