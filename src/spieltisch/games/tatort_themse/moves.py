"""One small class per move; listed in notation order, which numbers them."""

from __future__ import annotations

from spieltisch.core.game import Move
from spieltisch.games.tatort_themse.edition import Edition
from spieltisch.games.tatort_themse.prices import KINDS, LETTERS, MOST_ELIMINATED, Prices, spelled
from spieltisch.games.tatort_themse.state import COLUMNS


class LayClue(Move, frozen=True):
    """Chance: a clue lies on the next place of the grid."""

    clue: str

    def text(self) -> str:
        return f"clue {self.clue}"


class TurnWitness(Move, frozen=True):
    """Chance: a card of the pile."""

    witness: str

    def text(self) -> str:
        return f"witness {self.witness}"


class Renew(Move, frozen=True):
    def text(self) -> str:
        return "renew"


class Keep(Move, frozen=True):
    def text(self) -> str:
        return "keep"


class Take(Move, frozen=True):
    column: int

    def text(self) -> str:
        return f"take {self.column}"


class Eliminate(Move, frozen=True):
    """Remove so many clues from the bottom of a column; the next one is taken."""

    column: int
    clues: int

    def text(self) -> str:
        return f"eliminate {self.column} {self.clues}"


class Pass(Move, frozen=True):
    """Take no clue in this turn."""

    def text(self) -> str:
        return "pass"


class Pay(Move, frozen=True):
    cards: str

    def text(self) -> str:
        return f"pay {self.cards}"


class Open(Move, frozen=True):
    """Question a witness of the display."""

    witness: str

    def text(self) -> str:
        return f"open {self.witness}"


class Blind(Move, frozen=True):
    """Question the top card of the pile."""

    def text(self) -> str:
        return "blind"


def all_moves(edition: Edition, prices: Prices) -> list[Move]:
    columns = range(1, COLUMNS + 1)
    moves: list[Move] = [LayClue(text) for text in edition.clue_texts]
    moves += [TurnWitness(letter) for letter in LETTERS]
    moves += [Renew(), Keep()]
    moves += [Take(column) for column in columns]
    moves += [
        Eliminate(column, clues) for column in columns for clues in range(1, MOST_ELIMINATED + 1)
    ]
    moves += [Pass()]
    moves += [Pay(spelled(prices.cards[rank])) for rank in range(prices.number)]
    moves += [Open(LETTERS[kind]) for kind in range(KINDS)]
    return [*moves, Blind()]
