"""Reactions among the people at a table: a handful of drawn ones, no text of anybody's own. They
pass by: nothing of them is written down, and bots never learn of them."""

from __future__ import annotations

from collections import deque
from typing import Literal, get_args

import msgspec

from spieltisch.server.errors import Refused

Kind = Literal["well", "bravo", "moment", "cheeky", "thanks"]
KINDS: tuple[Kind, ...] = get_args(Kind)
PAUSE_SECONDS = 3.0
SHOWN_SECONDS = 6.0
MOST_KEPT = 20


class Reaction(msgspec.Struct, frozen=True):
    """`id` counts those of a table, as this process heard them."""

    id: int
    seat: int
    kind: Kind


class Heard(msgspec.Struct, frozen=True):
    reaction: Reaction
    place: int
    at: float


class Reactions:
    """Those of one table."""

    def __init__(self) -> None:
        self.heard: deque[Heard] = deque(maxlen=MOST_KEPT)
        self.number = 0

    def hear(self, place: int, seat: int, kind: Kind, at: float) -> bool:
        """Whether it is not too soon after the last one from there."""
        last = max((one.at for one in self.heard if one.place == place), default=0.0)
        if at - last < PAUSE_SECONDS:
            return False
        self.number += 1
        self.heard.append(Heard(Reaction(self.number, seat, kind), place, at))
        return True

    def now(self, at: float) -> list[Reaction]:
        """Those that are to be seen still."""
        return [one.reaction for one in self.heard if at - one.at < SHOWN_SECONDS]


def checked_kind(kind: str) -> Kind:
    for known in KINDS:
        if known == kind:
            return known
    raise Refused("no_such_reaction")
