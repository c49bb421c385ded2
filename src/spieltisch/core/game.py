"""The face every room shows: one Game object, bound to one edition."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from spieltisch.core.errors import BadDocument, BadOption, BadSeats, Refusal, UnreadableMove
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, Policy, State, new_buffer
from spieltisch.core.texts import Texts, load_texts
from spieltisch.core.view import Seen, View

Document = dict[str, Any]
Options = Mapping[str, str]
S = TypeVar("S", bound=State)


class Buffers(threading.local):
    """One buffer of each size a thread, kept for ever: compiled methods called from plain Python
    never let go of a vec they are handed (mypyc, with librt 0.16), so a fresh one each time would
    be lost memory each time."""

    def __init__(self) -> None:
        self.by_size: dict[int, Any] = {}


BUFFERS = Buffers()


def buffer_of(size: int) -> Any:
    if size not in BUFFERS.by_size:
        BUFFERS.by_size[size] = new_buffer(size)
    return BUFFERS.by_size[size]


class Option(msgspec.Struct, frozen=True):
    """A choice made when the table is laid; `values` holds the default first."""

    name: str
    values: tuple[str, ...]
    clause: str


class Move(msgspec.Struct, frozen=True):
    """The base of every room's small move classes."""

    def text(self) -> str:
        raise NotImplementedError


class Game(ABC):
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
    reveals: frozenset[str] = frozenset()
    """Names of the events that tell what was hidden until then: all of it to everyone in
    `aftermath`, or to the viewer of `mask` alone. The kit checks that no other event does."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = list(moves)
        self.codes = len(self.moves)
        self.texts_by_code = [move.text() for move in self.moves]
        self._code_of_text = {text: code for code, text in enumerate(self.texts_by_code)}
        self._code_of_move = {move: code for code, move in enumerate(self.moves)}

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as its card list; all else follows from it."""
        return type(self), (None if isinstance(self.edition, str) else self.edition,)

    def start(self, seats: int, options: Options | None = None) -> State:
        if not self.least_seats <= seats <= self.most_seats:
            span = f"{self.least_seats} to {self.most_seats}"
            if self.least_seats == self.most_seats:
                span = str(self.least_seats)
            raise BadSeats(f"{self.name} is for {span} players, not {seats}")
        return self.begin(seats, self.complete_options(options or {}))

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
        return {name: options.get(name, option.values[0]) for name, option in known.items()}

    def legal(self, state: State) -> list[int]:
        buffer = buffer_of(self.most_moves)
        count = state.legal(buffer)
        return [buffer[index] for index in range(count)]

    def playable(self, state: S) -> S:
        """The same state, unless nothing can happen in it although it is not over: then it is no
        position of this game. For rooms to end `from_document` with."""
        if state.turn != OVER and not self.legal(state):
            raise BadDocument("position: not over, but nothing is possible in it")
        return state

    def outcomes(self, state: State) -> dict[int, int]:
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

    def text(self, move: Move) -> str:
        return move.text()

    def why_illegal(self, state: State, move: Move) -> Refusal | None:
        """None if the move is legal now; otherwise the clause it breaks. The answer holds
        nothing the deciding seat does not know."""
        if self._code_of_move.get(move) in self.legal(state):
            return None
        if state.turn == OVER:
            return Refusal(self.over_by(state), "game_over")
        if state.turn == CHANCE:
            return Refusal(self.chance_by(state), "chance_decides")
        return self.explain(state, move)

    def over_by(self, state: State) -> str:
        """The clause that ended the game."""
        return self.over_clause

    def chance_by(self, state: State) -> str:
        """The clause by which chance decides now."""
        return self.chance_clause

    def broken_by_chance(self, state: State, move: Move) -> str:
        """At CHANCE: the clause that an impossible outcome breaks."""
        return self.chance_by(state)

    def role(self, seat: int, options: Options) -> str:
        """The part a seat plays, if the game gives it one: a key of `words`."""
        return ""

    def texts(self, language: str) -> Texts:
        return load_texts(self.name, language)

    def card_name(self, what: str, card: str, texts: Texts) -> str:
        """What a study counts, as people call it: `card` of a score line or move named `what`."""
        return texts.word(card)

    def aftermath(self, before: State, after: State) -> list[Seen]:
        """Public things that happened by themselves in a step: for the log."""
        return []

    over_clause: str
    chance_clause: str

    @abstractmethod
    def begin(self, seats: int, options: Options) -> State: ...

    @abstractmethod
    def view(self, state: State, seat: int | None) -> View: ...

    @abstractmethod
    def view_from_json(self, text: bytes | str) -> View: ...

    @abstractmethod
    def determinize(self, view: View, rng: Rng) -> State: ...

    @abstractmethod
    def mask(self, state: State, code: int, viewer: int | None) -> Seen | None: ...

    @abstractmethod
    def explain(self, state: State, move: Move) -> Refusal: ...

    @abstractmethod
    def to_document(self, state: State) -> Document: ...

    @abstractmethod
    def from_document(self, document: Document) -> State: ...

    @abstractmethod
    def result(self, state: State) -> Result: ...

    @abstractmethod
    def material(self, state: State) -> dict[str, int]:
        """What is counted over all places and never changes."""

    @abstractmethod
    def unseen(self, state: State) -> int | None:
        """At CHANCE: how many cards or tiles the outcome may be, counted from where the others
        lie; None where the outcomes are not such a draw (a choice weighted otherwise)."""

    @abstractmethod
    def most_steps(self, seats: int) -> int:
        """A bound no game can pass; the room's rule book says why."""

    @abstractmethod
    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        """The named slices of State.observe: where each begins and how long it is."""
