"""The heuristic plays like a sensible beginner, on what its seat knows."""

from __future__ import annotations

import pytest

from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, RandomPolicy, new_buffer
from tests.games.zug_um_zug.positions import laid, position, room

GAMES = 12


def casual_wins(seats: int, games: int) -> int:
    """How often one casual seat wins against random ones."""
    won = 0
    buffer = new_buffer(room().most_moves)
    for number in range(games):
        rng = seeded("casual", seats, number)
        state = room().start(seats)
        mine = number % seats
        while state.turn != OVER:
            if state.turn == CHANCE:
                state.play(state.draw(rng, buffer))
            else:
                policy = room().casual if state.turn == mine else RandomPolicy()
                state.play(policy.choose(state, rng, buffer))
        won += mine in room().result(state).winners
    return won


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_beats_random_players(seats: int) -> None:
    assert casual_wins(seats, GAMES) >= GAMES - 2


def choice(**words: object) -> str:
    state = laid(position(**words))  # type: ignore[arg-type]
    code = room().casual.choose(state, seeded("choice"), new_buffer(room().most_moves))
    return room().texts_by_code[code]


def test_it_lays_what_its_tickets_ask_for() -> None:
    tickets = {"held": [[44]], "first_kept": (1, 0)}  # white white blue blue
    assert choice(hands=["WWKKG", ""], pile="K" * 8, display="PPPPP", **tickets) == "lay WW"


def test_it_robs_where_that_costs_little() -> None:
    yards = [{}, {"K": (2, 2)}]
    assert choice(hands=["KKKKK", ""], pile="P" * 9, display="PYYYY", yards=yards) == "lay KKKKK"


def test_it_completes_the_best_set() -> None:
    words = {"held": [[1, 4, 5]], "first_kept": (3, 0), "on_the_way": ["YB"]}
    assert choice(hands=["", ""], phase="complete", last_turns=0, **words) == "complete 5"
