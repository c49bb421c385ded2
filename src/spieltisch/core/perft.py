"""Counting sequences of steps: a fingerprint of the rules."""

from __future__ import annotations

from spieltisch.core.game import Game
from spieltisch.core.state import State


def perft(game: Game, state: State, depth: int) -> int:
    """How many sequences of `depth` steps, chance included, lead on from the state; a game that
    ends earlier counts once no more."""
    if depth == 0:
        return 1
    codes = game.legal(state)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        after = state.copy()
        after.play(code)
        total += perft(game, after, depth - 1)
    return total
