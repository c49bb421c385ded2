"""The strength table: its tournaments, its bars, and how it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch.arena.playing import Outcome
from spieltisch.arena.strength import (
    CONTESTS,
    SHARE,
    Contest,
    as_markdown,
    cells,
    contests_of,
    lines,
    matching,
    rooms_for,
)
from tests.commands import spieltisch

DUEL = Contest(("strong", "casual"), 2, 0.6)


def games(*payoffs: float) -> list[Outcome]:
    """So many deals, each played in both seatings; the first bot got this much."""
    return [
        Outcome(number, number // 2, seating, [first, 1 - first][::sign], [0.0, 0.0], 9, [2.0] * 2)
        for number, first in enumerate(payoffs)
        for seating, sign in [(DUEL.bots[:: 1 - 2 * (number % 2)], 1 - 2 * (number % 2))]
    ]


def test_every_contest_fills_its_seats() -> None:
    assert [one.name for one in CONTESTS] == [
        "casual - random",
        "casual - beginner",
        "casual - beginner, full tables",
        "strong - casual",
        "strong - casual, full tables",
        "master - strong",
        "master - strong, full tables",
    ]
    for contest in CONTESTS:
        for room in rooms_for(contest, []):
            contest.tournament(room).check()
    assert "holmes" not in rooms_for(CONTESTS[2], [])
    five = CONTESTS[2].tournament("troika")
    assert (five.seats, five.bots) == (5, ("casual", *["beginner"] * 4))
    assert (CONTESTS[2].bar_in("troika"), CONTESTS[2].bar_in("all")) == (0.2, None)
    assert [one.name for one in matching(CONTESTS, ["master", "casual,"])] == [
        "strong - casual, full tables",
        "master - strong",
        "master - strong, full tables",
    ]


def test_a_bot_of_ones_own_meets_the_levels_in_a_folder_of_its_own() -> None:
    found = contests_of("./my bots/deep.py --fast")
    assert [one.bots[1] for one in found] == ["random", "beginner", "casual", "strong"]
    assert found[0].folder == ".mybotsdeep.py--fast-random"
    assert lines(Contest(DUEL.bots, 2), {"troika": games(1, 1)})[0].bar is None


def test_the_share_is_that_of_the_first_bot() -> None:
    found = lines(DUEL, {"troika": games(1, 1, 1, 0), "holmes": games(1, 1, 1, 1)})
    assert [(one.game, one.games, one.share.value) for one in found] == [
        ("troika", 4, 0.75),
        ("holmes", 4, 1.0),
        ("all", 8, 0.875),
    ]


def test_a_bar_counts_in_each_game_or_over_all_together() -> None:
    played = {"troika": games(*[1] * 40), "holmes": games(*[0, 1] * 20)}
    each = lines(DUEL, played)
    assert [(one.bar, one.passed) for one in each] == [(0.6, True), (0.6, False), (None, True)]
    together = lines(Contest(DUEL.bots, 2, 0.6, SHARE, together=True), played)
    assert [(one.bar, one.passed) for one in together] == [(None, True), (None, True), (0.6, True)]


def test_the_table_says_by_how_much_a_bar_is_missed() -> None:
    found = lines(Contest(DUEL.bots, 2, 0.6, SHARE), {"holmes": games(*[0, 1] * 20)})
    assert cells(found[0], SHARE)[-2] == "60.0% missed by 10.0%"
    assert as_markdown([cells(found[0], SHARE)]).startswith("| contest | game | games |")


@pytest.mark.parametrize("words", [["--only", "casual - random", "--game", "holmes"]])
def test_the_command_plays_and_goes_on(tmp_path: Path, words: list[str]) -> None:
    begun = tmp_path / "casual-random" / "holmes" / "games.jsonl"
    for _ in range(2):
        said = spieltisch("strength", "--out", tmp_path, *words, "--workers", 1)
        assert said.returncode == 0, said.stderr
        assert len(begun.read_bytes().splitlines()) == 201
    assert "| casual - random | holmes | 200 |" in (tmp_path / "strength.md").read_text()
