"""The words and small pictures of Holmes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from spieltisch.core.edition import built_in
from spieltisch.core.game import Game
from spieltisch.core.view import View
from spieltisch.games.holmes.cards import JOKER, LETTERS, MAP
from spieltisch.games.holmes.edition import AbilityStep, Person
from spieltisch.games.holmes.room import Holmes
from spieltisch.games.holmes.view import HolmesView
from spieltisch.games.holmes.wording import clue_name, step_sentence
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.room_words import RoomWords, Written
from spieltisch.web.pages.speech import Speech

ROOM = "holmes"
STEP_PICTURES = {
    "gain": "i-gain",
    "gain_per_kind_in_display": "i-gain",
    "take_open": "i-take",
    "draw_hidden": "i-hidden",
    "sniff": "i-sniff",
    "steal_clue": "i-steal",
    "steal_markers": "i-steal",
    "renew_display": "i-renew",
    "copy": "i-copy",
    "pay": "i-pay",
}


class HolmesWords(RoomWords):
    game: Holmes

    def __init__(self, game: Game, speech: Speech) -> None:
        assert isinstance(game, Holmes)
        super().__init__(game, speech)
        self.persons = {person.id: person for person in game.cards.persons}
        self.letter_of_kind = {
            game.cards.face_name(face): letter for face, letter in enumerate(LETTERS)
        }

    def clue_name(self, letter: str) -> str:
        return clue_name(letter, self.game.cards, self.texts)

    def price(self, person: str) -> int:
        return self.persons[person].price()

    def whole_ability(self, person: str) -> str:
        return self.word(f"ability_{person}")

    def ability(self, person: str) -> str:
        """Without its price, which stands on the card beside it."""
        steps = without_price(self.persons[person])
        return " ".join(step_sentence(step, self.texts) for step in steps)

    def short_ability(self, person: str) -> str:
        """In about three words, where there is no room for more."""
        first, *more = [self.short_step(step) for step in without_price(self.persons[person])]
        renews = self.persons[person].ability[0].word == "renew_display"
        return ", ".join([first, *more[:renews]])

    def short_step(self, step: AbilityStep) -> str:
        say, number = self.speech.say, step.number
        match step.word:
            case "gain":
                return say("+%(number)s glasses", number=number)
            case "gain_per_kind_in_display":
                return say("+1 to +%(number)s", number=number)
            case "take_open" if step.same:
                return say("%(number)s alike", number=number)
            case "take_open" if step.hidden:
                return say("%(number)s face down", number=number)
            case "take_open":
                return self.speech.count("%(number)s clue", "%(number)s clues", number)
            case "draw_hidden":
                return say("draw %(number)s", number=number)
            case "sniff":
                return say("1 of %(number)s", number=number)
            case "steal_clue":
                return say("steal %(number)s", number=number)
            case "steal_markers":
                return self.speech.count(
                    "steal %(number)s glass", "steal %(number)s glasses", number
                )
        return say("renew") if step.word == "renew_display" else say("copy one")

    def wants_alike(self, person: str) -> bool:
        return any(step.same for step in self.persons[person].ability)

    def fact(self, key: str, value: str | int, names: Sequence[str]) -> Written:
        match key, value:
            case (("person" | "origin"), str(person)):
                return self.small_person(person)
            case (("clue" | "kind"), str(kind)):
                return self.small_clue(self.letter_of_kind[kind])
            case "clues", str(letters):
                return Markup(" ").join(self.small_clue(letter) for letter in letters)
            case "seat", int(seat):
                return names[seat]
        return value

    def small_clue(self, letter: str) -> Markup:
        symbol = self.symbol(letter)
        return Markup('<b class="mini k{}">{}{}</b>').format(
            letter, picture(f"i-{symbol}") if symbol else "", self.clue_name(letter)
        )

    def small_person(self, person: str) -> Markup:
        return Markup('<b class="mini-p">{}{}</b>').format(
            picture(portrait(person), f"g-{portrait(person)}"), self.word(person)
        )

    def symbol(self, letter: str) -> str:
        """Our picture of the clue; kinds of other boxes have none."""
        face = LETTERS.index(letter)
        if face in (JOKER, MAP):
            return "joker" if face == JOKER else "map"
        kind = self.game.cards.face_name(face)
        return kind if kind in drawn("kinds") else ""


def without_price(person: Person) -> list[AbilityStep]:
    return [step for step in person.ability if step.word != "pay"] or person.ability


def ability_picture(person: Person) -> str:
    """Of the step that says most: a theft is one even if glasses come with it."""
    step = without_price(person)[0]
    return "i-hidden" if step.hidden else STEP_PICTURES[step.word]


@cache
def drawn(what: str) -> frozenset[str]:
    """The persons or kinds of our own box, which have pictures."""
    table = built_in(ROOM)[what]
    return frozenset(table if what == "kinds" else (row["id"] for row in table))


def portrait(person: str) -> str:
    return person if person in drawn("person") else "i-person"


def picture(symbol: str, css: str = "") -> Markup:
    return use(symbol, css, ROOM)


def all_open(view: View) -> bool:
    """Nobody has face-down clues, and nobody is looking at any."""
    seen = this_view(view)
    return seen.sniffing == 0 and all(player.face_down == 0 for player in seen.players)


def this_view(view: View) -> HolmesView:
    assert isinstance(view, HolmesView)
    return view
