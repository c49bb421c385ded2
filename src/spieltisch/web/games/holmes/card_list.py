"""The cards in the box of Holmes, with pictures and words: for the rule book."""

from __future__ import annotations

from spieltisch.core.game import Game
from spieltisch.games.holmes.cards import JOKER, LETTERS, MAP
from spieltisch.web.games.holmes.presenter import HolmesPresenter
from spieltisch.web.games.holmes.words import portrait
from spieltisch.web.pages.card_lists import Card, Group, times
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.speech import Speech


def card_list(game: Game, speech: Speech) -> list[Group]:
    words = HolmesPresenter(game, speech)
    say = speech.say
    cards = words.game.cards
    kinds = [clue(words, LETTERS.index(str(value)), value, value) for value in sorted(cards.kinds)]
    kinds += [
        clue(words, JOKER, cards.jokers, None),
        clue(words, MAP, cards.map_fragments, None),
    ]
    always = [person for person in cards.persons if person.always]
    others = [person for person in cards.persons if not person.always]
    return [
        Group(say("Clues"), "", kinds),
        Group(say("Always there"), "", [person_card(words, one.id) for one in always]),
        Group(say("Persons"), "", [person_card(words, one.id) for one in others]),
    ]


def clue(words: HolmesPresenter, face: int, number: int, value: int | None) -> Card:
    letter = LETTERS[face]
    symbol = words.symbol(letter) or "i-glass"
    name = words.clue_name(letter)
    shown = f"{value} {name}" if value else name
    return Card(use(symbol, sheet=words.game.name), shown, times(number), f"k{letter}")


def person_card(words: HolmesPresenter, person: str) -> Card:
    picture = use(portrait(person), sheet=words.game.name)
    return Card(picture, words.word(person), words.whole_ability(person), f"g-{portrait(person)}")
