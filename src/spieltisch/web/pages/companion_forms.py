"""What a game's form for the companion is written with: sections of things to enter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec

from spieltisch.core.companion import Companion, Entered, Item
from spieltisch.core.game import Game
from spieltisch.core.result import Result
from spieltisch.web.pages.companion_reading import Reading, field_name
from spieltisch.web.pages.speech import Speech


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


class Form(ABC):
    companion: Companion
    first_players = 3

    def __init__(self, game: Game, speech: Speech) -> None:
        self.game = game
        self.speech = speech

    @abstractmethod
    def about(self) -> str:
        """What is counted from what."""

    def reasons(self) -> dict[str, str]:
        """What only this game's companion can find wrong, in words with its facts."""
        return {}

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
