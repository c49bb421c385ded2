"""A match at a table: its rows as they are kept, and what each viewer has been told.

A row is a step or an undo. `propose…` checks and answers the rows an action would append; `apply`
appends rows that are on disk. Building a Table from its rows is the same `apply`, so what was
acknowledged and what is replayed cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

import msgspec

from spieltisch.core.errors import IllegalMove, NotYourTurn, SpieltischError
from spieltisch.core.game import Document, Game, Places
from spieltisch.core.match import Match
from spieltisch.core.record import Record, Step
from spieltisch.core.state import CHANCE, OVER, State
from spieltisch.core.view import Seen
from spieltisch.server import undo
from spieltisch.server.errors import Refused
from spieltisch.server.fairness import UNDO, Dice
from spieltisch.server.stored_table import Row
from spieltisch.server.viewer import Viewer

LONGEST_TEXT = 60
MOST_UNDONE = 30


class ProposedRows(msgspec.Struct, frozen=True):
    """What a checked action would append, and who has to decide then."""

    rows: list[Row]
    turn: int

    def taken(self, ran: float) -> list[Row]:
        """At this moment of the server's running time."""
        return [msgspec.structs.replace(row, ran=ran) for row in self.rows]

    @property
    def over(self) -> bool:
        return self.turn == OVER


