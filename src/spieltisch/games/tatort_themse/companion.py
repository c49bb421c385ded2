"""The end of a real game of Tatort Themse: who holds which clue and which case stayed open
(TT-24 to TT-29)."""

from __future__ import annotations

from collections import Counter

from spieltisch.core.companion import THE_TABLE, Entered, Item, Trouble, check_items
from spieltisch.core.result import Result
from spieltisch.core.state import OVER
from spieltisch.games.tatort_themse import sheet
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.rules import ThemseState, start
from spieltisch.games.tatort_themse.scoring import leader
from spieltisch.games.tatort_themse.state import (
    CASES,
    CLUES,
    ELIMINATED,
    IN_GRID,
    SOLVED_ENDING,
    STALLED_ENDING,
    UNSOLVED,
)

OPEN = "open"


class ThemseCompanion:
    """Items: the clues by their notation; of the table, `openG` says that the case with the
    initial G is not solved."""

    def __init__(self, game: TatortThemse) -> None:
        self.game = game
        self.edition = game.cards

    def items(self) -> list[Item]:
        copies = Counter(self.edition.clue_texts)
        return [Item(text, number, "TT-04", exist=number) for text, number in copies.items()]

    def table_items(self) -> list[Item]:
        return [Item(f"{OPEN}{case.initial}", 1, "TT-27") for case in self.edition.cases]

    def troubles(self, entered: Entered) -> list[Trouble]:
        found = list(check_items(entered, self.items(), self.table_items()))
        if not self.open_cases(entered):
            first = self.table_items()[0].key
            found.append(Trouble(THE_TABLE, first, "one_stays_open", "TT-27"))
        return found

    def open_cases(self, entered: Entered) -> list[int]:
        keys = [item.key for item in self.table_items()]
        return [case for case, key in enumerate(keys) if entered.table.get(key, 0)]

    def reckon(self, entered: Entered) -> Result:
        return sheet.build_result(self.state(entered), self.edition)

    def state(self, entered: Entered) -> ThemseState:
        """With more than one open case the game has stalled, or is not over yet: both score
        alike."""
        state = start(len(entered.players), self.game.box, False)
        open_cases = self.open_cases(entered)
        state.turn = OVER
        state.phase = SOLVED_ENDING if len(open_cases) == 1 else STALLED_ENDING
        holders = {item.key: holders_of(item.key, entered) for item in self.items()}
        for clue in range(CLUES):
            case = state.box.case[clue]
            state.owner[clue] = IN_GRID if case in open_cases else ELIMINATED
            if held := holders[self.edition.clue_texts[clue]]:
                seat = state.owner[clue] = held.pop(0)
                state.sums[seat * CASES + case] += state.box.value[clue]
        for case in range(CASES):
            state.solved[case] = UNSOLVED if case in open_cases else leader(state, case)
        return state


def holders_of(clue: str, entered: Entered) -> list[int]:
    """The seats that have it, each as often as it has."""
    return [seat for seat, player in enumerate(entered.players) for _ in range(player.get(clue, 0))]
