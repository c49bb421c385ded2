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
from spieltisch.core.rng import seeded
from spieltisch.core.state import OVER
from spieltisch.games import ROOMS, game
from spieltisch.research.gymnasium import id_of
from spieltisch.research.gymnasium.many_tables_env import ManyTablesEnv, UnknownOpponent
from spieltisch.research.gymnasium.opponents import Ladder
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
    with pytest.raises(UnknownOpponent, match="beginner, random or self, not 'strong'"):
        many("tatort_themse", opponents="strong")


def drawn(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal move at every table."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("opponents", ["random", "beginner", "casual", "self"])
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


def played(env: SeatEnv, seed: int) -> tuple[list[float], dict[str, Any]]:
    """The rewards of a whole game at random, and what is told at its end."""
    rng = np.random.default_rng(seed)
    _, facts = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        action = rng.choice(np.flatnonzero(facts["action_mask"]))
        _, reward, over, _, facts = env.step(action)
        rewards.append(reward)
    return rewards, facts


@pytest.mark.parametrize("name", ROOMS)
def test_rewards_are_what_they_are_called(name: str) -> None:
    seats = game(name).most_seats
    for seed in range(3):
        told = {}
        for kind in ("win", "margin", "rank"):
            rewards, facts = played(
                seat_env(name, seats=seats, opponents="random", reward=kind), seed
            )
            assert not any(rewards[:-1]) and 0.0 <= rewards[-1] <= 1.0
            told[kind] = rewards[-1]
        won, best = facts["payoffs"][0] > 0, facts["scores"].max()
        assert told["win"] == facts["payoffs"][0] and told["rank"] <= 1.0
        assert not won or (told["rank"] >= 0.5 and facts["scores"][0] == best)
        assert won or told["rank"] < 1.0
        assert (told["margin"] > 0.5) <= (facts["scores"][0] == best)


@pytest.mark.parametrize("discount", [1.0, 0.9])
@pytest.mark.parametrize("name", ROOMS)
def test_shaping_changes_every_game_by_the_same(name: str, discount: float) -> None:
    """The proof in docs/research.md: what a game brings is less by the first potential, whatever
    was played."""
    plain, shaped = (
        seat_env(name, opponents="random", shaping=shaping, discount=discount)
        for shaping in (0.0, 0.5)
    )
    bare, _ = played(plain, 6)
    rewards, _ = played(shaped, 6)
    assert any(rewards[:-1]), "nothing was shaped"
    shaped.reset(seed=6)
    first = shaped.potential
    brought = [sum(discount**at * one for at, one in enumerate(told)) for told in (bare, rewards)]
    assert brought[1] == pytest.approx(brought[0] - first)


@pytest.mark.parametrize("name", ROOMS)
def test_a_potential_holds_nothing_the_seat_does_not_know(name: str) -> None:
    env = seat_env(name, opponents="random", shaping=1.0)
    rng = np.random.default_rng(1)
    _, facts = env.reset(seed=1)
    over = False
    while not over:
        twin = env.table.state.copy()
        twin.resample(env.seat, seeded(3))
        assert env.reward.potential(twin, env.seat) == env.potential
        _, _, over, _, facts = env.step(rng.choice(np.flatnonzero(facts["action_mask"])))


def test_opponents_are_drawn_for_each_game() -> None:
    env = seat_env("holmes", opponents={"random": 1, "beginner": 1}, seat="random")
    met = {(facts["opponents"], facts["seat"]) for _, facts in (env.reset() for _ in range(40))}
    assert met == {(level, seat) for level in ("random", "beginner") for seat in (0, 1)}
    again = seat_env("holmes", opponents={"random": 1, "beginner": 1}, seat="random")
    told = [[one.reset(seed=5)[1][fact] for fact in ("opponents", "seat")] for one in (env, again)]
    assert told[0] == told[1]
    with pytest.raises(BadOption, match="weights above 0"):
        seat_env("holmes", opponents={})


def test_a_ladder_is_climbed_by_winning_and_not_by_losing() -> None:
    ladder = Ladder(games=10, enough=0.6, back=4)
    rng = np.random.default_rng(1)
    for _ in range(30):
        assert ladder.draw(rng) == "random"
        ladder.tell("random", 0.5)
    for _ in range(10):
        ladder.tell("random", 1.0)
    assert ladder.levels[ladder.rung] == "beginner"
    drawn_now = [ladder.draw(rng) for _ in range(400)]
    assert 60 <= drawn_now.count("random") <= 140 and drawn_now.count("casual") == 0
    for _ in range(100):
        ladder.tell("random", 1.0)
    assert ladder.rung == 1, "games against lower rungs do not count"


def test_masks_are_as_sb3_contrib_asks_for_them() -> None:
    env = gymnasium.make(id_of("troika"))
    _, facts = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_ and np.array_equal(masks, facts["action_mask"] == 1)


@pytest.mark.parametrize("name", ROOMS)
def test_tables_laid_anew_at_once_tell_the_last_view(name: str) -> None:
    """The same games as in the other mode, a step earlier."""
    env = many(name, tables=3, opponents="random", autoreset_mode=AutoresetMode.SAME_STEP)
    later = many(name, tables=3, opponents="random")
    _, facts = env.reset(seed=2)
    later.reset(seed=2)
    rng = np.random.default_rng(2)
    over = np.zeros(3, np.bool_)
    while not over.any():
        actions = drawn(facts["action_mask"], rng)
        seen, rewards, over, _, facts = env.step(actions)
        last, paid, ended, _, told = later.step(actions)
        assert np.array_equal(rewards, paid) and np.array_equal(over, ended)
    table = int(over.argmax())
    assert np.array_equal(facts["final_obs"][table], last[table])
    assert np.array_equal(facts["final_info"]["payoffs"][table], told["payoffs"][table])
    assert facts["final_info"]["scores"][table].any() and facts["_final_info"][table]
    assert not facts["payoffs"][table].any() and env.tables.states[table].turn == 0
    assert np.array_equal(seen[table], later.step(drawn(told["action_mask"], rng))[0][table])


def test_many_tables_shape_draw_and_seat_as_one_does() -> None:
    ladder = Ladder(games=5, enough=0.0)
    env = many("holmes", tables=8, opponents=ladder, seat="random", shaping=0.5, reward="margin")
    _, facts = env.reset(seed=3)
    rng, sums, met = np.random.default_rng(3), env.potentials.copy(), set()
    finished = np.zeros(8, np.bool_)
    while not finished.all():
        met |= set(facts["seat"].tolist())
        _, rewards, over, _, facts = env.step(drawn(facts["action_mask"], rng))
        sums += np.where(finished, 0.0, rewards)
        finished |= over
    assert met == {0, 1} and ladder.rung > 0
    assert ((sums >= -1e-9) & (sums <= 1 + 1e-9)).all(), "what is left is the margin"
    with pytest.raises(BadOption, match="self-play"):
        many("holmes", opponents="self", seat="random")


def test_a_teacher_says_what_a_casual_player_would_do() -> None:
    """Whoever plays so wins against random players, and never plays an illegal move."""
    env = many("holmes", tables=20, opponents="random")
    env.reset(seed=4)
    won: list[float] = []
    while len(won) < 20:
        *_, over, _, facts = env.step(env.moves_of("casual"))
        won += facts["payoffs"][over, 0].tolist()
    assert sum(won) / len(won) > 0.9