class Table:
    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, str],
        dice: Dice,
        start: Document | None = None,
        laid: float = 0.0,
    ) -> None:
        """`start`: a position to begin from, instead of the set-up; `laid`: when that was."""
        self.match = Match(game, seats, options, chance=dice, start=start)
        self.game = game
        self.dice = dice
        self.laid = laid
        self.rows: list[Row] = []
        self.standing: list[int] = []  # the number of the row of each step of the match
        self.trail: list[State] = []  # positions before the deciding seat's latest decisions
        self.shown: Places = ()  # where people see what the notation does not tell apart
        self.shown_before: list[Places] = []  # beside the trail
        self.keys: dict[tuple[int, str], str] = {}
        self.undoable: bool | None = None  # worked out when somebody who could undo looks
        self.viewers = [Viewer(seat) for seat in [*range(seats), None]]
        if start is not None:
            self.settle()  # there is something to see before anybody has done anything

    @property
    def seats(self) -> int:
        return self.match.seats

    @property
    def turn(self) -> int:
        return self.match.turn

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def number(self) -> int:
        return len(self.rows)

    @property
    def since(self) -> float:
        return self.rows[-1].at if self.rows else self.laid

    @property
    def ran(self) -> float:
        """When the last step was taken, by the server's running time."""
        return self.rows[-1].ran if self.rows else 0.0

    def viewer(self, seat: int | None) -> Viewer:
        return self.viewers[self.seats if seat is None else seat]

    def next_outcome(self) -> str:
        """What chance has to choose now."""
        match = self.match
        code = self.dice_now().draw(self.game, match.state, len(match.steps), match.drawn)
        return self.game.texts_by_code[code]

    # What somebody wants to do.

    def propose_opening(self, at: float) -> ProposedRows:
        opening = self.match.propose_chance()
        return ProposedRows(self.as_rows(opening.steps, at), opening.turn)

    def propose(
        self, seat: int, text: str, at: float, key: str = "", pointed: int = 0
    ) -> ProposedRows:
        """A decision and the chance that follows it; refused if not legal."""
        if self.over:
            raise Refused("game_over", self.game.over_by(self.match.state))
        try:
            proposal = self.match.propose(text, seat)
            pointed = self.worth_keeping(text, pointed)
        except NotYourTurn:
            raise Refused("not_your_turn") from None
        except IllegalMove as illegal:
            raise Refused(illegal.reason, illegal.clause, illegal.facts) from illegal
        except SpieltischError:
            raise Refused("unreadable_move", facts={"text": text[:LONGEST_TEXT]}) from None
        return ProposedRows(self.as_rows(proposal.steps, at, key, pointed), proposal.turn)

    def worth_keeping(self, text: str, pointed: int) -> int:
        """What was pointed at, unless that is what is meant anyway."""
        state, code = self.match.state, self.game.code_of(text)
        chosen = self.game.places_told(state, code, self.shown, pointed)
        return pointed if chosen != self.game.places_told(state, code, self.shown, 0) else 0

    def as_rows(
        self, steps: Iterable[Step], at: float, key: str = "", pointed: int = 0
    ) -> list[Row]:
        """With the key at the decision; chance follows without one."""
        numbered = enumerate(steps, self.number + 1)
        return [
            Row(number, CHANCE, text, at)
            if who == "chance"
            else Row(number, int(who), text, at, key, pointed=pointed)
            for number, (who, text) in numbered
        ]

    def propose_undo(self, seat: int, at: float, key: str = "") -> ProposedRows:
        if not self.can_undo(seat):
            raise Refused("undone_too_often" if self.has_undone_enough(seat) else "nothing_to_undo")
        return ProposedRows([Row(self.number + 1, seat, UNDO, at, key)], seat)

    def last_to_decide(self) -> int:
        """CHANCE if it was the last to do anything."""
        return self.rows[self.standing[-1] - 1].who if self.standing else CHANCE

    def can_undo(self, seat: int | None) -> bool:
        if seat is None or self.last_to_decide() != seat or self.has_undone_enough(seat):
            return False
        if self.undoable is None:
            self.undoable = undo.allowed(self.match, self.trail)
        return self.undoable

    def has_undone_enough(self, seat: int) -> bool:
        """Since anybody else or chance acted; else a table could grow for ever."""
        own = takewhile(lambda row: row.who == seat, reversed(self.rows))
        return sum(row.text == UNDO for row in own) >= MOST_UNDONE

    # What has happened.

    def apply(self, rows: Sequence[Row]) -> None:
        """Append one decision or undo with its chance rows, and tell every viewer."""
        for row in rows:
            self.append(row)
        self.settle()

    def settle(self) -> None:
        self.undoable = None
        for viewer in self.viewers:
            viewer.settle(self.game, self.match.state, self.ran, self.since)

    def append(self, row: Row) -> None:
        self.rows.append(row)
        if row.key:
            self.keys[row.who, row.key] = row.text
        if row.text == UNDO:
            self.take_back(row)
        else:
            self.play(row)

    def play(self, row: Row) -> None:
        game, code = self.game, self.game.code_of(row.text)
        before = self.match.state.copy()
        self.lengthen_trail(row, before)
        shown = game.places_told(before, code, self.shown, row.pointed)
        told: list[Seen] = []
        for viewer in self.viewers:
            seen = game.mask(before, code, viewer.seat)
            viewer.note(row.number, shared(seen and game.as_shown(seen, shown), told))
        self.match.play_code(code)
        self.standing.append(row.number)
        self.shown = game.places_kept(before, self.match.state, shown)
        for happened in game.aftermath(before, self.match.state):
            seen = game.as_shown(happened, shown)
            for viewer in self.viewers:
                viewer.note(row.number, seen)

    def lengthen_trail(self, row: Row, before: State) -> None:
        if row.who == CHANCE or self.last_to_decide() != row.who:
            self.trail, self.shown_before = [], []
        if row.who != CHANCE:
            self.trail.append(before)
            self.shown_before.append(self.shown)

    def take_back(self, row: Row) -> None:
        """The last decision, after which chance did nothing: the position before it is at hand, and
        the match need not be played again."""
        gone = self.standing.pop()
        self.match.steps.pop()
        self.match.state = self.trail.pop()
        self.shown = self.shown_before.pop()
        self.match.chance = self.dice_now()
        for viewer in self.viewers:
            viewer.strike(gone, row.who)

    def dice_now(self) -> Dice:
        return self.dice.after(self.number - len(self.standing))

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
        standing = set(self.standing)
        return [(row.number, row.who, row.text) for row in self.rows if row.number not in standing]

    def record(self) -> Record:
        return self.match.record()

    def pointed(self) -> list[tuple[int, int]]:
        """The steps at which somebody pointed at one of equal things, and where it was shown."""
        numbered = enumerate((self.rows[number - 1] for number in self.standing), 1)
        return [(step, row.pointed) for step, row in numbered if row.pointed]


def shared(seen: Seen | None, told: list[Seen]) -> Seen | None:
    """One object for all viewers who see the same of a step: logs are most of a table's memory."""
    if seen is None:
        return None
    for other in told:
        if other == seen:
            return other
    told.append(seen)
    return seen
