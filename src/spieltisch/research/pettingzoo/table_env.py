"""A table as a PettingZoo environment: seats act in turn, chance draws inside `step`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from secrets import randbits
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from spieltisch.core.errors import SpieltischError, UnreadableMove
from spieltisch.core.game import Game
from spieltisch.games import game as room
from spieltisch.research.arrays import Mask, Numbers
from spieltisch.research.seating import RENDER_MODES, Packed, Seating, as_text, packed, unpacked
from spieltisch.research.turns import TurnTaking

TOLD = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
    "turn",
    "seed",
    "action_spaces",
    "observation_spaces",
)
Observation = dict[str, Numbers | Mask]


class TableEnv(TurnTaking, AECEnv[str, Observation, int | None]):
    """Rewards come with the last move: 1 shared among the winners, 0 for the others."""

    def __init__(self, seating: Seating, render_mode: str | None = None) -> None:
        super().__init__(seating.table(), agents_of(seating))
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"{seating.game.name}_v0",
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.seed: int | None = None
        self.sit(seating)

    def sit(self, seating: Seating) -> None:
        self.seating = seating
        self.game = seating.game
        self.lay(seating.table(), agents_of(seating))
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: seating.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: sight(seating) for agent in self.possible_agents}

    def __reduce__(self) -> tuple[Callable[..., TableEnv], tuple[Any, ...]]:
        """For pickle and copy: the table, and what agents were told last."""
        told = {name: getattr(self, name) for name in TOLD}
        return restored, (self.seating, self.render_mode, packed(self.table, self.game), told)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """`options` may name another number of `seats` and the game's own options; they stay for
        the games to come. Without a seed the next game goes on with the same generator."""
        rng = self.table.rng
        seating = self.seating.changed(options or {})
        if seating is not self.seating:
            self.sit(seating)
        if seed is not None or self.seed is None:
            self.seed = randbits(63) if seed is None else seed
            rng = self.seating.chance(self.seed)
        self.begin(self.seating.start(), rng)

    def observe(self, agent: str) -> Observation:
        return self.table.look(self.seat_of[agent])

    def refuse(self, code: int) -> None:
        raise self.refused(code)

    def refused(self, code: int) -> SpieltischError:
        if not 0 <= code < self.game.codes:
            return UnreadableMove(f"{code} is no move of {self.game.name}; see the action mask")
        move = self.game.move(code)
        refusal = self.game.why_illegal(self.table.state, move)
        assert refusal is not None
        return self.game.illegal(move.text(), refusal)

    def render(self) -> str | None:
        """The view of the seat that decides; after the end, of the first agent left."""
        if self.render_mode is None:
            return None
        seat = self.seat_of[self.agent_selection]
        return as_text(self.game.view(self.table.state, seat))

    def close(self) -> None:
        """Nothing is held open."""


def restored(
    seating: Seating, render_mode: str | None, kept: Packed, told: dict[str, Any]
) -> TableEnv:
    env = TableEnv(seating, render_mode)
    unpacked(env.table, env.game, kept)
    for name, value in told.items():
        setattr(env, name, value)
    return env


def agents_of(seating: Seating) -> list[str]:
    return [f"player_{seat}" for seat in range(seating.seats)]


def sight(seating: Seating) -> spaces.Dict:
    return spaces.Dict(
        {"observation": seating.observation_space(), "action_mask": seating.mask_space()}
    )


def table_env(
    name: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    game: Game | None = None,
    render_mode: str | None = None,
) -> TableEnv:
    """The environment itself. `game` may bring an edition of its own."""
    played = game or room(name)
    return TableEnv(Seating(played, seats or played.least_seats, options or {}), render_mode)


def checked_env(
    name: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    game: Game | None = None,
    render_mode: str | None = None,
) -> wrappers.OrderEnforcingWrapper:
    """The environment in the wrappers PettingZoo's own games wear: an illegal move loses."""
    raw = table_env(name, seats, options, game, render_mode)
    forfeiting = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(forfeiting))
