"""Many tables of one game, stepped together in the compiled core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from spieltisch.bots.simple import beginner
from spieltisch.core.errors import BadOption, SpieltischError, UnreadableMove
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import Policy, RandomPolicy
from spieltisch.games import game as room
from spieltisch.research.arrays import Numbers, over, rows_over
from spieltisch.research.gymnasium.opponents import Ladder, Lot, Mixture, lot_of
from spieltisch.research.gymnasium.rewards import Reward
from spieltisch.research.gymnasium.seat_env import ANY_SEAT, WishedSeat, check_seat
from spieltisch.research.seating import Seating
from spieltisch.research.stepping import ENDED, EVERY_SEAT, ManyTables

SELF_PLAY = "self"
Actions = NDArray[np.int64]
Facts = dict[str, Any]


class UnknownOpponent(SpieltischError):
    """No such player is in the compiled core."""


class ManyTablesEnv(VectorEnv[Numbers, Actions, NDArray[Any]]):
    """A finished table is laid anew in the next step, whose action there is ignored (NEXT_STEP);
    its mask is full meanwhile. Or it is laid anew at once (SAME_STEP): then its last view is
    `info["final_obs"]`, and its results are in `info["final_info"]`.

    Against opponents, the reward is the seat's payoff. In self-play every decision is asked for:
    `info["seat"]` says whose it is, and the reward is the payoff of the seat that moved last;
    `info["payoffs"]` has everyone's."""

    def __init__(
        self,
        seating: Seating,
        num_envs: int,
        seat: WishedSeat,
        opponents: str | Lot,
        reward: Reward,
        mode: AutoresetMode,
    ) -> None:
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.same_step = mode == AutoresetMode.SAME_STEP
        self.seating = seating
        self.reward = reward
        self.any_seat = seat == ANY_SEAT
        self.lot = None if isinstance(opponents, str) else opponents
        levels = (opponents,) if isinstance(opponents, str) else opponents.levels
        self.policies = {level: compiled_policy(seating.game, level) for level in levels}
        self.levels = [levels[0]] * num_envs
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
            [self.policies[levels[0]]] * num_envs,
            EVERY_SEAT if opponents == SELF_PLAY else 0 if seat == ANY_SEAT else int(seat),
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
        for table in range(self.num_envs):
            self.sit_down(table)
        self.tables.lay_all()
        self.potentials = self.look_ahead()
        return self.seen.copy(), self.facts()

    def sit_down(self, table: int) -> None:
        """Who sits where in the next game of a table."""
        if self.any_seat:
            self.tables.outside[table] = int(self.np_random.integers(self.seating.seats))
        if self.lot is not None:
            self.levels[table] = self.lot.draw(self.np_random)
            self.tables.policies[table] = self.policies[self.levels[table]]

    def look_ahead(self) -> NDArray[Any]:
        """The potential of each table's seat."""
        if self.reward.shaping == 0:
            return np.zeros(self.num_envs)
        states, seats = self.tables.states, self.deciding.tolist()
        return np.array(list(map(self.reward.potential, states, seats)))

    def sow(self, seed: int) -> None:
        name, seats = self.seating.game.name, self.seating.seats
        self.tables.rngs = [
            seeded("table", name, seats, seed, number) for number in range(self.num_envs)
        ]
        self.sown = True

    def step(
        self, actions: Actions
    ) -> tuple[Numbers, NDArray[Any], NDArray[Any], NDArray[Any], Facts]:
        tables, fresh = self.tables, self.standing == ENDED
        for table in np.flatnonzero(fresh):
            self.sit_down(int(table))
        wrong = tables.step(np.asarray(actions).tolist())
        if wrong >= 0:
            raise self.refused(wrong, int(actions[wrong]))
        over = self.standing == ENDED
        rewards = self.earned(over, fresh)
        facts = self.lay_anew(over) if self.same_step and over.any() else self.facts()
        return self.seen.copy(), rewards, over, np.zeros(self.num_envs, np.bool_), facts

    def earned(self, over: NDArray[Any], fresh: NDArray[Any]) -> NDArray[Any]:
        """What this step brought. A table that was laid anew in it has only begun."""
        rewards: NDArray[Any] = self.rewards.copy()
        for table in np.flatnonzero(over):
            state, seat = self.tables.states[table], int(self.deciding[table])
            if self.reward.kind != "win":
                rewards[table] = self.reward.at_end(state, seat)
            if self.lot is not None:
                self.lot.tell(self.levels[table], float(self.payoffs[table][seat]))
        if self.reward.shaping > 0:
            before, self.potentials = self.potentials, self.look_ahead()
            gained = self.reward.discount * self.potentials - before
            rewards += np.where(fresh, 0.0, gained)
        return rewards

    def lay_anew(self, over: NDArray[Any]) -> Facts:
        """The next game of each finished table; what is told of the last one is kept."""
        last = self.facts()
        final = np.full(self.num_envs, None, object)
        for table in np.flatnonzero(over):
            final[table] = self.seen[table].copy()
            self.sit_down(int(table))
            self.tables.lay_now(int(table))
        if self.reward.shaping > 0:
            self.potentials = self.look_ahead()
        marked = {f"_{name}": over.copy() for name in last}
        ended = {"final_obs": final, "_final_obs": over.copy(), "_final_info": over.copy()}
        return {**self.facts(), **ended, "final_info": {**last, **marked}}

    def moves_of(self, level: str) -> Actions:
        """What a player of the level would do at each table, by what its seat knows: a teacher for
        imitation. Finished tables have 0."""
        policy = compiled_policy(self.seating.game, level)
        tables, moves = self.tables, np.zeros(self.num_envs, np.int64)
        for table in np.flatnonzero(self.standing != ENDED):
            moves[table] = tables.decide(tables.states[table], policy, tables.rngs[table])
        return moves

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
            "scores": self.scores(),
        }

    def scores(self) -> NDArray[Any]:
        """Of the tables that are finished; 0 elsewhere."""
        found = np.zeros(self.payoffs.shape)
        for table in np.flatnonzero(self.standing == ENDED):
            found[table] = self.tables.states[table].scores()
        return found


