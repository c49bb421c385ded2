# compiled by mypyc
"""Crystal tiles as counts packed into one integer, three bits a value.

No value has more than seven tiles, so no count ever runs into the next. Value 0 stands for a tile
whose value is not known.
"""

from typing import Final

from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.core.rng import Rng

VALUES: Final = 15
TILES: Final = 49
SEVENS: Final = 7
EACH_OTHER: Final = 3
EVERY_SECOND: Final = 0o0707070707070707
LOWEST_BITS: Final = 0o1111111111111111
ALL_TILES: Final = 0o3333333373333330  # TR-01: three of each value, seven of the 7
UNKNOWN_TILE: Final = 0


def single(value: i64) -> i64:
    return bit(3 * value)


def count(tiles: i64, value: i64) -> i64:
    return (tiles >> (3 * value)) & 7


def size(tiles: i64) -> i64:
    """How many: neighbouring counts are added, and 64 is 1 modulo 63."""
    return ((tiles & EVERY_SECOND) + ((tiles >> 3) & EVERY_SECOND)) % 63


def values_among(tiles: i64) -> i64:
    """One tile of each value there is."""
    return (tiles | tiles >> 1 | tiles >> 2) & LOWEST_BITS


def nth_value(tiles: i64, nth: i64) -> i64:
    """Of the different values, in ascending order, counted from 0."""
    left = values_among(tiles)
    past = nth
    while past > 0:
        left &= left - 1
        past -= 1
    value: i64 = 0
    while left & 1 == 0:
        left >>= 3
        value += 1
    return value


def has_three_equal(tiles: i64) -> bool:
    return (((tiles & (tiles >> 1)) | (tiles >> 2)) & LOWEST_BITS) != 0


def pick(tiles: i64, rng: Rng) -> i64:
    """The value of one of the tiles, each equally likely."""
    nth = rng.below(size(tiles))
    value: i64 = 0
    left = tiles
    while nth >= (left & 7):
        nth -= left & 7
        left >>= 3
        value += 1
    return value


def packed(values: list[int]) -> i64:
    tiles: i64 = 0
    for value in values:
        tiles += single(value)
    return tiles


def listed(tiles: i64) -> list[int]:
    """The known values, ascending."""
    return [value for value in range(1, VALUES + 1) for _ in range(count(tiles, value))]
