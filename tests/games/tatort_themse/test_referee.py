"""Whole games, checked step by step by the second referee."""

from __future__ import annotations

import json

import pytest

from spieltisch.core.edition import built_in
from spieltisch.games import game
from tests.games.tatort_themse.referee import Referee
from tests.traces import traced


def check_trace(seats: int, seed: int, bot: str, fair: str) -> None:
    options = {"fair_tops": fair}
    trace = traced(game("tatort_themse"), seats, options, seed, bot, with_legal=True)
    written = json.loads(json.dumps(trace))
    Referee(written, built_in("tatort_themse")).check()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bot", ["random", "beginner", "casual"])
@pytest.mark.parametrize("fair", ["no", "yes"])
def test_referee_agrees_with_every_step(seats: int, bot: str, fair: str) -> None:
    check_trace(seats, seats % 2, bot, fair)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bot", ["random", "beginner", "casual"])
def test_referee_agrees_over_hundreds_of_games(seats: int, bot: str) -> None:
    for seed in range(100):
        check_trace(seats, seed, bot, "yes" if seed % 2 else "no")
