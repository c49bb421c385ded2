"""What the rooms' observations share: the layout of the vector, and clearing it. Compiled."""

from librt.vecs import vec
from mypy_extensions import i64


def sections(lengths: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Where each part begins and how long it is, one after the other."""
    begins: dict[str, tuple[int, int]] = {}
    at = 0
    for name, length in lengths.items():
        begins[name] = (at, length)
        at += length
    return begins


def clear(into: "vec[float]") -> None:
    index: i64 = 0
    while index < len(into):
        into[index] = 0.0
        index += 1
