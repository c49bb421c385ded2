"""What can be entered into the companion for Tatort Themse, section by section."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.core.companion import Entered, Item
from spieltisch.core.game import Game
from spieltisch.core.result import Result
from spieltisch.games.tatort_themse.companion import OPEN, ThemseCompanion
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.wording import WITNESS_OF
from spieltisch.web.games.tatort_themse.presenter import ThemsePresenter
from spieltisch.web.pages.companion_forms import Form, Section, Thing
from spieltisch.web.pages.companion_reading import Reading
from spieltisch.web.pages.speech import Speech


class ClueFace(msgspec.Struct, frozen=True):
    case: str
    value: int
    witness: str


class CaseFace(msgspec.Struct, frozen=True):
    case: str
    bonus: int


class ThemseForm(Form):
    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__(game, speech)
        assert isinstance(game, TatortThemse)
        self.cards = game.cards
        self.words = ThemsePresenter(game, speech)
        self.companion = ThemseCompanion(game)

    def about(self) -> str:
        return self.speech.say("Everyone’s clues and the case that stayed open: bonuses and score.")

    def sections(self, reading: Reading, seat: int) -> list[Section]:
        things = [self.clue(reading, seat, item) for item in self.companion.items()]
        return [
            Section(
                self.words.word(case.id),
                "clue",
                [one for one in things if one.thing[0] == case.initial],
            )
            for case in self.cards.cases
        ]

    def clue(self, reading: Reading, seat: int, item: Item) -> Thing:
        witness = WITNESS_OF[item.key[2]]
        case = self.words.case_of_initial[item.key[0]]
        label = f"{self.words.clue_name(item.key)}, {self.words.word(witness)}"
        face = ClueFace(self.words.art[case.id], int(item.key[1]), witness)
        return self.thing(reading, seat, item, label, face)

    def table_sections(self, reading: Reading) -> list[Section]:
        items = {item.key: item for item in self.companion.table_items()}
        things = [
            Thing(
                name=key,
                label=self.words.word(case.id),
                text=reading.texts.get(key, ""),
                least=0,
                most=items[key].most,
                face=CaseFace(self.words.art[case.id], case.bonus),
            )
            for case in self.cards.cases
            for key in [f"{OPEN}{case.initial}"]
        ]
        say = self.speech.say
        hint = say("Clues of a case that is not solved count nothing.")
        return [Section(say("Which case was not solved?"), "case", things, hint)]

    def title(self, result: Result, names: Sequence[str]) -> str:
        if result.ending == "stalled" and len(result.winners) == 1:
            return self.speech.say("%(name)s leads", name=names[result.winners[0]])
        return super().title(result, names)

    def reason(self, result: Result, entered: Entered) -> str:
        if result.ending == "stalled":
            return self.speech.say("As it stands, with more than one case open.")
        return self.words.texts.sheet[result.ending]
