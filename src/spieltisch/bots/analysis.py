"""Looking back at a finished game: what each decision was worth, from what its seat knew then.

A search finds the best move; that one and the one played are then tried equally often, so that
their chances and their points can be compared. Where they seem to differ they are tried anew, and
only that counts: else the unluckiest of many good decisions would be called a mistake.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from spieltisch.bots.advice import NO_LIMITS, Tries, row_of, searched
from spieltisch.bots.by_name import is_level, thinker
from spieltisch.bots.levels import Limits
from spieltisch.bots.luck import Luck
from spieltisch.bots.report import MoveReport
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.game import Game
from spieltisch.core.record import Record, positions, start_of
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE
from spieltisch.core.view import to_json
from spieltisch.games import game_of
from spieltisch.search.search import Search

LEAST_VISITS = 5
MOST_COSTLY = 10
FIRST_TRIALS = 200  # of the best move and of the one played
TRIALS_ANEW = 1_200
SUSPICIOUS = 1.0  # so many standard errors apart, the two are tried anew
CLEAR = 2.5  # so many, and the one played is called worse
LEAST_CHANCE, MOST_CHANCE = 0.05, 0.95  # beyond, a mistake hardly shows in chances


class Decision(msgspec.Struct, frozen=True):
    """A decision with a choice: the seat's view as JSON, and what it could and did play."""

    game: str
    edition: str | dict[str, Any]
    step: int
    seat: int
    view: str
    legal: tuple[str, ...]
    played: str
    level: str
    rules_version: int = 1


class Points(msgspec.Struct, frozen=True):
    """By how much the seat is ahead of the best of the others in the end, after the best move found
    and after the one played. `of_round`: in the round that is being played, and so are the
    chances, because a search of this game looks no further."""

    expected: float
    after: float
    error: float
    of_round: bool = False

    @property
    def cost(self) -> float:
        return max(self.expected - self.after, 0.0)


class Judged(msgspec.Struct, frozen=True):
    """Shares of the victory to expect after the best move found and after the one played, and the
    same in points, which a bot of somebody's own may not know. `row` is the best move with what the
    seat would have played at once after it."""

    step: int
    seat: int
    played: str
    best: str
    expected: float
    after: float
    error: float
    points: Points | None = None
    row: tuple[str, ...] = ()

    @property
    def cost(self) -> float:
        return max(self.expected - self.after, 0.0)

    @property
    def in_points(self) -> bool:
        """Whether the cost is better told in points, because the game is all but decided."""
        decided = not LEAST_CHANCE <= self.expected <= MOST_CHANCE
        return decided and self.points is not None

    @property
    def clear(self) -> bool:
        """Whether the one played was worse by more than the error of the two."""
        if self.in_points and self.points is not None:
            return self.points.cost > CLEAR * self.points.error
        return self.cost > CLEAR * self.error

    def weight(self, game: str) -> float:
        """For putting mistakes in order: a point counts as much chance as the search gives it."""
        if self.in_points and self.points is not None:
            return 0.5 * self.points.cost / tuning_of(game).margin_scale
        return self.cost


class Analysis(msgspec.Struct, frozen=True):
    game: str
    level: str
    seats: int
    decisions: list[Judged]
    luck: Luck | None = None

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """What the seat could expect, at each of its own decisions."""
        return [(one.step, one.expected) for one in self.decisions if one.seat == seat]

    def costly(self, number: int = MOST_COSTLY, seat: int | None = None) -> list[Judged]:
        """The moves that cost most, where the difference is more than the search's own error; of
        everybody, or of a seat."""
        clear = [one for one in self.decisions if one.clear and seat in (None, one.seat)]
        return sorted(clear, key=lambda one: (-one.weight(self.game), one.step))[:number]

    def lost(self, seat: int) -> float:
        """What a decision of the seat cost on average, in shares of the victory."""
        costs = [one.cost if one.clear else 0.0 for one in self.decisions if one.seat == seat]
        return sum(costs) / max(len(costs), 1)


