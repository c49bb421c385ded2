"""Moves put together: what a seat may do in one go before anyone else or chance has a say.

A plan is a row of moves the page sends at once (choose a clue, then pay). It is worked out from
the view alone: every state that agrees with the view allows the seat the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import State
from spieltisch.core.view import View

MOST_OF_ONE = 500  # plans that begin with the same move
Plan = tuple[str, ...]
GoesOn = Callable[[Plan], bool]


def plans(game: Game, view: View, legal: Sequence[str], goes_on: GoesOn) -> list[Plan]:
    """Every row of moves that begins with a legal one; `goes_on` tells whether the seat's next
    decision still belongs to a plan."""
    if not any(goes_on((text,)) for text in legal):
        return [(text,) for text in legal]
    believed = game.determinize(view, seeded("plans"))
    found: list[Plan] = []
    for text in legal:
        found += islice(rows(game, believed, (), [text], goes_on), MOST_OF_ONE)
    return found


def rows(
    game: Game, state: State, before: Plan, legal: Sequence[str], goes_on: GoesOn
) -> Iterator[Plan]:
    for text in legal:
        plan = (*before, text)
        if not goes_on(plan):
            yield plan
            continue
        after = state.copy()
        after.play(game.code(game.parse(text)))
        if after.turn != state.turn:
            yield plan
            continue
        deeper = [game.texts_by_code[code] for code in game.legal(after)]
        yield from rows(game, after, plan, deeper, goes_on)
