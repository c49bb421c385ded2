"""Luck and skill apart: what chance and what everybody's decisions did to each seat's prospects.

The position before and after every step is judged by games played out from it by the heuristic, as
somebody sees it who knows everything. What a position before a draw is worth is the mean over all
draws of what they lead to, because the games played out from it draw as the real one does. So luck
comes to nothing on average, however well or badly the heuristic plays: a poor one only makes it
say less. What remains between two draws is what the players decided.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from spieltisch.core.game import Game
from spieltisch.core.record import Record, positions, start_of
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State
from spieltisch.search.expectation import Expectation

GAMES = 600  # played out from every position
FEWER_GAMES = {"troika": 160}  # three rounds take long to play out


class Estimate(msgspec.Struct, frozen=True):
    """A sum and its standard error."""

    value: float
    error: float


class Account(msgspec.Struct, frozen=True):
    """How a seat came from what it could expect at the start to its result, in shares of the
    victory or in points ahead of the best of the others: start + luck + own + others = result,
    exactly. `own` and `others` are decisions, measured against those of the heuristic."""

    start: Estimate
    luck: Estimate
    own: Estimate
    others: Estimate
    result: float

    @property
    def adjusted(self) -> float:
        """The result without its luck."""
        return self.result - self.luck.value


class Swing(msgspec.Struct, frozen=True):
    """What one cause did in these steps, one number a seat: a draw or a deal (`who` is CHANCE), or
    what a seat decided."""

    first: int
    last: int
    who: int
    shares: list[float]
    points: list[float]


class Luck(msgspec.Struct, frozen=True):
    """One account a seat in either measure, and what they add up from."""

    games: int
    shares: list[Account]
    points: list[Account]
    swings: list[Swing]

    def draws(self) -> list[Swing]:
        return [swing for swing in self.swings if swing.who == CHANCE]

    def luckiest(self, seat: int) -> Swing | None:
        draws = [one for one in self.draws() if one.shares[seat] > 0]
        return max(draws, key=lambda one: one.shares[seat], default=None)

    def unluckiest(self, seat: int) -> Swing | None:
        draws = [one for one in self.draws() if one.shares[seat] < 0]
        return min(draws, key=lambda one: one.shares[seat], default=None)


def luck_of(game: Game, record: Record, games: int = 0, rng: Rng | None = None) -> Luck:
    """By so many games from every position; unless that is said, it takes a second or two.

    >>> import spieltisch
    >>> match = spieltisch.load("holmes").match(seed=1)
    >>> match.play({0: spieltisch.bot("casual"), 1: spieltisch.bot("casual")})
    >>> found = luck_of(match.game, match.record(), games=20)
    >>> mine = found.points[0]
    >>> parts = (mine.start, mine.luck, mine.own, mine.others)
    >>> round(sum(part.value for part in parts) - mine.result, 6)
    0.0
    """
    state = start_of(game, record)
    games = games or games_for(game)
    book = Book(game, state, games, rng or seeded("luck", record.game, len(record.steps)))
    for who, first, codes in runs(game, record, state):
        book.enter(who, first, codes, state)
    return book.closed(state)


def games_for(game: Game) -> int:
    return FEWER_GAMES.get(game.name, GAMES)


def averaged(parts: Sequence[Luck]) -> Luck:
    """Several looks at one game, each with games of its own, as one."""
    swings: dict[tuple[int, int, int], list[Swing]] = defaultdict(list)
    for one in parts:
        for swing in one.swings:
            swings[swing.first, swing.last, swing.who].append(swing)
    return Luck(
        sum(one.games for one in parts),
        [mean_account(same) for same in zip(*(one.shares for one in parts), strict=True)],
        [mean_account(same) for same in zip(*(one.points for one in parts), strict=True)],
        [mean_swing(*key, same, len(parts)) for key, same in sorted(swings.items())],
    )


def mean_account(same: Sequence[Account]) -> Account:
    return Account(
        start=mean_estimate([one.start for one in same]),
        luck=mean_estimate([one.luck for one in same]),
        own=mean_estimate([one.own for one in same]),
        others=mean_estimate([one.others for one in same]),
        result=same[0].result,
    )


def mean_estimate(same: Sequence[Estimate]) -> Estimate:
    number = len(same)
    error = math.sqrt(sum(one.error * one.error for one in same)) / number
    return Estimate(sum(one.value for one in same) / number, error)


def mean_swing(first: int, last: int, who: int, same: Sequence[Swing], number: int) -> Swing:
    """A look in which nothing changed has no swing there."""
    shares = [sum(column) / number for column in zip(*(one.shares for one in same), strict=True)]
    points = [sum(column) / number for column in zip(*(one.points for one in same), strict=True)]
    return Swing(first, last, who, shares, points)


def runs(game: Game, record: Record, state: State) -> Iterator[tuple[int, int, list[int]]]:
    """Steps in a row with one cause, with the number of their first; the state stands behind the
    last of them."""
    who, first, codes = OVER, 1, list[int]()
    for step, code in positions(game, record, state):
        if state.turn != who and codes:
            yield who, first, codes
            first, codes = step, []
        who = state.turn
        codes.append(code)
    if codes:
        yield who, first, codes


class Book:
    """Keeps account while a game is gone through. Cause 0 is chance, cause n the seat n - 1."""

    def __init__(self, game: Game, state: State, games: int, rng: Rng) -> None:
        self.seats = state.seats
        self.causes = state.seats + 1
        choice = (game.casual, rng, game.most_moves)
        self.expectation = Expectation(games, self.seats, self.causes, *choice)
        self.sums = [[0.0] * (2 * self.seats) for _ in range(self.causes)]
        self.variances: list[list[float]] = []
        self.swings: list[Swing] = []
        self.now = self.start = self.look(state)

    def look(self, state: State) -> list[float]:
        expectation = self.expectation
        expectation.move_to(state)
        every = range(2 * self.seats)
        self.variances.append([expectation.variance(which) for which in every])
        return [expectation.mean(which) for which in every]

    def enter(self, who: int, first: int, codes: list[int], state: State) -> None:
        cause = who + 1
        self.expectation.count(cause, -1.0)
        for code in codes:
            self.expectation.follow(code)
        before, self.now = self.now, self.look(state)
        self.expectation.count(cause, 1.0)
        change = [now - then for now, then in zip(self.now, before, strict=True)]
        self.sums[cause] = [a + b for a, b in zip(self.sums[cause], change, strict=True)]
        if any(change):
            last = first + len(codes) - 1
            parts = change[: self.seats], change[self.seats :]
            self.swings.append(Swing(first, last, who, *parts))

    def closed(self, state: State) -> Luck:
        self.expectation.finish()
        number = self.expectation.number
        accounts = [self.account(which) for which in range(2 * self.seats)]
        parts = accounts[: self.seats], accounts[self.seats :]
        return Luck(number, *parts, self.swings)

    def account(self, which: int) -> Account:
        seat = which % self.seats
        others = [cause for cause in range(1, self.causes) if cause != seat + 1]
        spread = math.sqrt(self.variances[0][which] / int(self.expectation.number))
        return Account(
            start=Estimate(self.start[which], spread),
            luck=self.estimate(which, [0]),
            own=self.estimate(which, [seat + 1]),
            others=self.estimate(which, others),
            result=self.now[which],
        )

    def estimate(self, which: int, causes: list[int]) -> Estimate:
        value = sum(self.sums[cause][which] for cause in causes)
        charged = zip(self.expectation.charged, self.variances, strict=True)
        variance = sum(sum(row[one] for one in causes) * spread[which] for row, spread in charged)
        return Estimate(value, math.sqrt(variance))
