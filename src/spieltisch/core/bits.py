# compiled by mypyc
"""Single bits of a 64-bit number.

mypyc writes a literal 1 into C as it stands, and C shifts it as a 32-bit number: `1 << 36` is 16
when compiled. A parameter has 64 bits.
"""

from mypy_extensions import i64


def shifted(number: i64, places: i64) -> i64:
    return number << places


def bit(place: i64) -> i64:
    return shifted(1, place)
