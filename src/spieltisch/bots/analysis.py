"""Looking back at a finished game: what each decision was worth, from what its seat knew then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from spieltisch.bots.by_name import thinker
from spieltisch.bots.levels import Limits
from spieltisch.bots.report import MoveReport
from spieltisch.core.game import Game
from spieltisch.core.record import Record, positions
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE
from spieltisch.core.view import to_json
from spieltisch.games import game_of

LEAST_VISITS = 5
MOST_COSTLY = 10


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


class Judged(msgspec.Struct, frozen=True):
    """Shares of the victory to expect after the best move found and after the one played."""

    step: int
    seat: int
    played: str
    best: str
    expected: float
    after: float
    error: float

    @property
    def cost(self) -> float:
        return max(self.expected - self.after, 0.0)


class Analysis(msgspec.Struct, frozen=True):
    game: str
    level: str
    seats: int
    decisions: list[Judged]

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """What the seat could expect, at each of its own decisions."""
        return [(one.step, one.expected) for one in self.decisions if one.seat == seat]

    def costly(self, number: int = MOST_COSTLY) -> list[Judged]:
        """The moves that cost most, where the difference is more than the search's own error."""
        clear = [one for one in self.decisions if one.cost > 2 * one.error]
        return sorted(clear, key=lambda one: (-one.cost, one.step))[:number]


def decisions(game: Game, record: Record, level: str) -> list[Decision]:
    """Every decision of the record that had more than one legal move."""
    thinker(level)
    state = game.start(record.seats, record.options)
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


def judge(decision: Decision, limits: Limits | None = None) -> Judged:
    """Think about one decision; run in worker processes."""
    game = game_of(decision.game, decision.edition, decision.rules_version)
    bot = thinker(decision.level, limits)
    bot.sit(game, decision.seat)
    view = game.view_from_json(decision.view)
    reports = bot.analyse(view, decision.legal, seeded("analysis", decision.step))
    return judged(decision, reports)


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


def collected(game: Game, record: Record, level: str, answers: Iterable[Judged]) -> Analysis:
    in_order = sorted(answers, key=lambda one: one.step)
    return Analysis(game.name, level, record.seats, in_order)
