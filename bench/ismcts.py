"""Our search against OpenSpiel's Python IS-MCTS on our games: win share with a 95 % interval.

Two seats; every deal is played from both, with the same luck as long as the moves agree. In `equal
simulations` both sides simulate equally often a move: ours neither stops early nor takes fewer for
few moves. In `equal time` both have so many seconds of processor time a move; theirs is stopped
between two simulations, as it cannot stop by itself. Ours is the search as its levels use it, with
the knobs of each game, heuristic playouts among them; theirs has random rollouts. Finished games
are written down one by one; running this again goes on where it stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import spieltisch.research.openspiel
from spieltisch.arena.estimates import share
from spieltisch.bots.searching import Budget, SearchBot, Tally, think
from spieltisch.bots.tuning import tuning_of
from spieltisch.core import build
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.view import View
from spieltisch.games import ROOMS
from spieltisch.research.openspiel.bots import OurBot
from spieltisch.research.openspiel.game import SpieltischGame, short_name

assert spieltisch.research.openspiel

SIMULATIONS = "equal simulations"
TIME = "equal time"
EXPLORATION = 1.4  # UCB1's own constant for payoffs from 0 to 1
MOST = 20_000  # simulations a move in equal time, never reached


class Job(msgspec.Struct, frozen=True):
    """`each` is what both sides have a move: simulations, or seconds."""

    game: str
    way: str
    each: float
    deal: int
    seat: int  # ours

    @property
    def simulations(self) -> int:
        return int(self.each) if self.way == SIMULATIONS else MOST

    @property
    def seconds(self) -> float | None:
        return self.each if self.way == TIME else None


class Thought(msgspec.Struct):
    """What one side spent; a move without a choice is no thought."""

    moves: int = 0
    simulations: int = 0
    seconds: float = 0.0


class Played(msgspec.Struct, frozen=True):
    job: Job
    payoff: float
    ours: Thought
    theirs: Thought


class OurSearch(SearchBot):
    """Spends all it is given; the clock is the processor's, because machines are shared."""

    def __init__(self, job: Job, thought: Thought) -> None:
        super().__init__(job.simulations, job.seconds)
        self.thought = thought

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        reports = self.analyse(view, legal, rng)
        self.thought.simulations += sum(report.visits for report in reports)
        return reports[0].move

    def search(self, view: View, rng: Rng, budget: Budget) -> list[Tally]:
        return think(self.game, view, rng, budget, tuning_of(self.game.name), process_time)


class TimeIsUp(Exception):
    pass


class TheirSearch(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """Unchanged, but for a count of its simulations and an end when the time is up."""

    def __init__(self, game: SpieltischGame, job: Job, thought: Thought) -> None:
        luck = np.random.RandomState(2 * job.deal + job.seat + 1)
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        super().__init__(game, evaluator, EXPLORATION, job.simulations, random_state=luck)
        self.seconds = job.seconds
        self.thought = thought

    def run_search(self, state: pyspiel.State) -> list[tuple[int, float]]:
        self.began = process_time()
        try:
            policy = super().run_search(state)
        except TimeIsUp:
            policy = self.get_final_policy(state, self._root_node)
        chosen: list[tuple[int, float]] = policy
        return chosen

    def sample_root_state(self, state: pyspiel.State) -> pyspiel.State:
        if self.seconds is not None and self.is_late(self.seconds):
            raise TimeIsUp
        self.thought.simulations += 1
        return super().sample_root_state(state)

    def is_late(self, seconds: float) -> bool:
        """It can only answer once it has tried a move, which is after two simulations."""
        return process_time() - self.began >= seconds and self._root_node.total_visits > 0


def decide(bot: pyspiel.Bot, state: pyspiel.State, thought: Thought) -> int:
    legal = state.legal_actions()
    if len(legal) == 1:
        return int(legal[0])
    began = process_time()
    action = int(bot.step(state))
    thought.seconds += process_time() - began
    thought.moves += 1
    return action


def play(job: Job) -> Played:
    game = pyspiel.load_game(short_name(job.game), {"players": 2})
    ours, theirs = Thought(), Thought()
    rng = seeded(job.game, job.deal, job.seat, "ours")
    bots: list[Any] = [TheirSearch(game, job, theirs)] * 2
    bots[job.seat] = OurBot(game, job.seat, OurSearch(job, ours), rng)
    thoughts = [theirs, theirs]
    thoughts[job.seat] = ours
    luck = np.random.RandomState(job.deal)
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        if player < 0:
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(codes, p=chances)))
        else:
            state.apply_action(decide(bots[player], state, thoughts[player]))
    return Played(job, state.returns()[job.seat], ours, theirs)


