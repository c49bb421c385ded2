"""Tournaments: fair plans, the same games however they are run, honest numbers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from spieltisch.arena.journal import Journal
from spieltisch.arena.plan import BadTournament, Tournament, line_ups, pairings, seatings
from spieltisch.arena.playing import (
    Crew,
    NoCluster,
    Outcome,
    dask_cluster,
    parcel_size,
    play_pairing,
    processes,
)
from spieltisch.arena.standings import duels, interval, ranks, share, standings
from spieltisch.bots.levels import UnknownLevel
from spieltisch.core.errors import SpieltischError

SMALL = Tournament("tatort_themse", ("casual", "random"), 2, 12, seed=5)


def without_time(outcomes: list[Outcome]) -> list[tuple[object, ...]]:
    return [(one.number, one.seating, one.payoffs, one.scores, one.steps) for one in outcomes]


def in_this_process(tournament: Tournament) -> list[Outcome]:
    return [play_pairing(tournament, pairing) for pairing in pairings(tournament)]


def outcome(payoffs: list[float], scores: list[float], *seating: str, deal: int = 0) -> Outcome:
    return Outcome(deal, deal, seating, payoffs, scores, 1, [0.0] * len(seating))


def test_every_bot_sits_equally_often_on_every_seat() -> None:
    tournament = Tournament("tatort_themse", ("casual", "beginner", "random"), 3, 50)
    seats = Counter(
        (seat, name) for one in pairings(tournament) for seat, name in enumerate(one.seating)
    )
    assert len(set(seats.values())) == 1
    assert len(pairings(tournament)) == 54


def test_line_ups_choose_among_many_and_fill_with_few() -> None:
    assert line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert len(seatings(("a", "b", "b", "b"))) == 4


def test_all_seatings_of_a_deal_meet_the_same_grid() -> None:
    first, second = (play_pairing(SMALL, pairing) for pairing in pairings(SMALL)[:2])
    assert first.deal == second.deal
    assert first.seating == second.seating[::-1]


def test_same_games_in_one_process_and_in_two(tmp_path: Path) -> None:
    here = in_this_process(SMALL)
    crew = Crew(processes(2), partial(play_pairing, SMALL), 8)
    there = sorted(crew.answers(pairings(SMALL)), key=lambda one: one.number)
    assert without_time(here) == without_time(there)


def test_a_resumed_tournament_equals_one_in_one_go(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = in_this_process(SMALL)
    with Journal(path, SMALL, resume=False) as journal:
        for one in whole[:5]:
            journal.add(one)
    with path.open("ab") as file:
        file.write(b'{"number": 6, "deal"')
    with Journal(path, SMALL, resume=True) as journal:
        assert sorted(journal.finished) == [0, 1, 2, 3, 4]
        for pairing in pairings(SMALL):
            if pairing.number not in journal.finished:
                journal.add(play_pairing(SMALL, pairing))
        assert without_time(journal.outcomes()) == without_time(whole)


def test_a_journal_is_never_overwritten_nor_mixed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path, SMALL, resume=False)
    with pytest.raises(BadTournament, match="--resume"):
        Journal(path, SMALL, resume=False)
    with pytest.raises(BadTournament, match="another tournament"):
        Journal(path, Tournament("tatort_themse", ("casual",), 2, 1), resume=True)


def die_once(mark: Path, number: int) -> int:
    """Kills its own worker the first time it is asked for number 3."""
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


class Counting(ThreadPoolExecutor):
    """Counts what it is given to do."""

    parcels = 0

    def submit(self, *given: Any, **more: Any) -> Any:
        type(self).parcels += 1
        return super().submit(*given, **more)


def test_short_games_go_out_in_parcels_and_each_comes_back_once() -> None:
    crew: Crew[int, int] = Crew(lambda: Counting(2), abs, 4)
    assert sorted(crew.answers(range(500))) == list(range(500))
    assert Counting.parcels < 100


def test_parcels_grow_slowly_and_shrink_at_once() -> None:
    assert parcel_size(1, 0.0) == 2
    assert parcel_size(8, 0.08) == 10
    assert parcel_size(8, 40.0) == 1


def test_a_worker_that_dies_costs_nothing_but_time(tmp_path: Path) -> None:
    crew = Crew(processes(2), partial(die_once, tmp_path / "mark"), 4)
    assert sorted(crew.answers(range(10))) == [number * number for number in range(10)]


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


def test_ranks_follow_victory_then_score_and_ties_share() -> None:
    assert ranks(outcome([0.0, 1.0, 0.0], [9, 5, 3], "a", "b", "c")) == [2.0, 1.0, 3.0]
    assert ranks(outcome([0.5, 0.5], [4, 4], "a", "b")) == [1.0, 1.0]


def test_standings_put_the_better_bot_first_with_a_higher_rating() -> None:
    games = [outcome([1.0, 0.0], [5, 3], "a", "b", deal=deal) for deal in range(30)]
    first, second = standings(games)
    assert (first.bot, second.bot) == ("a", "b")
    assert first.rating > second.rating
    assert first.difference.value == 2.0
    assert duels(games)[0].share.value == 1.0


def test_a_game_on_two_seats_of_a_bot_is_one_game() -> None:
    games = [outcome([1.0, 0.0], [5, 3], "a", "a", deal=deal) for deal in range(4)]
    assert [row.games for row in standings(games)] == [4]


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(address: str) -> None:
        raise OSError(f"Timed out trying to connect to {address}")

    monkeypatch.setattr("distributed.Client", silent)
    crew = Crew(dask_cluster("tcp://127.0.0.1:1"), partial(play_pairing, SMALL), 4)
    with pytest.raises(NoCluster, match=r"--dask tcp://127\.0\.0\.1:1: "):
        list(crew.answers(pairings(SMALL)))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "chess"}, SpieltischError),
        ({"bots": ("genius",)}, UnknownLevel),
        ({"seats": 9}, SpieltischError),
        ({"games": 0}, BadTournament),
    ],
)
def test_an_impossible_tournament_is_refused(
    change: dict[str, object], error: type[Exception]
) -> None:
    asked = {"game": "tatort_themse", "bots": ("casual",), "seats": 2, "games": 4, **change}
    with pytest.raises(error):
        Tournament(**asked).check()  # type: ignore[arg-type]


def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "spieltisch", "arena", "tatort_themse"]
    command += ["--bots", "casual,random", "--games", "40", "--seed", "5", "--workers", "1"]
    stopped, whole = tmp_path / "stopped", tmp_path / "whole"
    with hearing_ctrl_c():
        running = subprocess.Popen(
            [*command, "--out", str(stopped)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    wait_for_lines(stopped / "games.jsonl", 4)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: workers hear it too
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in said
    finished = lines_of(stopped / "games.jsonl")
    assert 4 <= finished < 41
    subprocess.run([*command, "--out", str(stopped), "--resume"], check=True, capture_output=True)
    subprocess.run([*command, "--out", str(whole)], check=True, capture_output=True)
    tournament = Tournament("tatort_themse", ("casual", "random"), 2, 40, seed=5)
    ended, straight = (
        Journal(folder / "games.jsonl", tournament, resume=True).outcomes()
        for folder in (stopped, whole)
    )
    assert without_time(ended) == without_time(straight)
    assert "<svg" in (whole / "report.html").read_text()


@contextmanager
def hearing_ctrl_c() -> Iterator[None]:
    """Whoever starts the tests in the background makes them, and their children, deaf to it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def lines_of(path: Path) -> int:
    return len(path.read_bytes().splitlines()) if path.exists() else 0


