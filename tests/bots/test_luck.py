"""Luck and skill apart: the parts add up, luck comes to nothing on average, and it explains."""

from __future__ import annotations

import math
from statistics import fmean, stdev, variance

import pytest

from spieltisch.bots.luck import Luck, averaged, luck_of, runs
from spieltisch.core.record import Record, start_of
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games import ROOMS, game
from spieltisch.search.expectation import Expectation
from tests.traces import recorded

SEATS = {"holmes": 2, "tatort_themse": 3, "troika": 3, "zug_um_zug": 3}
FEW = {"troika": (6, 6)}  # games played out, games looked at: its games take long
SURE = 3.3  # standard errors: that one of eleven seats is beyond happens once in a hundred runs


def played(room: str, seed: int = 3) -> Record:
    return recorded(game(room), SEATS[room], {}, seed, "casual")


@pytest.mark.parametrize("room", ROOMS)
def test_start_luck_and_decisions_add_up_to_the_result(room: str) -> None:
    record = played(room)
    found = luck_of(game(room), record, 8)
    for account in [*found.shares, *found.points]:
        parts = (account.start, account.luck, account.own, account.others)
        assert sum(part.value for part in parts) == pytest.approx(account.result)
    assert record.result is not None
    winners = record.result["winners"]
    for seat, account in enumerate(found.shares):
        assert account.result == pytest.approx((seat in winners) / len(winners))
    assert sum(account.luck.value for account in found.shares) == pytest.approx(0.0)


@pytest.mark.parametrize("room", ROOMS)
def test_every_step_belongs_to_one_run_of_one_cause(room: str) -> None:
    record = played(room)
    steps: list[int] = []
    for who, first, codes in runs(game(room), record, start_of(game(room), record)):
        named = ["chance" if who == CHANCE else who] * len(codes)
        assert [told for told, _ in record.steps[first - 1 :][: len(codes)]] == named
        steps += range(first, first + len(codes))
    assert steps == list(range(1, len(record.steps) + 1))


def test_draws_add_up_to_luck_and_the_best_and_worst_are_named() -> None:
    found = luck_of(game("holmes"), played("holmes"), 20)
    given = [swing.shares[0] for swing in found.draws()]
    assert sum(given) == pytest.approx(found.shares[0].luck.value)
    best, worst = found.luckiest(0), found.unluckiest(0)
    assert best is not None and worst is not None
    assert (best.shares[0], worst.shares[0]) == (max(given), min(given))


def test_looks_at_one_game_are_averaged() -> None:
    room, record = game("holmes"), played("holmes")
    parts = [luck_of(room, record, 8, seeded("part", part)) for part in range(4)]
    whole = averaged(parts)
    assert whole.games == 32
    for seat in (0, 1):
        lucks = [one.shares[seat].luck for one in parts]
        assert whole.shares[seat].luck.value == pytest.approx(fmean(one.value for one in lucks))
        assert whole.shares[seat].luck.error < min(one.error for one in lucks)
        given = sum(swing.shares[seat] for swing in whole.draws())
        assert given == pytest.approx(whole.shares[seat].luck.value)


def test_the_same_game_has_the_same_luck() -> None:
    record = played("holmes")
    assert luck_of(game("holmes"), record, 8) == luck_of(game("holmes"), record, 8)


def test_games_that_went_another_way_are_replaced() -> None:
    room, record = game("holmes"), played("holmes")
    state = start_of(room, record)
    imagined = Expectation(50, 2, 3, room.casual, seeded("few"), room.most_moves)
    imagined.move_to(state)
    code = room.code_of(record.steps[0][1])
    imagined.follow(code)
    stayed = len(imagined.games)
    assert 0 < stayed < 50
    state.play(code)
    imagined.move_to(state)
    assert len(imagined.games) == 50
    assert imagined.played == 100 - stayed


def test_at_the_end_nothing_is_left_to_imagine() -> None:
    room, record = game("holmes"), played("holmes")
    state = start_of(room, record)
    for _, _, _ in runs(room, record, state):
        pass
    assert state.turn == OVER
    imagined = Expectation(5, 2, 3, room.casual, seeded("over"), room.most_moves)
    imagined.move_to(state)
    assert [imagined.mean(seat) for seat in (0, 1)] == list(state.payoffs())
    assert imagined.variance(0) == 0.0


def studied(room: str, games: int, looked_at: int) -> list[Luck]:
    records = (played(room, seed) for seed in range(looked_at))
    return [
        luck_of(game(room), one, games, seeded("studied", at)) for at, one in enumerate(records)
    ]


def check_luck(found: list[Luck], times: float) -> None:
    """No seat is favoured, and luck is most of why results of equal players differ."""
    for seat in range(len(found[0].shares)):
        for accounts in ([one.shares[seat] for one in found], [one.points[seat] for one in found]):
            luck = [account.luck.value for account in accounts]
            assert abs(fmean(luck)) < SURE * stdev(luck) / math.sqrt(len(luck))
            results = variance([account.result for account in accounts])
            adjusted = variance([account.adjusted for account in accounts])
            assert results > times * adjusted


@pytest.mark.parametrize("room", ROOMS)
def test_luck_favours_nobody_and_explains_what_equals_win(room: str) -> None:
    check_luck(studied(room, *FEW.get(room, (30, 16))), 1.2)


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
def test_luck_over_400_games(room: str) -> None:
    check_luck(studied(room, 60, 400), 2.0)
