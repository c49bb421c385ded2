"""One small class per move; listed in notation order, which numbers them.

The notation's page gives the order of the kinds of move: what chance turns up at the set-up and in
the mornings (persons, clues), then a turn from its beginning (lay, visit), the question whether to
use the ability, the person to copy, the steps of an ability (take, keep, steal), and last what
jokers ask (joker, join, apart). Persons go alphabetically, visits by target and then by origin,
clues as 3 to 9, J, M. Faces a move can never have (a joker that is kept or stolen) have no code.
"""

from __future__ import annotations

from spieltisch.core.game import Move
from spieltisch.games.holmes.cards import JOKER, KINDS, LETTERS
from spieltisch.games.holmes.edition import Edition


class TurnUpPerson(Move, frozen=True):
    """Chance: the top of the person pile."""

    person: str

    def text(self) -> str:
        return f"person {self.person}"


class TurnUpClue(Move, frozen=True):
    """Chance: the top of the clue pile."""

    clue: str

    def text(self) -> str:
        return f"clue {self.clue}"


class Lay(Move, frozen=True):
    """A face-down clue onto a loose joker."""

    clue: str

    def text(self) -> str:
        return f"lay {self.clue}"


class Visit(Move, frozen=True):
    person: str
    origin: str | None = None

    def text(self) -> str:
        return f"visit {self.person}" + (f" from {self.origin}" if self.origin else "")


class Use(Move, frozen=True):
    def text(self) -> str:
        return "use"


class Decline(Move, frozen=True):
    def text(self) -> str:
        return "decline"


class CopyAs(Move, frozen=True):
    person: str

    def text(self) -> str:
        return f"as {self.person}"


class Take(Move, frozen=True):
    clue: str

    def text(self) -> str:
        return f"take {self.clue}"


class Keep(Move, frozen=True):
    """One of the sniffed clues."""

    clue: str

    def text(self) -> str:
        return f"keep {self.clue}"


class Steal(Move, frozen=True):
    clue: str

    def text(self) -> str:
        return f"steal {self.clue}"


class JokerInto(Move, frozen=True):
    row: str

    def text(self) -> str:
        return f"joker {self.row}"


class JokerLoose(Move, frozen=True):
    def text(self) -> str:
        return "joker loose"


class Join(Move, frozen=True):
    """The stolen clue goes onto a loose joker."""

    def text(self) -> str:
        return "join"


class Apart(Move, frozen=True):
    def text(self) -> str:
        return "apart"


def all_moves(edition: Edition) -> list[Move]:
    ids = [person.id for person in edition.persons]
    kinds = LETTERS[:KINDS]
    no_joker = LETTERS.replace(LETTERS[JOKER], "")
    moves: list[Move] = [TurnUpPerson(person) for person in ids]
    moves += [TurnUpClue(letter) for letter in LETTERS]
    moves += [Lay(letter) for letter in kinds]
    moves += [Visit(person) for person in ids]
    moves += [Visit(person, origin) for person in ids for origin in ids if origin != person]
    moves += [Use(), Decline()]
    moves += [CopyAs(person) for person in ids]
    moves += [Take(letter) for letter in LETTERS]
    moves += [Keep(letter) for letter in no_joker]
    moves += [Steal(letter) for letter in no_joker]
    moves += [JokerInto(letter) for letter in kinds]
    return [*moves, JokerLoose(), Join(), Apart()]
