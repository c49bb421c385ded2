"""How the search is set for each game: iterations of a level, and the knobs.

`python bench/levels.py` measures how long a move takes, `bench/duel.py` what a knob is worth.
"""

from __future__ import annotations

import msgspec

from spieltisch.search.tuning import Tuning


class Pace(msgspec.Struct, frozen=True):
    """Iterations of the levels that search; `advice` is the least that hints and the look back
    take."""

    strong: int
    master: int
    advice: int


ANY_GAME = Pace(1000, 10_000, 1000)
PACES = {
    "holmes": Pace(65, 1500, 1500),
    "tatort_themse": Pace(140, 10_000, 1000),
    "troika": Pace(150, 5000, 500),
    "zug_um_zug": Pace(50, 4000, 400),
}

TUNINGS = {
    # Moves differ by a point where games differ by ten: the score difference tells them apart with
    # far fewer playouts than victories do.
    "holmes": Tuning(
        exploration=0.05, bias=1.0, heuristic_percent=100, margin=1.0, margin_scale=15.0
    ),
    "tatort_themse": Tuning(exploration=0.1, bias=10.0, margin=0.7),
    # A random move may call when nothing is complete, which spoils the round.
    "troika": Tuning(
        exploration=0.2,
        bias=2.0,
        heuristic_percent=100,
        margin_scale=3.0,
        by_stage=True,
        paired=True,
    ),
    # A single foolish move ruins a plan of ten turns: playouts keep to the heuristic.
    "zug_um_zug": Tuning(
        exploration=0.03, bias=1.0, heuristic_percent=100, margin=1.0, margin_scale=60.0
    ),
}

# After so many steps a strong bot's playouts end early. Thousands of iterations would find out
# where the value errs.
EARLY = {"holmes": 15, "tatort_themse": 60, "troika": 1}


Knobs = dict[str, float]  # a tuning as plain data, by the names of its knobs
KNOBS = (
    "exploration",
    "bias",
    "doubt",
    "heuristic_percent",
    "margin",
    "margin_scale",
    "by_stage",
    "paired",
    "early",
)


def knobs_of(tuning: Tuning) -> Knobs:
    return {knob: getattr(tuning, knob) for knob in KNOBS}


def with_knobs(knobs: Knobs) -> Tuning:
    tuning = Tuning()
    for knob, number in knobs.items():
        kind = type(getattr(tuning, knob))
        setattr(tuning, knob, kind(number))
    return tuning


# In how many of a hundred decisions a beginner is hasty, so that casual wins about two in three.
HASTE = {"holmes": 7, "tatort_themse": 6, "troika": 20, "zug_um_zug": 7}
ANY_HASTE = 10


def haste_of(game: str) -> int:
    return HASTE.get(game, ANY_HASTE)


def pace_of(game: str) -> Pace:
    return PACES.get(game, ANY_GAME)


def tuning_of(game: str) -> Tuning:
    return TUNINGS[game] if game in TUNINGS else Tuning()


def quick_tuning_of(game: str) -> Tuning:
    """For short thoughts."""
    return with_knobs({**knobs_of(tuning_of(game)), "early": EARLY.get(game, 0)})
