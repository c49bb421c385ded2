"""One small class per move; listed in notation order, which numbers them."""

from __future__ import annotations

from spieltisch.core.game import Move
from spieltisch.games.troika.state import MOST_PLACES
from spieltisch.games.troika.tiles import VALUES


class Tile(Move, frozen=True):
    """Chance: what a never-seen tile is."""

    value: int

    def text(self) -> str:
        return f"tile {self.value}"


class Call(Move, frozen=True):
    """Call TROIKA and leave the planet."""

    def text(self) -> str:
        return "troika"


class TurnUp(Move, frozen=True):
    place: int

    def text(self) -> str:
        return f"turn {self.place}"


class Take(Move, frozen=True):
    """A face-up tile, from its lowest place into the container."""

    value: int

    def text(self) -> str:
        return f"take {self.value}"


class Draw(Move, frozen=True):
    """A face-down tile into the hand."""

    place: int

    def text(self) -> str:
        return f"draw {self.place}"


class Back(Move, frozen=True):
    """Put a tile of the container back, face up."""

    value: int

    def text(self) -> str:
        return f"back {self.value}"


class Hide(Move, frozen=True):
    """Put a tile of the hand back, face down."""

    value: int

    def text(self) -> str:
        return f"hide {self.value}"


def all_moves() -> list[Move]:
    values = range(1, VALUES + 1)
    places = range(1, MOST_PLACES + 1)
    return [
        *map(Tile, values),
        Call(),
        *map(TurnUp, places),
        *map(Take, values),
        *map(Draw, places),
        *map(Back, values),
        *map(Hide, values),
    ]
