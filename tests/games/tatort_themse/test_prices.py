"""Comparing packed counts all at once gives what comparing them one by one does."""

from __future__ import annotations

import random

from spieltisch.games.tatort_themse.prices import (
    KINDS,
    REACH_BITS,
    REACH_ROW,
    beyond,
    count,
    from_counts,
    missing,
)

FIVE_ROWS = range(0, 5 * REACH_ROW, REACH_BITS)


def value_at(rows: int, place: int) -> int:
    return (rows >> place) & 7


def test_values_out_of_reach_are_marked() -> None:
    generator = random.Random(5)
    for _ in range(500):
        reach, asks = generator.getrandbits(5 * REACH_ROW), generator.getrandbits(5 * REACH_ROW)
        short = [place for place in FIVE_ROWS if value_at(reach, place) < value_at(asks, place)]
        assert missing(reach, asks) == sum(4 << place for place in short)


def test_cards_beyond_those_known() -> None:
    generator = random.Random(5)
    for _ in range(500):
        cards, known = ([generator.randrange(19) for _ in range(KINDS)] for _ in range(2))
        left = beyond(from_counts(cards), from_counts(known))
        expected = [max(one - other, 0) for one, other in zip(cards, known, strict=True)]
        assert [count(left, kind) for kind in range(KINDS)] == expected
