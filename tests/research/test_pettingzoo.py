"""PettingZoo's own tests over every room, and what they do not ask."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib import import_module
from operator import itemgetter
from pickle import dumps, loads
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import BaseWrapper

from spieltisch.core.errors import IllegalMove, UnreadableMove
from spieltisch.core.state import OVER
from spieltisch.games import ROOMS, game
from spieltisch.research.pettingzoo.table_env import TableEnv
from tests.kit.rooms import LAYOUTS, SEATINGS, Layout
from tests.traces import traced

Hold = Callable[[dict[str, NDArray[Any]]], NDArray[Any] | memoryview]
HOLDS: dict[str, Hold] = {
    "view": itemgetter("observation"),
    "mask taken out of its answer": lambda seen: seen.pop("action_mask"),
    "part of a view": lambda seen: seen["observation"][5:-5],
    "memory of a mask": lambda seen: seen["action_mask"].data,
}
CYCLES = 40
api_module = import_module("pettingzoo.test.api_test")


@pytest.fixture(autouse=True)
def no_warnings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every warning fails. PettingZoo's test has lists of the environments whose observation is a
    dict with an action mask, as that of its own card games; ours belong there too."""
    names = [f"{name}_v0" for name in ROOMS]
    for lists in ("env_obs_dicts", "env_obs_space"):
        monkeypatch.setattr(api_module, lists, [*getattr(api_module, lists), *names])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def module(name: str) -> ModuleType:
    return import_module(f"spieltisch.research.pettingzoo.{name}_v0")


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_api(layout: Layout) -> None:
    wishes = {"seats": layout.seats, "options": dict(layout.options)}
    api_test(module(layout.name).env(**wishes), CYCLES)
    api_test(module(layout.name).raw_env(**wishes), CYCLES)


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


def play(env: TableEnv, seed: int | None, wishes: dict[str, Any] | None = None) -> list[bytes]:
    """Everything an agent gets in a game whose moves are drawn with a fixed seed."""
    rng = np.random.default_rng(5)
    env.reset(seed=seed, options=wishes)
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
    trace = traced(room, room.least_seats, {}, 11, "casual")
    moves = [step["text"] for step in trace["steps"] if step["who"] != "chance"]
    env = module(name).raw_env()
    env.reset(seed=11)
    for text in moves:
        env.step(room.code(room.parse(text)))
    assert env.turn == OVER
    assert env.table.state.scores() == trace["result"]["scores"]


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


@pytest.mark.parametrize("hold", HOLDS.values(), ids=HOLDS)
@pytest.mark.parametrize("name", ROOMS)
def test_what_was_handed_out_does_not_change_later(name: str, hold: Hold) -> None:
    """Also over many games, whose memory is used again where nobody holds it."""
    env = module(name).raw_env()
    rng = np.random.default_rng(6)
    kept = []
    for seed in range(4):
        env.reset(seed=seed)
        while env.turn != OVER:
            seen, *_ = env.last()
            action = rng.choice(np.flatnonzero(seen["action_mask"]))
            if rng.random() < 0.2:
                held = hold(seen)
                kept.append((held, bytes(held)))
            env.step(action)
    assert all(bytes(held) == copy for held, copy in kept)


@pytest.mark.parametrize("name", ROOMS)
def test_what_was_handed_out_may_be_written(name: str) -> None:
    """It is the agent's own: the next look and the rules know nothing of it."""
    env = module(name).raw_env()
    env.reset(seed=4)
    seen = env.observe(env.agent_selection)
    before = {part: numbers.copy() for part, numbers in seen.items()}
    for numbers in seen.values():
        numbers[:] = 1 - numbers
    again, *_ = env.last()
    assert all(np.array_equal(again[part], before[part]) for part in before)
    with pytest.raises(IllegalMove):
        env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    env.step(int(np.flatnonzero(before["action_mask"])[-1]))


@pytest.mark.parametrize("name", ROOMS)
def test_memory_nobody_holds_is_used_again(name: str) -> None:
    env = module(name).raw_env()
    blocks = set()
    for seed in range(8):
        play(env, seed)
        blocks |= {id(env.table.rows.block), id(env.table.rows.spare)}
    assert len(blocks) == 2


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


