"""What every game's table page shows, in the same form: players, log, question, plans.

A room's presenter fills in its own board and words; everything comes from the viewer's Snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol

import msgspec
from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.core.result import Result, ScoreLine
from spieltisch.core.view import Seen, View
from spieltisch.server.fairness import UNDO
from spieltisch.server.snapshot import SeatInfo, Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.pages.page import letter
from spieltisch.web.pages.plans import Plan
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.speech import Facts, Speech

LOG_LINES = 16  # at least
TAKEN_AWAY = 8  # at once, so that a new line seldom changes where the log ends
JOIN = "|"  # between the moves of a plan, in forms
POINTED = "@"  # before the place somebody points at, behind a move


class Tap(msgspec.Struct, frozen=True):
    """What a thing on the table does when tapped: begin the plans that start with `lead`, or,
    if that is empty, ask the table why `why` is not allowed. Either can also go on with a plan that
    something else began, by that move or by `step`. `move` is what a page without scripts sends,
    if the lead alone is not a move. If `say` is empty, its name is said. `warns`: the page
    advises against it. Of things that complete a plan, `once`: the tap decides, `twice`: a second
    one does; what is so decided is held back a moment and can be taken back."""

    lead: str = ""
    why: str = ""
    say: str = ""
    act: str = ""
    move: str = ""
    step: str = ""
    warns: bool = False
    once: bool = False
    twice: bool = False


class Choice(msgspec.Struct, frozen=True):
    """A plan with a button of its own."""

    lead: str
    label: str
    say: str = ""
    main: bool = False


class Several(msgspec.Struct, frozen=True):
    """Parts to tick, each a move of its own: the page sends them as a row, "`each` part" in
    ascending order and `last` to close it. What the parts need together is paid from `have`,
    where `joker` stands for anything. `said` has {number} ticked and their {worth} in it."""

    each: str
    last: str
    least: int
    said: str
    have: str = ""
    joker: str = ""


class Question(msgspec.Struct, frozen=True):
    """`implied`: the plans need no lead, the parts alone decide (paying for a chosen clue), and
    if it leads with `why`, the table can be asked why these parts do not; `pay` is said with
    {parts}, `act` labels the button that confirms what says nothing else, `unfit` is said of parts
    that make no plan. With `alone` the only way plays itself, `if_wanted`: where this device
    was told so. Unless `propose` is off, parts for an implied plan are laid out at once.
    `further` are buttons that go on with a plan, each there while its move is one of the next.
    `steps` is what is said when a thing goes on with it, with {thing} for its name, and the
    button, by a move's first word."""

    title: str
    text: str
    choices: Sequence[Choice] = ()
    implied: Tap | None = None
    pay: str = ""
    alone: bool = False
    if_wanted: bool = False
    propose: bool = True
    unfit: str = ""
    several: Several | None = None
    further: Sequence[Choice] = ()
    steps: Mapping[str, tuple[str, str]] = {}
    act: str = ""


class Player(msgspec.Struct, frozen=True):
    seat: int
    name: str
    letter: str
    me: bool
    to_move: bool
    note: str
    robot: bool
    points: int | None
    won: bool = False
    shape: int = 0
    colour: int = 0


class LogLine(msgspec.Struct, frozen=True):
    """One sentence of the log; `id` lets the page tell which are new."""

    id: int
    seat: int | None
    text: Markup
    clause: str


class Parts(msgspec.Struct, frozen=True):
    """A plan as the page matches it: the moves, the parts (hand cards) it takes, and what else
    is said of it before it is confirmed."""

    moves: Plan
    parts: Sequence[str] = ()
    say: str = ""

    def row(self) -> list[str]:
        row = [JOIN.join(self.moves), " ".join(self.parts)]
        return [*row, self.say] if self.say else row

    def before_its_part(self) -> str:
        """The first move without the one part it ends with, if the plan is of that form."""
        if len(self.parts) != 1 or self.say:
            return ""
        head, _, end = self.moves[0].rpartition(" ")
        return head if end == self.parts[0] else ""

    def tail(self) -> str:
        return JOIN.join(self.moves[1:])


