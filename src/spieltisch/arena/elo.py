"""Shares of the victory as differences in Elo, for any number of seats.

A bot of Elo e has the strength g = 10^(e/400), everybody else at the table 1. It wins with the
probability g / (sum of all strengths), as Bradley and Terry have it for two and Luce for more. So
an Elo says the same whether two or five sit at the table."""

from __future__ import annotations

import math
from collections.abc import Mapping

from spieltisch.arena.estimates import Interval

MOST = 4000.0  # Elo beyond which nothing can be told apart
HALVINGS = 60
Tables = Mapping[tuple[int, int], float]  # (seats of the bot, seats of the table): how often


def strength(elo: float) -> float:
    return math.exp(elo * math.log(10) / 400)


def expected(elo: float, tables: Tables) -> float:
    """The share a seat of the bot can expect at these tables."""
    g = strength(elo)
    total = sum(tables.values())
    return (
        sum(often * g / (own * g + seats - own) for (own, seats), often in tables.items()) / total
    )


def elo_of(share: float, tables: Tables) -> float:
    """The Elo with which one could expect that share; infinite where none is enough."""
    low, high = -MOST, MOST
    if share >= expected(high, tables):
        return math.inf
    if share <= expected(low, tables):
        return -math.inf
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if expected(middle, tables) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def elo_interval(share: Interval, tables: Tables) -> Interval | None:
    """None where the bot only ever sat among itself."""
    if all(own == seats for own, seats in tables):
        return None
    return Interval(*(elo_of(one, tables) for one in (share.value, share.low, share.high)))
