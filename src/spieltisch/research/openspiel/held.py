"""What an OpenSpiel state holds: the position, and what every seat has seen on the way to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.game import Game
from spieltisch.core.record import who_is
from spieltisch.core.rng import Rng
from spieltisch.core.state import UNSEEN, State, new_buffer
from spieltisch.core.view import UNKNOWN, to_json
from spieltisch.games import game_of
from spieltisch.research.chronicle import Chronicle, empty_chronicle
from spieltisch.research.stepping import chances, legal_codes


class Words:
    """A game and the texts of its steps, veils included; shared by all its states."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.texts = dict(enumerate(game.texts_by_code))
        self.buffer = new_buffer(game.most_moves)

    def veils(self) -> dict[int, str]:
        """The texts learned so far; states carry them along when they are written down."""
        return {code: text for code, text in self.texts.items() if code >= self.game.codes}

    def learn(self, state: State, code: int) -> None:
        """The text of a veil is what a mask shows up to the unknown; what follows (a place, say)
        everyone can tell from the steps before."""
        for observer in range(state.seats + 1):
            observed = state.observed(code, observer)
            if observed not in self.texts and observed != UNSEEN:
                viewer = None if observer == state.seats else observer
                seen = self.game.mask(state, code, viewer)
                assert seen is not None
                self.texts[observed] = seen.text[: seen.text.index(UNKNOWN)] + UNKNOWN


class Held:
    """`pasts` holds, by observer, the text of what was seen before the chronicle begins.

    A game from its start has empty pasts. In a re-dealt or imagined position nobody but the seat it
    was dealt for has a past that could be told; what the others would know there is their view of
    it (`dealt`), and their texts begin with that.
    """

    def __init__(
        self,
        words: Words,
        state: State,
        chronicle: Chronicle,
        pasts: dict[int, str],
        dealt: State | None,
    ) -> None:
        self.words = words
        self.game = words.game
        self.state = state
        self.chronicle = chronicle
        self.pasts = pasts
        self.dealt = dealt
        self.told: dict[int, tuple[int, str]] = {}  # steps told so far, and their text
        self.remembered: dict[int, list[int]] = {}  # of `pasts`: the steps as numbers
        self.views: dict[int, str] = {}  # of this very position, by observer

    def __deepcopy__(self, memo: object) -> Held:
        twin = Held(self.words, self.state.copy(), self.chronicle.copy(), self.pasts, self.dealt)
        twin.told = self.told.copy()
        twin.remembered = self.remembered
        twin.views = self.views.copy()
        return twin

    def __reduce__(self) -> tuple[Callable[..., Held], tuple[Any, ...]]:
        game = self.game
        dealt = None if self.dealt is None else game.to_document(self.dealt)
        rows = list(self.chronicle.rows)
        position = game.to_document(self.state)
        veils = self.words.veils()
        pasts = (self.pasts, self.remembered)
        return restored, (game.name, game.edition, position, rows, pasts, dealt, veils)

    def legal(self) -> list[int]:
        return legal_codes(self.state, self.words.buffer)

    def chances(self) -> list[tuple[int, float]]:
        return chances(self.state, self.words.buffer)

    def play(self, code: int) -> None:
        if self.chronicle.note(self.state, code) not in self.words.texts:
            self.words.learn(self.state, code)
        self.state.play(code)
        if self.views:
            self.views = {}

    def information(self, observer: int) -> str:
        """All an observer knows: its masked history, and its view. The view is there because some
        things come to light without a step of their own (a tile put back face down is turned)."""
        return f"{self.history(observer)}view: {self.view(observer)}\n"

    def history(self, observer: int) -> str:
        """The observer's masked history, a line a step; observer number `seats` is a spectator."""
        done, text = self.told.get(observer) or (0, self.past(observer))
        chronicle = self.chronicle
        steps = chronicle.steps()
        if done < steps:
            text += "".join(self.line(step, observer) for step in range(done, steps))
        self.told[observer] = (steps, text)
        return text

    def steps_seen(self, observer: int) -> list[int]:
        """The observer's masked history as numbers: who decided (chance is -1), and the code."""
        chronicle, seen = self.chronicle, list(self.remembered.get(observer, ()))
        for step in range(chronicle.steps()):
            observed = chronicle.what(step, observer)
            if observed != UNSEEN:
                seen += (chronicle.who(step), observed)
        return seen

    def line(self, step: int, observer: int) -> str:
        observed = self.chronicle.what(step, observer)
        if observed == UNSEEN:
            return ""
        return f"{who_is(self.chronicle.who(step))}: {self.words.texts[observed]}\n"

    def past(self, observer: int) -> str:
        if observer in self.pasts:
            return self.pasts[observer]
        return "" if self.dealt is None else f"dealt: {self.view_of(self.dealt, observer)}\n"

    def view(self, observer: int) -> str:
        """Searches ask for it several times in a row, as a part of their keys."""
        if observer not in self.views:
            self.views[observer] = self.view_of(self.state, observer)
        return self.views[observer]

    def view_of(self, state: State, observer: int) -> str:
        viewer = None if observer == state.seats else observer
        return to_json(self.game.view(state, viewer)).decode()

    def redealt(self, seat: int, rng: Rng) -> Held:
        """A position that agrees with all the seat knows; its past is kept, the others' is not:
        what they really saw would give their secrets away."""
        state = self.state.copy()
        state.resample(seat, rng)
        twin = imagined(self.words, state, seat, self.history(seat))
        twin.remembered = {seat: self.steps_seen(seat)}
        return twin


def begun(words: Words, state: State) -> Held:
    return Held(words, state, empty_chronicle(state.seats + 1), {}, None)


def imagined(words: Words, state: State, seat: int, past: str) -> Held:
    """A position one seat believes in, with what that seat remembers."""
    chronicle = empty_chronicle(state.seats + 1)
    return Held(words, state, chronicle, {seat: past}, state.copy())


def restored(
    name: str,
    edition: str | dict[str, Any],
    position: dict[str, Any],
    rows: list[int],
    pasts: tuple[dict[int, str], dict[int, list[int]]],
    dealt: dict[str, Any] | None,
    veils: dict[int, str],
) -> Held:
    game = game_of(name, edition)
    words = Words(game)
    words.texts |= veils
    state = game.from_document(position)
    chronicle = Chronicle(state.seats + 1, vec[i64](rows))
    before = None if dealt is None else game.from_document(dealt)
    held = Held(words, state, chronicle, pasts[0], before)
    held.remembered = pasts[1]
    return held