class Presenter(Protocol):
    """One for each game; `board` is what only its own template reads."""

    speech: Speech

    def board(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> object: ...

    def plans(self, look: Snapshot, view: View) -> list[Parts]: ...

    def question(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Question: ...

    def opened(self, views: Sequence[View]) -> View: ...

    def points(self, view: View, seat: int) -> int | None: ...

    def logged(self, entry: Entry) -> bool: ...

    def sentence(self, entry: Entry, names: Sequence[str]) -> Markup: ...

    def can_advise(self, seen: Seen) -> bool: ...

    def advice(self, seen: Seen, count: int, names: Sequence[str]) -> str: ...

    def more(self, points: str, other: str) -> str: ...

    def less(self, points: str, other: str) -> str: ...

    def ahead(self, number: int) -> str: ...

    def behind(self, number: int, name: str) -> str: ...

    def refusal(self, reason: str, facts: Facts) -> str: ...

    def sheet_line(self, line: ScoreLine) -> Markup: ...

    def ending(self, result: Result) -> Markup: ...


class PresenterClass(Protocol):
    def __call__(self, game: Game, speech: Speech) -> Presenter: ...


class Scene(msgspec.Struct, frozen=True, dict=True):
    look: Snapshot
    players: tuple[Player, ...]
    question: Question
    lines: Sequence[LogLine]
    plans: Sequence[Parts]
    board: object
    book: str

    @cached_property
    def by_seat(self) -> dict[int | None, Player | None]:
        return {None: None, **dict(enumerate(self.players))}

    @cached_property
    def me(self) -> Player | None:
        return next((player for player in self.players if player.me), None)

    @property
    def others(self) -> list[Player]:
        """In turn order, beginning after the viewer."""
        start = 0 if self.look.seat is None else self.look.seat + 1
        turned = [*self.players[start:], *self.players[:start]]
        return [player for player in turned if not player.me]

    @property
    def seconds_left(self) -> int | None:
        clock = self.look.clock
        until = clock.takeover if clock.reminded else clock.deadline
        return None if until is None else max(0, int(until - clock.now))

    @property
    def awaited(self) -> Player | None:
        """Where decisions may take days: who, as far as the viewer may know."""
        if not self.look.house.days or self.look.stage != "playing":
            return None
        return next((player for player in self.players if player.to_move), None)

    @property
    def plans_json(self) -> Markup:
        rows = packed(self.plans)
        return Markup(msgspec.json.encode(rows).decode().replace("<", "\\u003c"))


class Head(msgspec.Struct):
    """Plans that begin alike: any of the parts goes with any of the tails."""

    parts: dict[str, None]
    tails: dict[str, None]

    def row(self, moves: str) -> list[str | list[str]]:
        row: list[str | list[str]] = [moves, list(self.parts)]
        return row if list(self.tails) == [""] else [*row, list(self.tails)]


def packed(plans: Sequence[Parts]) -> list[Sequence[str | list[str]]]:
    """Plans that differ only in the part their first move ends with, and in how they go on, share
    a row with a list of parts and one of tails."""
    rows: list[str | Sequence[str | list[str]]] = []
    heads: dict[str, Head] = {}
    for plan in plans:
        head = plan.before_its_part()
        if not head:
            rows.append(plan.row())
            continue
        if head not in heads:
            heads[head] = Head({}, {})
            rows.append(head)
        heads[head].parts[plan.parts[0]] = None
        heads[head].tails[plan.tail()] = None
    return [heads[row].row(row) if isinstance(row, str) else row for row in rows]


def scene(look: Snapshot, presenter: Presenter, speech: Speech, book: str) -> Scene:
    view = look.view
    assert view is not None
    plans = presenter.plans(look, view) if look.legal else []
    names = names_of(look, speech)
    return Scene(
        look=look,
        players=tuple(
            player(look, view, at, names[at], token, presenter, speech)
            for at, token in enumerate(tokens(look.seats))
        ),
        question=presenter.question(look, view, plans),
        lines=lines(look, presenter, names, speech),
        plans=plans,
        board=presenter.board(look, view, plans),
        book=book,
    )


def player(
    look: Snapshot,
    view: View,
    at: int,
    name: str,
    token: tuple[int, int],
    presenter: Presenter,
    speech: Speech,
) -> Player:
    seat = look.seats[at]
    mine = at == look.seat
    shape, colour = token
    return Player(
        seat=at,
        name=name,
        letter=speech.say("You") if mine else letter(name),
        me=mine,
        to_move=view.turn == at,
        note=seat_note(seat, speech),
        robot=seat.kind == "bot" or seat.taken_over,
        points=look.result.scores[at] if look.result else presenter.points(view, at),
        won=look.result is not None and at in look.result.winners,
        shape=shape,
        colour=colour,
    )


def tokens(seats: Sequence[SeatInfo]) -> list[tuple[int, int]]:
    """Shape and colour of each seat, no two alike in either: who wished for one has it unless it
    is taken, the others have their seat's, or what is left."""
    wishes = [tuple(int(sign) for sign in seat.token) or (None, None) for seat in seats]
    shapes = all_different([wish[0] for wish in wishes])
    colours = all_different([wish[1] for wish in wishes])
    return list(zip(shapes, colours, strict=True))


def all_different(wishes: Sequence[int | None]) -> list[int]:
    given: dict[int, int] = {}
    for seat, wish in enumerate(wishes):
        if wish is not None and wish not in given.values():
            given[seat] = wish
    for seat in range(len(wishes)):
        free = [seat, *range(len(wishes) + len(given))]
        given.setdefault(seat, next(one for one in free if one not in given.values()))
    return [given[seat] for seat in range(len(wishes))]


def names_of(look: Snapshot, speech: Speech) -> tuple[str, ...]:
    return tuple(
        seat.name or (nameless(look, at, speech) if seat.kind != "open" else "")
        for at, seat in enumerate(look.seats)
    )


def nameless(look: Snapshot, at: int, speech: Speech) -> str:
    """Bots that nobody named, and people who had themselves forgotten, go by their part in the
    game, or are numbered."""
    game = game_of(look)
    role = game.role(at, look.options)
    if role:
        return speech.word(game, role)
    if look.seats[at].kind == "bot":
        return speech.say("Bot %(number)s", number=at + 1)
    return speech.say("Player %(number)s", number=at + 1)


def seat_note(seat: SeatInfo, speech: Speech) -> str:
    if seat.kind == "bot":
        return speech.level(seat.level)
    if seat.taken_over:
        return speech.say("a bot plays for them")
    return "" if seat.online else speech.say("not connected")


def lines(
    look: Snapshot, presenter: Presenter, names: Sequence[str], speech: Speech
) -> list[LogLine]:
    """Newest first."""
    logged = [entry for entry in look.log if presenter.logged(entry)]
    shown = logged[-LOG_LINES - len(logged) % TAKEN_AWAY :]
    return [line(entry, presenter, names, speech) for entry in reversed(shown)]


def line(entry: Entry, presenter: Presenter, names: Sequence[str], speech: Speech) -> LogLine:
    seen = entry.seen
    who = seen.who if seen.who >= 0 else None
    if seen.what == UNDO:
        text = Markup.escape(speech.say("%(name)s takes a move back.", name=names[seen.who]))
        return LogLine(entry.id, who, text, "")
    return LogLine(entry.id, who, presenter.sentence(entry, names), seen.clause)
