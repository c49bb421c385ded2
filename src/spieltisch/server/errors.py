"""Why the table says no: a few small classes, each with a named reason."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.core.errors import SpieltischError


class TableError(SpieltischError):
    """`clause` is empty unless a rule of the game is broken; `facts` is what a text mentions."""

    def __init__(
        self, reason: str, clause: str = "", facts: Mapping[str, str | int] | None = None
    ) -> None:
        super().__init__(reason.replace("_", " ") + (f" ({clause})" if clause else ""))
        self.reason = reason
        self.clause = clause
        self.facts = dict(facts or {})


class NoSuchTable(TableError):
    """There is none of that name, or the asker may not know of it."""

    def __init__(self) -> None:
        super().__init__("no_such_table")


class NotYours(TableError):
    """The credential owns no seat that may do this."""


class Refused(TableError):
    """Not now, or not like this."""
