"""What every door needs to know of a table before the game: seats, options, sizes and spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces

from spieltisch.core.errors import BadOption
from spieltisch.core.game import Document, Game, Options
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, State
from spieltisch.core.view import View
from spieltisch.research.arrays import rows_over
from spieltisch.research.stepping import OneTable

Words = tuple[int, int, int, int]
Packed = tuple[Document, Words]
RENDER_MODES = ("ansi",)


class Seating:
    """A game for so many seats, with its options complete."""

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.game = game
        self.seats = seats
        self.options = game.complete_options(options)
        self.begin = game.start(seats, options)
        self.layout = game.observation_layout(seats)
        self.numbers = sum(length for _, length in self.layout.values())

    def __reduce__(self) -> tuple[type[Seating], tuple[Game, int, Options]]:
        return Seating, (self.game, self.seats, self.options)

    def changed(self, wishes: Mapping[str, Any]) -> Seating:
        """The same table with another number of `seats` or other options, or this one if that is
        what is wished. Names that are none of the game's are left to others, as PettingZoo and
        Gymnasium expect."""
        known = {option.name for option in self.game.options}
        named = {name: str(value) for name, value in wishes.items() if name in known}
        seats, options = int(wishes.get("seats", self.seats)), {**self.options, **named}
        if (seats, options) == (self.seats, self.options):
            return self
        return Seating(self.game, seats, options)

    def start(self) -> State:
        return self.begin.copy()

    def table(self) -> OneTable:
        game = self.game
        sizes = (game.most_moves, game.codes, self.numbers)
        return OneTable(self.start(), seeded(), *sizes, rows_over)

    def chance(self, seed: int) -> Rng:
        """The same draws as `spieltisch trace` makes with this seed."""
        return seeded("chance", self.game.name, self.seats, seed)

    def player(self, seed: int, seat: int) -> Rng:
        return seeded("seat", self.game.name, self.seats, seed, seat)

    def observation_space(self) -> spaces.Box[np.float32]:
        return spaces.Box(-1.0, 1.0, (self.numbers,), np.float32)

    def mask_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (self.game.codes,), np.int8)

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.game.codes)


def packed(table: OneTable, game: Game) -> Packed:
    """All a table holds, for pickle: the position and the generator."""
    return game.to_document(table.state), words_of(table.rng)


def unpacked(table: OneTable, game: Game, kept: Packed) -> None:
    """Lay a new table as the packed one lay. Before the first reset chance has not drawn yet."""
    position, words = kept
    table.state, table.rng = game.from_document(position), Rng(*words)
    if table.state.turn != CHANCE:
        table.settle()


def words_of(rng: Rng) -> Words:
    return rng.a, rng.b, rng.c, rng.d


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"render_mode: {' or '.join(RENDER_MODES)}, not {mode[:20]!r}")


def as_text(view: View) -> str:
    """A view for a terminal: a line for each thing that is there."""
    lines = []
    for name, value in msgspec.to_builtins(view).items():
        shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        lines.append(f"{name}: {shown}")
    return "\n".join(lines)
