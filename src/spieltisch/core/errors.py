"""What can go wrong, each named. Every message says what and where in one line."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class SpieltischError(ValueError):
    """A mistake in what came from outside; its text is for the person who made it.

    >>> import spieltisch
    >>> try:
    ...     spieltisch.load("troika").match(seats=9)
    ... except spieltisch.SpieltischError as error:
    ...     print(error)
    troika is for 2 to 5 players, not 9
    """


class UnknownGame(SpieltischError):
    """There is no game of that name.

    >>> import spieltisch
    >>> spieltisch.load("chess")
    Traceback (most recent call last):
    spieltisch.core.errors.UnknownGame: there is no game 'chess'...
    """


class BadSeats(SpieltischError):
    """The game is not for that many players.

    >>> import spieltisch
    >>> spieltisch.load("holmes").match(seats=3)
    Traceback (most recent call last):
    spieltisch.core.errors.BadSeats: holmes is for 2 players, not 3
    """


class BadOption(SpieltischError):
    """The game has no such option, or the option no such value.

    >>> import spieltisch
    >>> spieltisch.load("holmes").match(options={"rain": "yes"})
    Traceback (most recent call last):
    spieltisch.core.errors.BadOption: holmes has no option 'rain' (it has: opponent, size)
    """


class BadEdition(SpieltischError):
    """The card list does not make a box of this game. `path` is the place in it ("case.0.id");
    with `reason` and `facts` a page says it in its own language.

    >>> import spieltisch
    >>> spieltisch.load("troika", edition={"name": "mine"})
    Traceback (most recent call last):
    spieltisch.core.errors.BadEdition: edition: troika has no card list, its tiles are fixed (TR-01)
    """

    def __init__(
        self, message: str, path: str = "", reason: str = "", clause: str = "", **facts: str | int
    ) -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        self.path = path
        self.reason = reason
        self.clause = clause
        self.facts = facts


class UnreadableMove(SpieltischError):
    """The text is no move of this game in any position.

    >>> import spieltisch
    >>> spieltisch.load("troika").match(seed=1).push("castle")
    Traceback (most recent call last):
    spieltisch.core.errors.UnreadableMove: 'castle' is no move of troika
    """


class BadDocument(SpieltischError):
    """The document does not describe a position.

    >>> import spieltisch
    >>> spieltisch.position(spieltisch.PositionFile("troika", "standard", {}))
    Traceback (most recent call last):
    spieltisch.core.errors.BadDocument: ...
    """


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not allowed: the clause, a named reason, and what its text mentions."""

    clause: str
    reason: str
    facts: Mapping[str, str | int] = {}


class NotThere(SpieltischError):
    """A player pointed at something that the move is not about."""


class BadRecord(SpieltischError):
    """The file is not a record, or does not replay. With `reason` and `facts`, and the `refusal`
    of a step against the rules, a page says it in its own language.

    >>> import spieltisch
    >>> record = spieltisch.load("troika").match(seats=3, seed=1).record()
    >>> record.steps[0] = ("chance", "tile 99")
    >>> spieltisch.replay(record)
    Traceback (most recent call last):
    spieltisch.core.errors.BadRecord: step 1 (chance: tile 99): 'tile 99' is no move of troika
    """

    def __init__(
        self, message: str, reason: str = "", refusal: Refusal | None = None, **facts: str | int
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.refusal = refusal
        self.facts = facts


class IllegalMove(SpieltischError):
    """A move against the rules. Its text says why in English; `clause`, `reason` and `facts` are
    for whoever says it in another language.

    >>> import spieltisch
    >>> match = spieltisch.load("troika").match(seats=3, seed=1)
    >>> try:
    ...     match.push("take 3")
    ... except spieltisch.IllegalMove as error:
    ...     print(error.clause, error.reason)
    TR-14 turn_first
    """

    def __init__(self, text: str, refusal: Refusal, why: str) -> None:
        super().__init__(f"{text}: {why} ({refusal.clause})")
        self.move = text
        self.refusal = refusal

    @property
    def clause(self) -> str:
        return self.refusal.clause

    @property
    def reason(self) -> str:
        return self.refusal.reason

    @property
    def facts(self) -> Mapping[str, str | int]:
        return self.refusal.facts


class NotYourTurn(SpieltischError):
    """Another seat decides now, or there is no such seat.

    >>> import spieltisch
    >>> spieltisch.load("troika").match(seed=1).push("turn 2", seat=1)
    Traceback (most recent call last):
    spieltisch.core.errors.NotYourTurn: seat 1 cannot decide now: seat 0 decides
    """


class NothingToUndo(SpieltischError):
    """Nobody has decided anything yet.

    >>> import spieltisch
    >>> spieltisch.load("troika").match(seed=1).undo()
    Traceback (most recent call last):
    spieltisch.core.errors.NothingToUndo: nobody has decided anything yet
    """
