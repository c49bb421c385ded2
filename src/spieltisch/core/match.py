"""A checked game in progress: the door for people, bots in seats, library users and the network.

Whoever drives a State itself, as search does, has to know that each move is legal. A Match checks,
refuses with the clause, draws for chance and keeps every step.
"""

from __future__ import annotations

import html
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from spieltisch.core.bot import BadBot, Bot
from spieltisch.core.chance import Chance, Seeded
from spieltisch.core.errors import BadOption, NothingToUndo, NotYourTurn
from spieltisch.core.game import Document, Game, Options
from spieltisch.core.position import PositionFile
from spieltisch.core.record import (
    Record,
    Step,
    Who,
    check_result,
    checked_steps,
    first_state,
    record_of,
    who_is,
)
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State
from spieltisch.core.view import Seen, View

Generators = Callable[[int, int], Rng]  # for a seat and the number of the step it decides


class Proposal(msgspec.Struct, frozen=True):
    """The steps a checked move would append, its chance included; who decides then, and chance as
    it stands then."""

    steps: list[Step]
    turn: int
    chance: Chance | None

    @property
    def over(self) -> bool:
        return self.turn == OVER


class Match:
    """One game from its start to wherever it has come.

    >>> import spieltisch
    >>> match = spieltisch.load("troika").match(seats=3, seed=1)
    >>> match
    <Match troika, 3 seats, seed 1: step 4, seat 0 decides>
    >>> match.legal
    ['turn 2']
    >>> match.push("turn 2")
    [(0, 'turn 2'), ('chance', 'tile 14')]
    >>> match.push("take 3")
    Traceback (most recent call last):
    spieltisch.core.errors.IllegalMove: take 3: No 3 lies face up in the field (TR-15)
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Options | None = None,
        *,
        chance: Chance | None = None,
        start: Document | None = None,
    ) -> None:
        """Before the first step: nothing is drawn yet. Without `chance` its outcomes are pushed
        like moves. `start` is a position to begin from instead of the set-up."""
        self.game = game
        self.seats = seats
        self.options = game.complete_options(options or {})
        self.start = start
        self.chance = chance
        self.steps: list[Step] = []
        self.given = 0  # up to this step nothing was drawn from `chance`
        self.drawn = 0  # how many of the steps are chance's
        self.state = self.first_state()

    def first_state(self) -> State:
        return first_state(self.game, self.seats, self.options, self.start)

    @classmethod
    def from_record(cls, game: Game, record: Record, chance: Chance | None = None) -> Match:
        """The game a record tells, every step checked; BadRecord names the first wrong one. Play
        on with `chance`, or push its outcomes."""
        start = None if record.start is msgspec.UNSET else record.start
        match = cls(game, record.seats, record.options, chance=chance, start=start)
        for code in checked_steps(game, record, match.state):
            match.play_code(code)
        check_result(game, record, match.state)
        match.given = len(match.steps)
        return match

    @classmethod
    def from_position(cls, game: Game, position: Document, chance: Chance | None = None) -> Match:
        """A game that begins with a position instead of the set-up."""
        seats = game.from_document(position).seats
        chosen = {
            option.name: position[option.name]
            for option in game.options
            if position.get(option.name) in option.values
        }
        return cls(game, seats, chosen, chance=chance, start=position)

    # What there is to see.

    @property
    def turn(self) -> int:
        """The seat that decides, CHANCE (-1) or OVER (-2)."""
        return self.state.turn

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def legal(self) -> list[str]:
        """The moves of whoever decides; at CHANCE the outcomes."""
        return self.game.legal_texts(self.state)

    @property
    def outcomes(self) -> dict[str, int]:
        """At CHANCE: how many cards or tiles each outcome could mean."""
        if self.turn != CHANCE:
            return {}
        weights = self.game.outcomes(self.state)
        return {self.game.texts_by_code[code]: weight for code, weight in weights.items()}

    def view(self, seat: int | None = None) -> View:
        """All that a seat may know, or a spectator."""
        return self.game.view(self.state, self.checked_seat(seat))

    def checked_seat(self, seat: int | None) -> int | None:
        if seat is not None and not 0 <= seat < self.seats:
            raise NotYourTurn(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        return seat

    @property
    def result(self) -> Result | None:
        """None while the game goes on."""
        return self.game.result(self.state) if self.over else None

    def told(self, viewer: int | None = None) -> Iterator[tuple[int, Seen]]:
        """What a viewer saw of every step, with the number of the step (from 1). Built by playing
        the game again: nothing is kept for it."""
        viewer = self.checked_seat(viewer)
        state = self.first_state()
        for number, (_, text) in enumerate(self.steps, 1):
            for seen in self.game.step_seen(state, text, viewer):
                yield number, seen

    def log(
        self, viewer: int | None = None, language: str = "en", names: Sequence[str] = ()
    ) -> list[str]:
        """The story so far in sentences, as the viewer saw it."""
        called = self.game.seat_names(self.seats, language, names)
        return [self.game.told(seen, language, called) for _, seen in self.told(viewer)]

    def text(self, seat: int | None = None, language: str = "en", names: Sequence[str] = ()) -> str:
        """The table as a seat sees it, drawn in text; without a seat as a spectator does."""
        return self.game.draw(self.view(seat), language, names)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text())}</pre>"

    def __repr__(self) -> str:
        seats = f"{self.seats} seats"
        chance = "chance by hand" if self.chance is None else repr(self.chance)
        return f"<Match {self.game.name}, {seats}, {chance}: step {len(self.steps)}, {self.now()}>"

    def now(self) -> str:
        if self.over:
            winners = self.game.result(self.state).winners
            return f"over, won by {' and '.join(f'seat {seat}' for seat in winners)}"
        return "chance decides" if self.turn == CHANCE else f"seat {self.turn} decides"

    def sentence(self, move: str, language: str = "en", names: Sequence[str] = ()) -> str:
        """What a legal move of the seat that decides would do, as far as that seat knows."""
        code = self.checked(move)
        seen = self.game.mask(self.state, code, self.turn)
        if seen is None or seen.what in self.game.reveals:
            seen = self.game.mask(self.state, code, None)
        called = self.game.seat_names(self.seats, language, names)
        return move if seen is None else self.game.told(seen, language, called)

    # Moves.

    def push(self, text: str, seat: int | None = None) -> list[Step]:
        """Play a move and let chance answer; the steps this appended. With `seat`, whether it is
        that seat's turn is checked, too."""
        proposal = self.propose(text, seat)
        self.apply(proposal)
        return proposal.steps

    def propose(self, text: str, seat: int | None = None) -> Proposal:
        """What `push` would append; nothing changes. A server writes it to disk and then applies
        it, so that nothing is shown that is not kept."""
        code = self.checked(text, seat)
        after = self.state.copy()
        after.play(code)
        return self.with_chance(after, [self.step(self.turn, code)])

    def propose_chance(self) -> Proposal:
        """What chance has to do now, such as the deal at the start."""
        return self.with_chance(self.state.copy(), [])

    def with_chance(self, state: State, steps: list[Step]) -> Proposal:
        """Let chance decide until a seat has to; plays on the state it is given."""
        if self.chance is None or state.turn != CHANCE:
            return Proposal(steps, state.turn, self.chance)
        chance, drawn = self.chance.copy(), self.drawn
        while state.turn == CHANCE:
            code = chance.draw(self.game, state, len(self.steps) + len(steps), drawn)
            steps.append(self.step(CHANCE, code))
            state.play(code)
            drawn += 1
        return Proposal(steps, state.turn, chance)

    def step(self, turn: int, code: int) -> Step:
        return who_is(turn), self.game.texts_by_code[code]

    def checked(self, text: str, seat: int | None = None) -> int:
        """The code of a legal move. Raises NotYourTurn, UnreadableMove or IllegalMove."""
        if seat is not None and seat != self.turn and not self.over:
            raise NotYourTurn(f"seat {self.checked_seat(seat)} cannot decide now: {self.now()}")
        return self.game.checked(self.state, text)

    def apply(self, proposal: Proposal) -> None:
        """Append what was proposed."""
        for _, text in proposal.steps:
            self.play_code(self.game.code_of(text))
        self.chance = proposal.chance

    def extend(self, steps: Iterable[Step]) -> None:
        """Append steps that are known to be legal, such as those read from disk. What chance draws
        from then on does not depend on how they came about."""
        for _, text in steps:
            self.play_code(self.game.code_of(text))
        self.given = len(self.steps)
        self.chance = self.chance and self.chance.fresh()

    def play_code(self, code: int) -> None:
        """Trusts its caller."""
        state = self.state
        who: Who = state.turn
        if who == CHANCE:
            self.drawn += 1
            who = "chance"
        self.steps.append((who, self.game.texts_by_code[code]))
        state.play(code)

    def play(self, bots: Mapping[int, Bot], generators: Generators | None = None) -> None:
        """Let these bots decide for their seats, until somebody else has to or the game is over.
        They see views, never the match. Where only one move is possible nobody is asked."""
        for seat, bot in bots.items():
            self.checked_seat(seat)
            bot.sit(self.game, seat)
        generators = generators or self.generator
        state = self.state
        while (turn := state.turn) in bots or (turn == CHANCE and self.chance is not None):
            if turn == CHANCE:
                self.draw()
            else:
                self.ask(bots[turn], generators)

    def draw(self) -> None:
        assert self.chance is not None, "chance is pushed by hand"
        step = len(self.steps)
        self.play_code(self.chance.draw(self.game, self.state, step, self.drawn))

    def ask(self, bot: Bot, generators: Generators) -> None:
        game, state = self.game, self.state
        seat, legal, texts = state.turn, game.legal(state), game.texts_by_code
        if len(legal) == 1:
            self.play_code(legal[0])
            return
        codes = {texts[code]: code for code in legal}
        rng = generators(seat, len(self.steps))
        answer = bot.choose(game.view(state, seat), list(codes), rng)
        if answer not in codes:
            raise BadBot(f"{type(bot).__name__} on seat {seat}: {answer!r} is not legal here")
        self.play_code(codes[answer])

    def generator(self, seat: int, step: int) -> Rng:
        if self.chance is not None:
            return self.chance.for_seat(seat, step)
        return seeded("seat", self.game.name, self.seats, seat, step, self.steps)

    # Back, and elsewhere.

    def undo(self) -> list[Step]:
        """Take back the last decision with the chance that followed it; the steps that are gone.
        Chance pushed by hand is taken back step by step."""
        last = len(self.steps) - 1
        while self.chance is not None and last >= 0 and self.steps[last][0] == "chance":
            last -= 1
        if last < 0:
            raise NothingToUndo("nobody has decided anything yet")
        gone = self.steps[last:]
        self.rewind(last)
        return gone

    def at(self, step: int) -> Match:
        """The same match after so many steps."""
        if not 0 <= step <= len(self.steps):
            raise IndexError(f"step {step}: the match has {len(self.steps)}")
        twin = self.copy()
        twin.rewind(step)
        return twin

    def rewind(self, count: int) -> None:
        """Play again from the start up to a step, and draw what chance drew, so that it stands
        where it stood then."""
        steps, self.steps = self.steps[:count], []
        self.given = min(self.given, count)
        self.state, self.drawn = self.first_state(), 0
        self.chance = self.chance and self.chance.fresh()
        for number, (_, text) in enumerate(steps):
            if self.turn == CHANCE and self.chance is not None and number >= self.given:
                self.draw()
            else:
                self.play_code(self.game.code_of(text))

    def copy(self) -> Match:
        """A match of its own, as far as this one has come."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.steps = list(self.steps)
        twin.state = self.state.copy()
        twin.chance = self.chance and self.chance.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, _: dict[int, Any]) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        chance = self.chance and self.chance.fresh()
        kept = (self.game, self.seats, self.options, self.start, self.steps, self.given, chance)
        return again, kept

    def __eq__(self, other: object) -> bool:
        """Whether both tell the same game so far; where chance will come from does not count."""
        return isinstance(other, Match) and self.told_by() == other.told_by()

    __hash__ = None  # type: ignore[assignment]

    def told_by(self) -> tuple[object, ...]:
        game = self.game
        begun = (game.name, game.edition, game.rules_version, self.seats, self.options, self.start)
        return (*begun, self.steps)

    # Written down.

    def record(self) -> Record:
        return record_of(self.game, self.options, self.steps, self.state, self.start)

    def position(self) -> PositionFile:
        """Where the game stands, as a document; unlike a view it holds the whole truth."""
        game = self.game
        position = game.to_document(self.state)
        return PositionFile(game.name, game.edition, position, game.rules_version)


def again(
    game: Game,
    seats: int,
    options: Options,
    start: Document | None,
    steps: list[Step],
    given: int,
    chance: Chance | None,
) -> Match:
    """A match from what its pickle holds."""
    match = Match(game, seats, options, chance=chance, start=start)
    match.steps, match.given = steps, given
    match.rewind(len(steps))
    return match


def dealt(
    game: Game,
    seats: int,
    options: Options | None,
    seed: int | str | None,
    chance: Chance | Literal["ask"] | None,
) -> Match:
    """A match with its first chance drawn."""
    if seed is not None and chance is not None:
        raise BadOption("a match has a seed or another source of chance, not both")
    if chance is None:
        chance = Seeded(game.name, seats, secrets.randbits(48) if seed is None else seed)
    match = Match(game, seats, options, chance=None if chance == "ask" else chance)
    match.apply(match.propose_chance())
    return match
