"""Many tables of one game, stepped together in the compiled core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from spieltisch.core.errors import BadOption, SpieltischError, UnreadableMove
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import Policy, RandomPolicy
from spieltisch.games import game as room
from spieltisch.research.arrays import Numbers, over, rows_over
from spieltisch.research.gymnasium.seat_env import check_seat
from spieltisch.research.seating import Seating
from spieltisch.research.stepping import ENDED, EVERY_SEAT, ManyTables

SELF_PLAY = "self"
Actions = NDArray[np.int64]
Facts = dict[str, Any]


class UnknownOpponent(SpieltischError):
    """No such player is in the compiled core."""


class ManyTablesEnv(VectorEnv[Numbers, Actions, NDArray[Any]]):
    """A finished table is laid anew in the next step, whose action there is ignored (NEXT_STEP);
    its mask is full meanwhile.

    Against opponents, the reward is the seat's payoff. In self-play every decision is asked for:
    `info["seat"]` says whose it is, and the reward is the payoff of the seat that moved last;
    `info["payoffs"]` has everyone's."""

    def __init__(self, seating: Seating, num_envs: int, seat: int, policy: Policy) -> None:
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.seating = seating
        self.num_envs = num_envs
        self.sown = False
        self.single_observation_space = seating.observation_space()
        self.single_action_space = seating.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        game = seating.game
        self.tables = ManyTables(
            seating.start(),
            [seeded(number) for number in range(num_envs)],
            policy,
            seat,
            game.most_moves,
            game.codes,
            seating.numbers,
            rows_over,
        )
        self.look_at_memory()

    def look_at_memory(self) -> None:
        """Arrays over the memory the compiled core writes into."""
        tables = self.tables
        self.seen = tables.seen_rows
        self.masks = over(tables.masks, np.int8).reshape(self.num_envs, -1)
        self.rewards = over(tables.rewards, np.float64)
        self.standing = over(tables.standing, np.int64)
        self.deciding = over(tables.deciding, np.int64)
        self.payoffs = over(tables.payoffs, np.float64).reshape(self.num_envs, -1)

    def reset(
        self, *, seed: int | None = None, options: Facts | None = None
    ) -> tuple[Numbers, Facts]:
        super().reset(seed=seed)
        if seed is not None or not self.sown:
            self.sow(int(self.np_random.integers(2**62)) if seed is None else seed)
        self.tables.lay_all()
        return self.seen.copy(), self.facts()

    def sow(self, seed: int) -> None:
        name, seats = self.seating.game.name, self.seating.seats
        self.tables.rngs = [
            seeded("table", name, seats, seed, number) for number in range(self.num_envs)
        ]
        self.sown = True

    def step(
        self, actions: Actions
    ) -> tuple[Numbers, NDArray[Any], NDArray[Any], NDArray[Any], Facts]:
        wrong = self.tables.step(np.asarray(actions).tolist())
        if wrong >= 0:
            raise self.refused(wrong, int(actions[wrong]))
        return (
            self.seen.copy(),
            self.rewards.copy(),
            self.standing == ENDED,
            np.zeros(self.num_envs, np.bool_),
            self.facts(),
        )

    def refused(self, table: int, code: int) -> SpieltischError:
        game = self.seating.game
        if not 0 <= code < game.codes:
            return UnreadableMove(f"table {table}: {code} is no move of {game.name}")
        refusal = game.why_illegal(self.tables.states[table], game.move(code))
        assert refusal is not None
        return game.illegal(f"table {table}: {game.move(code).text()}", refusal)

    def facts(self) -> Facts:
        return {
            "action_mask": self.masks.copy(),
            "seat": self.deciding.copy(),
            "payoffs": self.payoffs.copy(),
        }


def compiled_policy(game: Game, opponents: str) -> Policy:
    if opponents == "random":
        return RandomPolicy()
    if opponents in ("casual", SELF_PLAY):
        return game.casual
    raise UnknownOpponent(f"opponents: casual, random or self, not {opponents[:60]!r}")


def many_tables_env(
    name: str,
    num_envs: int = 1,
    seats: int | None = None,
    seat: int = 0,
    opponents: str = "casual",
    options: Mapping[str, str] | None = None,
    game: Game | None = None,
) -> ManyTablesEnv:
    """`opponents` are "casual" or "random", or "self" to be asked for every seat."""
    played = game or room(name)
    seating = Seating(played, seats or played.least_seats, options or {})
    check_seat(seat, seating.seats)
    if num_envs < 1:
        raise BadOption(f"num_envs: at least one table, not {num_envs}")
    policy = compiled_policy(played, opponents)
    asked = EVERY_SEAT if opponents == SELF_PLAY else seat
    return ManyTablesEnv(seating, num_envs, asked, policy)
