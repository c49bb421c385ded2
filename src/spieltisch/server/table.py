"""A match at a table: its rows as they are kept, and what each viewer has been told.

A row is a step or an undo. `propose…` checks and answers the rows an action would append; `apply`
appends rows that are on disk. Building a Table from its rows is the same `apply`, so what was
acknowledged and what is replayed cannot differ.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile

import msgspec

from spieltisch.core.errors import IllegalMove, NotYourTurn, SpieltischError
from spieltisch.core.game import Document, Game, Places
from spieltisch.core.match import Match
from spieltisch.core.record import Record, Step
from spieltisch.core.state import CHANCE, OVER, State
from spieltisch.core.view import Seen, View
from spieltisch.server import undo
from spieltisch.server.errors import Refused
from spieltisch.server.fairness import UNDO, Dice
from spieltisch.server.stored_table import Row
from spieltisch.server.viewer import Viewer

LONGEST_TEXT = 60
MOST_UNDONE = 30


class ProposedRows(msgspec.Struct, frozen=True):
    """What a checked action would append, and who has to decide then. `seals`: it waits for its
    turn; `opens`: the number of the sealed row that is played with it."""

    rows: list[Row]
    turn: int
    seals: bool = False
    opens: int = 0

    def taken(self, ran: float) -> list[Row]:
        """At this moment of the server's running time."""
        return [msgspec.structs.replace(row, ran=ran) for row in self.rows]

    @property
    def over(self) -> bool:
        return self.turn == OVER


