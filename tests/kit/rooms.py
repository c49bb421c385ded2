"""Every way a table can be laid: each room, each number of seats, each value of each option."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from spieltisch.core.game import Game
from spieltisch.core.state import State
from spieltisch.games import ROOMS, game


@cache
def room(name: str) -> Game:
    return game(name)


@dataclass(frozen=True)
class Layout:
    """One room laid for a number of seats with chosen options."""

    name: str
    seats: int
    options: tuple[tuple[str, str], ...]

    @property
    def game(self) -> Game:
        return room(self.name)

    def start(self) -> State:
        return self.game.start(self.seats, dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *(f"{k}={v}" for k, v in self.options)])


def layouts_of(name: str) -> list[Layout]:
    here = room(name)
    names = [option.name for option in here.options]
    choices = list(product(*(option.values for option in here.options)))
    return [
        Layout(name, seats, tuple(zip(names, values, strict=True)))
        for seats in range(here.least_seats, here.most_seats + 1)
        for values in choices
    ]


LAYOUTS = [layout for name in ROOMS for layout in layouts_of(name)]
SEATINGS = [
    (name, seats)
    for name in ROOMS
    for seats in range(room(name).least_seats, room(name).most_seats + 1)
]


def viewers(state: State) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(state.seats), None]


def observer(state: State, viewer: int | None) -> int:
    """The viewer's number for State: the spectator comes after the seats."""
    return state.seats if viewer is None else viewer
