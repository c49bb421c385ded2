"""How the search is set for each game: iterations of a level, and the knobs.

`python bench/levels.py` measures how long a move takes, `bench/duel.py` what a knob is worth.
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
    "holmes": Pace(1000),
    "tatort_themse": Pace(1500),
    "troika": Pace(400),
    "zug_um_zug": Pace(800),
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


Knobs = dict[str, float]  # a tuning as plain data, by the names of its knobs
KNOBS = ("exploration", "bias", "doubt", "heuristic_percent", "margin", "margin_scale", "by_stage")


def knobs_of(tuning: Tuning) -> Knobs:
    return {knob: getattr(tuning, knob) for knob in KNOBS}


def with_knobs(knobs: Knobs) -> Tuning:
    tuning = Tuning()
    for knob, number in knobs.items():
        kind = type(getattr(tuning, knob))
        setattr(tuning, knob, kind(number))
    return tuning


def pace_of(game: str) -> Pace:
    return PACES.get(game, ANY_GAME)


def tuning_of(game: str) -> Tuning:
    return TUNINGS[game] if game in TUNINGS else Tuning()
