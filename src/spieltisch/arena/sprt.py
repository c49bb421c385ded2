"""A test that stops by itself as soon as it knows: is the first bot at least elo1 stronger than the
other, or not even elo0?

Every deal is played in all seatings, so a deal is one observation: the first bot's share of its
victories. With two seats that is one of 0, ¼, ½, ¾ and 1, the pentanomial model of engine testers.
The likelihoods of the two claims are the largest that any distribution over the values seen can
reach with the mean the claim asks for (a generalised sequential probability ratio test)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

import msgspec

from spieltisch.arena.elo import Tables, expected
from spieltisch.core.errors import SpieltischError

UNSEEN = 1e-3  # deals with a value not seen yet, so that no claim is impossible
STEPS = 80
CLOSE = 1e-12


class BadTest(SpieltischError):
    """A test that cannot end rightly."""


class Sprt(msgspec.Struct, frozen=True):
    """`alpha` is how often it may call an elo0 bot stronger, `beta` how often it may miss elo1."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def check(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadTest(f"sprt: elo0 ({self.elo0:g}) has to be less than elo1 ({self.elo1:g})")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadTest("sprt: alpha and beta lie between 0 and 0.5")

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)


class Verdict(msgspec.Struct, frozen=True):
    """Where a test stands: the logarithm of the likelihood ratio, its bounds, and what was
    `accepted`: elo1, elo0, or nothing yet."""

    test: Sprt
    deals: int
    ratio: float
    accepted: str


class Watch:
    """Takes deals one after the other and says when it knows."""

    def __init__(self, test: Sprt, tables: Tables) -> None:
        self.test = test
        self.claims = expected(test.elo0, tables), expected(test.elo1, tables)
        paired = set(tables) == {(1, 2)}
        self.values = (0.0, 0.25, 0.5, 0.75, 1.0) if paired else (0.0, most(tables))
        self.seen: Counter[float] = Counter()
        self.verdict = Verdict(test, 0, 0.0, "")

    def add(self, share: float) -> bool:
        """Whether it knows now."""
        self.seen[round(share, 9)] += 1
        ratio = log_likelihood_ratio(self.with_unseen(), *self.claims)
        accepted = ""
        if ratio >= self.test.upper:
            accepted = "elo1"
        elif ratio <= self.test.lower:
            accepted = "elo0"
        self.verdict = Verdict(self.test, self.seen.total(), ratio, accepted)
        return bool(accepted)

    def with_unseen(self) -> dict[float, float]:
        return dict.fromkeys(self.values, UNSEEN) | dict(self.seen)


def most(tables: Tables) -> float:
    """The largest share a seat can have: all victories of every table."""
    return sum(often / own for (own, _), often in tables.items()) / sum(tables.values())


def log_likelihood_ratio(seen: Mapping[float, float], mean0: float, mean1: float) -> float:
    """Of the claim that the mean is mean1 to the claim that it is mean0."""
    tilts = tilt(seen, mean0), tilt(seen, mean1)
    return sum(
        often * math.log((1 + tilts[0] * (value - mean0)) / (1 + tilts[1] * (value - mean1)))
        for value, often in seen.items()
    )


def tilt(seen: Mapping[float, float], mean: float) -> float:
    """The likeliest distribution with this mean is often / (1 + x (value - mean)); this is x. The
    slope falls all the way between the poles: Newton's steps find where it is zero, and where one
    would leave the span that is left, halving does."""
    low = -1 / (max(seen) - mean)
    high = 1 / (mean - min(seen))
    x = 0.0
    for _ in range(STEPS):
        parts = [
            (often, (value - mean) / (1 + x * (value - mean))) for value, often in seen.items()
        ]
        slope = sum(often * part for often, part in parts)
        if slope > 0:
            low = x
        else:
            high = x
        step = slope / sum(often * part * part for often, part in parts)
        near = low < x + step < high
        if near and abs(step) < CLOSE:
            return x + step
        x = x + step if near else (low + high) / 2
    return x