class Sealed(msgspec.Struct):
    """What a seat chose before its turn: rows that will be played as they are, and the log's names
    of those it has not taken back."""

    rows: list[Row] = []
    standing: list[int] = []

    @property
    def last(self) -> int:
        return self.rows[-1].number if self.rows else 0


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
        self.sealed: dict[int, Sealed] = {}  # by seat
        self.asked: Row | None = None  # the step with which the present question was asked
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
        """When the present question was asked, by the server's running time: where several choose
        secretly, all at once."""
        return self.asked.ran if self.asked else 0.0

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
        with refusing(text):
            proposal = self.match.propose(text, seat)
            pointed = self.worth_keeping(text, pointed)
        return ProposedRows(self.as_rows(proposal.steps, at, key, pointed), proposal.turn)

    def propose_of_person(
        self, seat: int, text: str, at: float, key: str = "", pointed: int = 0
    ) -> ProposedRows:
        """Where several choose secretly, everybody's choice is sealed until its turn has come, also
        if that is now: how a page answers must not tell how far the others are."""
        if seat not in self.choosers():
            return self.propose(seat, text, at, key, pointed)
        own, chosen = self.own_position(seat)
        if chosen:
            raise Refused("not_your_turn")
        match = copy.copy(self.match)
        match.state = own
        with refusing(text):
            match.checked(text, seat)
        return self.to_seal(seat, text, at, key)

    def to_seal(self, seat: int, text: str, at: float, key: str) -> ProposedRows:
        number = self.sealed.get(seat, Sealed()).last + 1
        return ProposedRows([Row(number, seat, text, at, key)], self.turn, seals=True)

    def opening_of(self, seat: int, at: float) -> ProposedRows:
        """The first row that the seat has sealed, now that its turn has come."""
        row = self.sealed[seat].rows[0]
        if row.text == UNDO:
            played = ProposedRows([Row(self.number + 1, seat, UNDO, at, row.key)], seat)
        else:
            played = self.propose(seat, row.text, at, row.key)
        return msgspec.structs.replace(played, opens=row.number)

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
        if self.choosers():
            return self.to_seal(seat, UNDO, at, key)
        return ProposedRows([Row(self.number + 1, seat, UNDO, at, key)], seat)

    def last_to_decide(self) -> int:
        """CHANCE if it was the last to do anything."""
        return self.rows[self.standing[-1] - 1].who if self.standing else CHANCE

    def can_undo(self, seat: int | None) -> bool:
        if self.choosers():
            return seat is not None and self.can_unseal(seat)
        if seat is None or self.last_to_decide() != seat or self.has_undone_enough(seat):
            return False
        if self.undoable is None:
            self.undoable = undo.allowed(self.match, self.trail)
        return self.undoable

    def can_unseal(self, seat: int) -> bool:
        """Until the choice is complete: then it lies on the table, whether or not it is played."""
        sealed = self.sealed.get(seat)
        if sealed is None or not sealed.standing or self.has_undone_enough(seat):
            return False
        return seat in self.choosers() and not self.has_sealed(seat)

    def has_undone_enough(self, seat: int) -> bool:
        """Since anybody else or chance acted; else a table could grow for ever."""
        own: Iterable[Row] = takewhile(lambda row: row.who == seat, reversed(self.rows))
        if self.choosers():
            own = self.sealed.get(seat, Sealed()).rows
        return sum(row.text == UNDO for row in own) >= MOST_UNDONE

    # What has happened.

    def apply(self, rows: Sequence[Row]) -> None:
        """Append one decision or undo with its chance rows, and tell every viewer."""
        choosing = bool(self.choosers())
        for row in rows:
            self.append(row)
        if rows and not (choosing and self.choosers()):
            self.asked, self.sealed = rows[-1], {}
        self.settle()

    def settle(self) -> None:
        self.undoable = None
        for viewer in self.viewers:
            self.tell(viewer)

    def tell(self, viewer: Viewer) -> None:
        asked = self.asked.at if self.asked else self.laid
        viewer.settle(*self.seen_by(viewer.seat), self.ran, asked)

    def seen_by(self, seat: int | None) -> tuple[View, list[str]]:
        """The view and the legal moves."""
        game, state = self.game, self.match.state
        if seat is None or seat not in self.choosers():
            return game.view(state, seat), game.legal_texts(state) if state.turn == seat else []
        own, chosen = self.own_position(seat)
        view = game.view(own, seat)
        return (game.having_chosen(view), []) if chosen else (view, game.legal_texts(own))

    # Secret choices of several seats at once.

    def choosers(self) -> Sequence[int]:
        return self.game.choosers(self.match.state)

    def own_position(self, seat: int) -> tuple[State, bool]:
        """The position for a chooser, with what it has sealed; whether its choice is complete."""
        state = self.game.as_chooser(self.match.state, seat)
        before = list(self.trail) if self.last_to_decide() == seat else []
        for row in self.sealed[seat].rows if seat in self.sealed else ():
            if row.text == UNDO:
                state = before.pop()
                continue
            after = state.copy()
            after.play(self.game.code_of(row.text))
            if after.turn != seat or seat not in self.game.choosers(after):
                return state, True
            before.append(state)
            state = after
        return state, False

    def has_sealed(self, seat: int) -> bool:
        """Whether its whole choice waits for its turn."""
        return seat in self.sealed and seat in self.choosers() and self.own_position(seat)[1]

    def seal(self, row: Row) -> None:
        """Keep a choice that is on disk. Nobody else's page changes."""
        seat, viewer = row.who, self.viewer(row.who)
        own, _ = self.own_position(seat)
        sealed = self.sealed.setdefault(seat, Sealed())
        sealed.rows.append(row)
        if row.key:
            self.keys[seat, row.key] = row.text
        if row.text == UNDO:
            viewer.strike(sealed.standing.pop(), seat)
        else:
            sealed.standing.append(-1 - viewer.entries)  # unlike the number of any step
            viewer.note(sealed.standing[-1], self.game.mask(own, self.game.code_of(row.text), seat))
        self.tell(viewer)

    def open_sealed(self, row: Row) -> None:
        """The seat has seen its row when it sealed it; a row that was never sealed is, for a
        moment: so numbers and logs are the same however it was played."""
        if not self.sealed.setdefault(row.who, Sealed()).rows:
            self.seal(row)
        self.sealed[row.who].rows.pop(0)

    def take_in_sealed(self, rows: Iterable[Row]) -> None:
        """Those on disk of which this process has not heard."""
        for row in rows:
            known = self.sealed[row.who].last if row.who in self.sealed else 0
            if row.who in self.choosers() and row.number > known:
                self.seal(row)

    def append(self, row: Row) -> None:
        secret = row.who in self.choosers()
        if secret:
            self.open_sealed(row)
        self.rows.append(row)
        if row.key:
            self.keys[row.who, row.key] = row.text
        if row.text == UNDO:
            self.take_back(row)
        else:
            self.play(row, row.who if secret else None)

    def play(self, row: Row, told: int | None = None) -> None:
        """`told`: the seat that knows of it already."""
        game, code = self.game, self.game.code_of(row.text)
        before = self.match.state.copy()
        self.lengthen_trail(row, before)
        shown = game.places_told(before, code, self.shown, row.pointed)
        alike: list[Seen] = []
        for viewer in self.viewers:
            if told is None or viewer.seat != told:
                seen = game.mask(before, code, viewer.seat)
                viewer.note(row.number, shared(seen and game.as_shown(seen, shown), alike))
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


@contextmanager
def refusing(text: str) -> Iterator[None]:
    """What the rules say against a move, as the table says it."""
    try:
        yield
    except NotYourTurn:
        raise Refused("not_your_turn") from None
    except IllegalMove as illegal:
        raise Refused(illegal.reason, illegal.clause, illegal.facts) from illegal
    except SpieltischError:
        raise Refused("unreadable_move", facts={"text": text[:LONGEST_TEXT]}) from None


def shared(seen: Seen | None, told: list[Seen]) -> Seen | None:
    """One object for all viewers who see the same of a step: logs are most of a table's memory."""
    if seen is None:
        return None
    for other in told:
        if other == seen:
            return other
    told.append(seen)
    return seen
