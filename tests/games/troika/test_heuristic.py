"""The heuristic: what a sensible beginner does, and that it is worth it."""

from __future__ import annotations

import pytest

from spieltisch.core.game import Document
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, RandomPolicy, new_buffer
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.scoring import is_right_call
from spieltisch.search.playout import play_out
from tests.games.troika.positions import (
    GAME,
    face_up,
    hidden,
    laid,
    nearly_over,
    position,
)

NOTHING: list[int] = []


def choice(document: Document) -> str:
    state = laid(document)
    code = GAME.casual.choose(state, seeded("choice"), new_buffer(GAME.most_moves))
    assert code in GAME.legal(state)
    return GAME.texts_by_code[code]


def test_it_takes_the_tile_that_completes_the_fuel() -> None:
    opened = [face_up(4), face_up(12), face_up(1)]
    document = position([[7], [2]], [[4, 4, 8, 9], NOTHING], opened, phase="act")
    assert choice(document) == "take 4"


def test_it_completes_the_dearer_gem() -> None:
    opened = [face_up(9), face_up(12), face_up(1)]
    document = position([[7], [2]], [[4, 4, 4, 8, 13, 14], NOTHING], opened, phase="act")
    assert choice(document) == "take 9"


def test_tr10_it_calls_when_the_call_is_right_and_worth_it() -> None:
    container = [4, 4, 4, 7, 8, 9]
    assert choice(position([NOTHING, [2], [3]], [container, [1], NOTHING])) == "troika"
    unfinished = position([[1], [2], [3]], [container, NOTHING, NOTHING])
    assert choice(unfinished).startswith("turn")


def test_tr18_it_keeps_a_round_alive_that_would_end_with_nothing() -> None:
    document = nearly_over([[15], [3], [4]], [[1, 12], NOTHING, NOTHING])
    state = laid(document)
    state.play(GAME.legal(state)[0])
    assert choice(GAME.to_document(state)) == "hide 15"


def test_tr17_it_remembers_what_it_has_put_back() -> None:
    opened = [face_up(12), hidden(4, 0)]
    assert choice(position([[7], [2]], [[4, 4, 8, 9], NOTHING], opened)) == "turn 2"


@pytest.mark.parametrize("fuel", ["container", "anywhere"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tr10_it_calls_often_and_always_rightly(seats: int, fuel: str) -> None:
    rng, buffer = seeded("calls", seats), new_buffer(GAME.most_moves)
    calls = 0
    for _ in range(30):
        state = GAME.start(seats, {"fuel": fuel})
        play_out(state, GAME.casual, rng, buffer)
        for finished in state.past:
            for seat in range(seats):
                if finished.calls[seat] > 0:
                    calls += 1
                    held, lying = finished.hands[seat], finished.containers[seat]
                    assert is_right_call(held, lying, finished.reading)
    assert calls >= 6


def play_against_random(seats: int, seat: int, rng: Rng) -> TroikaState:
    buffer = new_buffer(GAME.most_moves)
    state = GAME.start(seats)
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.play(state.draw(rng, buffer))
        else:
            policy = GAME.casual if state.turn == seat else RandomPolicy()
            state.play(policy.choose(state, rng, buffer))
    return state


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_it_beats_chance(seats: int) -> None:
    rng = seeded("against chance", seats)
    won = sum(play_against_random(seats, g % seats, rng).payoffs()[g % seats] for g in range(10))
    assert won >= 9
