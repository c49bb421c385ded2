"""Everything one viewer may be told, and nothing else."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from spieltisch.core.result import Result
from spieltisch.core.view import Seen, View

Stage = Literal["gathering", "playing", "over"]
SeatKind = Literal["person", "bot", "open"]
Watch = Literal["public", "link", "nobody"]
Order = Literal["lot", "chosen"]


class SeatInfo(msgspec.Struct, frozen=True, gc=False):
    """`taken_over`: a bot plays for the person until they take the seat back."""

    name: str
    kind: SeatKind
    level: str = ""
    online: bool = False
    taken_over: bool = False


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line of the viewer's log. Ids count what this viewer saw, so they tell nothing else."""

    id: int
    seen: Seen


class Clock(msgspec.Struct, frozen=True):
    """Seconds since 1970; `deadline` is None without a pace or when nobody has to decide."""

    now: float
    since: float
    deadline: float | None


class Fair(msgspec.Struct, frozen=True):
    """`secret` and `contributions` are there when the game is over."""

    commitment: str
    secret: str | None = None
    contributions: list[str] | None = None


class House(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed when the table was laid. `listed`: the lobby shows it while seats are open;
    `pace` is minutes a decision, 0 for no clock; `bot_pace` seconds a bot waits before it moves.
    `closed`: the host of the server has ended play at this table. `guided`: a first game, with
    hints and a fixed deal."""

    watch: Watch = "link"
    listed: bool = False
    pace: Annotated[int, Meta(ge=0, le=7 * 24 * 60)] = 0
    order: Order = "lot"
    memory_aid: bool = False
    hints: bool = True
    bot_pace: Annotated[float, Meta(ge=0, le=10)] = 1.0
    closed: bool = False
    guided: bool = False


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """`number` changes only when this viewer may know that something happened in the game; a
    move answers it. `changes` counts what happened around the table (names, online, stage).
    `asked`: of several seats of this viewer, the one that has to decide."""

    table: str
    game: str
    edition: str | dict[str, Any]
    options: dict[str, str]
    rules_version: int = 1
    house: House
    stage: Stage
    seats: list[SeatInfo]
    seat: int | None
    owned: list[int]
    asked: int | None = None
    host: bool
    number: int
    changes: int
    view: View | None
    legal: list[str]
    log: list[Entry]
    last: list[Entry]
    can_undo: bool
    clock: Clock
    result: Result | None
    fairness: Fair
    invite: str | None
    watch_link: str | None
    next_table: str | None

    @property
    def version(self) -> str:
        """Names this look among those of the same viewer."""
        asked = "" if self.asked is None else f".{self.asked}"
        return f"{'w' if self.seat is None else self.seat}.{self.number}.{self.changes}{asked}"
