"""One seat of a table as a Gymnasium environment; our bots sit on the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from spieltisch.bots.by_name import bot
from spieltisch.core.bot import Bot
from spieltisch.core.errors import BadSeats
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games import game as room
from spieltisch.research.arrays import Mask, Numbers
from spieltisch.research.gymnasium.opponents import Ladder, Mixture, lot_of
from spieltisch.research.gymnasium.rewards import Reward
from spieltisch.research.seating import (
    RENDER_MODES,
    Seating,
    as_text,
    check_render_mode,
    packed,
    unpacked,
    words_of,
)
from spieltisch.research.stepping import legal_codes

FORFEIT = -1.0
ANY_SEAT = "random"
LineUp = str | Sequence[str | Bot] | Mapping[str, float] | Mixture | Ladder
WishedSeat = int | Literal["random"]
Facts = dict[str, Any]


class SeatEnv(gymnasium.Env[Numbers, np.int64]):
    """The reward comes with the last move: 1 shared among the winners, 0 for the others, unless
    another is wished. A move that is not in the mask is not played: it loses the game with -1."""

    def __init__(
        self,
        seating: Seating,
        seat: WishedSeat,
        opponents: LineUp,
        render_mode: str | None,
        reward: Reward | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.seating = seating
        self.game = seating.game
        self.wished_seat = seat
        self.seat = 0 if seat == ANY_SEAT else int(seat)
        self.reward = reward or Reward(seating.game)
        self.potential = 0.0
        self.lot = lot_of(opponents)
        self.level = ""
        levels = [opponents] if self.lot is None else list(self.lot.levels)
        others = seating.seats - 1
        self.line_ups = {str(level): line_up(level, others) for level in levels}
        self.opponents = next(iter(self.line_ups.values()))
        self.bots = with_gap(self.opponents, self.seat)
        self.render_mode = render_mode
        self.table = seating.table()
        self.chance = self.table.rng
        self.rngs: list[Rng] = []
        self.ended = True
        self.observation_space = seating.observation_space()
        self.action_space = seating.action_space()

    def reset(
        self, *, seed: int | None = None, options: Facts | None = None
    ) -> tuple[Numbers, Facts]:
        """Without a seed the next game goes on with the same generators."""
        super().reset(seed=seed)
        if seed is not None or not self.rngs:
            self.sow(int(self.np_random.integers(2**62)) if seed is None else seed)
        self.sit_down()
        state = self.table.state = self.seating.start()
        self.advance()
        self.ended = state.turn == OVER
        self.potential = self.reward.potential(state, self.seat)
        return self.observation(), self.facts()

    def sit_down(self) -> None:
        """Who sits where in this game."""
        if self.wished_seat == ANY_SEAT:
            self.seat = int(self.np_random.integers(self.seating.seats))
        if self.lot is not None:
            self.level = self.lot.draw(self.np_random)
            self.opponents = self.line_ups[self.level]
        self.bots = with_gap(self.opponents, self.seat)
        for seat, player in enumerate(self.bots):
            if player is not None:
                player.sit(self.game, seat)

    def __getstate__(self) -> Facts:
        """For pickle and copy: the position and the generators, of which neither can do so."""
        draws = [words_of(rng) for rng in (self.chance, *self.rngs)]
        return self.__dict__ | {"table": packed(self.table, self.game), "rngs": draws, "chance": 0}

    def __setstate__(self, kept: Facts) -> None:
        self.__dict__.update(kept)
        self.chance, *self.rngs = [Rng(*words) for words in kept["rngs"]]
        self.table = self.seating.table()
        unpacked(self.table, self.game, kept["table"])

    def sow(self, seed: int) -> None:
        """Chance and every seat draw for themselves, as `spieltisch trace` does."""
        self.chance = self.seating.chance(seed)
        self.rngs = [self.seating.player(seed, seat) for seat in range(self.seating.seats)]

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, Facts]:
        if self.ended:
            raise ResetNeeded("the game is over; reset() lays a new one")
        code = int(action)
        state = self.table.state
        if code not in self.legal():
            facts = self.facts() | self.refused(code)
            return self.observation(), self.paid(FORFEIT, 0.0), True, False, facts
        state.play(code)
        self.advance()
        earned = self.reward.at_end(state, self.seat) if state.turn == OVER else 0.0
        reward = self.paid(earned, self.reward.potential(state, self.seat), state.turn == OVER)
        return self.observation(), reward, self.ended, False, self.facts()

    def paid(self, earned: float, after: float, ended: bool = True) -> float:
        """What a step is rewarded with, and who else hears of the end."""
        before, self.potential, self.ended = self.potential, after, ended
        if ended and self.lot is not None:
            over = self.table.state.turn == OVER
            self.lot.tell(self.level, self.table.state.payoffs()[self.seat] if over else 0.0)
        return self.reward.shaped(earned, before, after)

    def action_masks(self) -> NDArray[np.bool_]:
        """As sb3-contrib asks for it."""
        return self.mask().astype(np.bool_)

    def refused(self, code: int) -> Facts:
        """Why a move that was not in the mask loses the game."""
        if not 0 <= code < self.game.codes:
            return {"refused": f"{code} is no move of {self.game.name}"}
        move = self.game.move(code)
        refusal = self.game.why_illegal(self.table.state, move)
        assert refusal is not None
        return {"refused": str(self.game.illegal(move.text(), refusal))}

    def advance(self) -> None:
        """Let chance and the bots go on until the seat decides or the game is over."""
        state = self.table.state
        while state.turn not in (self.seat, OVER):
            if state.turn == CHANCE:
                state.play(state.draw(self.chance, self.table.buffer))
            else:
                state.play(self.answer(state.turn))

    def answer(self, seat: int) -> int:
        """What the bot on that seat plays; it gets its view, never the state."""
        state, player = self.table.state, self.bots[seat]
        assert player is not None
        legal = [self.game.texts_by_code[code] for code in self.legal()]
        text = player.choose(self.game.view(state, seat), legal, self.rngs[seat])
        return self.game.code(self.game.parse(text))

    def legal(self) -> list[int]:
        return legal_codes(self.table.state, self.table.buffer)

    def observation(self) -> Numbers:
        seen: Numbers = self.table.look(self.seat)["observation"]
        return seen

    def mask(self) -> Mask:
        """After the end it is full, because no move will be played."""
        mask: Mask = np.full(self.game.codes, self.table.state.turn == OVER, np.int8)
        mask[self.legal()] = 1
        return mask

    def facts(self) -> Facts:
        """The mask, the seat, the level of opponents that are drawn; at the end the results."""
        state = self.table.state
        facts: Facts = {"action_mask": self.mask(), "seat": self.seat}
        if self.lot is not None:
            facts["opponents"] = self.level
        if state.turn == OVER:
            facts["payoffs"] = np.array(state.payoffs())
            facts["scores"] = np.array(state.scores())
        return facts

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return as_text(self.game.view(self.table.state, self.seat))


def with_gap(bots: Sequence[Bot], seat: int) -> list[Bot | None]:
    """The bots in seat order, around the seat that decides outside."""
    return [*bots[:seat], None, *bots[seat:]]


def line_up(opponents: object, others: int) -> list[Bot]:
    """One level for all, or a level or bot for each other seat in seat order."""
    given: list[Any] = [opponents] * others
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        given = list(opponents)
    if len(given) != others:
        raise BadSeats(f"opponents: {others} seats are to be filled, not {len(given)}")
    return [bot(one) if isinstance(one, str) else one for one in given]


def check_seat(seat: WishedSeat, seats: int) -> None:
    if seat != ANY_SEAT and not 0 <= int(seat) < seats:
        raise BadSeats(f"seat: there is no seat {seat} among {seats}")


def seat_env(
    name: str,
    seats: int | None = None,
    seat: WishedSeat = 0,
    opponents: LineUp = "casual",
    options: Mapping[str, str] | None = None,
    game: Game | None = None,
    render_mode: str | None = None,
    reward: str = "win",
    shaping: float = 0.0,
    discount: float = 1.0,
) -> SeatEnv:
    """`game` may bring an edition of its own; without `seats` as few as the game allows."""
    played = game or room(name)
    seating = Seating(played, seats or played.least_seats, options or {})
    check_seat(seat, seating.seats)
    kind = Reward(played, reward, shaping, discount)
    return SeatEnv(seating, seat, opponents, render_mode, kind)