class Limit(BaseWrapper[str, Any, Any]):  # type: ignore[misc]
    """Cuts a game off after a few steps, as wrappers with a time limit do."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.left = 4

    def step(self, action: Any) -> None:
        super().step(action)
        self.left -= 1
        if self.left == 0:
            for agent in self.env.unwrapped.agents:
                self.env.unwrapped.truncations[agent] = True


@pytest.mark.parametrize("kind", ["raw_env", "env"])
@pytest.mark.parametrize("name", ROOMS)
def test_a_game_can_be_cut_off_from_outside(name: str, kind: str) -> None:
    env = Limit(getattr(module(name), kind)())
    env.reset(seed=1)
    left = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if truncated:
            left.append((agent, reward, terminated))
        env.step(None if truncated else np.flatnonzero(seen["action_mask"])[0])
    assert sorted(left) == [(agent, 0.0, False) for agent in env.possible_agents]


def test_nobody_plays_on_without_an_agent_that_is_out() -> None:
    env = module("tatort_themse").raw_env(seats=3)
    env.reset(seed=1)
    env.truncations[env.agent_selection] = True
    env.step(None)
    assert len(env.agents) == 2
    assert all(env.truncations.values())
    with pytest.raises(ValueError, match="steps with None"):
        env.step(0)


@pytest.mark.parametrize(
    "twin_of", [deepcopy, lambda env: loads(dumps(env))], ids=["copy", "pickle"]
)
@pytest.mark.parametrize("kind", ["raw_env", "env"])
@pytest.mark.parametrize("name", ROOMS)
def test_a_copy_in_mid_game_plays_on_alike(
    name: str, kind: str, twin_of: Callable[[TableEnv], TableEnv]
) -> None:
    env = getattr(module(name), kind)()
    assert not twin_of(env).unwrapped.agents
    env.reset(seed=3)
    some_steps(env, 20)
    twin = twin_of(env)
    before = twin.last()[0]["observation"].copy()
    there = some_steps(env, 200)
    assert np.array_equal(twin.last()[0]["observation"], before)
    assert some_steps(twin, 200) == there
    assert play(env, None) == play(twin, None)


def some_steps(env: TableEnv, steps: int) -> list[object]:
    rng = np.random.default_rng(9)
    told: list[object] = []
    for agent in env.agent_iter(steps):
        seen, reward, out, _, _ = env.last()
        told.append((agent, seen["observation"].tobytes(), reward, out))
        env.step(None if out else rng.choice(np.flatnonzero(seen["action_mask"])))
    return told


def test_only_an_agent_that_is_out_steps_with_none() -> None:
    env = module("holmes").raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no other agent does"):
        env.step(None)


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_reset_takes_seats_and_options(name: str, seats: int) -> None:
    env = module(name).raw_env()
    values = {one.name: one.values[-1] for one in env.game.options if not one.study}
    env.reset(seed=1, options={"seats": seats, **values, "of_someone_else": 1})
    assert env.num_agents == seats
    assert env.seating.options == values
    agent = env.agent_selection
    assert env.observation_space(agent).contains(env.observe(agent))


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("wishes", [{"seats": 2}, {"of_someone_else": 1}], ids=str)
def test_options_without_a_seed_go_on_with_the_generator(name: str, wishes: dict[str, Any]) -> None:
    env, other = module(name).raw_env(), module(name).raw_env()
    games = [play(env, None, wishes) for _ in range(3)]
    assert games[0] != games[1] != games[2] != games[0]
    assert play(other, None, wishes) not in games


def test_other_options_do_not_lay_the_same_game_again() -> None:
    env = module("tatort_themse").raw_env()
    env.reset(seed=1)
    games = [play(env, None, {"seats": seats}) for seats in (3, 2, 3, 2, 3)]
    assert len({b"".join(game) for game in games}) == len(games)


def test_options_that_change_nothing_keep_the_seeds_of_the_spaces() -> None:
    env = module("troika").raw_env()
    env.reset(seed=1)
    space = env.action_space("player_0")
    env.reset(options={"seats": 2})
    assert env.action_space("player_0") is space


@pytest.mark.parametrize("name", ROOMS)
def test_rendering_shows_the_seats_own_view(name: str) -> None:
    env = module(name).raw_env(render_mode="ansi")
    env.reset(seed=1)
    assert f"seat: {env.turn}\n" in env.render()
