"""What lies on a real table, written down by its players: what can be entered, and what is wrong
with an entry. A room's own companion counts the points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from spieltisch.core.result import Result

THE_TABLE = -1
Facts = Mapping[str, str | int]
Numbers = Mapping[str, int]


class Item(msgspec.Struct, frozen=True):
    """Something that is counted, by its notation; `exist`: how many there are for all players
    together."""

    key: str
    most: int
    clause: str
    least: int = 0
    exist: int | None = None


class Entered(msgspec.Struct, frozen=True):
    """Numbers by item: of each player in turn order, and of the table itself. What is not there
    is none."""

    players: Sequence[Numbers]
    table: Numbers = {}

    def together(self, key: str) -> int:
        return sum(player.get(key, 0) for player in self.players)


class Trouble(msgspec.Struct, frozen=True):
    """What is wrong with one entry: whose (or THE_TABLE), which, a named reason and its facts."""

    seat: int
    key: str
    reason: str
    clause: str
    facts: Facts = {}


class Companion(Protocol):
    """One for each room; `troubles` is asked first, `reckon` only if there are none."""

    def items(self) -> Sequence[Item]: ...

    def table_items(self) -> Sequence[Item]: ...

    def troubles(self, entered: Entered) -> list[Trouble]: ...

    def reckon(self, entered: Entered) -> Result: ...


def check_items(
    entered: Entered, items: Sequence[Item], table_items: Sequence[Item] = ()
) -> Iterator[Trouble]:
    """Every number must be possible for its item."""
    for item in table_items:
        yield from check_number(entered.table, THE_TABLE, item)
    for item in items:
        found = entered.together(item.key)
        for seat, player in enumerate(entered.players):
            yield from check_number(player, seat, item)
            if item.exist is not None and found > item.exist and player.get(item.key, 0):
                facts = {"most": item.exist, "found": found}
                yield Trouble(seat, item.key, "more_than_exist", item.clause, facts)


def check_number(numbers: Numbers, seat: int, item: Item) -> Iterator[Trouble]:
    if not item.least <= numbers.get(item.key, 0) <= item.most:
        facts = {"least": item.least, "most": item.most}
        yield Trouble(seat, item.key, "out_of_range", item.clause, facts)
