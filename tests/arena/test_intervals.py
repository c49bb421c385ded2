"""Wilson's interval against values worked out by hand."""

from __future__ import annotations

import pytest

from spieltisch.arena.intervals import wilson


def test_half_of_a_hundred_games() -> None:
    share = wilson(50.0, 100)
    assert share.share == 0.5
    assert share.low == pytest.approx(0.4038, abs=0.0001)
    assert share.high == pytest.approx(0.5962, abs=0.0001)


def test_all_games_won_are_not_quite_sure() -> None:
    share = wilson(20.0, 20)
    assert share.high == pytest.approx(1.0)
    assert share.low == pytest.approx(0.8389, abs=0.0001)


def test_no_game_says_nothing() -> None:
    share = wilson(0.0, 0)
    assert (share.low, share.high) == (0.0, 1.0)
