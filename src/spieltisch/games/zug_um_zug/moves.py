"""One small class per move; listed in notation order, which numbers them.

The order is explained in `codes`: that of the notation's page, with `done` last, because it closes
the choice of tickets to keep as well as that of tickets to complete.
"""

from __future__ import annotations

from spieltisch.core.game import Move
from spieltisch.games.zug_um_zug.cards import COLOURS, EACH_COLOUR, LETTERS, LOCOMOTIVES
from spieltisch.games.zug_um_zug.codes import TRIPLES, Codes


class TurnCard(Move, frozen=True):
    """Chance: a train card of the pile."""

    card: str

    def text(self) -> str:
        return f"card {self.card}"


class TurnTicket(Move, frozen=True):
    """Chance: a ticket nobody has seen."""

    ticket: int

    def text(self) -> str:
        return f"ticket {self.ticket}"


class Keep(Move, frozen=True):
    ticket: int

    def text(self) -> str:
        return f"keep {self.ticket}"


class DrawOpen(Move, frozen=True):
    """Take a card of the display."""

    card: str

    def text(self) -> str:
        return f"draw {self.card}"


class DrawBlind(Move, frozen=True):
    """Take the top card of the pile."""

    def text(self) -> str:
        return "draw blind"


class Lay(Move, frozen=True):
    """Lay cards into the yard: a set with its locomotives, or three colours."""

    cards: str

    def text(self) -> str:
        return f"lay {self.cards}"


class DrawTickets(Move, frozen=True):
    def text(self) -> str:
        return "tickets"


class Pass(Move, frozen=True):
    def text(self) -> str:
        return "pass"


class Stop(Move, frozen=True):
    """Take no second card."""

    def text(self) -> str:
        return "stop"


class Complete(Move, frozen=True):
    ticket: int

    def text(self) -> str:
        return f"complete {self.ticket}"


class Done(Move, frozen=True):
    """Choose no more tickets."""

    def text(self) -> str:
        return "done"


def all_moves(codes: Codes) -> list[Move]:
    tickets = range(1, codes.tickets + 1)
    moves: list[Move] = [TurnCard(letter) for letter in LETTERS]
    moves += [TurnTicket(number) for number in tickets]
    moves += [Keep(number) for number in tickets]
    moves += [DrawOpen(letter) for letter in LETTERS]
    moves += [DrawBlind()]
    moves += [Lay(cards) for cards in all_sets()]
    moves += [Lay(triple_text(codes, triple)) for triple in range(TRIPLES)]
    moves += [DrawTickets(), Pass(), Stop()]
    moves += [Complete(number) for number in tickets]
    return [*moves, Done()]


def all_sets() -> list[str]:
    return [
        LETTERS[colour] * coloured + "L" * locomotives
        for colour in range(COLOURS)
        for coloured in range(1, EACH_COLOUR + 1)
        for locomotives in range(LOCOMOTIVES + 1)
        if coloured + locomotives >= 2
    ]


def triple_text(codes: Codes, triple: int) -> str:
    spot = codes.colours_of[triple]
    colours = (spot // (COLOURS * COLOURS), spot // COLOURS % COLOURS, spot % COLOURS)
    return "".join(LETTERS[colour] for colour in colours)
