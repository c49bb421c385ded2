"""Shares without luck: the same strength from fewer games."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch.arena import tournament
from spieltisch.arena.journal import Journal
from spieltisch.arena.plan import BadTournament, Tournament
from spieltisch.arena.playing import Outcome
from spieltisch.arena.report import write_tournament
from spieltisch.arena.standings import standings


def outcome(number: int, payoffs: list[float], luck: list[float]) -> Outcome:
    seating = ("a", "b") if number % 2 == 0 else ("b", "a")
    return Outcome(number, number // 2, seating, payoffs, payoffs, 10, [0.0, 0.0], luck=luck)


def test_what_luck_gave_is_taken_from_the_share() -> None:
    outcomes = [
        outcome(0, [1.0, 0.0], [0.4, -0.4]),
        outcome(1, [0.0, 1.0], [-0.5, 0.5]),
        outcome(2, [0.0, 1.0], [-0.6, 0.6]),
        outcome(3, [1.0, 0.0], [0.4, -0.4]),
    ]
    rows = {row.bot: row for row in standings(outcomes)}
    assert rows["a"].adjusted is not None
    assert rows["a"].adjusted.value == pytest.approx((0.6 + 0.5 + 0.6 + 0.4) / 4)
    assert rows["a"].share.value == 0.5
    assert rows["a"].reduction is not None and rows["a"].reduction > 10


def test_nobody_is_told_about_luck_who_did_not_ask() -> None:
    rows = tournament("holmes", ["casual", "random"], games=2).standings
    assert all(row.adjusted is None and row.reduction is None for row in rows)


def test_a_tournament_tells_shares_without_luck(tmp_path: Path) -> None:
    found = tournament("holmes", ["casual", "beginner"], games=12, luck=30, folder=tmp_path)
    assert all(sum(one.luck) == pytest.approx(0.0) for one in found.outcomes)
    assert all(row.adjusted is not None for row in found.standings)
    page = write_tournament(tmp_path, found, "command", "de").read_text("utf-8")
    assert "Anteil ohne Glück" in page
    again = tournament("holmes", ["casual", "beginner"], games=12, luck=30)
    assert again.outcomes[0].luck == found.outcomes[0].luck


def test_a_tournament_written_before_luck_was_told_goes_on(tmp_path: Path) -> None:
    plan = Tournament(game="holmes", bots=("casual", "random"), games=2)
    path = tmp_path / "games.jsonl"
    Journal(path, plan, False)
    path.write_bytes(path.read_bytes().replace(b',"luck":0', b""))
    Journal(path, plan, True)
    with pytest.raises(BadTournament):
        Journal(path, Tournament(game="holmes", bots=("casual", "random"), luck=5), True)
