"""What a game is worth to a learner, at its end and, if shaped, on the way.

`win` is the share of the victory, `margin` the lead over the best of the others, and `rank` the
share of the others one is ahead of, ties half; all from 0 to 1. Shaping adds the change of a
potential: `docs/research.md` says why that leaves the best play the best.
"""

from __future__ import annotations

from spieltisch.bots.tuning import tuning_of
from spieltisch.core.errors import BadOption
from spieltisch.core.game import Game
from spieltisch.core.state import OVER, State
from spieltisch.search.playout import lead

KINDS = ("win", "margin", "rank")


class Reward:
    """`shaping` is the greatest potential, 0 for none; `discount` is the learner's own."""

    def __init__(
        self, game: Game, kind: str = "win", shaping: float = 0.0, discount: float = 1.0
    ) -> None:
        if kind not in KINDS:
            raise BadOption(f"reward: {', '.join(KINDS)}, not {kind[:20]!r}")
        if shaping < 0 or not 0 < discount <= 1:
            raise BadOption("shaping is 0 or more, and a discount is above 0 and at most 1")
        self.game = game
        self.kind = kind
        self.shaping = shaping
        self.discount = discount
        self.scale = tuning_of(game.name).margin_scale

    def at_end(self, state: State, seat: int) -> float:
        if self.kind == "win":
            return state.payoffs()[seat]
        if self.kind == "margin":
            return 0.5 + 0.5 * bounded(lead(state.scores(), seat, state.seats), self.scale)
        ranking = self.game.result(state).ranking
        behind = sum(rank > ranking[seat] for rank in ranking)
        ties = ranking.count(ranking[seat]) - 1
        return (behind + ties / 2) / (len(ranking) - 1)

    def potential(self, state: State, seat: int) -> float:
        """Nothing where the game is over; otherwise by what the seat knows itself."""
        if self.shaping == 0 or state.turn == OVER:
            return 0.0
        return self.shaping * bounded(state.outlook(seat), self.scale)

    def shaped(self, reward: float, before: float, after: float) -> float:
        return reward + self.discount * after - before


def bounded(points: float, scale: float) -> float:
    """From -1 to 1: `scale` points are worth a half."""
    return points / (abs(points) + scale)
