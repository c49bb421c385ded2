"""The words and small pictures of Zug um Zug."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.core.result import ScoreLine
from spieltisch.core.texts import counted
from spieltisch.games.zug_um_zug.cards import LETTERS
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.games.zug_um_zug.wording import KIND_OF
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.room_words import RoomWords
from spieltisch.web.pages.speech import Speech

ROOM = "zug_um_zug"
LOCOMOTIVE = "L"
CSS = {**KIND_OF, LOCOMOTIVE: "loco"}
LETTER = {kind: letter for letter, kind in KIND_OF.items()}
SEATS = ("seat", "robbed_seat")
OF_TICKETS = {"completed": "i-check", "failed": "i-close"}
WITH_PICTURE = frozenset({"Chicago", "Dallas", "Los Angeles", "Miami", "New York", "Seattle"})


class ZugWords(RoomWords):
    def __init__(self, game: Game, speech: Speech) -> None:
        assert isinstance(game, ZugUmZug)
        super().__init__(game, speech)
        self.room: ZugUmZug = game

    def kind(self, letter: str) -> str:
        return self.word(KIND_OF[letter])

    def counted(self, cards: str) -> str:
        """3 × red, 1 × locomotive; no line breaks inside."""
        return counted(cards, KIND_OF, self.texts).replace(" × ", "\u00a0×\u00a0")

    def fact(self, key: str, value: str | int, names: Sequence[str]) -> str | Markup | int:
        match key, value:
            case "card", str(kind):
                return self.small_card(LETTER[kind])
            case "cards", str(cards):
                return self.small_cards(cards)
            case "counts", str(counts):
                return counts.replace(" ", "\u00a0")
            case (("name" | "city"), str(name)):
                return Markup('<span translate="no">{}</span>').format(dashed(name))
        return names[int(value)] if key in SEATS else value

    def sheet_line(self, line: ScoreLine) -> Markup:
        """A ticket by its cities and what it asked for, a big city with its picture and how many
        tickets the player completed for it."""
        if "city" in line.facts:
            own = {**line.facts, "counts": str(line.facts["mine"])}
            said = super().sheet_line(msgspec.structs.replace(line, facts=own))
            seen = picture(city_picture(str(line.facts["city"])))
            return Markup('<span class="done-city">{}<span>{}</span></span>').format(seen, said)
        said = super().sheet_line(line)
        return self.sheet_ticket(line, said) if line.what in OF_TICKETS else said

    def sheet_ticket(self, line: ScoreLine, said: Markup) -> Markup:
        asked = self.room.cards.tickets[int(line.facts["ticket"]) - 1].cards
        asks = Markup("").join(
            Markup('<i class="need {}">{}</i>').format(kind, picture(f"i-{kind}")) for kind in asked
        )
        return Markup(
            '<span class="done-ticket {}">{}<span><span class="vh">{}</span>'
            '<span aria-hidden="true" translate="no">{}</span></span>'
            '<span class="asks" aria-hidden="true">{}</span></span>'
        ).format(line.what, use(OF_TICKETS[line.what]), said, dashed(line.facts["name"]), asks)

    def small_card(self, letter: str) -> Markup:
        return Markup('<b class="mini {}">{}{}</b>').format(
            CSS[letter], picture(f"i-{CSS[letter]}"), self.kind(letter)
        )

    def small_cards(self, cards: str) -> Markup:
        """Number and sign of each kind, with its name for readers."""
        return Markup(" ").join(
            Markup('<b class="mini {}">{}{}<span class="vh"> {}</span></b>').format(
                CSS[letter], number, picture(f"i-{CSS[letter]}"), self.kind(letter)
            )
            for letter, number in runs(cards)
        )


def runs(cards: str) -> list[tuple[str, int]]:
    """How many of each kind, in the order of the kinds."""
    return [(letter, cards.count(letter)) for letter in LETTERS if letter in cards]


def dashed(cities: str | int) -> str:
    """The two cities of a ticket, with the dash that print has."""
    return str(cities).replace(" - ", " – ")


def city_picture(name: str) -> str:
    return f"city-{name.lower().replace(' ', '-')}" if name in WITH_PICTURE else "i-city"


def picture(symbol: str) -> Markup:
    return use(symbol, sheet=ROOM)
