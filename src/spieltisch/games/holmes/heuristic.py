"""placeholder"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import Policy, State


@final
class Casual(Policy):
    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        return buffer[rng.below(state.legal(buffer))]
