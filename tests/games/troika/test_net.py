"""The net that values positions between two players, and what a search makes of what it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer
from spieltisch.games import game
from spieltisch.games.troika.net import INPUTS, OUTCOMES, Net, expected, numbers_of, won_by
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.state import FUEL_IN_CONTAINER, Round
from spieltisch.search.playout import lead

ROUNDS = 60
MARGIN, SCALE = 0.2, 3.0
LOGITS = [6371104572, -1000795467, 3080581212, -11159109689, -11637747042]


def troika() -> TroikaState:
    state = game("troika").start(2)
    assert isinstance(state, TroikaState)
    return state


def value(state: State) -> float:
    return game("troika").casual.value(state, state.turn, MARGIN, SCALE)


def first_rounds() -> Iterator[tuple[list[float], float]]:
    """What was thought of a first round whenever a turn began, and the lead in chips at its end,
    for the first seat."""
    room, buffer = game("troika"), new_buffer(game("troika").most_moves)
    for number in range(ROUNDS):
        rng, state, thought, last = seeded("net", number), room.start(2), [], OVER
        while state.stage() == 0:
            if state.turn == CHANCE:
                state.play(state.draw(rng, buffer))
                continue
            if state.turn != last:
                thought.append(value(state) if state.turn == 0 else 1 - value(state))
            last = state.turn
            state.play(room.casual.choose(state, rng, buffer))
        yield thought, lead(state.scores(), 0, 2)


def test_the_net_foresees_how_rounds_end() -> None:
    rounds = list(first_rounds())
    assert all(0 < one < 1 for thought, _ in rounds for one in thought)
    late = [(thought[-1] > 0.5) == (ahead > 0) for thought, ahead in rounds if ahead]
    early = [(thought[0] > 0.5) == (ahead > 0) for thought, ahead in rounds if ahead]
    assert sum(late) >= 0.75 * len(late)
    assert sum(late) > sum(early)


def test_every_build_adds_up_the_same() -> None:
    net = Net(numbers_of("hidden"), numbers_of("outcomes"))
    for at in range(INPUTS):
        net.inputs[at] = at
    assert sum(net.chances()) == pytest.approx(1.0)
    assert list(net.logits) == LOGITS


def sure(outcome: int) -> vec[float]:
    return vec[float]([1.0 if one == outcome else 0.0 for one in range(OUTCOMES)])


def a_round_won_by(seat: int) -> Round:
    nothing = vec[i64]([0, 0])
    chips = vec[i64]([2, 1] if seat == 0 else [1, 2])
    return Round(FUEL_IN_CONTAINER, nothing, nothing, nothing, nothing, chips)


def test_chips_count_in_every_round_and_the_victory_in_the_last() -> None:
    state = troika()
    drawn, won = won_by(2), won_by(3)
    assert (drawn, won) == (0, 1)
    assert expected(state, 0, sure(2), MARGIN, SCALE) == 0.5
    assert expected(state, 0, sure(3), MARGIN, SCALE) == 0.5 + 0.5 / 4
    state.past = [a_round_won_by(0), a_round_won_by(1)]
    assert expected(state, 0, sure(2), MARGIN, SCALE) == 0.5
    assert expected(state, 0, sure(3), MARGIN, SCALE) == pytest.approx(0.8 + 0.2 * (0.5 + 0.5 / 4))
    assert expected(state, 0, sure(1), MARGIN, SCALE) == pytest.approx(0.2 * (0.5 - 0.5 / 4))


def test_with_more_than_two_and_in_pocket_games_nothing_is_foreseen() -> None:
    room = game("troika")
    assert [room.casual.can_value(room.start(seats)) for seats in (2, 3, 5)] == [True, False, False]
    assert not room.casual.can_value(room.start(2, {"size": "pocket"}))
