# compiled by mypyc
"""What each seat can expect from a position on: the mean of games played out from it.

The games are kept while the real one goes on. Those that took the same step as the real one are
games played out from the position it reached, as good as new ones; only the others are replaced.
So what two neighbouring positions are said to be worth differs by what happened between them, and
hardly by the games that were imagined.
"""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, Policy, State, new_buffer
from spieltisch.search.playout import lead


@final
class Imagined:
    """One game played out: its steps, how many of them the real game has taken, too, and what came
    of it: the share of the victory of every seat, then by how much every seat was ahead."""

    def __init__(self, seats: i64, causes: i64, position: i64) -> None:
        self.steps: vec[i64] = vec[i64]()
        self.taken: i64 = 0
        self.worth: vec[float] = vec[float]([0.0] * (2 * seats))
        self.counted: vec[float] = vec[float]([0.0] * causes)
        self.position = position  # the one it was played out from


@final
class Expectation:
    """`number` games from every position it is moved to. What happens is put down to one of so many
    causes; `charged` says how far the sum for a cause hangs on the games of a position."""

    def __init__(
        self, number: i64, seats: i64, causes: i64, policy: Policy, rng: Rng, most_moves: i64
    ) -> None:
        self.number = number
        self.seats = seats
        self.causes = causes
        self.policy = policy
        self.rng = rng
        self.buffer: vec[i64] = new_buffer(most_moves)
        self.games: list[Imagined] = []
        self.positions: i64 = 0
        self.charged: list[list[float]] = []
        self.played: i64 = 0  # games in all

    def move_to(self, state: State) -> None:
        """After every step on the way here was followed."""
        self.charged.append([0.0] * self.causes)
        while len(self.games) < self.number:
            self.games.append(self.imagine(state))
            self.played += 1
        self.positions += 1

    def imagine(self, state: State) -> Imagined:
        game = Imagined(self.seats, self.causes, self.positions)
        ahead = state.copy()
        ahead.forget()
        while ahead.turn != OVER:
            if ahead.turn == CHANCE:
                code = ahead.draw(self.rng, self.buffer)
            else:
                code = self.policy.choose(ahead, self.rng, self.buffer)
            game.steps = append(game.steps, code)
            ahead.play(code)
        write_result(ahead, game.worth)
        return game

    def follow(self, code: i64) -> None:
        """The real game takes this step: whatever took another one is no longer about it."""
        still: list[Imagined] = []
        for game in self.games:
            if game.steps[game.taken] == code:
                game.taken += 1
                still.append(game)
            else:
                self.charge(game)
        self.games = still

    def charge(self, game: Imagined) -> None:
        row = self.charged[game.position]
        cause: i64 = 0
        while cause < self.causes:
            row[cause] += game.counted[cause] * game.counted[cause]
            cause += 1

    def count(self, cause: i64, times: float) -> None:
        """The mean of these games is added to what the cause is said to have done, or, with -1,
        taken from it."""
        share = times / float(len(self.games))
        for game in self.games:
            game.counted[cause] += share

    def finish(self) -> None:
        for game in self.games:
            self.charge(game)
        self.games = []

    def mean(self, which: i64) -> float:
        total = 0.0
        for game in self.games:
            total += game.worth[which]
        return total / float(len(self.games))

    def variance(self, which: i64) -> float:
        """Of one game, around the mean of them all."""
        mean = self.mean(which)
        total = 0.0
        for game in self.games:
            apart = game.worth[which] - mean
            total += apart * apart
        return total / float(len(self.games))


def write_result(state: State, into: "vec[float]") -> None:
    scores = state.scores()
    seat: i64 = 0
    for payoff in state.payoffs():
        into[seat] = payoff
        into[state.seats + seat] = lead(scores, seat, state.seats)
        seat += 1
