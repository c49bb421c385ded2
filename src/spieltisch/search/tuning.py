# compiled by mypyc
"""The knobs of the search, set for each game in bots."""

from typing import final


@final
class Tuning:
    """`exploration` weighs what has seldom been tried, `bias` what the heuristic would play, and
    `doubt` is how much worse than its node an untried move is thought to be. Playouts follow the
    heuristic in `heuristic_percent` of their decisions; at 0 it is asked nowhere. `margin` is the
    share of the score difference in what a finished game is worth, and `margin_scale` a lead that
    is worth half of it. With `by_stage`, playouts end with the stage (a round), and the score
    difference is all that counts there. With `paired`, every move at the root meets the same deals
    and the same luck. With `early`, playouts end where, after so many steps, it is the searching
    seat's turn again, if the heuristic can value such a position.
    """

    def __init__(
        self,
        exploration: float = 0.35,
        bias: float = 0.3,
        doubt: float = 0.0,
        heuristic_percent: int = 90,
        margin: float = 0.2,
        margin_scale: float = 10.0,
        by_stage: bool = False,
        paired: bool = False,
        early: int = 0,
    ) -> None:
        self.exploration = exploration
        self.bias = bias
        self.doubt = doubt
        self.heuristic_percent = heuristic_percent
        self.margin = margin
        self.margin_scale = margin_scale
        self.by_stage = by_stage
        self.paired = paired
        self.early = early
