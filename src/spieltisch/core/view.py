"""What a seat may know. Views are built by adding, never by deleting secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

UNKNOWN = "??"

MOVER = "whose turn of the game it is, also while chance decides"
Mover = Annotated[int, Meta(description=MOVER)]

# Thousands of these live as long as their tables and hold no way back to themselves: without
# `gc` the collector, which stops the server while it looks, passes them by.


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Every room's view begins with this; `seat` is None for a spectator.

    >>> import spieltisch
    >>> view = spieltisch.load("troika").match(seats=3, seed=1).view(0)
    >>> view.seat, view.seats, view.turn, view.phase
    (0, 3, 0, 'begin')
    """

    seat: int | None
    seats: int
    turn: int
    phase: str


def observer_of(view: View) -> int:
    """The viewer's number for State: the spectator comes after the seats."""
    return view.seats if view.seat is None else view.seat


class Seen(msgspec.Struct, frozen=True, gc=False):
    """A step as one viewer sees it: its text with ?? for what is hidden, its clause, and what a
    sentence about it mentions."""

    who: int
    text: str
    clause: str
    what: str
    facts: Mapping[str, str | int] = {}

    def __hash__(self) -> int:
        """Without the facts, which a mapping holds; equal ones agree in the rest as well."""
        return hash((self.who, self.text, self.what))


def to_json(view: object) -> bytes:
    return msgspec.json.encode(view)