def decisions(game: Game, record: Record, level: str) -> list[Decision]:
    """Every decision of the record that had more than one legal move."""
    thinker(level)
    state = start_of(game, record)
    found = []
    for step, code in positions(game, record, state):
        if state.turn == CHANCE:
            continue
        legal = tuple(game.texts_by_code[one] for one in game.legal(state))
        if len(legal) > 1:
            view = to_json(game.view(state, state.turn)).decode()
            played = game.texts_by_code[code]
            named = (game.name, game.edition, step, state.turn, view, legal, played, level)
            found.append(Decision(*named, game.rules_version))
    return found


def judge(decision: Decision, limits: Limits = NO_LIMITS) -> Judged:
    """Think about one decision; run in worker processes."""
    game = game_of(decision.game, decision.edition, decision.rules_version)
    rng = seeded("analysis", decision.step)
    if is_level(decision.level):
        return tried(game, decision, rng, limits)
    bot = thinker(decision.level, limits)
    bot.sit(game, decision.seat)
    return judged(decision, bot.analyse(game.view_from_json(decision.view), decision.legal, rng))


def tried(game: Game, decision: Decision, rng: Rng, limits: Limits) -> Judged:
    root = game.determinize(game.view_from_json(decision.view), rng)
    trials = 2 * (FIRST_TRIALS + TRIALS_ANEW)
    search = searched(game, root, rng, limits, decision.level, trials, every_move=True)
    edges = range(search.root_moves)
    best = max(edges, key=lambda edge: search.tree.visits[edge])
    code = game.code_of(decision.played)
    played = next(edge for edge in edges if search.tree.edge_event[edge] == code)
    pair = compared(search, best, played, FIRST_TRIALS)
    if played != best and seem_apart(*pair):
        pair = compared(search, best, played, TRIALS_ANEW)
    return verdict(decision, pair, tuple(row_of(game, search, best, rng)))


def compared(search: Search, best: int, played: int, trials: int) -> tuple[Tries, Tries]:
    first = Tries(search, best)
    second = first if best == played else Tries(search, played)
    for _ in range(trials):
        first.again()
        if second is not first:
            second.again()
    return first, second


def seem_apart(best: Tries, played: Tries) -> bool:
    chance = best.won - played.won > SUSPICIOUS * best.number * apart(best.chance, played.chance)
    points = best.ahead - played.ahead
    return chance or points > SUSPICIOUS * best.number * apart(best.points, played.points)


def apart(first: tuple[float, float], second: tuple[float, float]) -> float:
    """The standard error of the difference of two means."""
    return math.hypot(first[1], second[1])


def verdict(decision: Decision, pair: tuple[Tries, Tries], row: tuple[str, ...]) -> Judged:
    best, played = pair
    error = 0.0 if best is played else 1.0
    return Judged(
        step=decision.step,
        seat=decision.seat,
        played=decision.played,
        best=row[0],
        expected=best.chance[0],
        after=played.chance[0],
        error=error * apart(best.chance, played.chance),
        points=Points(
            best.points[0],
            played.points[0],
            error * apart(best.points, played.points),
            best.of_round,
        ),
        row=row,
    )


def judged(decision: Decision, reports: Sequence[MoveReport]) -> Judged:
    """The move tried most is the best found; a move hardly tried is not worth less for that."""
    best = max(reports, key=lambda report: report.visits)
    played = next(report for report in reports if report.move == decision.played)
    unclear = played.visits < LEAST_VISITS
    return Judged(
        step=decision.step,
        seat=decision.seat,
        played=decision.played,
        best=best.move,
        expected=best.value,
        after=best.value if unclear else played.value,
        error=best.error + played.error,
    )


def collected(
    game: Game, record: Record, level: str, answers: Iterable[Judged], luck: Luck | None = None
) -> Analysis:
    in_order = sorted(answers, key=lambda one: one.step)
    return Analysis(game.name, level, record.seats, in_order, luck)
