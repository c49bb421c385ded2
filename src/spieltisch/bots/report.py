"""What a search found out about the moves of a seat."""

from __future__ import annotations

import msgspec


class MoveReport(msgspec.Struct, frozen=True):
    """What a search found out about one move: how often it was tried, the share of the victory the
    seat can expect after it, and the standard error of that share."""

    move: str
    visits: int
    value: float
    error: float
