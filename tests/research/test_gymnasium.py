"""Gymnasium's own check over every room, and tables stepped together against one alone."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from copy import deepcopy
from pickle import dumps, loads
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from spieltisch.bots.simple import CasualBot
from spieltisch.core.errors import BadOption, BadSeats, IllegalMove, UnreadableMove
from spieltisch.core.state import OVER
from spieltisch.games import ROOMS, game
from spieltisch.research.gymnasium import id_of
from spieltisch.research.gymnasium.many_tables_env import ManyTablesEnv, UnknownOpponent
from spieltisch.research.gymnasium.seat_env import SeatEnv
from spieltisch.research.gymnasium.seat_env import seat_env as env_of

TABLES = 6


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def seat_env(name: str, **wishes: Any) -> SeatEnv:
    env = gymnasium.make(id_of(name), **wishes).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def many(name: str, tables: int = TABLES, **wishes: Any) -> ManyTablesEnv:
    env = gymnasium.make_vec(id_of(name), num_envs=tables, **wishes).unwrapped
    assert isinstance(env, ManyTablesEnv)
    return env


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("opponents", ["random", "casual"])
def test_check_env(name: str, opponents: str) -> None:
    check_env(seat_env(name, opponents=opponents, render_mode="ansi"))


@pytest.mark.parametrize("name", ROOMS)
def test_any_line_up_plays_a_whole_game(name: str) -> None:
    room = game(name)
    levels = ["beginner", CasualBot(), "random", "casual"][: room.most_seats - 1]
    env = seat_env(name, seats=room.most_seats, seat=room.most_seats - 1, opponents=levels)
    _, facts = env.reset(seed=4)
    rng = np.random.default_rng(4)
    over, reward = False, 0.0
    while not over:
        action = rng.choice(np.flatnonzero(facts["action_mask"]))
        _, reward, over, _, facts = env.step(action)
    assert reward == facts["payoffs"][room.most_seats - 1]
    assert facts["payoffs"].sum() == pytest.approx(1.0)


@pytest.mark.parametrize("name", ROOMS)
def test_a_seed_gives_the_same_game_also_in_an_environment_used_before(name: str) -> None:
    fresh, used = seat_env(name), seat_env(name)
    first_steps(used, 1)
    assert first_steps(fresh, 9) == first_steps(used, 9)
    assert first_steps(fresh, None) == first_steps(used, None)


def first_steps(env: SeatEnv, seed: int | None, steps: int = 12) -> list[bytes]:
    rng = np.random.default_rng(2)
    seen, facts = env.reset(seed=seed)
    told = [seen.tobytes()]
    for _ in range(steps):
        action = rng.choice(np.flatnonzero(facts["action_mask"]))
        seen, _, over, _, facts = env.step(action)
        told.append(seen.tobytes())
        if over:
            break
    return told


@pytest.mark.parametrize(
    "twin_of", [deepcopy, lambda env: loads(dumps(env))], ids=["copy", "pickle"]
)
@pytest.mark.parametrize("name", ROOMS)
def test_a_copy_in_mid_game_plays_on_alike(
    name: str, twin_of: Callable[[SeatEnv], SeatEnv]
) -> None:
    env = seat_env(name)
    env.reset(seed=3)
    twin = twin_of(env)
    legal = np.flatnonzero(env.facts()["action_mask"])
    for action in legal[:1]:
        here, there = env.step(action), twin.step(action)
        assert np.array_equal(here[0], there[0]) and here[1:4] == there[1:4]
    assert first_steps(env, None) == first_steps(twin, None)


@pytest.mark.parametrize("name", ROOMS)
def test_a_move_that_is_not_in_the_mask_loses(name: str) -> None:
    env = seat_env(name)
    _, facts = env.reset(seed=1)
    illegal = np.flatnonzero(facts["action_mask"] == 0)[-1]
    _, reward, over, _, facts = env.step(illegal)
    assert (reward, over) == (-1.0, True)
    assert facts["refused"].startswith(env.game.texts_by_code[illegal])
    with pytest.raises(ResetNeeded):
        env.step(np.flatnonzero(facts["action_mask"])[0])
    env.reset()


def test_a_wrong_line_up_is_told_in_one_line() -> None:
    with pytest.raises(BadSeats, match="2 seats are to be filled, not 1"):
        seat_env("tatort_themse", seats=3, opponents=["casual"])
    with pytest.raises(BadOption, match="at least one table, not 0"):
        many("tatort_themse", tables=0)
    with pytest.raises(BadOption, match="ansi, not 'human'"):
        env_of("tatort_themse", render_mode="human")
    with pytest.raises(BadSeats, match="no seat 2 among 2"):
        seat_env("tatort_themse", seat=2)
    with pytest.raises(UnknownOpponent, match="casual, random or self, not 'strong'"):
        many("tatort_themse", opponents="strong")


def drawn(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal move at every table."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("opponents", ["random", "casual", "self"])
def test_a_table_of_many_is_the_same_as_a_table_alone(name: str, opponents: str) -> None:
    """Stepped together or alone with the same moves, a table shows the same from deal to deal."""
    together = many(name, opponents=opponents)
    seen, facts = together.reset(seed=5)
    alone = many(name, opponents=opponents, tables=1)
    alone.reset(seed=0)
    alone.tables.rngs = [together_rng(name, 5, 3)]
    alone.tables.lay_all()
    rng = np.random.default_rng(5)
    for _ in range(150):
        actions = drawn(facts["action_mask"], rng)
        seen, rewards, over, _, facts = together.step(actions)
        one, reward, ended, _, told = alone.step(actions[3:4])
        assert np.array_equal(seen[3], one[0])
        assert (rewards[3], over[3]) == (reward[0], ended[0])
        for key in ("action_mask", "seat", "payoffs"):
            assert np.array_equal(facts[key][3], told[key][0])


def together_rng(name: str, seed: int, table: int) -> Any:
    env = many(name, tables=table + 1)
    env.reset(seed=seed)
    env.sow(seed)
    return env.tables.rngs[table]


@pytest.mark.parametrize("name", ROOMS)
def test_what_is_handed_out_is_what_the_rooms_say(name: str) -> None:
    """Numbers and masks of every table agree with the game itself, asked table by table."""
    env = many(name, opponents="self")
    seen, facts = env.reset(seed=8)
    rng = np.random.default_rng(8)
    room = env.seating.game
    for _ in range(40):
        for table, state in enumerate(env.tables.states):
            marked = np.flatnonzero(facts["action_mask"][table]).tolist()
            if state.turn == OVER:
                assert len(marked) == room.codes
                continue
            assert facts["seat"][table] == state.turn
            assert marked == room.legal(state)
            looking = env.seating.table()
            looking.state = state
            assert np.array_equal(seen[table], looking.look(state.turn)["observation"])
        seen, _, _, _, facts = env.step(drawn(facts["action_mask"], rng))


@pytest.mark.parametrize("name", ROOMS)
def test_a_finished_table_is_laid_anew_in_the_next_step(name: str) -> None:
    env = many(name, tables=2, opponents="random")
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    _, facts = env.reset(seed=2)
    rng = np.random.default_rng(2)
    over = np.zeros(2, np.bool_)
    while not over.any():
        _, rewards, over, _, facts = env.step(drawn(facts["action_mask"], rng))
    table = int(over.argmax())
    assert rewards[table] == facts["payoffs"][table][0]
    assert facts["payoffs"][table].sum() == pytest.approx(1.0)
    assert facts["action_mask"][table].all()
    _, rewards, over, _, facts = env.step(drawn(facts["action_mask"], rng))
    assert (rewards[table], over[table]) == (0.0, False)
    assert env.tables.states[table].turn == 0
    assert not facts["payoffs"][table].any()


@pytest.mark.parametrize("name", ROOMS)
def test_arrays_handed_out_do_not_change_later(name: str) -> None:
    env = many(name)
    seen, facts = env.reset(seed=2)
    kept = seen.copy(), facts["action_mask"].copy()
    env.step(drawn(facts["action_mask"], np.random.default_rng(1)))
    assert np.array_equal(seen, kept[0])
    assert np.array_equal(facts["action_mask"], kept[1])


@pytest.mark.parametrize("name", ROOMS)
def test_an_illegal_move_names_its_table_and_nothing_is_played(name: str) -> None:
    env = many(name)
    _, facts = env.reset(seed=2)
    actions = drawn(facts["action_mask"], np.random.default_rng(1))
    actions[4] = np.flatnonzero(facts["action_mask"][4] == 0)[-1]
    with pytest.raises(IllegalMove, match="table 4: "):
        env.step(actions)
    assert np.array_equal(env.facts()["action_mask"], facts["action_mask"])
    actions[4] = env.seating.game.codes
    with pytest.raises(UnreadableMove, match=r"table 4: .* is no move"):
        env.step(actions)
