"""NumPy arrays over the memory of compiled vectors: not copied, and not to be written."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
Mask = NDArray[np.int8]
Kind = TypeVar("Kind", bound=np.generic)

FLOATS = np.dtype(np.float32)


def over(memory: object, kind: type[Kind]) -> NDArray[Kind]:
    """A vector has the buffer protocol, though its type does not say so."""
    return np.frombuffer(cast(Any, memory), kind)
