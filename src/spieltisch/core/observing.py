# compiled by mypyc
"""What the rooms' observations share: the layout of the vector, and its numbers.

Numbers are written as the bits of a float32, which is how learners want them: compiled code knows
only float64, and turning one into the other costs more than all the rest of an observation.
"""

from array import array
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

ONE: Final = 0x3F800000
MINUS: Final = -0x80000000  # added to the bits of a number that is not negative
SPAN: Final = 128


def sections(lengths: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Where each part begins and how long it is, one after the other."""
    begins: dict[str, tuple[int, int]] = {}
    at = 0
    for name, length in lengths.items():
        begins[name] = (at, length)
        at += length
    return begins


def bits_of(numbers: list[float]) -> list[int]:
    return array("i", array("f", numbers).tobytes()).tolist()


@final
class Parts:
    """The bits of every small count as a part of every small whole."""

    def __init__(self) -> None:
        wholes = [float(max(whole, 1)) for whole in range(SPAN)]
        bits = bits_of([count / whole for whole in wholes for count in range(SPAN)])
        self.bits: vec[i32] = vec[i32](bits)


PARTS: Final = Parts()


def part(count: i64, whole: i64) -> i32:
    """The bits of count / whole. What goes beyond the whole, as it may with own boxes, is written
    as 1 or -1."""
    if count >= whole:
        return ONE
    if count <= -whole:
        return MINUS + ONE
    if whole >= SPAN:
        return bits_of([float(count) / float(whole)])[0]
    if count >= 0:
        return PARTS.bits[whole * SPAN + count]
    return MINUS + PARTS.bits[whole * SPAN - count]
