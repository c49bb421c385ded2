"""A bot cannot know more than its seat: it gets the view, and nothing else decides its move."""

from __future__ import annotations

import pytest

from spieltisch.bots.levels import bot
from spieltisch.bots.searching import SearchBot
from spieltisch.core.bot import Bot
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import State
from spieltisch.core.view import to_json
from spieltisch.games import ROOMS, game
from spieltisch.search.tuning import Tuning
from tests.positions import seat_counts, some_decisions

POSITIONS = 5
ITERATIONS = 16


def players() -> list[Bot]:
    paired = SearchBot(ITERATIONS, tuning=Tuning(paired=True))
    early = SearchBot(ITERATIONS, tuning=Tuning(early=1))
    return [bot("random"), bot("beginner"), bot("casual"), SearchBot(ITERATIONS), paired, early]


def answer(player: Bot, room: Game, state: State) -> str:
    player.sit(room, state.turn)
    view = room.view(state, state.turn)
    return player.choose(view, room.legal_texts(state), seeded("cheat"))


def indistinguishable(room: Game, state: State, seed: int) -> State:
    """The state with all that the deciding seat cannot know dealt anew."""
    twin = state.copy()
    twin.resample(state.turn, seeded("twin", seed))
    return twin


@pytest.mark.parametrize("name", ROOMS)
def test_bots_choose_alike_in_states_their_seat_cannot_tell_apart(name: str) -> None:
    room = game(name)
    for seats in seat_counts(room):
        for state in some_decisions(room, seats, POSITIONS, "cheat"):
            for seed in range(2):
                twin = indistinguishable(room, state, seed)
                for player in players():
                    assert answer(player, room, state) == answer(player, room, twin)


@pytest.mark.parametrize("name", ROOMS)
def test_the_twins_do_differ(name: str) -> None:
    """Otherwise the test above would say nothing."""
    room = game(name)
    states = some_decisions(room, room.least_seats, POSITIONS, "cheat")
    twins = [indistinguishable(room, state, 0) for state in states]
    pairs = list(zip(states, twins, strict=True))
    rivals = [1 - state.turn for state in states]
    assert all(to_json(room.view(a, a.turn)) == to_json(room.view(b, b.turn)) for a, b in pairs)
    views = zip(pairs, rivals, strict=True)
    assert any(to_json(room.view(a, seat)) != to_json(room.view(b, seat)) for (a, b), seat in views)