def compiled_policy(game: Game, opponents: str) -> Policy:
    if opponents == "random":
        return RandomPolicy()
    if opponents == "beginner":
        return beginner(game)
    if opponents in ("casual", SELF_PLAY):
        return game.casual
    known = "casual, beginner, random or self"
    raise UnknownOpponent(f"opponents: {known}, not {opponents[:60]!r}")


def many_tables_env(
    name: str,
    num_envs: int = 1,
    seats: int | None = None,
    seat: WishedSeat = 0,
    opponents: str | Mapping[str, float] | Mixture | Ladder = "casual",
    options: Mapping[str, str] | None = None,
    game: Game | None = None,
    reward: str = "win",
    shaping: float = 0.0,
    discount: float = 1.0,
    autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
) -> ManyTablesEnv:
    """`opponents` are "casual", "beginner" or "random", a mixture or ladder of them, or "self" to
    be asked for every seat."""
    played = game or room(name)
    seating = Seating(played, seats or played.least_seats, options or {})
    check_seat(seat, seating.seats)
    if num_envs < 1:
        raise BadOption(f"num_envs: at least one table, not {num_envs}")
    if opponents == SELF_PLAY and (shaping > 0 or seat == ANY_SEAT):
        raise BadOption("self-play asks every seat: there is no one seat to shape or to draw")
    if autoreset_mode == AutoresetMode.DISABLED:
        raise BadOption("autoreset_mode: finished tables are laid anew, at once or a step later")
    against = opponents if isinstance(opponents, str) else lot_of(opponents)
    assert against is not None
    kind = Reward(played, reward, shaping, discount)
    return ManyTablesEnv(seating, num_envs, seat, against, kind, autoreset_mode)
