"""The cards in the box of Zug um Zug, with pictures and words: for the rule book."""

from __future__ import annotations

from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.web.games.zug_um_zug.presenter import ZugPresenter
from spieltisch.web.games.zug_um_zug.words import CSS, LETTER, LOCOMOTIVE, city_picture
from spieltisch.web.pages.card_lists import Card, Group, times
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.speech import Speech

WAGONS_EACH, LOCOMOTIVES = 10, 16


def card_list(game: Game, speech: Speech) -> list[Group]:
    words = ZugPresenter(game, speech)
    say = speech.say
    room = words.room.name
    wagons = [
        Card(
            use("loco" if letter == LOCOMOTIVE else f"wagon-{css}", sheet=room),
            words.kind(letter),
            times(LOCOMOTIVES if letter == LOCOMOTIVE else WAGONS_EACH),
            css,
        )
        for letter, css in CSS.items()
    ]
    cities = [
        Card(
            use(city_picture(name), sheet=room),
            name,
            say("bonus %(bonus)s", bonus=bonus),
            proper=True,
        )
        for name, bonus in words.room.cards.cities.items()
    ]
    tickets = [
        ticket_card(words, ticket.cities, ticket.points, ticket.cards)
        for ticket in words.room.cards.tickets
    ]
    return [
        Group(say("Train cards"), "", wagons),
        Group(say("Big cities"), "", cities),
        Group(say("Tickets"), "", tickets),
    ]


def ticket_card(
    words: ZugPresenter, cities: tuple[str, str], points: int, cards: tuple[str, ...]
) -> Card:
    needed = words.small_cards("".join(LETTER[kind] for kind in cards))
    text = Markup("{} {}").format(
        words.speech.count("%(number)s point", "%(number)s points", points), needed
    )
    picture = use("i-ticket", sheet=words.room.name)
    return Card(picture, " – ".join(cities), text, "ticket", proper=True)
