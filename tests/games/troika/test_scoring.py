"""Sets, points and chips (TR-08, TR-10 to TR-12, TR-20 to TR-27)."""

from __future__ import annotations

from itertools import product

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng, seeded
from spieltisch.games.troika.position import READINGS
from spieltisch.games.troika.scoring import (
    NO_SUM,
    arranged_points,
    best_sum,
    gem_points,
    is_right_call,
    round_chips,
    round_points,
)
from spieltisch.games.troika.sheet import arrange
from spieltisch.games.troika.state import FUEL_IN_CONTAINER, MOST_IN_HAND
from spieltisch.games.troika.tiles import ALL_TILES, TILES, listed, packed, pick, single, size
from tests.games.troika import referee

FUEL = [4, 4, 4]


def points(*values: int) -> int:
    return arranged_points(packed([*values]))


def right(*values: int) -> bool:
    return is_right_call(0, packed([*values]), FUEL_IN_CONTAINER)


def scored(owned: list[list[int]], calls: list[int]) -> list[int]:
    hands = vec[i64]([0] * len(owned))
    containers = vec[i64]([packed(tiles) for tiles in owned])
    return list(round_points(hands, containers, vec[i64](calls), FUEL_IN_CONTAINER))


def chips(*values: int) -> list[int]:
    return list(round_chips(vec[i64](values)))


def test_tr01_the_box_has_49_tiles() -> None:
    counts = {value: listed(ALL_TILES).count(value) for value in range(1, 16)}
    assert counts == {value: 7 if value == 7 else 3 for value in range(1, 16)}
    assert size(ALL_TILES) == TILES == 49


def test_tr02_the_number_of_chips_never_limits_play() -> None:
    assert chips(0, 0, 0, 0, 0) == [-1] * 5  # fifteen in three rounds; the box has twelve


@pytest.mark.parametrize(
    ("tiles", "whole"),
    [
        ([4, 4, 4, 1, 2, 3], True),
        ([4, 4, 4, 14, 15, 1], False),  # values do not go round
        ([4, 4, 4, 1, 2, 4], False),
        ([7, 7, 7, 7, 7, 7], True),
        ([7, 7, 7, 7], False),  # exactly three tiles
        ([6, 7, 8, 9], False),
    ],
)
def test_tr08_a_set_is_three_equal_or_three_in_a_row(tiles: list[int], whole: bool) -> None:
    assert right(*tiles) == whole


def test_tr08_a_tile_is_in_one_set_only() -> None:
    assert points(*FUEL, 5, 6) == 0  # 4-5-6 would need one of the 4s: 6 for the gem, no fuel
    assert points(*FUEL, 7, 7, 7, 5, 6) == 5  # fuel of 4s and 5-6-7; two 7s are too many


def test_tr10_needs_fuel_and_nothing_left_over() -> None:
    assert right(*FUEL, 5, 6, 7)
    assert not right(5, 6, 7, 8, 9, 10)  # no fuel
    assert not right(*FUEL, 5, 6, 7, 9)
    assert right(3, 4, 5, 3, 4, 5, 3, 4, 5)  # three gems, or three fuels


def test_tr11_the_first_call_adds_five_if_right() -> None:
    ready = [*FUEL, 11, 12, 13]
    assert scored([ready, ready, []], [1, 2, 0]) == [8, 3, 0]
    assert scored([ready, ready, []], [2, 1, 0]) == [3, 8, 0]


def test_tr12_a_wrong_call_scores_nothing() -> None:
    wrong = [*FUEL, 7, 8, 9, 1]
    assert scored([wrong, [], []], [0, 0, 0]) == [8, 0, 0]
    assert scored([wrong, [], []], [1, 0, 0]) == [0, 0, 0]


def test_tr23_bonus_and_wrong_call_in_one_round() -> None:
    """In whichever order: after a wrong call there is no bonus."""
    wrong, ready = [*FUEL, 7, 8, 9, 1], [2, 2, 2, 11, 12, 13]
    assert scored([wrong, ready, [*FUEL, 12, 13, 14]], [1, 2, 0]) == [0, 3, 4]
    assert scored([ready, wrong, [*FUEL, 12, 13, 14]], [1, 2, 0]) == [3 + 5, 0, 4]


@pytest.mark.parametrize(
    ("lowest", "worth"), [(6, 8), (9, 1), (8, 0), (13, 5), (7, 9), (1, 3), (10, 2)]
)
def test_tr20_a_gem_scores_the_last_digit_of_its_highest_value(lowest: int, worth: int) -> None:
    assert gem_points(lowest) == worth
    assert points(1, 1, 1, lowest, lowest + 1, lowest + 2) == worth


