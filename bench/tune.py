"""Find the weights of a room's heuristic by self-play, with CMA-ES (`pip install '.[tune]'`).

Every generation plays new deals, each in all seatings: one seat by the candidate's weights, the
others by those of a league, which the candidates' mean joins every so many generations. (Against
the latest one alone the weights of Zug um Zug went round in circles.) The mean of the last
generation is then checked on deals no generation has seen, at every number of seats, and printed
for `games/<room>/weights.py`.

Two steps of a run may differ in luck alone, so what counts is the check at its end.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from typing import Any

import cma
from rich.console import Console

from spieltisch.arena.estimates import Interval, share
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import Policy, new_buffer
from spieltisch.games import ROOMS, game
from spieltisch.search.playout import lead, play_between

SPREAD = 0.3  # of a weight, as a share of it
LEAST_SPREAD = 1.5  # of a small one
SPREAD_FROM_NOTHING = 20.0  # of one that begins at 0
MARGIN = 0.5  # how much the score difference counts beside the victory: it is less a matter of luck
SCALES = {"tatort_themse": 10.0, "troika": 3.0, "holmes": 12.0, "zug_um_zug": 40.0}

Weights = Any  # each room has a class of its own, with the same face


def weights_of(room: str) -> Weights:
    return importlib.import_module(f"spieltisch.games.{room}.weights").Weights()


def names_of(weights: Weights) -> list[str]:
    return [name for name in dir(weights) if not name.startswith("_")]


def changed(room: str, names: Sequence[str], numbers: Sequence[float]) -> Policy:
    weights = weights_of(room)
    for name, number in zip(names, numbers, strict=True):
        setattr(weights, name, kept_on_its_side(getattr(weights, name), round(number)))
    return policy(room, weights)


def kept_on_its_side(before: int, number: int) -> int:
    """What is divided by stays above 0, and a fault never becomes a merit."""
    if before == 0:
        return number
    return max(number, 1) if before > 0 else min(number, -1)


def policy(room: str, weights: Weights) -> Policy:
    module = importlib.import_module(f"spieltisch.games.{room}.heuristic")
    made: Policy = module.Casual(weights)
    return made


class Contest:
    """A candidate against the league, every deal in all seatings."""

    def __init__(self, room: Game, seats: int, scale: float) -> None:
        self.room = room
        self.seats = seats
        self.scale = scale
        self.league = [policy(room.name, weights_of(room.name))]
        self.buffer = new_buffer(room.most_moves)

    def deal(self, candidate: Policy, rival: Policy, name: str) -> list[tuple[float, float]]:
        """The share of the victory and the lead, by where the candidate sits."""
        found = []
        for seat in range(self.seats):
            state = self.room.start(self.seats)
            policies = [rival] * self.seats
            policies[seat] = candidate
            play_between(state, policies, seeded("tune", name), self.buffer)
            found.append((state.payoffs()[seat], lead(state.scores(), seat, self.seats)))
        return found

    def worth(self, candidate: Policy, deals: Sequence[str]) -> float:
        rivals = [self.league[number % len(self.league)] for number in range(len(deals))]
        met = zip(rivals, deals, strict=True)
        games = [one for rival, name in met for one in self.deal(candidate, rival, name)]
        margins = [ahead / (abs(ahead) + self.scale) for _, ahead in games]
        return sum(won for won, _ in games) / len(games) + MARGIN * sum(margins) / len(games)

    def check(self, candidate: Policy, deals: Sequence[str]) -> Interval:
        """Against what there was."""
        before = self.league[0]
        return share([[won for won, _ in self.deal(candidate, before, name)] for name in deals])


def spread_of(number: float) -> float:
    return max(abs(number) * SPREAD, LEAST_SPREAD) if number else SPREAD_FROM_NOTHING


def tune(contests: Sequence[Contest], room: str, asked: argparse.Namespace) -> list[float]:
    names = names_of(weights_of(room))
    first = [float(getattr(weights_of(room), name)) for name in names]
    spreads = [spread_of(number) for number in first]
    options = {"seed": asked.seed, "CMA_stds": spreads, "verbose": -9, "popsize": asked.candidates}
    search = cma.CMAEvolutionStrategy(first, 1.0, options)
    for generation in range(asked.generations):
        deals = [f"{asked.seed} {generation} {number}" for number in range(asked.deals)]
        asking = search.ask()
        found = [
            -sum(one.worth(changed(room, names, numbers), deals) for one in contests)
            for numbers in asking
        ]
        search.tell(asking, found)
        if (generation + 1) % asked.join == 0:
            for one in contests:
                one.league.append(changed(room, names, search.mean))
        print(f"{generation + 1}: {-min(found):.3f} {-sum(found) / len(found):.3f}", flush=True)
    return list(search.mean)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(ROOMS))
    parser.add_argument("--seats", type=int, action="append", help="default: the fewest")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument(
        "--join", type=int, default=10, help="generations until the mean joins the league"
    )
    parser.add_argument("--candidates", type=int, default=16, help="of a generation")
    parser.add_argument("--deals", type=int, default=300, help="of a generation")
    parser.add_argument("--check", type=int, default=2000, help="deals at the end")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    room = game(asked.game)
    scale = SCALES.get(asked.game, 10.0)
    contests = [Contest(room, seats, scale) for seats in asked.seats or [room.least_seats]]
    numbers = tune(contests, asked.game, asked)
    console = Console(width=120)
    for name, number in zip(names_of(weights_of(asked.game)), numbers, strict=True):
        kept = kept_on_its_side(getattr(weights_of(asked.game), name), round(number))
        console.print(f"        self.{name}: i64 = {kept}", highlight=False)
    candidate = changed(asked.game, names_of(weights_of(asked.game)), numbers)
    fresh = [f"fresh {number}" for number in range(asked.check)]
    for seats in range(room.least_seats, room.most_seats + 1):
        won = Contest(room, seats, scale).check(candidate, fresh)
        told = f"{seats} seats: {won.value:.1%} ({won.low:.1%} to {won.high:.1%})"
        console.print(f"{told}, even would be {1 / seats:.1%}", highlight=False)


if __name__ == "__main__":
    main()
