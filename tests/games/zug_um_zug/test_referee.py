"""Whole games, checked step by step by the second referee."""

from __future__ import annotations

import pytest

from spieltisch.core.edition import built_in
from spieltisch.core.record import who_is
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, new_buffer
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.games.zug_um_zug.rules import ZugState
from tests.games.zug_um_zug.positions import room
from tests.games.zug_um_zug.referee import Referee

STYLES = ("random", "casual", "ticket_lover", "miser")


def decide(game: ZugUmZug, state: ZugState, style: str, rng: Rng) -> int:
    """Besides random and sensible play: one who takes tickets whenever possible, and one who
    avoids whatever brings the game on, so that its rare parts are met too."""
    buffer = new_buffer(game.most_moves)
    if state.turn == CHANCE:
        return state.draw(rng, buffer)
    if style == "casual":
        return game.casual.choose(state, rng, buffer)
    codes = game.legal(state)
    texts = {game.texts_by_code[code]: code for code in codes}
    often = {"ticket_lover": 2, "miser": 20}.get(style, 0)
    if "tickets" in texts and rng.below(often + 1) > 0:
        return texts["tickets"]
    if style == "miser" and "done" in texts and rng.below(30) > 0:
        return texts["done"]
    return codes[rng.below(len(codes))]


def check_position(game: ZugUmZug, state: ZugState, referee: Referee) -> None:
    assert referee.who() == who_is(state.turn)
    if state.turn == CHANCE:
        weights = game.outcomes(state)
        assert {game.texts_by_code[c]: w for c, w in weights.items()} == referee.outcomes()
        assert [game.texts_by_code[code] for code in weights] == list(referee.outcomes())
    else:
        assert [game.texts_by_code[code] for code in game.legal(state)] == referee.legal()


def check_masks(game: ZugUmZug, state: ZugState, code: int, referee: Referee) -> None:
    for viewer in [*range(state.seats), None]:
        told = game.mask(state, code, viewer)
        wanted = referee.seen(game.texts_by_code[code], viewer)
        assert (None if told is None else told.text) == wanted


def check_game(seats: int, style: str, seed: int) -> None:
    game = room()
    state: ZugState = game.start(seats)
    referee = Referee(seats, built_in("zug_um_zug"))
    rng = seeded("referee", seats, style, seed)
    while state.turn != OVER:
        check_position(game, state, referee)
        code = decide(game, state, style, rng)
        check_masks(game, state, code, referee)
        referee.play(game.texts_by_code[code])
        state.play(code)
    assert referee.who() == "over"
    assert game.result(state).summary() == referee.result()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("style", STYLES)
def test_referee_agrees_with_every_step(seats: int, style: str) -> None:
    for seed in range(3):
        check_game(seats, style, seed)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("style", STYLES)
def test_referee_agrees_over_hundreds_of_games(seats: int, style: str) -> None:
    for seed in range(100, 200):
        check_game(seats, style, seed)
