"""The checked door: people, bots in seats and the network come in here and nowhere else.

A Table is a game in progress and its numbered rows. `propose…` checks and answers the rows an
action would append; `apply` appends rows that are on disk. Building a Table from its rows is
the same `apply`, so what was acknowledged and what is replayed cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from spieltisch.core.errors import IllegalMove, SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.record import Record, record_of, who_is
from spieltisch.core.state import CHANCE, OVER, State
from spieltisch.core.view import Seen
from spieltisch.table import undo
from spieltisch.table.errors import Refused
from spieltisch.table.fairness import UNDO, Dice
from spieltisch.table.sight import Sight

LONGEST_TEXT = 60
MOST_UNDONE = 30


class Row(msgspec.Struct, frozen=True, gc=False):
    """One step or undo; `key` is the sender's idempotency key."""

    number: int
    who: int
    text: str
    at: float
    key: str = ""


class Proposal(msgspec.Struct, frozen=True):
    """The rows a checked action would append, and who has to decide then."""

    rows: list[Row]
    turn: int

    @property
    def over(self) -> bool:
        return self.turn == OVER


class Table:
    def __init__(self, game: Game, seats: int, options: dict[str, str], dice: Dice) -> None:
        self.game = game
        self.seats = seats
        self.options = game.complete_options(options)
        self.dice = dice
        self.state = game.start(seats, self.options)
        self.rows: list[Row] = []
        self.steps: list[Row] = []  # the rows that were not taken back
        self.drawn = 0  # how many of them are chance's
        self.trail: list[State] = []  # positions before the deciding seat's latest decisions
        self.keys: dict[tuple[int, str], str] = {}
        self.undoable: bool | None = None  # worked out when somebody who could undo looks
        self.sights = [Sight(viewer) for viewer in [*range(seats), None]]

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def number(self) -> int:
        return len(self.rows)

    @property
    def since(self) -> float:
        return self.rows[-1].at if self.rows else 0.0

    def sight(self, seat: int | None) -> Sight:
        return self.sights[self.seats if seat is None else seat]

    def propose_opening(self, at: float) -> Proposal:
        return self.with_chance(self.state.copy(), [], at)

    def propose(self, seat: int, text: str, at: float, key: str = "") -> Proposal:
        """A decision and the chance that follows it; refused if not legal."""
        code = self.checked(seat, text)
        after = self.state.copy()
        after.play(code)
        return self.with_chance(after, [Row(self.number + 1, seat, text, at, key)], at)

    def checked(self, seat: int, text: str) -> int:
        if self.over:
            raise Refused("game_over", self.game.over_by(self.state))
        if self.turn != seat:
            raise Refused("not_your_turn")
        try:
            move = self.game.parse(text)
        except SpieltischError:
            raise Refused("unreadable_move", facts={"text": text[:LONGEST_TEXT]}) from None
        refusal = self.game.why_illegal(self.state, move)
        if refusal is not None:
            raise Refused(refusal.reason, refusal.clause, refusal.facts) from IllegalMove(
                text, refusal
            )
        return self.game.code(move)

    def with_chance(self, state: State, rows: list[Row], at: float) -> Proposal:
        """Let chance decide until a seat has to; plays on the state it is given."""
        drawn = self.drawn
        while state.turn == CHANCE:
            number = self.number + len(rows) + 1
            code = self.outcome(state, number, drawn)
            drawn += 1
            rows.append(Row(number, CHANCE, self.game.texts_by_code[code], at))
            state.play(code)
        return Proposal(rows, state.turn)

    def outcome(self, state: State, row: int, drawn: int) -> int:
        """What chance chooses as this row, after so many steps of chance."""
        return self.dice.outcome(self.dice.number(row, drawn), self.game.outcomes(state))

    def propose_undo(self, seat: int, at: float, key: str = "") -> Proposal:
        if not self.can_undo(seat):
            raise Refused("undone_too_often" if self.has_undone_enough(seat) else "nothing_to_undo")
        return Proposal([Row(self.number + 1, seat, UNDO, at, key)], seat)

    def last_to_decide(self) -> int:
        return self.steps[-1].who if self.steps else CHANCE

    def can_undo(self, seat: int | None) -> bool:
        if seat is None or self.last_to_decide() != seat or self.has_undone_enough(seat):
            return False
        if self.undoable is None:
            self.undoable = undo.allowed(self.game, self.state, self.steps, self.trail)
        return self.undoable

    def has_undone_enough(self, seat: int) -> bool:
        """Since anybody else or chance acted; else a table could grow for ever."""
        own = takewhile(lambda row: row.who == seat, reversed(self.rows))
        return sum(row.text == UNDO for row in own) >= MOST_UNDONE

    def apply(self, rows: Sequence[Row]) -> None:
        """Append one decision or undo with its chance rows, and tell every viewer."""
        for row in rows:
            self.append(row)
        self.undoable = None
        for sight in self.sights:
            sight.settle(self.game, self.state, self.since)

    def append(self, row: Row) -> None:
        self.rows.append(row)
        if row.key:
            self.keys[row.who, row.key] = row.text
        if row.text == UNDO:
            self.take_back(row)
        else:
            self.play(row)

    def play(self, row: Row) -> None:
        code = self.game.code(self.game.parse(row.text))
        before = self.state.copy()
        told: list[Seen] = []
        for sight in self.sights:
            sight.note(row.number, shared(self.game.mask(before, code, sight.viewer), told))
        self.state.play(code)
        for seen in self.game.aftermath(before, self.state):
            for sight in self.sights:
                sight.note(row.number, seen)
        self.lengthen_trail(row, before)
        self.steps.append(row)

    def lengthen_trail(self, row: Row, before: State) -> None:
        if row.who == CHANCE:
            self.trail = []
            self.drawn += 1
        elif self.steps and self.steps[-1].who == row.who:
            self.trail.append(before)
        else:
            self.trail = [before]

    def take_back(self, row: Row) -> None:
        gone = self.steps.pop()
        self.state = self.trail.pop()
        for sight in self.sights:
            sight.strike(gone.number, row.who)

    def replay(self, rows: Sequence[Row]) -> None:
        """Apply stored rows decision by decision, as they once were applied."""
        settled: list[Row] = []
        for row in rows:
            if settled and row.who != CHANCE:
                self.apply(settled)
                settled = []
            settled.append(row)
        if settled:
            self.apply(settled)

    def undone(self) -> list[tuple[int, int, str]]:
        standing = {row.number for row in self.steps}
        return [(row.number, row.who, row.text) for row in self.rows if row.number not in standing]

    def record(self) -> Record:
        steps = [(who_is(row.who), row.text) for row in self.steps]
        return record_of(self.game, self.seats, self.options, steps, self.state)


def shared(seen: Seen | None, told: list[Seen]) -> Seen | None:
    """One object for all viewers who see the same of a step: logs are most of a table's memory."""
    if seen is None:
        return None
    for other in told:
        if other == seen:
            return other
    told.append(seen)
    return seen
