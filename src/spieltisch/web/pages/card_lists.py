"""The cards in a game's box, with pictures and words: for the rule book."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.games.holmes.cards import JOKER, LETTERS, MAP
from spieltisch.games.tatort_themse.edition import WITNESSES
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.holmes import HolmesPresenter
from spieltisch.web.pages.holmes_words import portrait
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.tatort_themse import ThemsePresenter
from spieltisch.web.pages.troika_pieces import hue
from spieltisch.web.pages.zug_um_zug import ZugPresenter
from spieltisch.web.pages.zug_um_zug_words import CSS, LETTER, LOCOMOTIVE, city_picture

WITNESSES_EACH = 18
TILES_EACH, SEVENS = 3, 7
WAGONS_EACH, LOCOMOTIVES = 10, 16


class Card(msgspec.Struct, frozen=True):
    """`css` colours it as at the table; a `proper` name is the same in every language."""

    picture: Markup
    name: str
    text: str | Markup
    css: str = ""
    proper: bool = False


class Group(msgspec.Struct, frozen=True):
    title: str
    note: str
    cards: Sequence[Card]


def card_list(game: Game, speech: Speech) -> list[Group]:
    match game.name:
        case "tatort_themse":
            return themse(ThemsePresenter(game, speech))
        case "holmes":
            return holmes(HolmesPresenter(game, speech))
        case "zug_um_zug":
            return zug(ZugPresenter(game, speech))
    return [troika(game, speech)]


def themse(words: ThemsePresenter) -> list[Group]:
    say = words.speech.say
    cards = words.game.cards
    cases = []
    for number, case in enumerate(cards.cases):
        clues = [clue for clue in cards.clues if clue.case == number]
        shown = [themse_clue(words, case.id, one.value, WITNESSES[one.witness]) for one in clues]
        note = say("bonus %(bonus)s", bonus=case.bonus)
        cases.append(Group(words.word(case.id), note, shown))
    witnesses = [
        Card(use(kind, sheet=words.game.name), words.word(kind), times(WITNESSES_EACH), kind)
        for kind in WITNESSES
    ]
    return [*cases, Group(say("Witnesses"), "", witnesses)]


def themse_clue(words: ThemsePresenter, case: str, value: int, witness: str) -> Card:
    room = words.game.name
    name, art = f"{words.word(case)} {value}", words.art[case]
    paid = Markup("{} × {} {}").format(value, use(f"i-{witness}", sheet=room), words.word(witness))
    return Card(use(art, sheet=room), name, paid, art)


def troika(game: Game, speech: Speech) -> Group:
    tiles = [
        Card(
            use(f"t{value}", sheet=game.name),
            str(value),
            times(SEVENS if value == SEVENS else TILES_EACH),
            hue(value),
        )
        for value in range(1, 16)
    ]
    return Group(speech.say("Crystals"), "", tiles)


def holmes(words: HolmesPresenter) -> list[Group]:
    say = words.speech.say
    cards = words.game.cards
    kinds = [
        holmes_clue(words, LETTERS.index(str(value)), value, value) for value in sorted(cards.kinds)
    ]
    kinds += [
        holmes_clue(words, JOKER, cards.jokers, None),
        holmes_clue(words, MAP, cards.map_fragments, None),
    ]
    always = [person for person in cards.persons if person.always]
    others = [person for person in cards.persons if not person.always]
    return [
        Group(say("Clues"), "", kinds),
        Group(say("Always there"), "", [holmes_person(words, one.id) for one in always]),
        Group(say("Persons"), "", [holmes_person(words, one.id) for one in others]),
    ]


def holmes_clue(words: HolmesPresenter, face: int, number: int, value: int | None) -> Card:
    letter = LETTERS[face]
    symbol = words.symbol(letter) or "i-glass"
    name = words.clue_name(letter)
    shown = f"{value} {name}" if value else name
    return Card(use(symbol, sheet=words.game.name), shown, times(number), f"k{letter}")


def holmes_person(words: HolmesPresenter, person: str) -> Card:
    picture = use(portrait(person), sheet=words.game.name)
    return Card(picture, words.word(person), words.whole_ability(person), f"g-{portrait(person)}")


def zug(words: ZugPresenter) -> list[Group]:
    say = words.speech.say
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
        zug_ticket(words, ticket.cities, ticket.points, ticket.cards)
        for ticket in words.room.cards.tickets
    ]
    return [
        Group(say("Train cards"), "", wagons),
        Group(say("Big cities"), "", cities),
        Group(say("Tickets"), "", tickets),
    ]


def zug_ticket(
    words: ZugPresenter, cities: tuple[str, str], points: int, cards: tuple[str, ...]
) -> Card:
    needed = words.small_cards("".join(LETTER[kind] for kind in cards))
    text = Markup("{} {}").format(
        words.speech.count("%(number)s point", "%(number)s points", points), needed
    )
    picture = use("i-ticket", sheet=words.room.name)
    return Card(picture, " – ".join(cities), text, "ticket", proper=True)


def times(number: int) -> str:
    return f"{number} ×"
