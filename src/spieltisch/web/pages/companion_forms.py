"""What can be entered into the companion for each game, section by section, with its pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import msgspec

from spieltisch.core.companion import Companion, Entered, Item
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
from spieltisch.games.holmes.room import HolmesGame
from spieltisch.games.tatort_themse.companion import OPEN, ThemseCompanion
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.wording import WITNESS_OF
from spieltisch.games.troika.companion import CALL, CHIPS, TroikaCompanion
from spieltisch.games.zug_um_zug.cards import LETTERS as TRAINS
from spieltisch.games.zug_um_zug.companion import DONE, TICKET, ZugCompanion
from spieltisch.games.zug_um_zug.edition import Ticket
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.web.pages.companion_reading import Reading, field_name
from spieltisch.web.pages.holmes import HolmesPresenter
from spieltisch.web.pages.holmes_board import Clue
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.tatort_themse import ThemsePresenter
from spieltisch.web.pages.troika import TroikaPresenter
from spieltisch.web.pages.troika_pieces import Ceremony, hue
from spieltisch.web.pages.zug_um_zug import ZugPresenter
from spieltisch.web.pages.zug_um_zug_words import CSS, LETTER


class Thing(msgspec.Struct, frozen=True):
    """One entry: counted, ticked, or (with `options`) chosen. `text` is what was typed; `beside`
    belongs to it: the joker of a row, a ticket's tick for completed ones."""

    name: str
    label: str
    text: str
    least: int
    most: int
    face: object = None
    options: Sequence[tuple[int, str]] = ()
    beside: Thing | None = None
    thing: str = ""

    @property
    def number(self) -> int:
        return int(self.text) if self.text.lstrip("-").isdecimal() else 0


class Section(msgspec.Struct, frozen=True):
    """`look` names how its things are drawn."""

    title: str
    look: str
    things: Sequence[Thing]
    hint: str = ""


class TileFace(msgspec.Struct, frozen=True):
    value: int
    hue: str


class ClueFace(msgspec.Struct, frozen=True):
    case: str
    value: int
    witness: str


class CaseFace(msgspec.Struct, frozen=True):
    case: str
    bonus: int


class CardFace(msgspec.Struct, frozen=True):
    css: str


class TicketFace(msgspec.Struct, frozen=True):
    cities: tuple[str, str]
    points: int
    needs: Sequence[str]


class Form(ABC):
    companion: Companion
    first_players = 3
    unit = ""

    def __init__(self, game: Game, speech: Speech) -> None:
        self.game = game
        self.speech = speech

    @abstractmethod
    def sections(self, reading: Reading, seat: int) -> list[Section]: ...

    def table_sections(self, reading: Reading) -> list[Section]:
        return []

    def default_name(self, seat: int) -> str:
        return self.speech.say("Player %(number)s", number=seat + 1)

    def scene(self, entered: Entered, guests: Sequence[object]) -> object:
        """What the room's own template reads when it draws the score."""
        return None

    def title(self, result: Result, names: Sequence[str]) -> str:
        winners = [names[seat] for seat in result.winners]
        if len(winners) > 1:
            return self.speech.say("Shared victory: %(names)s", names=", ".join(winners))
        return self.speech.say("%(name)s wins", name=winners[0])

    @abstractmethod
    def reason(self, result: Result, entered: Entered) -> str: ...

    def thing(
        self, reading: Reading, seat: int, item: Item, label: str, face: object = None
    ) -> Thing:
        name = field_name(seat, item.key)
        text = reading.texts.get(name, "")
        return Thing(name, label, text, item.least, item.most, face, thing=item.key)

    def by_key(self) -> dict[str, Item]:
        return {item.key: item for item in self.companion.items()}


class TroikaScene(msgspec.Struct, frozen=True):
    board: TroikaBoard
    players: Sequence[object]


class TroikaBoard(msgspec.Struct, frozen=True):
    ceremonies: Sequence[Ceremony]
    words: object
    chips: Sequence[int]


class TroikaForm(Form):
    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__(game, speech)
        self.companion = self.counting = TroikaCompanion()

    def sections(self, reading: Reading, seat: int) -> list[Section]:
        say, items = self.speech.say, self.by_key()
        tiles = [
            self.thing(reading, seat, item, key, TileFace(int(key), hue(int(key))))
            for key, item in items.items()
            if key.isdecimal()
        ]
        call = self.thing(reading, seat, items[CALL], say("Call"))
        chips = self.thing(reading, seat, items[CHIPS], say("Chips from earlier rounds"))
        rest = [msgspec.structs.replace(call, options=self.calls(reading.players)), chips]
        if reading.players == 2:
            rest = [chips]
        return [
            Section(say("Tiles"), "tile", tiles, say("Container and hand together.")),
            Section(say("Besides"), "plain", rest),
        ]

    def calls(self, players: int) -> list[tuple[int, str]]:
        say = self.speech.say
        named = [
            say("did not call"),
            say("called first"),
            say("called second"),
            say("called third"),
            say("called fourth"),
        ]
        return list(enumerate(named))[:players]

    def scene(self, entered: Entered, guests: Sequence[object]) -> object:
        presenter = TroikaPresenter(self.game, self.speech)
        ceremony = presenter.ceremony(self.counting.shown(entered), 1)
        chips = [
            player.get(CHIPS, 0) + ceremony.of(seat).chips
            for seat, player in enumerate(entered.players)
        ]
        words = self.speech.texts(self.game).words
        return TroikaScene(TroikaBoard([ceremony], words, chips), guests)

    def title(self, result: Result, names: Sequence[str]) -> str:
        if not result.winners:
            return self.speech.say("Nobody scores in this round")
        return self.speech.say("%(name)s wins the round", name=names[result.winners[0]])

    def reason(self, result: Result, entered: Entered) -> str:
        return self.speech.say("The best arrangement of everyone's tiles, and the chips for it.")


class ThemseForm(Form):
    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__(game, speech)
        assert isinstance(game, TatortThemse)
        self.cards = game.cards
        self.words = ThemsePresenter(game, speech)
        self.companion = ThemseCompanion(game)

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


class HolmesForm(Form):
    first_players = 2

    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__(game, speech)
        assert isinstance(game, HolmesGame)
        self.words = HolmesPresenter(game, speech)
        self.companion = HolmesCompanion(game)

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


class ZugForm(Form):
    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__(game, speech)
        assert isinstance(game, ZugUmZug)
        self.tickets = game.cards.tickets
        self.words = ZugPresenter(game, speech)
        self.companion = ZugCompanion(game)

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
            "The best set is found by itself. Tick “completed already” only for half-time or to"
            " decide otherwise."
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
        return self.speech.say("Every pile completes the tickets that bring most points.")


FORMS: dict[str, Callable[[Game, Speech], Form]] = {
    "tatort_themse": ThemseForm,
    "troika": TroikaForm,
    "holmes": HolmesForm,
    "zug_um_zug": ZugForm,
}
