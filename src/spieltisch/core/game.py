"""The face every room shows: one Game object, bound to one edition."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, cast

import msgspec
from typing_extensions import TypeVar

from spieltisch.core.errors import (
    BadDocument,
    BadOption,
    BadSeats,
    IllegalMove,
    NotThere,
    Refusal,
    UnreadableMove,
)
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, Policy, State, new_buffer
from spieltisch.core.texts import SEAT, Facts, Texts, load_texts, spoken
from spieltisch.core.view import Seen, View

if TYPE_CHECKING:
    from spieltisch.core.chance import Chance
    from spieltisch.core.match import Match

Document = dict[str, Any]
Options = Mapping[str, str]
Places = tuple[int, ...]
# A room says which State and View are its own; to all others it is a plain Game, of any State and
# View. A checker calls that unsafe, since a room takes its own states only; but what others hand to
# a game is what they got from it.
# mypy: disable-error-code="misc"
S_co = TypeVar("S_co", bound=State, default=State, covariant=True)
V_co = TypeVar("V_co", bound=View, default=View, covariant=True)


class Buffers(threading.local):
    """One buffer of each size a thread, kept for ever: compiled methods called from plain Python
    never let go of a vec they are handed (mypyc, with librt 0.16), so a fresh one each time would
    be lost memory each time."""

    def __init__(self) -> None:
        self.by_size: dict[int, Any] = {}


BUFFERS = Buffers()


def buffer_of(size: int) -> Any:
    kept = BUFFERS.by_size
    if size not in kept:
        kept[size] = new_buffer(size)
    return kept[size]


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice made when the table is laid; `values` holds the default first. One for `study` is
    not offered at tables, and options name it only where another value was chosen."""

    name: str
    values: tuple[str, ...]
    clause: str
    study: bool = False


class Move(msgspec.Struct, frozen=True):
    """The base of every room's small move classes."""

    def text(self) -> str:
        raise NotImplementedError


