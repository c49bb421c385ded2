"""Ratings from all games at once, whatever their order: Bradley and Terry's model for two, Luce's
for more. The bot on a seat wins with the probability of its strength among all at the table; the
strengths are those that make the victories seen likeliest. One imagined draw of each bot with an
average one keeps the rating of a bot that won everything finite."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from spieltisch.arena.estimates import NORMAL, NORMAL_95, Interval
from spieltisch.arena.playing import Outcome

ELO = 400 / math.log(10)  # Elo of one natural unit of log strength
ROUNDS = 100
CLOSE = 1e-10
LONGEST_STEP = 2.0
Vector = list[float]
Matrix = list[Vector]


class Ratings:
    """Log strengths around 0, and the covariance of their errors, counted over deals."""

    def __init__(self, bots: Sequence[str], values: Vector, covariance: Matrix) -> None:
        self.place = {bot: at for at, bot in enumerate(bots)}
        self.values = values
        self.covariance = covariance

    def of(self, bot: str) -> Interval:
        """In Elo; 0 is an average bot of these."""
        at = self.place[bot]
        value, error = self.values[at], math.sqrt(max(self.covariance[at][at], 0.0))
        reach = NORMAL_95 * error
        return Interval(ELO * value, ELO * (value - reach), ELO * (value + reach))

    def superiority(self, bot: str, other: str) -> float:
        """How likely the one is really stronger than the other."""
        a, b = self.place[bot], self.place[other]
        spread = self.covariance
        variance = spread[a][a] + spread[b][b] - 2 * spread[a][b]
        return NORMAL.cdf((self.values[a] - self.values[b]) / math.sqrt(max(variance, 1e-12)))


def fit(outcomes: Sequence[Outcome], bots: Sequence[str]) -> Ratings:
    """By Newton's method: the likelihood has one top."""
    place = {bot: at for at, bot in enumerate(bots)}
    games = [([place[name] for name in one.seating], one.payoffs) for one in outcomes]
    values = [0.0] * len(bots)
    for _ in range(ROUNDS):
        slope, curve = imagined(values)
        for seats, payoffs in games:
            add_game(values, seats, payoffs, slope, curve)
        step = solved(curve, [[one] for one in slope])
        longest = max(abs(row[0]) for row in step)
        pace = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        values = [value + pace * row[0] for value, row in zip(values, step, strict=True)]
        if longest < CLOSE:
            break
    return centred(bots, values, spread(outcomes, place, values))


def centred(bots: Sequence[str], values: Vector, covariance: Matrix) -> Ratings:
    """Around their mean: games tell how bots stand to each other, not where all of them stand."""
    mean = fmean(values)
    rows = [fmean(row) for row in covariance]
    every = fmean(rows)
    size = range(len(values))
    spread = [[covariance[a][b] - rows[a] - rows[b] + every for b in size] for a in size]
    return Ratings(bots, [value - mean for value in values], spread)


def imagined(values: Vector) -> tuple[Vector, Matrix]:
    """Slope and curvature of one draw of each bot with an average one."""
    wins = [chance(value) for value in values]
    size = range(len(values))
    curve = [[wins[a] * (1 - wins[a]) if a == b else 0.0 for b in size] for a in size]
    return [0.5 - win for win in wins], curve


def chance(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def add_game(
    values: Vector, seats: Sequence[int], payoffs: Sequence[float], slope: Vector, curve: Matrix
) -> None:
    """Of the logarithm of the likelihood of one game."""
    wins = winning(values, seats)
    for seat, (at, win) in enumerate(zip(seats, wins, strict=True)):
        slope[at] += payoffs[seat] - win
        curve[at][at] += win
        for other, rival in zip(seats, wins, strict=True):
            curve[at][other] -= win * rival


def winning(values: Vector, seats: Sequence[int]) -> Vector:
    strongest = max(values[at] for at in seats)
    weights = [math.exp(values[at] - strongest) for at in seats]
    total = sum(weights)
    return [weight / total for weight in weights]


def spread(outcomes: Sequence[Outcome], place: dict[str, int], values: Vector) -> Matrix:
    """Inverse curvature, around the slopes' own spread over deals: games of a deal share luck, and
    may say more together (the same luck in every seating) or less than as many apart."""
    size = len(values)
    _, curve = imagined(values)
    slopes: dict[int, Vector] = defaultdict(lambda: [0.0] * size)
    for one in outcomes:
        add_game(
            values, [place[name] for name in one.seating], one.payoffs, slopes[one.deal], curve
        )
    meat = [
        [sum(row[a] * row[b] for row in slopes.values()) for b in range(size)] for a in range(size)
    ]
    for at, value in enumerate(values):
        win = chance(value)
        meat[at][at] += 0.5 * (1 - win) ** 2 + 0.5 * win**2
    half = solved(curve, meat)
    return solved(curve, [list(column) for column in zip(*half, strict=True)])


def solved(matrix: Matrix, right: Matrix) -> Matrix:
    """X of matrix · X = right, by elimination; the matrix is symmetric and positive."""
    rows = [[*row, *more] for row, more in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [one / pivot for one in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [
                    one - factor * mine for one, mine in zip(rows[other], rows[at], strict=True)
                ]
    return [row[size:] for row in rows]
