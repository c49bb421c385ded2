"""How sure a share of victories is."""

from __future__ import annotations

import math

import msgspec

NINETY_FIVE_PERCENT = 1.959964


class Share(msgspec.Struct, frozen=True):
    """A share of the victory over a number of games, with its 95 % interval."""

    games: int
    share: float
    low: float
    high: float


def wilson(won: float, games: int) -> Share:
    """Wilson's interval; a draw counts as half a game won."""
    if games == 0:
        return Share(0, 0.0, 0.0, 1.0)
    share = won / games
    square = NINETY_FIVE_PERCENT**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    half = NINETY_FIVE_PERCENT * spread / (1 + square / games)
    return Share(games, share, max(middle - half, 0.0), min(middle + half, 1.0))
