# compiled by mypyc
"""What the heuristic goes by; found by self-play (docs/bots.md says how and when)."""

from typing import final

from mypy_extensions import i64


@final
class Weights:
    """In hundredths of a point where nothing else is said."""

    def __init__(self) -> None:
        self.enough_to_call: i64 = 12  # points of a right call, the bonus included
        self.turns_worth_waiting: i64 = 3  # with so few turns left, any right call will do
        self.open_tile: i64 = 174  # the price of a tile that lies open
        self.hidden_tile: i64 = 1  # of one that does not
        self.rare_tile: i64 = 314  # and more, the fewer of its value are left
        self.turn_price: i64 = 482  # of the turns a plan takes, the fewer are left
        self.left_over: i64 = 534  # a tile no set of the plan uses
        self.drawn_wanted: i64 = 1320  # a never-seen tile that turns out to be wanted
        self.drawn_else: i64 = 97  # what drawing costs
        self.enough_to_draw: i64 = 128  # rather than put back a tile of no use
