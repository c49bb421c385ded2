"""The bot that thinks: information-set search from a view, alone or over several processes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec

from spieltisch.bots.report import MoveReport
from spieltisch.bots.tuning import Knobs, knobs_of, tuning_of, with_knobs
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View, to_json
from spieltisch.games import game_of
from spieltisch.search.search import Search
from spieltisch.search.tuning import Tuning

MOST_NODES = 200_000
CHUNK = 32  # iterations between two looks at the clock
MANY_MOVES = 8
LEAST_ITERATIONS = 100
Clock = Callable[[], float]


def never() -> bool:
    return False


class Tally(msgspec.Struct, frozen=True):
    """What one search adds up for a move; tallies of several searches are added."""

    move: str
    visits: int
    wins: float
    squares: float

    def report(self) -> MoveReport:
        """One imagined game of unknown result keeps the error of few visits honest."""
        tries = max(self.visits, 1)
        value = self.wins / tries
        spread = (self.squares - self.wins * value + 0.25) / (tries + 1)
        return MoveReport(self.move, self.visits, value, math.sqrt(max(spread, 0.0) / tries))


class Budget(msgspec.Struct, frozen=True):
    """How long a search goes on: so many iterations, or less when the time is up. With `settle`,
    as for a bot that only has to move, few moves to choose from get fewer iterations, unless one of
    them is for good, and it stops once no other move can become the most visited one. With
    `every_move`, as for somebody who asks what a move was worth, moves are looked at that no
    sensible player makes."""

    iterations: int
    seconds: float | None = None
    settle: bool = False
    every_move: bool = False

    def iterations_for(self, moves: int, for_good: bool) -> int:
        if not self.settle or for_good or moves >= MANY_MOVES:
            return self.iterations
        return min(self.iterations, max(self.iterations * moves // MANY_MOVES, LEAST_ITERATIONS))


def think(
    game: Game,
    view: View,
    rng: Rng,
    budget: Budget,
    tuning: Tuning,
    clock: Clock = time.monotonic,
    hurried: Callable[[], bool] = never,
) -> list[Tally]:
    """Search from the view. The time begins here: making the tree belongs to the thought. Whoever
    is hurried ends with what was found so far."""
    deadline = None if budget.seconds is None else clock() + budget.seconds
    root = game.determinize(view, rng)
    most_nodes = min(budget.iterations + 1, MOST_NODES)
    choice = (game.most_moves, most_nodes, budget.every_move)
    search = Search(root, game.casual, tuning, rng, *choice)
    if search.root_moves == 1:
        return tallies(game, search)
    left = budget.iterations_for(search.root_moves, root.for_good())
    while left > 0:
        search.run(min(left, CHUNK))
        left -= CHUNK
        if hurried() or (deadline is not None and clock() >= deadline):
            break
        if budget.settle and search.lead() > left:
            break
    return tallies(game, search)


def tallies(game: Game, search: Search) -> list[Tally]:
    tree = search.tree
    return [
        Tally(
            game.texts_by_code[tree.edge_event[edge]],
            tree.visits[edge],
            search.wins[edge],
            search.squares[edge],
        )
        for edge in range(search.root_moves)
    ]


def merge(parts: Sequence[Sequence[Tally]]) -> list[Tally]:
    return [
        Tally(
            same[0].move,
            sum(tally.visits for tally in same),
            sum(tally.wins for tally in same),
            sum(tally.squares for tally in same),
        )
        for same in zip(*parts, strict=True)
    ]


def in_order(tallies: Sequence[Tally]) -> list[MoveReport]:
    """The move most tried first."""
    found = [tally.report() for tally in tallies]
    return sorted(found, key=lambda report: (-report.visits, -report.value))


def most_tried(tallies: Sequence[Tally]) -> str:
    return in_order(tallies)[0].move


class Task(msgspec.Struct, frozen=True):
    """A search as it is sent to another process: plain data only."""

    game: str
    edition: str | dict[str, Any]
    rules_version: int
    view: bytes
    seed: tuple[int, int, int, int]
    budget: Budget
    knobs: Knobs


def work_on(task: Task) -> list[Tally]:
    """Run in a worker process."""
    game = game_of(task.game, task.edition, task.rules_version)
    view = game.view_from_json(task.view)
    rng = Rng(*task.seed)
    return think(game, view, rng, task.budget, with_knobs(task.knobs))


def think_together(
    game: Game,
    view: View,
    rng: Rng,
    budget: Budget,
    tuning: Tuning,
    executor: Executor,
    workers: int,
) -> list[Tally]:
    """Root-parallel search: every worker grows its own tree, the visits are added."""
    tasks = [
        Task(
            game.name,
            game.edition,
            game.rules_version,
            to_json(view),
            (rng.word(), rng.word(), rng.word(), rng.word() | 1),
            Budget(share, budget.seconds, every_move=budget.every_move),
            knobs_of(tuning),
        )
        for share in shares(budget.iterations, workers)
    ]
    return merge(list(executor.map(work_on, tasks)))


def shares(iterations: int, workers: int) -> list[int]:
    return [(iterations + number) // workers for number in range(workers)]


class SearchBot:
    """`seconds` is a limit on top of the iterations; without it, a seed gives one answer. With an
    executor, the iterations are shared out among `workers` processes."""

    def __init__(
        self,
        iterations: int,
        seconds: float | None = None,
        executor: Executor | None = None,
        workers: int = 1,
        tuning: Tuning | None = None,
        hurried: Callable[[], bool] = never,
    ) -> None:
        self.iterations = iterations
        self.seconds = seconds
        self.executor = executor
        self.workers = workers
        self.tuning = tuning
        self.hurried = hurried

    def sit(self, game: Game, seat: int) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        if len(legal) == 1:
            return legal[0]
        return self.reports(view, rng, settle=True)[0].move

    def analyse(self, view: View, legal: Sequence[str], rng: Rng) -> list[MoveReport]:
        """Every legal move, the best first."""
        if len(legal) == 1:
            return [MoveReport(legal[0], 0, 0.0, 0.5)]
        return self.reports(view, rng, settle=False)

    def reports(self, view: View, rng: Rng, settle: bool) -> list[MoveReport]:
        budget = Budget(self.iterations, self.seconds, settle, every_move=not settle)
        return in_order(self.search(view, rng, budget))

    def part(self, view: View, rng: Rng, parts: int) -> list[Tally]:
        """One of several searches whose tallies are merged to choose a move."""
        return self.search(view, rng, Budget(self.iterations // parts, self.seconds, settle=True))

    def search(self, view: View, rng: Rng, budget: Budget) -> list[Tally]:
        tuning = self.tuning or tuning_of(self.game.name)
        if self.executor is not None and self.workers > 1:
            crew = (self.executor, self.workers)
            return think_together(self.game, view, rng, budget, tuning, *crew)
        return think(self.game, view, rng, budget, tuning, hurried=self.hurried)
