"""Intervals, Elo and ratings: known values, and by simulation how often 95 % intervals hold."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache

import pytest

from spieltisch.arena.elo import elo_interval, elo_of, expected
from spieltisch.arena.estimates import Interval, interval, share, student_95, superiority
from spieltisch.arena.playing import Outcome
from spieltisch.arena.rating import fit, solved

PAIR = {(1, 2): 1.0}
RUNS = [(300, 0.03), pytest.param((1_200, 0.02), marks=pytest.mark.long)]  # and how far off


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.706), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984), (1000, 1.962)],
)
def test_student_reaches_as_far_as_the_tables_say(freedom: int, known: float) -> None:
    assert student_95(freedom) == pytest.approx(known, abs=0.003)


def test_a_share_is_the_mean_and_its_interval_is_never_empty() -> None:
    all_won = share([[1.0]] * 10)
    assert all_won.value == 1.0
    assert 0.5 < all_won.low < 0.9
    half = share([[0.0], [1.0]] * 50)
    assert half.value == 0.5
    assert 0.38 < half.low < 0.42


def test_games_of_one_deal_count_as_one_observation() -> None:
    apart = interval([[0.0], [1.0]] * 20)
    together = interval([[0.0, 1.0]] * 20)
    assert apart.value == together.value == 0.5
    assert together.high - together.low < apart.high - apart.low


def test_one_deal_says_nothing_of_its_own_error() -> None:
    assert interval([[1.0, 0.0]]) == Interval(0.5, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("won", "elo"), [(0.5, 0.0), (0.64, 99.95), (0.76, 200.24), (0.909091, 400.0), (0.36, -99.95)]
)
def test_elo_of_a_share_between_two(won: float, elo: float) -> None:
    assert elo_of(won, PAIR) == pytest.approx(elo, abs=0.01)
    assert expected(elo, PAIR) == pytest.approx(won, abs=1e-4)


def test_elo_means_the_same_at_larger_tables() -> None:
    assert elo_of(0.25, {(1, 4): 1.0}) == pytest.approx(0.0, abs=1e-9)
    assert elo_of(10 / 13, {(1, 4): 1.0}) == pytest.approx(400.0)
    assert elo_of(1.0, PAIR) == math.inf
    assert elo_of(0.5, {(2, 3): 2.0}) == math.inf, "two of three seats share all victories"
    assert elo_interval(Interval(0.5, 0.4, 0.6), {(2, 2): 1.0}) is None


def test_superiority_is_even_at_the_bar() -> None:
    assert superiority(0.5, 0.5, 0.1) == 0.5
    assert superiority(0.5 + 0.196, 0.5, 0.1) == pytest.approx(0.975, abs=1e-3)


def game(deal: int, seating: tuple[str, ...], winner: int) -> Outcome:
    payoffs = [float(seat == winner) for seat in range(len(seating))]
    return Outcome(deal, deal, seating, payoffs, [], 1, [0.0] * len(seating))


def test_ratings_agree_with_a_hand_calculation_and_with_any_order() -> None:
    won = [game(deal, ("a", "b"), 0) for deal in range(750)]
    lost = [game(deal, ("a", "b"), 1) for deal in range(750, 1000)]
    found = fit(won + lost, ["a", "b"])
    gap = found.of("a").value - found.of("b").value
    assert gap == pytest.approx(elo_of(0.75, PAIR), abs=0.5)
    shuffled = random.Random(1).sample(won + lost, 1000)
    assert fit(shuffled, ["a", "b"]).of("a").value == pytest.approx(found.of("a").value)
    assert found.of("a").value == pytest.approx(-found.of("b").value)
    assert found.superiority("a", "b") > 0.999


def test_a_bot_that_won_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    found = fit([game(deal, ("a", "b"), 0) for deal in range(100)], ["a", "b"]).of("a")
    assert 100 < found.value < 1500
    assert found.high - found.low > 100


def test_ratings_of_bots_that_never_met_come_from_those_between() -> None:
    games = [game(deal, ("a", "b"), int(deal % 4 == 0)) for deal in range(400)]
    games += [game(deal, ("b", "c"), int(deal % 4 == 0)) for deal in range(400, 800)]
    found = fit(games, ["a", "b", "c"])
    gap = found.of("a").value - found.of("c").value
    assert gap == pytest.approx(2 * elo_of(0.75, PAIR), rel=0.03)


def test_elimination_solves() -> None:
    found = solved([[4.0, 1.0], [1.0, 3.0]], [[1.0], [2.0]])
    assert [row[0] for row in found] == pytest.approx([1 / 11, 7 / 11])


def deal_of(rng: random.Random, strength: float, luck: float) -> list[float]:
    """A pair of games with the same luck: what favours one seat in the first favours the other in
    the second."""
    tilt = rng.gauss(0.0, luck)
    chances = [1 / (1 + math.exp(-strength - sign * tilt)) for sign in (1, -1)]
    return [float(rng.random() < chance) for chance in chances]


@cache
def truth(strength: float, luck: float) -> float:
    rng = random.Random("truth")
    pairs = [deal_of(rng, strength, luck) for _ in range(100_000)]
    return sum(map(sum, pairs)) / 200_000


def check_covered(asked: tuple[int, float], holds: Callable[[random.Random], bool]) -> None:
    rng = random.Random("covered")
    runs, off = asked
    assert abs(sum(holds(rng) for _ in range(runs)) / runs - 0.95) <= off


every_size = pytest.mark.parametrize("runs", RUNS)


@every_size
@pytest.mark.parametrize("deals", [25, 100])
@pytest.mark.parametrize(("strength", "luck"), [(0.0, 0.0), (0.7, 1.5), (1.2, 0.0)])
def test_intervals_of_shares_and_elo_cover_95_in_100(
    deals: int, strength: float, luck: float, runs: tuple[int, float]
) -> None:
    mean = truth(strength, luck)
    elo = elo_of(mean, PAIR)

    def holds(rng: random.Random) -> bool:
        won = share([deal_of(rng, strength, luck) for _ in range(deals)])
        by_elo = elo_interval(won, PAIR)
        assert by_elo is not None
        assert (won.low <= mean <= won.high) == (by_elo.low <= elo <= by_elo.high)
        return won.low <= mean <= won.high

    check_covered(runs, holds)


@every_size
@pytest.mark.parametrize("deals", [5, 40])
def test_intervals_of_differences_cover_95_in_100(deals: int, runs: tuple[int, float]) -> None:
    def holds(rng: random.Random) -> bool:
        found = interval([[rng.gauss(3.0, 8.0), rng.gauss(3.0, 8.0)] for _ in range(deals)])
        return found.low <= 3.0 <= found.high

    check_covered(runs, holds)


@pytest.mark.parametrize("runs", [(100, 0.05), pytest.param((400, 0.02), marks=pytest.mark.long)])
def test_intervals_of_ratings_cover_95_in_100(runs: tuple[int, float]) -> None:
    """Three bots at three-seat tables, every deal in all six seatings."""
    strengths = {"a": 0.5, "b": 0.0, "c": -0.5}
    seatings = [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]

    def holds(rng: random.Random) -> bool:
        games = []
        for deal in range(40):
            for seating in seatings:
                weights = [math.exp(strengths[name]) for name in seating]
                games.append(game(deal, seating, rng.choices(range(3), weights)[0]))
        found = fit(games, ["a", "b", "c"]).of("a")
        return found.low <= 0.5 * 400 / math.log(10) <= found.high

    check_covered(runs, holds)
