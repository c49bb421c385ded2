# compiled by mypyc
"""Single bits of a 64-bit number, and sets of up to 62 things, of which thing n is bit n.

mypyc writes a literal 1 into C as it stands, and C shifts it as a 32-bit number: `1 << 36` is 16
when compiled. A parameter has 64 bits.
"""

from typing import Final

from mypy_extensions import i64

EVERY_OTHER: Final = 0x1555555555555555  # constants past 2**62 are slow
TWO_OF_FOUR: Final = 0x3333333333333333
FOUR_OF_EIGHT: Final = 0x0F0F0F0F0F0F0F0F
BYTE: Final = 255


def shifted(number: i64, places: i64) -> i64:
    return number << places


def bit(place: i64) -> i64:
    return shifted(1, place)


def number_of(members: i64) -> i64:
    """How many things a set holds. The bits are added up in twos, fours and bytes; what the whole
    leaves when divided by 255 is the sum of its bytes."""
    twos = members - ((members >> 1) & EVERY_OTHER)
    fours = (twos & TWO_OF_FOUR) + ((twos >> 2) & TWO_OF_FOUR)
    return ((fours + (fours >> 4)) & FOUR_OF_EIGHT) % BYTE


def lowest(members: i64) -> i64:
    """The bit number of the first thing of a set: how many places lie before it."""
    return number_of((members & -members) - 1)


def nth_of(members: i64, nth: i64) -> i64:
    """The bit number of the nth thing of a set, counted from 0."""
    while nth > 0:
        members &= members - 1
        nth -= 1
    return lowest(members)
