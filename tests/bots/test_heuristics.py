"""The heuristics, and those who play by them in haste: fair, the same for a seed, and as even."""

from __future__ import annotations

import pytest

from spieltisch.bots.simple import beginner
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import Policy, new_buffer
from spieltisch.games import ROOMS, game
from spieltisch.search.playout import play_between
from tests.positions import seat_counts, some_decisions
from tests.steady import steady

POSITIONS = 8
DEALS = 150


@pytest.fixture(params=ROOMS)
def room(request: pytest.FixtureRequest) -> Game:
    return game(request.param)


def test_what_a_seat_cannot_know_changes_no_choice(room: Game) -> None:
    buffer = new_buffer(room.most_moves)
    for policy in (room.casual, beginner(room)):
        for seats in seat_counts(room):
            for state in some_decisions(room, seats, POSITIONS, "heuristics"):
                twin = state.copy()
                twin.resample(state.turn, seeded("twin"))
                chosen = policy.choose(state, seeded("choice"), buffer)
                assert policy.choose(twin, seeded("choice"), buffer) == chosen


def test_haste_leaves_the_table_as_it_was(room: Game) -> None:
    buffer = new_buffer(room.most_moves)
    for state in some_decisions(room, room.most_seats, POSITIONS, "haste"):
        before = room.to_document(state)
        for number in range(4):
            assert beginner(room).choose(state, seeded(number), buffer) in room.legal(state)
        assert room.to_document(state) == before


def won(room: Game, first: Policy, second: Policy) -> float:
    buffer, total = new_buffer(room.most_moves), 0.0
    for deal in range(DEALS):
        for seat, policies in ((0, [first, second]), (1, [second, first])):
            state = room.start(2)
            play_between(state, policies, seeded("level", deal), buffer)
            total += state.payoffs()[seat]
    return total / (2 * DEALS)


def test_self_play_found_better_weights(room: Game) -> None:
    assert won(room, room.casual, steady(room)) >= 0.53


def test_casual_beats_beginner_by_an_even_step(room: Game) -> None:
    assert 0.57 <= won(room, room.casual, beginner(room)) <= 0.78
