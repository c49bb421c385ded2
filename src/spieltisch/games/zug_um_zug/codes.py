# compiled by mypyc
"""The numbers of the moves, in notation order.

The order is that of the notation's page, kind by kind, at the place where a kind is named first,
with one exception: `done` closes the list of `keep` as well as that of `complete`, so it comes
last of all. Every list of legal moves then ascends: `stop` stands behind the two ways to draw,
`pass` behind everything a turn could be used for. A lay is a colour, 1 to 10 coloured cards and
0 to 16 locomotives, two cards at least: 169 sets of each colour, then the 56 triples.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.games.zug_um_zug.cards import COLOURS, KINDS, LOCOMOTIVES

LONE_SETS: Final = 16  # one coloured card needs a locomotive
SETS_OF_A_COLOUR: Final = 169
SETS: Final = 1352
TRIPLES: Final = 56

CARD: Final = 0
TICKET: Final = 9  # behind the kinds of cards


def set_code(colour: i64, coloured: i64, locomotives: i64) -> i64:
    """Counted from the first set."""
    if coloured == 1:
        return colour * SETS_OF_A_COLOUR + locomotives - 1
    row = LONE_SETS + (coloured - 2) * (LOCOMOTIVES + 1)
    return colour * SETS_OF_A_COLOUR + row + locomotives


def coloured_in(code: i64) -> i64:
    rest = code % SETS_OF_A_COLOUR
    if rest < LONE_SETS:
        return 1
    return 2 + (rest - LONE_SETS) // (LOCOMOTIVES + 1)


def locomotives_in(code: i64) -> i64:
    rest = code % SETS_OF_A_COLOUR
    return rest + 1 if rest < LONE_SETS else (rest - LONE_SETS) % (LOCOMOTIVES + 1)


@final
class Codes:
    """Where each kind of move begins; the number of tickets is the edition's. `triples` holds,
    for every set of free colours (as bits; `begins` says where), the codes of its triples."""

    def __init__(self, tickets: i64) -> None:
        self.tickets = tickets
        self.keep: i64 = TICKET + tickets
        self.draw: i64 = self.keep + tickets
        self.blind: i64 = self.draw + KINDS
        self.lay: i64 = self.blind + 1
        self.triple: i64 = self.lay + SETS
        self.take_tickets: i64 = self.triple + TRIPLES
        self.skip: i64 = self.take_tickets + 1
        self.stop: i64 = self.skip + 1
        self.complete: i64 = self.stop + 1
        self.done: i64 = self.complete + tickets
        self.number: i64 = self.done + 1
        self.colours_of: vec[i64] = vec[i64](spots())
        self.begins: vec[i64] = vec[i64]([0])
        self.triples: vec[i64] = vec[i64]()
        for free in range(2**COLOURS):
            for triple, spot in enumerate(self.colours_of):
                if colours_in(spot) & ~free == 0:
                    self.triples = append(self.triples, self.triple + triple)
            self.begins = append(self.begins, len(self.triples))


def spots() -> list[int]:
    """Every triple of colours in order, as one number to the base of eight."""
    return [
        (first * COLOURS + second) * COLOURS + third
        for first in range(COLOURS)
        for second in range(first + 1, COLOURS)
        for third in range(second + 1, COLOURS)
    ]


def colours_in(spot: i64) -> i64:
    """The colours of a triple as bits."""
    first = spot // (COLOURS * COLOURS)
    return bit(first) | bit(spot // COLOURS % COLOURS) | bit(spot % COLOURS)
