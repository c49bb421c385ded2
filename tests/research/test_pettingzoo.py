"""PettingZoo's own tests over every room, and what they do not ask."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from spieltisch.core.errors import IllegalMove, UnreadableMove
from spieltisch.core.state import OVER
from spieltisch.games import ROOMS, game
from spieltisch.research.pettingzoo.table_env import TableEnv
from spieltisch.trace import Tracer

CYCLES = 60


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    """Every warning fails, except the two that PettingZoo gives to every environment whose
    observation is a dict with an action mask, unless its name is on PettingZoo's own list."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


def module(name: str) -> ModuleType:
    return import_module(f"spieltisch.research.pettingzoo.{name}_v0")


def seat_counts(name: str) -> list[int]:
    room = game(name)
    return sorted({room.least_seats, room.most_seats})


SEATINGS = [(name, seats) for name in ROOMS for seats in seat_counts(name)]


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_api(name: str, seats: int) -> None:
    api_test(module(name).env(seats=seats), CYCLES)
    api_test(module(name).raw_env(seats=seats), CYCLES)


@pytest.mark.parametrize("name", ROOMS)
def test_whole_games_pass_the_api_test(name: str) -> None:
    api_test(module(name).env(), num_cycles=1000)


@pytest.mark.parametrize("name", ROOMS)
def test_seeds(name: str) -> None:
    seed_test(module(name).env, CYCLES)
    seed_test(module(name).raw_env, CYCLES)


@pytest.mark.parametrize("name", ROOMS)
def test_rendering(name: str) -> None:
    render_test(module(name).env)


def play(env: TableEnv, seed: int | None) -> list[bytes]:
    """Everything an agent gets in a game whose moves are drawn with a fixed seed."""
    rng = np.random.default_rng(5)
    env.reset(seed=seed)
    seen = []
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        assert observation is not None
        seen.append(
            agent.encode() + observation["observation"].tobytes() + bytes(str(reward), "ascii")
        )
        env.step(None if terminated else rng.choice(np.flatnonzero(observation["action_mask"])))
    return seen


@pytest.mark.parametrize("name", ROOMS)
def test_a_seed_gives_the_same_game_also_in_an_environment_used_before(name: str) -> None:
    fresh, used = module(name).raw_env(), module(name).raw_env()
    play(used, 1)
    play(used, None)
    assert play(fresh, 7) == play(used, 7)
    assert play(fresh, None) == play(used, None)
    assert play(fresh, 7) != play(fresh, 8)


@pytest.mark.parametrize("name", ROOMS)
def test_a_seed_draws_as_the_command_line_does(name: str) -> None:
    room = game(name)
    tracer = Tracer(room, room.least_seats, {}, 11, "casual")
    moves = [step["text"] for step in tracer.play(False)["steps"] if step["who"] != "chance"]
    env = module(name).raw_env()
    env.reset(seed=11)
    for text in moves:
        env.step(room.code(room.parse(text)))
    assert env.turn == OVER
    assert env.table.state.scores() == tracer.state.scores()


@pytest.mark.parametrize("name", ROOMS)
def test_rewards_are_one_shared_among_the_winners(name: str) -> None:
    env = module(name).raw_env()
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while env.turn != OVER:
        assert set(env.rewards.values()) == {0.0}
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
    assert sum(env.rewards.values()) == pytest.approx(1.0)
    assert list(env.rewards.values()) == env.table.state.payoffs()


@pytest.mark.parametrize("name", ROOMS)
def test_only_the_deciding_seat_has_a_mask(name: str) -> None:
    env = module(name).raw_env()
    env.reset(seed=3)
    legal = game(name).legal(env.table.state)
    for agent in env.agents:
        marked = np.flatnonzero(env.observe(agent)["action_mask"]).tolist()
        assert marked == (legal if agent == env.agent_selection else [])


@pytest.mark.parametrize("name", ROOMS)
def test_an_illegal_move_is_refused_with_its_clause(name: str) -> None:
    env = module(name).raw_env()
    env.reset(seed=3)
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[-1])
    with pytest.raises(IllegalMove, match=r"\(\w+-\d+\)"):
        env.step(illegal)
    with pytest.raises(UnreadableMove, match="is no move of"):
        env.step(env.game.codes)
    with pytest.raises(UnreadableMove, match="is no move of"):
        env.step(-1)


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_reset_takes_seats_and_options(name: str, seats: int) -> None:
    env = module(name).raw_env()
    values = {option.name: option.values[-1] for option in env.game.options}
    env.reset(seed=1, options={"seats": seats, **values, "of_someone_else": 1})
    assert env.num_agents == seats
    assert env.seating.options == values
    agent = env.agent_selection
    assert env.observation_space(agent).contains(env.observe(agent))


@pytest.mark.parametrize("name", ROOMS)
def test_rendering_shows_the_seats_own_view(name: str) -> None:
    env = module(name).raw_env(render_mode="ansi")
    env.reset(seed=1)
    assert f"seat: {env.turn}\n" in env.render()
