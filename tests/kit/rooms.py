"""Every way a table can be laid: each room, each number of seats, each value of each option that is
for so many; and each room by older rules that tables may still be played with."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from spieltisch.core.errors import BadSeats
from spieltisch.core.game import Game, Options
from spieltisch.core.state import State
from spieltisch.games import OLDER, ROOMS, game


@dataclass(frozen=True)
class Layout:
    """One room laid for a number of seats with chosen options, by today's rules or older ones."""

    name: str
    seats: int
    options: tuple[tuple[str, str], ...]
    rules_version: int | None = None

    @property
    def game(self) -> Game:
        return game(self.name, None, self.rules_version)

    def start(self) -> State:
        return self.game.start(self.seats, dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *(f"{k}={v}" for k, v in self.options)])


def layouts_of(name: str, rules_version: int | None = None) -> list[Layout]:
    here = game(name, None, rules_version)
    names = [option.name for option in here.options]
    choices = product(*(option.values for option in here.options))
    chosen = [here.complete_options(dict(zip(names, one, strict=True))) for one in choices]
    return [
        Layout(name, seats, tuple(options.items()), rules_version)
        for seats in range(here.least_seats, here.most_seats + 1)
        for options in chosen
        if is_for(here, seats, options)
    ]


def is_for(here: Game, seats: int, options: Options) -> bool:
    try:
        here.start(seats, options)
    except BadSeats:
        return False
    return True


LAYOUTS = [layout for name in ROOMS for layout in layouts_of(name)]
OLDER_LAYOUTS = [
    layout for name, version in OLDER if name in ROOMS for layout in layouts_of(name, version)
]
SEATINGS = [
    (name, seats)
    for name in ROOMS
    for seats in range(game(name).least_seats, game(name).most_seats + 1)
]


def viewers(state: State) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(state.seats), None]


def observer(state: State, viewer: int | None) -> int:
    """The viewer's number for State: the spectator comes after the seats."""
    return state.seats if viewer is None else viewer
