"""What can go wrong, each named. Every message says what and where in one line."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class SpieltischError(Exception):
    """A mistake in what came from outside; its text is for the person who made it."""


class UnknownGame(SpieltischError):
    """There is no game of that name."""


class BadSeats(SpieltischError):
    """The game is not for that many players."""


class BadOption(SpieltischError):
    """The game has no such option, or the option no such value."""


class BadEdition(SpieltischError):
    """The card list does not make a box of this game. `path` is the place in it ("case.0.id");
    with `reason` and `facts` a page says it in its own language."""

    def __init__(
        self, message: str, path: str = "", reason: str = "", clause: str = "", **facts: str | int
    ) -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        self.path = path
        self.reason = reason
        self.clause = clause
        self.facts = facts


class UnreadableMove(SpieltischError):
    """The text is no move of this game in any position."""


class BadDocument(SpieltischError):
    """The document does not describe a position."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not allowed: the clause, a named reason, and what its text mentions."""

    clause: str
    reason: str
    facts: Mapping[str, str | int] = {}


class BadRecord(SpieltischError):
    """The file is not a record, or does not replay. With `reason` and `facts`, and the `refusal`
    of a step against the rules, a page says it in its own language."""

    def __init__(
        self, message: str, reason: str = "", refusal: Refusal | None = None, **facts: str | int
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.refusal = refusal
        self.facts = facts


class IllegalMove(SpieltischError):
    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(f"{text}: {refusal.reason.replace('_', ' ')} ({refusal.clause})")
        self.refusal = refusal