def jobs(names: list[str], ways: dict[str, float], games: int) -> Iterator[Job]:
    """All pairings advance together, so that a run that is stopped has something of each."""
    for number in range(games):
        for way, each in ways.items():
            for name in names:
                yield Job(name, way, each, number // 2, number % 2)


def read_played(path: Path) -> list[Played]:
    if not path.exists():
        return []
    lines = path.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Played) for line in lines]


def run(todo: list[Job], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with Progress() as progress, path.open("ab") as file:
        bar = progress.add_task("playing", total=len(todo))
        for job in todo:
            file.write(msgspec.json.encode(play(job)) + b"\n")
            file.flush()
            progress.advance(bar)


def show(played: list[Played]) -> None:
    """The latter columns are means a move: simulations and milliseconds, ours and theirs."""
    grid = Table("way", "each", "game", "games", "our share", "95 %", "simulations", "ms")
    groups: dict[tuple[str, float, str], list[Played]] = {}
    for one in played:
        job = one.job
        groups.setdefault((job.way, job.each, job.game), []).append(one)
        groups.setdefault((job.way, job.each, "~ all"), []).append(one)
    for (way, each, name), games in sorted(groups.items()):
        won = share(by_deal(games))
        interval = f"{won.low:.1%} to {won.high:.1%}"
        row = (way, f"{each:g}", name.removeprefix("~ "), str(len(games)), f"{won.value:.1%}")
        grid.add_row(*row, interval, *spent(games))
    Console(width=120).print(grid)


def spent(games: list[Played]) -> tuple[str, str]:
    sides = [[one.ours for one in games], [one.theirs for one in games]]
    moves = [sum(thought.moves for thought in side) for side in sides]
    counts = [sum(thought.simulations for thought in side) for side in sides]
    seconds = [sum(thought.seconds for thought in side) for side in sides]
    simulations = [f"{count / number:,.1f}" for count, number in zip(counts, moves, strict=True)]
    millis = [f"{1000 * time / number:.1f}" for time, number in zip(seconds, moves, strict=True)]
    return ", ".join(simulations), ", ".join(millis)


def by_deal(games: list[Played]) -> list[list[float]]:
    groups: dict[tuple[str, int], list[float]] = {}
    for one in games:
        groups.setdefault((one.job.game, one.job.deal), []).append(one.payoff)
    return list(groups.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(ROOMS), metavar="GAME")
    parser.add_argument("--games", type=int, default=60, help="of each pairing")
    parser.add_argument("--simulations", type=int, default=24, help="a move")
    parser.add_argument("--seconds", type=float, default=0.05, help="a move, in equal time")
    parser.add_argument("--way", choices=(SIMULATIONS, TIME), action="append")
    parser.add_argument("--played", type=Path, default=Path("bench/results/ismcts.jsonl"))
    parser.add_argument("--show", action="store_true", help="only show what was played")
    asked = parser.parse_args()
    if not build.is_compiled():
        sys.exit("bench: this is the pure Python build; install with a C compiler first")
    both = {SIMULATIONS: asked.simulations, TIME: asked.seconds}
    ways = {way: float(both[way]) for way in asked.way or both}
    done = {one.job for one in read_played(asked.played)}
    if not asked.show:
        wanted = jobs(asked.names, ways, asked.games)
        run([job for job in wanted if job not in done], asked.played)
    show(read_played(asked.played))


if __name__ == "__main__":
    main()