class Game(ABC, Generic[S_co, V_co]):
    """The rules of one game with one card list.

    >>> import spieltisch
    >>> game = spieltisch.load("troika")
    >>> game.title, game.least_seats, game.most_seats
    ('Troika', 2, 5)
    >>> game.texts("en").clauses()["TR-13"].text
    'With two players nobody can call.'
    """

    name: str
    title: str
    least_seats: int
    most_seats: int
    minutes: int
    options: tuple[Option, ...] = ()
    rules_version: int = 1
    edition: str | Document
    reconstructed: bool
    most_moves: int
    casual: Policy
    view_type: type[Any]
    position_type: type[Any]
    edition_type: type[Any] | None = None
    """The forms of its documents, from which their schemas are made. The card list is checked
    beyond its form when it is loaded; None: there is none."""

    reveals: frozenset[str] = frozenset()
    """Names of the events that tell what was hidden until then: all of it to everyone in
    `aftermath`, or to the viewer of `mask` alone. The kit checks that no other event does."""

    not_a_card: tuple[str, ...] = ()
    """Facts of moves and score lines that say where, whose or how many, not which card."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = list(moves)
        self.codes = len(self.moves)
        self.texts_by_code = [move.text() for move in self.moves]
        # Equal cards are one move: the first code is theirs, the others are never legal.
        self._code_of_move: dict[Move, int] = {}
        for code, move in enumerate(self.moves):
            self._code_of_move.setdefault(move, code)
        self._code_of_text = {move.text(): code for move, code in self._code_of_move.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as its card list; all else follows from it."""
        return type(self), (None if isinstance(self.edition, str) else self.edition,)

    def start(self, seats: int, options: Options | None = None) -> S_co:
        if not self.least_seats <= seats <= self.most_seats:
            span = f"{self.least_seats} to {self.most_seats}"
            if self.least_seats == self.most_seats:
                span = str(self.least_seats)
            raise BadSeats(f"{self.name} is for {span} players, not {seats}")
        return self.begin(seats, self.complete_options(options or {}))

    def match(
        self,
        seats: int | None = None,
        options: Options | None = None,
        *,
        seed: int | str | None = None,
        chance: Chance | Literal["ask"] | None = None,
    ) -> Match:
        """A game in progress, dealt. Chance comes from a seed (a new one unless given), from a
        source of your own, or, with "ask", from whoever pushes its outcomes."""
        from spieltisch.core.match import dealt  # noqa: PLC0415 (a match is made of a game)

        return dealt(self, seats or self.least_seats, options, seed, chance)

    def complete_options(self, options: Options) -> dict[str, str]:
        """The given options with defaults for the others, all checked."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.name} has no option {name!r} (it has: {names})")
            if value not in known[name].values:
                values = " or ".join(known[name].values)
                raise BadOption(f"option {name} of {self.name} is {values}, not {value!r}")
        chosen = {name: options.get(name, option.values[0]) for name, option in known.items()}
        return {
            name: value
            for name, value in chosen.items()
            if not known[name].study or value != known[name].values[0]
        }

    def legal(self, state: S_co) -> list[int]:
        buffer = buffer_of(self.most_moves)
        count = state.legal(buffer)
        return [buffer[index] for index in range(count)]

    def legal_texts(self, state: S_co) -> list[str]:
        return [self.texts_by_code[code] for code in self.legal(state)]

    def choosers(self, state: S_co) -> Sequence[int]:
        """Where several secret choices are due at once: the seats that have yet to make theirs.
        They are played in this order; who chooses before that knows and may do the same."""
        return ()

    def as_chooser(self, state: S_co, seat: int) -> S_co:
        """The position as it will be when the turn has come to one of the choosers, as far as that
        seat can tell."""
        raise NotImplementedError

    def having_chosen(self, view: V_co) -> V_co:
        """What a chooser sees from its choice on, until all have chosen."""
        raise NotImplementedError

    def choices(self, state: S_co) -> list[str] | dict[str, int]:
        """The legal moves, or the outcomes of chance with their weights, by their texts."""
        if state.turn != CHANCE:
            return self.legal_texts(state)
        return {self.texts_by_code[code]: weight for code, weight in self.outcomes(state).items()}

    def playable(self, state: S_co) -> S_co:
        """The same state, unless nothing can happen in it although it is not over: then it is no
        position of this game. For rooms to end `from_document` with."""
        if state.turn != OVER and not self.legal(state):
            raise BadDocument("position: not over, but nothing is possible in it")
        return state

    def outcomes(self, state: S_co) -> dict[int, int]:
        return {code: state.weight(code) for code in self.legal(state)}

    def move(self, code: int) -> Move:
        return self.moves[code]

    def code(self, move: Move) -> int:
        try:
            return self._code_of_move[move]
        except KeyError:
            raise UnreadableMove(f"{move!r} is no move of {self.name}") from None

    def parse(self, text: str) -> Move:
        """The move with this text. A room may also read texts that are never legal, to say which
        clause they break: such a move has no code."""
        try:
            return self.moves[self._code_of_text[text]]
        except KeyError:
            raise UnreadableMove(f"{text[:60]!r} is no move of {self.name}") from None

    def code_of(self, text: str) -> int:
        return self.code(self.parse(text))

    def text(self, move: Move) -> str:
        return move.text()

    def why_illegal(self, state: S_co, move: Move) -> Refusal | None:
        """None if the move is legal now; otherwise the clause it breaks. The answer holds
        nothing the deciding seat does not know."""
        if self._code_of_move.get(move) in self.legal(state):
            return None
        if state.turn == OVER:
            return Refusal(self.over_by(state), "game_over")
        if state.turn == CHANCE:
            return Refusal(self.chance_by(state), "chance_decides")
        return self.explain(state, move)

    def checked(self, state: S_co, text: str) -> int:
        """The code of a legal move. Raises UnreadableMove or IllegalMove."""
        move = self.parse(text)
        refusal = self.why_illegal(state, move)
        if refusal is not None:
            raise self.illegal(text, refusal)
        return self.code(move)

    def over_by(self, state: S_co) -> str:
        """The clause that ended the game."""
        return self.over_clause

    def chance_by(self, state: S_co) -> str:
        """The clause by which chance decides now."""
        return self.chance_clause

    def broken_by_chance(self, state: S_co, move: Move) -> str:
        """At CHANCE: the clause that an impossible outcome breaks."""
        return self.chance_by(state)

    def role(self, seat: int, options: Options) -> str:
        """The part a seat plays, if the game gives it one: a key of `words`."""
        return ""

    def texts(self, language: str) -> Texts:
        return load_texts(self.name, language)

    def step_seen(self, state: S_co, text: str, viewer: int | None) -> list[Seen]:
        """Play a step onto the state; what the viewer sees of it and of what follows by itself."""
        code, before = self.code_of(text), cast(S_co, state.copy())
        state.play(code)
        masked = self.mask(before, code, viewer)
        return [*([masked] if masked else []), *self.aftermath(before, state)]

    def told(self, seen: Seen, language: str, names: Sequence[str]) -> str:
        """A step as a sentence of the log."""
        texts = self.texts(language)
        who = names[seen.who] if seen.who >= 0 else ""
        return self.worded(texts.log[seen.what], {**seen.facts, "who": who}, texts, names)

    def refused(self, refusal: Refusal, language: str = "en", names: Sequence[str] = ()) -> str:
        """Why a move is not allowed, as a sentence; without its full stop, for the clause."""
        texts = self.texts(language)
        template = texts.refusals[refusal.reason].rstrip(".")
        return self.worded(template, refusal.facts, texts, names)

    def illegal(self, text: str, refusal: Refusal) -> IllegalMove:
        return IllegalMove(text, refusal, self.refused(refusal))

    def worded(self, template: str, facts: Facts, texts: Texts, names: Sequence[str]) -> str:
        said = {key: self.fact(key, value, texts, names) for key, value in facts.items()}
        return template.format_map(said)

    def fact(self, key: str, value: str | int, texts: Texts, names: Sequence[str]) -> str:
        """How a sentence says one of its facts in plain text."""
        return spoken(key, value, texts, names)

    def seat_names(self, seats: int, language: str, names: Sequence[str] = ()) -> list[str]:
        """The names given, and for seats without one its number."""
        word = SEAT[language]
        return [names[at] if at < len(names) else f"{word} {at}" for at in range(seats)]

    def card_of(self, facts: Mapping[str, str | int]) -> str:
        """The card, person or ticket a move or score line is about: its first fact that names one.
        `card_name` says it in words."""
        for name, value in facts.items():
            if name != "seat" and name not in self.not_a_card:
                return str(value)
        return ""

    def card_name(self, what: str, card: str, texts: Texts) -> str:
        """What a study counts, as people call it: `card` of a score line or move named `what`."""
        return texts.word(card)

    def aftermath(self, before: S_co, after: S_co) -> list[Seen]:
        """Public things that happened by themselves in a step: for the log."""
        return []

    def places_told(self, before: S_co, code: int, shown: Places, pointed: int) -> Places:
        """Where people see things lie that the notation does not tell apart, once this move is
        made: for each place of the notation the number it is shown under; empty if that is the
        same. A player may point at any of equal things; NotThere if the move is not about it."""
        if pointed:
            raise NotThere("there is nothing to point at in this game")
        return shown

    def places_kept(self, before: S_co, after: S_co, shown: Places) -> Places:
        """What of it is still true after the step."""
        return shown

    def as_shown(self, seen: Seen, shown: Places) -> Seen:
        """An event with the places where people see them."""
        return seen

    over_clause: str
    chance_clause: str

    @abstractmethod
    def begin(self, seats: int, options: Options) -> S_co: ...

    @abstractmethod
    def view(self, state: S_co, seat: int | None) -> V_co: ...

    def view_from_json(self, text: bytes | str) -> V_co:
        view: V_co = msgspec.json.decode(text, type=self.view_type)
        return view

    @abstractmethod
    def determinize(self, view: V_co, rng: Rng) -> S_co: ...

    @abstractmethod
    def mask(self, state: S_co, code: int, viewer: int | None) -> Seen | None: ...

    @abstractmethod
    def explain(self, state: S_co, move: Move) -> Refusal: ...

    @abstractmethod
    def to_document(self, state: S_co) -> Document: ...

    @abstractmethod
    def from_document(self, document: Document) -> S_co: ...

    @abstractmethod
    def draw(self, view: V_co, language: str = "en", names: Sequence[str] = ()) -> str:
        """The table in plain text, as the viewer sees it, at most 80 columns wide."""

    @abstractmethod
    def result(self, state: S_co) -> Result: ...

    @abstractmethod
    def material(self, state: S_co) -> dict[str, int]:
        """What is counted over all places and never changes."""

    @abstractmethod
    def unseen(self, state: S_co) -> int | None:
        """At CHANCE: how many cards or tiles the outcome may be, counted from where the others
        lie; None where the outcomes are not such a draw (a choice weighted otherwise)."""

    @abstractmethod
    def most_steps(self, seats: int) -> int:
        """A bound no game can pass; the room's rule book says why."""

    @abstractmethod
    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        """The named slices of State.observe: where each begins and how long it is."""
