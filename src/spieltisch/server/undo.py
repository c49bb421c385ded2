"""When a decision may be taken back: never past revealed information or a random event, never
another player's decision, and never so that the answer itself tells of a secret choice."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.game import Game
from spieltisch.core.match import Match
from spieltisch.core.state import State


def allowed(match: Match, trail: Sequence[State]) -> bool:
    """Whether the seat that decided last may take that decision back; `trail` ends with the
    position before it, if chance has done nothing since."""
    if not trail or match.over:
        return False
    game, state, before = match.game, match.state, trail[-1]
    seat, code = before.turn, game.code_of(match.steps[-1][1])
    if state.turn != seat and not in_the_open(game, state, before, code, seat):
        return False
    return not reveals(game, before, code, state)


def in_the_open(game: Game, state: State, before: State, code: int, seat: int) -> bool:
    """Nobody's secret choice: neither the one to take back nor the one somebody makes now."""
    viewers = [*range(state.seats), None]
    if any(game.mask(before, code, viewer) is None for viewer in viewers):
        return False
    return game.mask(state, game.legal(state)[0], seat) is not None


def reveals(game: Game, before: State, code: int, after: State) -> bool:
    """Whether the step turned up something hidden, for all or for one seat. Every room names the
    events that do, and the conformance kit checks that no other step does."""
    viewers = [*range(before.seats), None]
    seen = [game.mask(before, code, viewer) for viewer in viewers] + game.aftermath(before, after)
    return any(told is not None and told.what in game.reveals for told in seen)
