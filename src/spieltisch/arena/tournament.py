"""A tournament from Python: `spieltisch.arena.tournament("troika", ["strong", "casual"])`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from spieltisch.arena.crew import MakeExecutor, crew_of
from spieltisch.arena.journal import Journal
from spieltisch.arena.plan import (
    Pairing,
    Tournament,
    pairings,
    seatings_of_a_deal,
    tables_of,
)
from spieltisch.arena.playing import Line, Outcome, play_pairing
from spieltisch.arena.sprt import Sprt, Verdict, Watch
from spieltisch.arena.standings import Duel, Standing, duels, standings
from spieltisch.bots.by_name import name_of
from spieltisch.core.bot import Bot
from spieltisch.core.errors import SpieltischError

Progress = Callable[[int, int, Outcome], None]  # games done, games in all, the newest


class Results(msgspec.Struct, frozen=True):
    """`outcomes` in the order of the plan; `whole` unless it was stopped early (Ctrl-C)."""

    tournament: Tournament
    outcomes: list[Outcome]
    whole: bool
    verdict: Verdict | None = None

    @property
    def standings(self) -> list[Standing]:
        """Best first."""
        return standings(self.outcomes)

    @property
    def duels(self) -> list[Duel]:
        """Every bot against every other it met."""
        return duels(self.outcomes)


def tournament(
    game: str,
    bots: Sequence[str | Callable[[], Bot]],
    *,
    seats: int = 2,
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    edition: Mapping[str, Any] | None = None,
    gauntlet: bool = False,
    seconds: float | None = None,
    sprt: Sprt | None = None,
    luck: int = 0,
    folder: str | Path | None = None,
    resume: bool = False,
    workers: int = 1,
    executor: MakeExecutor | None = None,
    progress: Progress | None = None,
) -> Results:
    """Let bots play each other, every deal in every seating with the same luck.

    Bots are names (see `spieltisch.bots.by_name`) or classes of yours. With a `folder` every game
    is kept there, and `resume` goes on where it stopped. With `luck` (say 60) standings also tell
    shares without luck, known from fewer games (docs/arena.md). One worker is this process; more
    are processes beside it, or whatever `executor` makes.

    >>> found = tournament("holmes", ["casual", "random"], games=4)
    >>> [(row.bot, row.games) for row in found.standings]
    [('casual', 4), ('random', 4)]
    """
    plan = Tournament(
        game=game,
        bots=tuple(name_of(one) for one in bots),
        seats=seats,
        games=games,
        seed=seed,
        options=dict(options or {}),
        edition=None if edition is None else dict(edition),
        gauntlet=gauntlet,
        seconds=seconds,
        sprt=sprt,
        luck=luck,
    )
    return play(plan, folder, resume, workers, executor, progress)


def play(
    plan: Tournament,
    folder: str | Path | None = None,
    resume: bool = False,
    workers: int = 1,
    executor: MakeExecutor | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play what is planned; Ctrl-C keeps what is finished."""
    plan.check()
    journal = None if folder is None else Journal(Path(folder) / "games.jsonl", plan, resume)
    course = Course(plan, {} if journal is None else journal.finished)
    crew = crew_of(partial(play_pairing, plan), workers, executor)
    whole = True
    with journal or nullcontext():
        try:
            for line in until(course, crew.answers(course.left())):
                if journal is not None:
                    journal.add(line)
                if progress is not None:
                    progress(course.done, len(course.every), line.outcome)
        except KeyboardInterrupt:
            whole = False
    if not course.finished:
        raise SpieltischError("no game was finished; nothing to report")
    return Results(plan, course.counted(), whole, course.verdict)


def until(course: Course, answers: Iterator[Line]) -> Iterator[Line]:
    """Hand the games through until the test knows, or all are played."""
    if course.knows:
        return
    for line in answers:
        course.add(line.outcome)
        yield line
        if course.knows:
            return


class Course:
    """How far a tournament is. A test takes the deals in their order, whatever order the workers
    finish in, and counts none after the one that decided: so it ends the same everywhere."""

    def __init__(self, plan: Tournament, finished: Mapping[int, Outcome]) -> None:
        self.plan = plan
        self.every = pairings(plan)
        self.finished: dict[int, Outcome] = {}
        self.by_deal: dict[int, list[Outcome]] = defaultdict(list)
        self.rounds = len(seatings_of_a_deal(plan))
        self.deals = 0  # taken by the test
        self.watch = watch_for(plan)
        for outcome in finished.values():
            self.add(outcome)

    @property
    def done(self) -> int:
        return len(self.finished)

    @property
    def knows(self) -> bool:
        return self.watch is not None and bool(self.watch.verdict.accepted)

    @property
    def verdict(self) -> Verdict | None:
        return None if self.watch is None else self.watch.verdict

    def left(self) -> list[Pairing]:
        return [one for one in self.every if one.number not in self.finished]

    def add(self, outcome: Outcome) -> None:
        self.finished[outcome.number] = outcome
        self.by_deal[outcome.deal].append(outcome)
        while self.watch and not self.knows and len(self.by_deal[self.deals]) == self.rounds:
            self.watch.add(share_of(self.plan.bots[0], self.by_deal[self.deals]))
            self.deals += 1

    def counted(self) -> list[Outcome]:
        every = [self.finished[number] for number in sorted(self.finished)]
        return [one for one in every if one.deal < self.deals] if self.knows else every


def watch_for(plan: Tournament) -> Watch | None:
    if plan.sprt is None:
        return None
    return Watch(plan.sprt, tables_of(plan.bots[0], seatings_of_a_deal(plan)))


def share_of(bot: str, games: Sequence[Outcome]) -> float:
    """What a seat of the bot won in these games, on average; summed in the order of the plan."""
    in_order = sorted(games, key=lambda one: one.number)
    return fmean(
        payoff
        for one in in_order
        for name, payoff in zip(one.seating, one.payoffs, strict=True)
        if name == bot
    )
