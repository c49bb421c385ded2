"""Means with 95 % intervals, and the few distributions they need."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

import msgspec

NORMAL_95 = 1.96
STUDENT_95 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571}
NORMAL = NormalDist()


class Interval(msgspec.Struct, frozen=True):
    """A mean and its 95 % interval."""

    value: float
    low: float
    high: float


def student_95(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches to either side when the error itself is
    estimated from few observations (Student's t; by the normal's expansion from six on)."""
    if freedom in STUDENT_95:
        return STUDENT_95[freedom]
    z = NORMAL.inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def interval(groups: Sequence[Sequence[float]]) -> Interval:
    """The mean over deals, and how sure it is. Games of one deal share their luck, so deals, not
    games, are the independent observations."""
    means = [fmean(group) for group in groups if group]
    value = fmean(means)
    if len(means) == 1:
        return Interval(value, -math.inf, math.inf)
    error = student_95(len(means) - 1) * stdev(means) / math.sqrt(len(means))
    return Interval(value, value - error, value + error)


def share(groups: Sequence[Sequence[float]]) -> Interval:
    """A mean between 0 and 1. Two imagined deals, one lost and one won, keep its interval honest
    when few deals were played or all agree."""
    value = fmean(fmean(group) for group in groups if group)
    reach = NORMAL_95 * share_error(groups)
    return Interval(value, max(value - reach, 0.0), min(value + reach, 1.0))


def share_error(groups: Sequence[Sequence[float]]) -> float:
    means = [fmean(group) for group in groups if group] + [0.0, 1.0]
    return stdev(means) / math.sqrt(len(means))


def superiority(value: float, bar: float, error: float) -> float:
    """How likely the truth lies above the bar, by what was seen."""
    return NORMAL.cdf((value - bar) / error)
