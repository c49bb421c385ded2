# compiled by mypyc
"""Clue cards as counts packed into one integer, six bits for each kind.

The kinds of value 3 to 9 are numbered 0 to 6, then come jokers and map fragments, as in the
notation. A box holds at most 63 clues, so no count and no sum of counts leaves its six bits.
"""

from typing import Final

from mypy_extensions import i64

from spieltisch.core.bits import bit

DAYS: Final = 7
MARKERS: Final = 3
KINDS: Final = 7
JOKER: Final = 7
MAP: Final = 8
FACES: Final = 9
LEAST_VALUE: Final = 3
LETTERS: Final = "3456789JM"
MOST_CLUES: Final = 63

BITS: Final = 6
FIELD: Final = 63
LOW_FACES: Final = 5
LOW_FIELDS: Final = 0x3FFFFFFF
LOW_ONES: Final = 0x1041041
LOW_TOP: Final = 24
HIGH_ONES: Final = 0x41041
HIGH_TOP: Final = 18


def single(face: i64) -> i64:
    return bit(BITS * face)


def count(cards: i64, face: i64) -> i64:
    return (cards >> (BITS * face)) & FIELD


def size(cards: i64) -> i64:
    """All cards together: each half is summed by one multiplication that cannot overflow."""
    low: i64 = ((cards & LOW_FIELDS) * LOW_ONES) >> LOW_TOP
    high: i64 = ((cards >> (BITS * LOW_FACES)) * HIGH_ONES) >> HIGH_TOP
    return (low & FIELD) + (high & FIELD)


def value(kind: i64) -> i64:
    return kind + LEAST_VALUE


def different(cards: i64) -> i64:
    """How many faces are among the cards."""
    number: i64 = 0
    face: i64 = 0
    while face < FACES:
        if count(cards, face) > 0:
            number += 1
        face += 1
    return number


def kinds_among(cards: i64) -> i64:
    """The set of kinds 3 to 9 among the cards."""
    kinds: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if count(cards, kind) > 0:
            kinds |= bit(kind)
        kind += 1
    return kinds


def members(mask: i64) -> i64:
    """How many are in a set of kinds or persons."""
    number: i64 = 0
    rest = mask
    while rest != 0:
        rest &= rest - 1
        number += 1
    return number


def nth_member(mask: i64, nth: i64) -> i64:
    rest = mask
    past = nth
    while past > 0:
        rest &= rest - 1
        past -= 1
    member: i64 = 0
    while (rest >> member) & 1 == 0:
        member += 1
    return member


def spelled(cards: i64) -> str:
    return "".join(LETTERS[face] * count(cards, face) for face in range(FACES))


def pack(letters: str) -> i64:
    packed: i64 = 0
    for letter in letters:
        packed += single(LETTERS.index(letter))
    return packed
