"""The words and small pictures of Tatort Themse."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.core.result import ScoreLine
from spieltisch.core.texts import counted
from spieltisch.core.view import UNKNOWN
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.wording import WITNESS_OF, clue_name, known_cases
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.room_words import RoomWords
from spieltisch.web.pages.speech import Speech

ROOM = "tatort_themse"


class ThemseWords(RoomWords):
    game: TatortThemse

    def __init__(self, game: Game, speech: Speech) -> None:
        assert isinstance(game, TatortThemse)
        super().__init__(game, speech)
        self.case_of_initial = {case.initial: case for case in game.cards.cases}
        self.art = art_of([case.id for case in game.cards.cases])

    def clue_name(self, clue: str) -> str:
        return clue_name(clue, self.game.cards, self.texts)

    def counted(self, cards: str) -> str:
        """3 × Bobby, 2 × Lady"""
        return counted(cards, WITNESS_OF, self.texts)

    def fact(self, key: str, value: str | int, names: Sequence[str]) -> str | Markup | int:
        match key, value:
            case "clue", str(clue):
                return self.small_clue(clue)
            case "gone", str(clues):
                return Markup(" ").join(self.small_clue(clue) for clue in clues.split())
            case "cards", str(cards):
                return self.small_cards(cards)
            case (("witness" | "case"), str(name)):
                return "?" if name == UNKNOWN else self.word(name)
            case "seat", int(seat):
                return names[seat]
        return value

    def sheet_line(self, line: ScoreLine) -> Markup:
        """A clue is its picture and name."""
        if "clue" not in line.facts:
            return super().sheet_line(line)
        clue = self.small_clue(str(line.facts["clue"]))
        if line.what == "clue":
            return clue
        return Markup("{} {}").format(clue, self.speech.say("case unsolved"))

    def small_clue(self, clue: str) -> Markup:
        case = self.art[self.case_of_initial[clue[0]].id]
        return Markup('<b class="mini {case}">{picture}{name}</b>').format(
            case=case, picture=picture(f"i-{case}"), name=self.clue_name(clue)
        )

    def small_cards(self, cards: str) -> Markup:
        """Number and pictogram of each kind, with its name for readers."""
        return Markup(" ").join(
            Markup(
                '<span class="mini-w">{}&nbsp;×&nbsp;{}<span class="vh">{}</span></span>'
            ).format(cards.count(letter), picture(f"i-{kind}"), self.word(kind))
            for letter, kind in WITNESS_OF.items()
            if letter in cards
        )


def art_of(cases: Sequence[str]) -> dict[str, str]:
    """Colour and picture of each case; cases of other boxes get a colour that is left, and a tag
    with a shape for a picture."""
    drawn = known_cases()
    left = [case for case in drawn if case not in cases]
    return {case: case if case in drawn else f"own-{left.pop(0)}" for case in cases}


def picture(symbol: str) -> Markup:
    return use(symbol, sheet=ROOM)
