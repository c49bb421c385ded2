"""The end of a real game of Holmes: rows, jokers, map fragments and glasses of both players,
scored line by line (HO-21 to HO-26)."""

from __future__ import annotations

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.companion import Entered, Item, Numbers, Trouble, check_items
from spieltisch.core.result import Result
from spieltisch.core.state import OVER
from spieltisch.games.holmes import sheet
from spieltisch.games.holmes.cards import JOKER, KINDS, LEAST_VALUE, LETTERS, MAP, single
from spieltisch.games.holmes.room import Holmes
from spieltisch.games.holmes.rules import HolmesState, start
from spieltisch.games.holmes.state import ENDING

FRAGMENTS = LETTERS[MAP]
WILD = LETTERS[JOKER]
LATE = "late"
UNPLACED = "unplaced"
GLASSES = "glasses"


class HolmesCompanion:
    """Items: the clues by their letter, `J5` a joker in the row of value 5, `late` how many of the
    jokers in rows were laid there only at the end, `unplaced` those that fit no row."""

    def __init__(self, game: Holmes) -> None:
        self.game = game
        self.edition = game.cards
        self.letters = [LETTERS[value - LEAST_VALUE] for value in self.edition.kinds]

    def items(self) -> list[Item]:
        jokers = self.edition.jokers
        fragments, glasses = self.edition.map_fragments, self.edition.glasses
        rows = [Item(letter, int(letter), "HO-01", exist=int(letter)) for letter in self.letters]
        wild = [Item(f"{WILD}{letter}", 1, "HO-09") for letter in self.letters]
        return [
            *rows,
            *wild,
            Item(FRAGMENTS, fragments, "HO-01", exist=fragments),
            Item(LATE, jokers, "HO-25"),
            Item(UNPLACED, jokers, "HO-25"),
            Item(GLASSES, glasses, "HO-03", exist=glasses),
        ]

    def table_items(self) -> list[Item]:
        return []

    def troubles(self, entered: Entered) -> list[Trouble]:
        found = list(check_items(entered, self.items()))
        for seat, player in enumerate(entered.players):
            found += self.joker_troubles(entered, seat, player)
        return found

    def joker_troubles(self, entered: Entered, seat: int, player: Numbers) -> Iterator[Trouble]:
        for letter in self.letters:
            if player.get(f"{WILD}{letter}", 0) and not player.get(letter, 0):
                yield Trouble(seat, f"{WILD}{letter}", "joker_without_row", "HO-08")
        laid = self.laid(player)
        if player.get(LATE, 0) > laid:
            yield Trouble(seat, LATE, "more_late_than_laid", "HO-25", {"laid": laid})
        if player.get(UNPLACED, 0) and self.has_room(player):
            yield Trouble(seat, UNPLACED, "joker_fits", "HO-21")
        found = sum(self.laid(one) + one.get(UNPLACED, 0) for one in entered.players)
        if found > self.edition.jokers and laid + player.get(UNPLACED, 0):
            facts = {"most": self.edition.jokers, "found": found}
            yield Trouble(seat, UNPLACED, "too_many_jokers", "HO-01", facts)

    def laid(self, player: Numbers) -> int:
        return sum(player.get(f"{WILD}{letter}", 0) for letter in self.letters)

    def has_room(self, player: Numbers) -> bool:
        """Whether a row could still take a joker (HO-08, HO-09)."""
        return any(
            player.get(letter, 0) and not player.get(f"{WILD}{letter}", 0)
            for letter in self.letters
        )

    def reckon(self, entered: Entered) -> Result:
        return sheet.build_result(self.state(entered), self.edition)

    def state(self, entered: Entered) -> HolmesState:
        state = start(self.game.box, 0)
        state.turn, state.phase = OVER, ENDING
        players = entered.players
        state.rows = vec[i64]([packed(player) for player in players])
        state.jokers = vec[i64]([with_joker(player) for player in players])
        state.late = vec[i64]([player.get(LATE, 0) for player in players])
        state.loose = vec[i64]([player.get(UNPLACED, 0) for player in players])
        state.glasses = vec[i64]([player.get(GLASSES, 0) for player in players])
        return state


def packed(player: Numbers) -> int:
    faces = [*range(KINDS), MAP]
    return sum(player.get(LETTERS[face], 0) * single(face) for face in faces)


def with_joker(player: Numbers) -> int:
    """The kinds whose row holds a joker, as a set."""
    return sum(player.get(f"{WILD}{LETTERS[kind]}", 0) << kind for kind in range(KINDS))
