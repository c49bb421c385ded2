# compiled by mypyc
"""How likely each outcome of a round is between two players, where the turn of one begins: a small
net, learned from rounds that the heuristic played to their end (`python bench/learn.py`).

Weights and inputs are whole numbers, so that every build adds up the same.
"""

import math
import tomllib
from importlib import resources
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.state import worth_of_lead
from spieltisch.games.troika.scoring import chip_sum
from spieltisch.games.troika.state import Truth

INPUTS_A_SEAT: Final = 6
INPUTS: Final = 15  # of either seat, then of the round
SOON: Final = 60  # what the end of a round counts, divided by the tiles before it
HIDDEN: Final = 16
OUTCOMES: Final = 5  # by so many chips a round of two is won or lost: -3, -1, 0, 1, 3
LOGIT: Final = 1073741824  # a unit of what the net says of an outcome


def numbers_of(layer: str) -> "vec[i64]":
    """The weights of each of its units in turn, each row with its bias at the end."""
    file = resources.files("spieltisch.games.troika") / "net.toml"
    rows = tomllib.loads(file.read_text(encoding="utf-8"))[layer]
    return vec[i64]([number for row in rows for number in row])


@final
class Net:
    def __init__(self, hidden: "vec[i64]", outcomes: "vec[i64]") -> None:
        self.hidden = hidden
        self.outcomes = outcomes
        self.inputs: vec[i64] = vec[i64]([0] * INPUTS)
        self.found: vec[i64] = vec[i64]([0] * HIDDEN)
        self.logits: vec[i64] = vec[i64]([0] * OUTCOMES)

    def chances(self) -> "vec[float]":
        add_up(self.hidden, self.inputs, INPUTS, self.found, HIDDEN)
        unit: i64 = 0
        while unit < HIDDEN:
            if self.found[unit] < 0:
                self.found[unit] = 0
            unit += 1
        add_up(self.outcomes, self.found, HIDDEN, self.logits, OUTCOMES)
        return softmax(self.logits)


def add_up(
    weights: "vec[i64]", inputs: "vec[i64]", width: i64, into: "vec[i64]", height: i64
) -> None:
    at: i64 = 0
    unit: i64 = 0
    while unit < height:
        total: i64 = 0
        index: i64 = 0
        while index < width:
            total += weights[at] * inputs[index]
            at += 1
            index += 1
        into[unit] = total + weights[at]
        at += 1
        unit += 1


def softmax(logits: "vec[i64]") -> "vec[float]":
    most = logits[0]
    for logit in logits:
        if logit > most:
            most = logit
    chances = vec[float]([math.exp(float(logit - most) / LOGIT) for logit in logits])
    total = 0.0
    for chance in chances:
        total += chance
    outcome: i64 = 0
    while outcome < OUTCOMES:
        chances[outcome] /= total
        outcome += 1
    return chances


def expected(
    state: Truth, seat: i64, chances: "vec[float]", margin: float, margin_scale: float
) -> float:
    """What a search makes of a round that ended so. Only the last one decides about the victory;
    with equally many chips it may go either way."""
    before = chip_sum(state, seat) - chip_sum(state, 1 - seat)
    decides = len(state.past) + 1 == state.box.rounds
    total = 0.0
    outcome: i64 = 0
    while outcome < OUTCOMES:
        ahead = float(before + won_by(outcome))
        worth = worth_of_lead(ahead, margin_scale)
        if decides:
            victory = 0.5 if ahead == 0.0 else 1.0 if ahead > 0.0 else 0.0
            worth = (1.0 - margin) * victory + margin * worth
        total += chances[outcome] * worth
        outcome += 1
    return total


def won_by(outcome: i64) -> i64:
    """In chips: only the two outer outcomes cost the loser one."""
    if outcome == 0:
        return -3
    if outcome == OUTCOMES - 1:
        return 3
    return outcome - 2
