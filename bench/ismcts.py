"""Our search against OpenSpiel's Python IS-MCTS on our games: win share with a 95 % interval.

Two seats; every deal is played from both, with the same luck as long as the moves agree. In `equal
simulations` both sides simulate equally often a move. In `equal time` ours may think as long as
theirs thought about its latest move. Finished games are written down one by one; running this again
goes on where it stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import spieltisch.research.openspiel
from spieltisch.arena.standings import share
from spieltisch.bots.searching import SearchBot
from spieltisch.core import build
from spieltisch.core.rng import seeded
from spieltisch.games import ROOMS
from spieltisch.research.openspiel.bots import OurBot
from spieltisch.research.openspiel.game import SpieltischGame, short_name

assert spieltisch.research.openspiel

SIMULATIONS = "equal simulations"
TIME = "equal time"
EXPLORATION = 1.4  # UCB1's own constant for payoffs from 0 to 1
FIRST_THOUGHT = 0.02  # seconds, for ours until theirs has thought
NO_LIMIT = 1_000_000


class Job(msgspec.Struct, frozen=True):
    game: str
    way: str
    simulations: int
    deal: int
    seat: int  # ours


class Played(msgspec.Struct, frozen=True):
    job: Job
    payoff: float
    our_seconds: float
    their_seconds: float


class Stopwatch:
    """How long one side thinks; a move without a choice is no thought."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.latest = FIRST_THOUGHT

    def move(self, bot: pyspiel.Bot, state: pyspiel.State) -> int:
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        began = perf_counter()
        action = int(bot.step(state))
        self.latest = perf_counter() - began
        self.seconds += self.latest
        return action


def play(job: Job) -> Played:
    game = pyspiel.load_game(short_name(job.game), {"players": 2})
    search = SearchBot(job.simulations if job.way == SIMULATIONS else NO_LIMIT)
    ours = OurBot(game, job.seat, search, seeded(job.game, job.deal, job.seat, "ours"))
    theirs = their_bot(game, job)
    our_watch, their_watch = Stopwatch(), Stopwatch()
    luck = np.random.RandomState(job.deal)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(codes, p=chances)))
        elif state.current_player() == job.seat:
            search.seconds = their_watch.latest if job.way == TIME else None
            state.apply_action(our_watch.move(ours, state))
        else:
            state.apply_action(their_watch.move(theirs, state))
    payoff = state.returns()[job.seat]
    return Played(job, payoff, our_watch.seconds, their_watch.seconds)


def their_bot(game: SpieltischGame, job: Job) -> ismcts.ISMCTSBot:
    random_state = np.random.RandomState(2 * job.deal + job.seat + 1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    return ismcts.ISMCTSBot(
        game, evaluator, EXPLORATION, job.simulations, random_state=random_state
    )


def jobs(names: list[str], ways: list[str], games: int, simulations: int) -> Iterator[Job]:
    """All pairings advance together, so that a run that is stopped has something of each."""
    for number in range(games):
        for way in ways:
            for name in names:
                yield Job(name, way, simulations, number // 2, number % 2)


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
    grid = Table("way", "simulations", "game", "games", "our share", "95 %", "s/game ours, theirs")
    groups: dict[tuple[str, int, str], list[Played]] = {}
    for one in played:
        job = one.job
        groups.setdefault((job.way, job.simulations, job.game), []).append(one)
        groups.setdefault((job.way, job.simulations, "all"), []).append(one)
    for (way, simulations, name), games in sorted(groups.items()):
        won = share(by_deal(games))
        ours = sum(one.our_seconds for one in games) / len(games)
        theirs = sum(one.their_seconds for one in games) / len(games)
        interval = f"{won.low:.1%} to {won.high:.1%}"
        seconds = f"{ours:.1f}, {theirs:.1f}"
        row = (way, str(simulations), name, str(len(games)), f"{won.value:.1%}")
        grid.add_row(*row, interval, seconds)
    Console(width=120).print(grid)


def by_deal(games: list[Played]) -> list[list[float]]:
    groups: dict[tuple[str, int], list[float]] = {}
    for one in games:
        groups.setdefault((one.job.game, one.job.deal), []).append(one.payoff)
    return list(groups.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(ROOMS), metavar="GAME")
    parser.add_argument("--games", type=int, default=60, help="of each pairing")
    parser.add_argument("--simulations", type=int, default=12, help="a move")
    parser.add_argument("--way", choices=(SIMULATIONS, TIME), action="append")
    parser.add_argument("--played", type=Path, default=Path("bench/results/ismcts.jsonl"))
    parser.add_argument("--show", action="store_true", help="only show what was played")
    asked = parser.parse_args()
    if not build.is_compiled():
        sys.exit("bench: this is the pure Python build; install with a C compiler first")
    ways = asked.way or [SIMULATIONS, TIME]
    done = {one.job for one in read_played(asked.played)}
    wanted = jobs(asked.names, ways, asked.games, asked.simulations)
    if not asked.show:
        run([job for job in wanted if job not in done], asked.played)
    show(read_played(asked.played))


if __name__ == "__main__":
    main()
