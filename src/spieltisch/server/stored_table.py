"""What the database keeps of a table: what was agreed, who sits where, and its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from spieltisch.server.fairness import SCHEME, Terms

Stage = Literal["gathering", "playing", "over"]
SeatKind = Literal["person", "bot", "open"]
Watch = Literal["public", "link", "nobody"]
Order = Literal["lot", "chosen"]
Late = Literal["bot", "wait"]
MINUTES_OF_A_DAY = 24 * 60


class Row(msgspec.Struct, frozen=True, gc=False):
    """One step or undo; `key` is the sender's idempotency key, `ran` how long the server had been
    running: clocks count by that. `pointed`: which of equal things the player pointed at, by the
    place where it was shown; 0 if none."""

    number: int
    who: int
    text: str
    at: float
    key: str = ""
    ran: float = 0.0
    pointed: int = 0


class House(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed when the table was laid. `listed`: the lobby shows it while seats are open;
    `pace` is minutes a decision, 0 for no clock; `late`: when they are over a bot takes over
    until the person is back, or the seat waits. `bot_pace`: seconds a bot waits before it moves.
    `share`: whether links to the finished game open for everybody who has one; `shared` counts how
    often they were withdrawn. `hints`: None to leave it open, then only where one person plays.
    `closed`: the host of the server has ended play at this table. `guided`: a first game, with
    hints and a fixed deal."""

    watch: Watch = "link"
    listed: bool = False
    pace: Annotated[int, Meta(ge=0, le=7 * 24 * 60)] = 0
    late: Late = "bot"
    order: Order = "lot"
    memory_aid: bool = False
    hints: bool | None = None
    bot_pace: Annotated[float, Meta(ge=0, le=10)] = 1.0
    share: bool = True
    shared: int = 0
    reactions: bool = True
    closed: bool = False
    guided: bool = False

    @property
    def days(self) -> bool:
        """Whether a decision may take days."""
        return self.pace >= MINUTES_OF_A_DAY

    @property
    def grace(self) -> float:
        """Seconds that are left after a reminder."""
        return 60 * self.pace / 4 if self.days else 0.0


class Place(msgspec.Struct, frozen=True):
    """A chair; the lot says which seat of the game it becomes. `owner` is a player, `token` the
    shape and colour that player would like, `key` the idempotency key with which they sat down.
    """

    kind: SeatKind
    name: str = ""
    level: str = ""
    owner: str = ""
    contribution: str = ""
    taken_over: bool = False
    token: str = ""
    key: str = ""

    def bot_level(self) -> str | None:
        """Which bot plays here; None where a person does."""
        if self.kind == "bot":
            return self.level
        return "casual" if self.taken_over else None


class Tried(msgspec.Struct, frozen=True):
    """Where a game that is tried again came from: a table, a kept record or a shared link, after so
    many of its steps, from what this seat knew then."""

    game: str
    step: int
    seat: int


class Start(msgspec.Struct, frozen=True):
    """A position to begin from instead of the set-up, and whence it came."""

    position: dict[str, Any]
    tried: Tried


class StoredTable(msgspec.Struct, kw_only=True):
    id: str
    created: float
    game: str
    edition: dict[str, Any] | None
    options: dict[str, str]
    rules_version: int
    house: House
    secret: bytes
    stage: Stage
    seating: list[int]  # the place on each seat; empty while gathering
    host: str
    next_table: str | None
    due: float | None = None  # when a bot or the clock has to act, by the server's running time
    clock_from: float = 0.0  # when somebody was given their time anew, by the same count
    reminded: float = 0.0  # the deadline of which whoever let it pass was reminded
    changes: int = 0  # of anything but steps, by any process
    scheme: int = SCHEME  # of fair chance, as committed to when the table was laid
    origin: str = ""  # marks of the network and the address from which it was laid
    start: Start | None = None
    places: list[Place]

    def terms(self, edition: str | dict[str, Any]) -> Terms:
        return Terms(
            self.game,
            edition,
            self.options,
            len(self.places),
            self.rules_version,
            self.house.order,
        )

    def contributions(self) -> list[str]:
        """Of the people, in the order of their places."""
        return [place.contribution for place in self.places if place.kind == "person"]

    def is_full(self) -> bool:
        """Everybody is there, and the game has not begun."""
        if self.stage != "gathering" or self.house.closed:
            return False
        return all(place.kind != "open" for place in self.places)


def nobody_plays(places: Sequence[Place]) -> bool:
    """Every person has left, or was taken over: such a table sleeps until one is back."""
    return all(place.bot_level() for place in places)


# What becomes of a place follows from what it is, and whether the game has begun.
PlaceChange = Callable[[Place, Stage], Place]


def taken_over(place: Place, stage: Stage) -> Place:
    """By a bot, until the person takes it back."""
    return msgspec.structs.replace(place, taken_over=stage == "playing")


def taken_back(place: Place, _: Stage) -> Place:
    return msgspec.structs.replace(place, taken_over=False)


def stood_up(place: Place, stage: Stage) -> Place:
    """Before the start the place is open again; later a bot plays on."""
    return Place("open") if stage == "gathering" else taken_over(place, stage)


def sent_away(place: Place, stage: Stage) -> Place:
    """For good. A person's contribution stays: the chance of the game follows from it."""
    if stage == "gathering":
        return Place("open")
    return msgspec.structs.replace(place, owner="", taken_over=True)


def forgotten(place: Place, stage: Stage) -> Place:
    """As if sent away, and nobody knows by what name."""
    return msgspec.structs.replace(sent_away(place, stage), name="")


def owned_by(owner: str) -> PlaceChange:
    return lambda place, _: msgspec.structs.replace(place, owner=owner)
