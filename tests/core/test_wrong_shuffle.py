"""Cards counted to the wrong shuffle are put right when the truth comes to light."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.memory import CardMemory


def test_tt31_a_card_turned_up_that_its_pool_lacks_joins_the_shuffles() -> None:
    memory = CardMemory(2, 2, vec[i64]([1, 0, 0, 2]), vec[i64]([0, 1, 1, 0]))
    memory.reveal(0)
    assert list(memory.pool) == [0, 0, 0, 2]
    assert list(memory.unknown) == [0, 0, 1, 1]


def test_tt31_a_card_paid_that_no_shuffle_of_the_hand_has_joins_the_shuffles() -> None:
    memory = CardMemory(2, 2, vec[i64]([1, 0, 0, 2]), vec[i64]([0, 1, 1, 0]))
    memory.surrender(1, 1)
    assert list(memory.pool) == [0, 0, 1, 1]
    assert list(memory.unknown) == [0, 0, 1, 0]
