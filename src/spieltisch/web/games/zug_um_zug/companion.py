"""What can be entered into the companion for Zug um Zug, section by section."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.core.companion import Entered, Item
from spieltisch.core.game import Game
from spieltisch.core.result import Result
from spieltisch.games.zug_um_zug.cards import LETTERS as TRAINS
from spieltisch.games.zug_um_zug.companion import DONE, TICKET, ZugCompanion
from spieltisch.games.zug_um_zug.edition import Ticket
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.web.games.zug_um_zug.presenter import ZugPresenter
from spieltisch.web.games.zug_um_zug.words import CSS, LETTER
from spieltisch.web.pages.companion_forms import Form, Section, Thing
from spieltisch.web.pages.companion_reading import Reading
from spieltisch.web.pages.speech import Speech


class CardFace(msgspec.Struct, frozen=True):
    css: str


class TicketFace(msgspec.Struct, frozen=True):
    cities: tuple[str, str]
    points: int
    needs: Sequence[str]


class ZugForm(Form):
    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__(game, speech)
        assert isinstance(game, ZugUmZug)
        self.tickets = game.cards.tickets
        self.words = ZugPresenter(game, speech)
        self.companion = ZugCompanion(game)

    def about(self) -> str:
        return self.speech.say(
            "On-the-way piles and tickets: the best choice, big cities, final score."
        )

    def reasons(self) -> dict[str, str]:
        say = self.speech.say
        return {
            "completed_without_ticket": say("Tick the ticket itself as well."),
        }

    def sections(self, reading: Reading, seat: int) -> list[Section]:
        say, items = self.speech.say, self.by_key()
        cards = [
            self.thing(reading, seat, items[letter], self.words.kind(letter), CardFace(CSS[letter]))
            for letter in TRAINS
        ]
        tickets = [
            self.ticket(reading, seat, items, number, ticket)
            for number, ticket in enumerate(self.tickets, 1)
        ]
        hint = say(
            "The choice with the most points is found automatically. Tick “completed already” only"
            " for half-time or to decide otherwise."
        )
        return [
            Section(say("On the way"), "wagon", cards, say("The pile of departed cards.")),
            Section(say("Tickets"), "ticket", tickets, hint),
        ]

    def ticket(
        self, reading: Reading, seat: int, items: dict[str, Item], number: int, ticket: Ticket
    ) -> Thing:
        needs = [LETTER[card] for card in ticket.cards]
        face = TicketFace(ticket.cities, ticket.points, [CSS[letter] for letter in needs])
        label = self.speech.say(
            "Ticket %(cities)s, %(points)s points, asks for %(cards)s",
            cities=" – ".join(ticket.cities),
            points=ticket.points,
            cards=self.words.counted("".join(needs)),
        )
        done = self.thing(
            reading, seat, items[f"{DONE}{number}"], self.speech.say("completed already")
        )
        one = self.thing(reading, seat, items[f"{TICKET}{number}"], label, face)
        return msgspec.structs.replace(one, beside=done)

    def reason(self, result: Result, entered: Entered) -> str:
        return self.speech.say(
            "Every pile completes the tickets that bring the most points; that need not be the"
            " most tickets."
        )
