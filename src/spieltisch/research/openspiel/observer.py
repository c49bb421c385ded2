"""What observers of every OpenSpiel kind get: strings for all, numbers for the plain view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
import pyspiel

from spieltisch.core.state import State
from spieltisch.research.arrays import Numbers
from spieltisch.research.openspiel.held import Held
from spieltisch.research.openspiel.state import SpieltischState
from spieltisch.research.seating import Seating

HISTORY = "history"
NUMBERS_A_STEP = 2
ALL = pyspiel.PrivateInfoType.ALL_PLAYERS
SINGLE = pyspiel.PrivateInfoType.SINGLE_PLAYER


class Observer:
    """Perfect recall means masked histories and views, otherwise views alone. Private information
    alone is what a seat sees differently from a spectator; that of all players is everyone's."""

    def __init__(
        self, seating: Seating, kind: pyspiel.IIGObservationType, params: Mapping[str, Any] | None
    ) -> None:
        if params:
            raise ValueError(f"observers of Spieltisch take no parameters, not {params}")
        self.kind = kind
        self.seats = seating.seats
        self.dict: dict[str, Numbers] = {}
        self.tensor: Numbers | None = None
        if kind.public_info and kind.private_info == SINGLE:
            self.lay_out(seating)

    def lay_out(self, seating: Seating) -> None:
        self.table = seating.table()
        self.numbers = seating.numbers
        self.codes = seating.game.codes
        steps = seating.game.most_steps(seating.seats) if self.recalls else 0
        tensor = np.zeros(self.numbers + NUMBERS_A_STEP * steps, np.float32)
        self.tensor = tensor
        for name, (begin, length) in seating.layout.items():
            self.dict[name] = tensor[begin : begin + length]
        if self.recalls:
            self.dict[HISTORY] = tensor[self.numbers :]

    def set_from(self, state: SpieltischState, player: int) -> None:
        if self.tensor is not None:
            self.table.state = state.held.state
            self.tensor[: self.numbers] = self.table.look(player)["observation"]
            if self.recalls:
                self.write_history(state.held.steps_seen(player))

    def write_history(self, seen: list[int]) -> None:
        """Of each step who decided and what was seen of it, both above 0; then zeros. Veils come
        after the codes, so a step is at most a little above 1."""
        steps = np.array(seen, np.float32).reshape(-1, NUMBERS_A_STEP)
        told = np.zeros_like(self.dict[HISTORY])
        told[: 2 * len(steps) : 2] = (steps[:, 0] + 2) / (self.seats + 1)
        told[1 : 2 * len(steps) : 2] = (steps[:, 1] + 1) / self.codes
        self.dict[HISTORY][:] = told

    def string_from(self, state: SpieltischState, player: int) -> str:
        held = state.held
        if self.kind.private_info == ALL:
            return "\n".join(self.seen_by(held, seat) for seat in range(self.seats))
        if self.kind.private_info == SINGLE:
            return self.seen_by(held, player)
        return self.seen_by(held, self.seats) if self.kind.public_info else ""

    def seen_by(self, held: Held, observer: int) -> str:
        if not self.kind.public_info:
            facts = private_facts(held, held.state, observer)
            return private_steps(held, observer) + facts if self.recalls else facts
        return held.information(observer) if self.recalls else held.view(observer)

    @property
    def recalls(self) -> bool:
        perfect: bool = self.kind.perfect_recall
        return perfect


def private_facts(held: Held, state: State, seat: int) -> str:
    """The part of a seat's view that a spectator's does not have."""
    public = msgspec.json.decode(held.view_of(state, state.seats))
    own = msgspec.json.decode(held.view_of(state, seat))
    secret = {name: value for name, value in own.items() if value != public.get(name)}
    return msgspec.json.encode(secret).decode()


def private_steps(held: Held, seat: int) -> str:
    """The steps a seat saw differently from a spectator, numbered among all it saw; after a deal
    made up for a seat, first what the seat alone knew of that deal."""
    text = "" if held.dealt is None else f"dealt: {private_facts(held, held.dealt, seat)}\n"
    number = 0
    for step in range(held.chronicle.steps()):
        line = held.line(step, seat)
        number += line != ""
        if line and line != held.line(step, held.state.seats):
            text += f"{number} {line}"
    return text
