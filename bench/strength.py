"""How strong the levels are: the table of docs/bots.md, with 95 % intervals.

Every deal is played in all seatings with the same luck. Finished games are written down one by one;
running it again goes on where it stopped. `--games` limits the games of a pairing for a quick look.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from spieltisch.arena.intervals import Share, wilson
from spieltisch.arena.match import play_match, rotations
from spieltisch.bots.levels import bot
from spieltisch.core.game import Game
from spieltisch.games import ROOMS, game

AHEAD = 4  # games handed out for each worker, so that none waits


class Pairing(msgspec.Struct, frozen=True):
    """The first bot against the others; its share has to pass the bar at the lower bound, except
    where `by_share` asks for the share itself."""

    name: str
    bots: tuple[str, ...]
    games: int
    bar: float
    by_share: bool = False


PAIRINGS = (
    Pairing("casual - random", ("casual", "random"), 200, 0.90, by_share=True),
    Pairing("casual - beginner", ("casual", "beginner"), 200, 0.55),
    Pairing("strong - casual", ("strong", "casual"), 200, 0.60),
    Pairing("master - strong", ("master", "strong"), 60, 0.50),
    Pairing("strong - 3 casuals", ("strong", "casual", "casual", "casual"), 100, 0.375),
)


class Played(msgspec.Struct, frozen=True):
    """One finished game: what the first bot of the pairing got, and how long it thought."""

    game: str
    pairing: str
    deal: int
    seating: int
    payoff: float
    seconds: float


class Job(msgspec.Struct, frozen=True):
    game: str
    pairing: Pairing
    deal: int
    seating: int


@cache
def room_of(name: str) -> Game:
    return game(name)


def play(job: Job) -> Played:
    seats = rotations(len(job.pairing.bots))[job.seating]
    bots = [bot(job.pairing.bots[number]) for number in seats]
    match = play_match(room_of(job.game), bots, f"strength {job.game} {job.deal}")
    first = seats.index(0)
    payoff, seconds = match.payoffs[first], match.seconds[first]
    return Played(job.game, job.pairing.name, job.deal, job.seating, payoff, seconds)


def jobs(names: list[str], pairings: list[Pairing], most: int | None) -> Iterator[Job]:
    for pairing in pairings:
        seats = len(pairing.bots)
        games = pairing.games if most is None else min(most, pairing.games)
        for name in names:
            if room_of(name).most_seats >= seats:
                for number in range(games):
                    yield Job(name, pairing, number // seats, number % seats)


def read_played(path: Path) -> list[Played]:
    if not path.exists():
        return []
    lines = path.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Played) for line in lines]


def key(one: Played | Job) -> tuple[str, str, int, int]:
    pairing = one.pairing if isinstance(one.pairing, str) else one.pairing.name
    return one.game, pairing, one.deal, one.seating


def run(todo: list[Job], path: Path, workers: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        path.open("ab", buffering=0) as file,
        ProcessPoolExecutor(workers) as executor,
        Progress() as progress,
    ):
        task = progress.add_task("playing", total=len(todo))
        waiting = set()
        for job in todo:
            waiting.add(executor.submit(play, job))
            while len(waiting) >= AHEAD * workers:
                done = next(as_completed(waiting))
                waiting.remove(done)
                file.write(msgspec.json.encode(done.result()) + b"\n")
                progress.advance(task)
        for done in as_completed(waiting):
            file.write(msgspec.json.encode(done.result()) + b"\n")
            progress.advance(task)


def show(played: list[Played], pairings: list[Pairing]) -> None:
    grid = Table("pairing", "game", "games", "share", "95 % interval", "bar", "s/game")
    for pairing in pairings:
        games = [one for one in played if one.pairing == pairing.name]
        for name in sorted({one.game for one in games}):
            add_row(grid, pairing, name, [one for one in games if one.game == name])
        add_row(grid, pairing, "all", games)
    Console(width=110).print(grid)


def add_row(grid: Table, pairing: Pairing, name: str, games: list[Played]) -> None:
    if not games:
        return
    share = wilson(sum(one.payoff for one in games), len(games))
    seconds = sum(one.seconds for one in games) / len(games)
    grid.add_row(
        pairing.name,
        name,
        str(share.games),
        f"{share.share:.1%}",
        f"{share.low:.1%} - {share.high:.1%}",
        f"{'passed' if passes(pairing, share) else 'missed'} ({pairing.bar:.1%})",
        f"{seconds:.1f}",
    )


def passes(pairing: Pairing, share: Share) -> bool:
    return (share.share if pairing.by_share else share.low) >= pairing.bar


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=list(ROOMS), help="default: all")
    parser.add_argument("--pairing", action="append", help="part of a name, such as 'strong - c'")
    parser.add_argument("--games", type=int, help="at most so many games of a pairing")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("bench/results/strength.jsonl"))
    asked = parser.parse_args()
    wanted = asked.pairing or [""]
    pairings = [one for one in PAIRINGS if any(part in one.name for part in wanted)]
    known = {key(one) for one in read_played(asked.out)}
    every = jobs(asked.game or list(ROOMS), pairings, asked.games)
    run([job for job in every if key(job) not in known], asked.out, asked.workers)
    show(read_played(asked.out), pairings)


if __name__ == "__main__":
    main()
