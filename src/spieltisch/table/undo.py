"""When a decision may be taken back: never past revealed information or a random event, never
another player's decision, and never so that the answer itself tells of a secret choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from librt.vecs import vec

from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import OVER, State

OTHER_WORLDS = 6


class Stepped(Protocol):
    @property
    def who(self) -> int: ...

    @property
    def text(self) -> str: ...


def allowed(game: Game, state: State, steps: Sequence[Stepped], trail: Sequence[State]) -> bool:
    """Whether the seat that decided last may take that decision back."""
    if not trail or state.turn == OVER:
        return False
    seat, code = steps[-1].who, game.code(game.parse(steps[-1].text))
    if state.turn != seat and not in_the_open(game, state, trail[-1], code, seat):
        return False
    return not reveals(game, trail[-1], code, state)


def in_the_open(game: Game, state: State, before: State, code: int, seat: int) -> bool:
    """Nobody's secret choice: neither the one to take back nor the one somebody makes now."""
    viewers = [*range(state.seats), None]
    if any(game.mask(before, code, viewer) is None for viewer in viewers):
        return False
    return game.mask(state, game.legal(state)[0], seat) is not None


def reveals(game: Game, before: State, code: int, after: State) -> bool:
    """Whether the step showed a seat more than the decision itself: in another world that the
    seat could have believed in, the same step would have looked different."""
    for seat in range(after.seats):
        shown = observed(game, after, seat)
        for world in range(OTHER_WORLDS):
            other = before.copy()
            other.resample(seat, seeded("undo", seat, world))
            if code not in game.legal(other):
                continue
            other.play(code)
            if observed(game, other, seat) != shown:
                return True
    return False


def observed(game: Game, state: State, seat: int) -> list[float]:
    """The seat's view as numbers: much faster to compare than the view itself."""
    length = max(begin + size for begin, size in game.observation_layout(state.seats).values())
    numbers = vec[float]([0.0] * length)
    state.observe(seat, numbers)
    return list(numbers)
