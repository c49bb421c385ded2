"""How the search is set for each game: iterations of a level, and the knobs.

`python bench/levels.py` measures how long a move takes; `bench/strength.py` what a knob is worth.
"""

from __future__ import annotations

import msgspec

from spieltisch.search.tuning import Tuning

MASTER_OVER_STRONG = 10


class Pace(msgspec.Struct, frozen=True):
    """Iterations of the strong level: about 0.2 s a move on one core."""

    strong: int

    @property
    def master(self) -> int:
        return MASTER_OVER_STRONG * self.strong


ANY_GAME = Pace(1000)
PACES = {
    "holmes": Pace(2500),
    "tatort_themse": Pace(3000),
    "troika": Pace(1000),
    "zug_um_zug": Pace(2000),
}

TUNINGS = {
    "holmes": Tuning(heuristic_percent=100, margin=0.5, margin_scale=15.0),
    "tatort_themse": Tuning(),
    "troika": Tuning(margin_scale=3.0, by_stage=True),
    # A single foolish move ruins a plan of ten turns: playouts keep to the heuristic.
    "zug_um_zug": Tuning(
        exploration=0.2, bias=1.0, heuristic_percent=100, margin=0.5, margin_scale=60.0
    ),
}


def pace_of(game: str) -> Pace:
    return PACES.get(game, ANY_GAME)


def tuning_of(game: str) -> Tuning:
    return TUNINGS[game] if game in TUNINGS else Tuning()
