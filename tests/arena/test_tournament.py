"""Tournaments: fair plans, the same games however they are run, honest numbers."""

from __future__ import annotations

import doctest
import importlib
import json
import math
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

from spieltisch import arena
from spieltisch.arena.crew import (
    Crew,
    NoCluster,
    WorkersDie,
    dask_cluster,
    parcel_size,
    processes,
)
from spieltisch.arena.estimates import Interval
from spieltisch.arena.journal import Journal
from spieltisch.arena.plan import BadTournament, Tournament, gauntlet, line_ups, pairings, seatings
from spieltisch.arena.playing import Line, Outcome, play_pairing
from spieltisch.arena.sprt import BadTest, Sprt
from spieltisch.arena.standings import duels, ranks, standings
from spieltisch.arena.tournament import play
from spieltisch.bots.levels import UnknownLevel
from spieltisch.bots.simple import RandomBot
from spieltisch.core.bot import BadBot
from spieltisch.core.errors import BadRecord, SpieltischError
from spieltisch.core.record import replay
from spieltisch.files import read_record
from spieltisch.games import ROOMS, game
from tests.commands import spieltisch

SMALL = Tournament("tatort_themse", ("casual", "random"), 2, 12, seed=5)


def without_time(outcomes: list[Outcome]) -> list[tuple[object, ...]]:
    return [(one.number, one.seating, one.payoffs, one.scores, one.steps) for one in outcomes]


def in_this_process(tournament: Tournament) -> list[Line]:
    return [play_pairing(tournament, pairing) for pairing in pairings(tournament)]


def outcomes_of(played: list[Line]) -> list[Outcome]:
    return sorted((one.outcome for one in played), key=lambda one: one.number)


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
    assert gauntlet("a", ["c", "b"], 2) == [("a", "b"), ("a", "c")]
    assert gauntlet("a", ["b"], 3) == [("a", "b", "b")]


def test_all_seatings_of_a_deal_meet_the_same_grid() -> None:
    first, second = (play_pairing(SMALL, pairing).outcome for pairing in pairings(SMALL)[:2])
    assert first.deal == second.deal
    assert first.seating == second.seating[::-1]


def test_same_games_in_one_process_and_in_two(tmp_path: Path) -> None:
    here = in_this_process(SMALL)
    crew = Crew(processes(2), partial(play_pairing, SMALL), 8)
    there = list(crew.answers(pairings(SMALL)))
    assert without_time(outcomes_of(here)) == without_time(outcomes_of(there))


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
        assert without_time(journal.outcomes()) == without_time(outcomes_of(whole))


def test_a_journal_of_an_earlier_version_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"game":"holmes","bots":["casual"],"seats":2,"games":1}\n')
    with pytest.raises(BadTournament, match="earlier version, which kept no moves"):
        Journal(path, SMALL, resume=True)


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


def test_ranks_follow_victory_then_score_and_ties_share() -> None:
    assert ranks(outcome([0.0, 1.0, 0.0], [9, 5, 3], "a", "b", "c")) == [2.0, 1.0, 3.0]
    assert ranks(outcome([0.5, 0.5], [4, 4], "a", "b")) == [1.0, 1.0]


def test_standings_put_the_better_bot_first_with_a_higher_rating() -> None:
    games = [outcome([1.0, 0.0], [5, 3], "a", "b", deal=deal) for deal in range(30)]
    first, second = standings(games)
    assert (first.bot, second.bot) == ("a", "b")
    assert first.rating.value > second.rating.value
    assert first.difference == Interval(2.0, 2.0, 2.0)
    assert first.elo is not None and first.elo.value == math.inf
    assert first.superior > 0.999
    assert duels(games)[0].share.value == 1.0


def die_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_work_that_always_kills_its_worker_is_said_in_one_line() -> None:
    with pytest.raises(WorkersDie, match="ended 5 times"):
        list(Crew(processes(1), die_always, 2).answers(range(2)))


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
        ({"seconds": 0.0}, BadTournament),
        ({"bots": ("casual", "random", "beginner"), "sprt": Sprt(0, 10)}, BadTournament),
        ({"bots": ("casual", "random"), "sprt": Sprt(10, 0)}, BadTest),
        ({"bots": ("casual", "casual"), "gauntlet": True}, BadTournament),
        ({"bots": ("nowhere.at_all:Bot",)}, BadBot),
        ({"bots": ("./no_program",)}, BadBot),
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
    here = outcomes_of(in_this_process(tournament))
    assert without_time(outcomes_of(outcomes)) == without_time(here)


def test_a_test_ends_with_the_same_deal_however_many_play(tmp_path: Path) -> None:
    plan = Tournament("holmes", ("casual", "random"), games=400, seed=3, sprt=Sprt(0, 200))
    alone = play(plan, tmp_path / "alone")
    two = play(plan, tmp_path / "two", workers=2)
    assert alone.verdict == two.verdict
    assert alone.verdict is not None and alone.verdict.accepted == "elo1"
    assert len(alone.outcomes) == 2 * alone.verdict.deals < 100
    assert without_time(alone.outcomes) == without_time(two.outcomes)
    again = play(plan, tmp_path / "two", resume=True)
    assert without_time(again.outcomes) == without_time(alone.outcomes)


@pytest.mark.parametrize("room", ROOMS)
def test_games_replay_and_are_analysed_from_the_journal(tmp_path: Path, room: str) -> None:
    play(Tournament(room, ("casual", "random"), games=4), tmp_path)
    journal = tmp_path / "games.jsonl"
    record = read_record(journal, 3)
    replay(game(room), record)
    assert record.names == ["random", "casual"] and record.result is not None
    assert "every one legal" in spieltisch("replay", journal, "--number", 3).stdout
    for number, why in ((None, "say which with --number"), (77, "there is no game 77")):
        with pytest.raises(BadRecord, match=why):
            read_record(journal, number)


def test_a_tournament_is_a_function_that_tells_how_far_it_is() -> None:
    seen: list[tuple[int, int]] = []
    found = arena.tournament(
        "holmes",
        ["casual", RandomBot],
        games=6,
        progress=lambda done, every, _: seen.append((done, every)),
    )
    assert seen == [(number, 6) for number in range(1, 7)]
    assert [row.bot for row in found.standings] == ["casual", "spieltisch.bots.simple:RandomBot"]
    assert found.whole and found.verdict is None


@pytest.mark.parametrize("name", ["arena.tournament", "arena.study", "bots.by_name"])
def test_the_examples_in_docstrings_run(name: str) -> None:
    importlib.import_module(f"spieltisch.{name}")
    found = doctest.testmod(sys.modules[f"spieltisch.{name}"], optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0 and found.failed == 0
