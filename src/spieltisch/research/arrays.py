"""NumPy arrays over the memory of compiled vectors, which is not copied."""

from __future__ import annotations

import ctypes
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
Mask = NDArray[np.int8]
Kind = TypeVar("Kind", bound=np.generic)


def over(memory: object, kind: type[Kind]) -> NDArray[Kind]:
    """Only to be read. A vector has the buffer protocol, though its type does not say so."""
    return np.frombuffer(cast(Any, memory), kind)


def rows_over(memory: object, kind: str, length: int) -> NDArray[Any]:
    """To be written as well, which the buffer protocol of a vector does not allow. The vector must
    never grow; it lives as long as any of the rows."""
    seen = over(memory, np.uint8)
    place: Any = (ctypes.c_byte * len(seen)).from_address(seen.ctypes.data)
    place.vector = memory
    dtype = np.dtype(kind)
    return np.ndarray((len(seen) // (length * dtype.itemsize), length), dtype, place)