def test_tr20_left_over_tiles_cost_one_each() -> None:
    assert points(*FUEL, 7, 8, 9, 1, 12) == 7


def test_tr21_without_fuel_the_round_scores_nothing() -> None:
    assert points(5, 6, 7, 7, 8, 9) == 0
    assert best_sum(packed([5, 6, 7]), True, 1) == NO_SUM


def test_tr21_a_sum_below_zero_counts_as_zero() -> None:
    assert points(*FUEL, 1, 8) == 0
    assert best_sum(packed([*FUEL, 1, 8]), True, 1) == -2


def test_tr22_the_best_arrangement_is_not_the_greedy_one() -> None:
    # 7-8-9 and then 5-6-7 would leave no fuel; fuel of 9s and 6-7-8 leave three tiles over.
    assert points(5, 6, 7, 7, 7, 8, 9, 9, 9) == 5


def test_tr22_the_arrangement_shown_has_the_best_sum() -> None:
    shown = arrange(packed([7, 7, 7, 7, 8, 9, 2]))
    assert (shown.fuels, shown.gems, shown.left_over) == ([7], [7], [2])
    assert shown.total() == 8


def random_tiles(rng: Rng, number: int) -> int:
    tiles, left = 0, ALL_TILES
    for _ in range(number):
        value = pick(left, rng)
        left -= single(value)
        tiles += single(value)
    return tiles


def check_against_exhaustive_search(rng: Rng, most: int) -> None:
    tiles = random_tiles(rng, rng.below(most + 1))
    values = tuple(listed(tiles))
    for fuel in (True, False):
        expected = referee.best_total(values, fuel)
        assert best_sum(tiles, fuel, 1) == (NO_SUM if expected is None else expected), values
    check_calls(tiles)
    shown = arrange(tiles)
    fuelled = referee.best_total(values, True)
    assert shown.total() == (referee.best_total(values, False) if fuelled is None else fuelled)
    assert bool(shown.fuels) == (fuelled is not None)


def check_calls(tiles: int) -> None:
    """TR-10 by every reading: with all tiles in the container, and with up to three in hand."""
    values = listed(tiles)
    for held in range(min(MOST_IN_HAND, len(values)) + 1):
        hand, container = values[:held], values[held:]
        for fuel, reading in READINGS.items():
            expected = referee.call_is_right(hand, container, fuel == "container")
            found = is_right_call(packed(hand), packed(container), reading)
            assert found == expected, (hand, container, fuel)


def test_tr22_agrees_with_exhaustive_search() -> None:
    rng = seeded("arrangements")
    for _ in range(1_500):
        check_against_exhaustive_search(rng, 16)
    for _ in range(60):
        check_against_exhaustive_search(rng, 30)


@pytest.mark.long
def test_tr22_agrees_with_exhaustive_search_many_thousand_times() -> None:
    rng = seeded("many arrangements")
    for _ in range(20_000):
        check_against_exhaustive_search(rng, 24)


def test_tr22_agrees_with_exhaustive_search_on_dense_sets() -> None:
    """Few values and many tiles of each, where gems and fuels compete most."""
    for counts in product(range(4), repeat=5):
        values = [5 + at for at, number in enumerate(counts) for _ in range(number)]
        tiles = packed(values)
        expected = referee.best_total(tuple(values), True)
        assert best_sum(tiles, True, 1) == (NO_SUM if expected is None else expected), values
        check_calls(tiles)


def test_tr22_the_whole_box_is_arranged_at_once() -> None:
    assert best_sum(ALL_TILES, True, 1) == referee.best_total(tuple(listed(ALL_TILES)), True)


def test_tr24_chips_for_best_second_and_zero() -> None:
    assert chips(3, 0, 9, 5) == [0, -1, 2, 1]
    assert chips(0, 0) == [-1, -1]
    assert chips(4, 0) == [2, -1]


def test_tr24_a_right_call_can_score_zero() -> None:
    assert scored([[*FUEL, 8, 9, 10], [*FUEL, 8, 9, 10], []], [2, 1, 0]) == [0, 5, 0]
    assert chips(0, 5, 0) == [-1, 2, -1]


def test_tr25_the_higher_seat_is_ahead_on_a_tie() -> None:
    assert chips(6, 6) == [1, 2]
    assert chips(6, 9, 6) == [0, 2, 1]
    assert chips(6, 6, 6) == [0, 1, 2]
    assert chips(6, 9, 6, 6) == [0, 2, 0, 1]