def wait_for_lines(path: Path, number: int) -> None:
    deadline = time.monotonic() + 60
    while lines_of(path) < number:
        assert time.monotonic() < deadline, "no game was finished in a minute"
        time.sleep(0.05)


def start_dask(folder: Path) -> tuple[str, list[subprocess.Popen[bytes]]]:
    """A scheduler and two workers in processes of their own."""
    file = folder / "scheduler.json"
    here = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
    scheduler = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", *here]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", *here]
    worker += ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
    started = [subprocess.Popen(command) for command in (scheduler, worker, worker)]
    wait_for_lines(file, 1)
    return json.loads(file.read_text())["address"], started


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process by signal")
def test_a_dask_cluster_that_loses_a_worker_gives_the_same_results(tmp_path: Path) -> None:
    tournament = Tournament("tatort_themse", ("casual", "random"), 2, 30, seed=5)
    address, started = start_dask(tmp_path)
    try:
        outcomes = []
        crew = Crew(dask_cluster(address), partial(play_pairing, tournament), 6)
        for one in crew.answers(pairings(tournament)):
            outcomes.append(one)
            if len(outcomes) == 5:
                started[1].kill()
    finally:
        for process in started:
            process.kill()
            process.wait()
    there = sorted(outcomes, key=lambda one: one.number)
    assert without_time(there) == without_time(in_this_process(tournament))
