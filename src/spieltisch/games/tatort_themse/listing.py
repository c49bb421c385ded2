"""What is legal, and what chance can bring (TT-05 to TT-22). Compiled.

Move codes are numbered in notation order; `moves` gives each its text.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.tatort_themse.prices import (
    KINDS,
    MOST_ELIMINATED,
    REACH_ROW,
    can_pay,
    contains,
    count,
    eliminate_group,
    size,
    take_group,
    value_within,
)
from spieltisch.games.tatort_themse.scoring import solved_cases
from spieltisch.games.tatort_themse.state import (
    ACT,
    ASK_RENEW,
    CLUES,
    COLUMNS,
    DEAL_CLUES,
    DISPLAY,
    GAP,
    PAY_ELIMINATION,
    QUESTION,
    ROWS,
    UNDEALT,
    Truth,
)

CLUE: Final = 0
WITNESS: Final = 25
RENEW: Final = 29
KEEP: Final = 30
TAKE: Final = 31
ELIMINATE: Final = 36
PASS: Final = 56
PAY: Final = 57

CASES_TO_END: Final = 4


class Listing(Truth):
    """Reads the truth and changes nothing; `rules` adds what moves do."""

    def legal(self, into: "vec[i64]") -> i64:
        if self.turn == OVER:
            return 0
        if self.phase == DEAL_CLUES:
            return self.list_clues(into)
        if self.turn == CHANCE:
            return self.list_witnesses(into)
        if self.phase == ASK_RENEW:
            into[0] = RENEW
            into[1] = KEEP
            return 2
        if self.phase == ACT:
            return self.list_actions(into)
        if self.phase == QUESTION:
            return self.list_questions(into)
        return self.list_payments(into)

    def list_clues(self, into: "vec[i64]") -> i64:
        number: i64 = 0
        clue: i64 = 0
        while clue < CLUES:
            if self.owner[clue] == UNDEALT and self.may_lie_next(clue):
                into[number] = CLUE + clue
                number += 1
            clue += 1
        return number

    def may_lie_next(self, clue: i64) -> bool:
        """With fair tops no case lies on top of two columns (TT-08)."""
        if not self.fair_tops or self.dealt >= COLUMNS:
            return True
        column: i64 = 0
        while column < self.dealt:
            if self.box.case[self.grid[column * ROWS]] == self.box.case[clue]:
                return False
            column += 1
        return True

    def list_witnesses(self, into: "vec[i64]") -> i64:
        number: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            if count(self.pile, kind) > 0:
                into[number] = WITNESS + kind
                number += 1
            kind += 1
        return number

    def list_actions(self, into: "vec[i64]") -> i64:
        reach = self.box.prices.reach(self.hands[self.mover])
        number: i64 = 0
        column: i64 = 0
        while column < COLUMNS:
            if self.height[column] > 0 and self.affords(reach, column, 0):
                into[number] = TAKE + column
                number += 1
            column += 1
        if reach >> REACH_ROW != 0:
            number = self.list_eliminations(into, number, reach)
        into[number] = PASS
        return number + 1

    def list_eliminations(self, into: "vec[i64]", listed: i64, reach: i64) -> i64:
        number = listed
        ends = CASES_TO_END - solved_cases(self) <= self.cases_nearly_solved()
        column: i64 = 0
        while column < COLUMNS:
            most = self.height[column] - 1
            clues: i64 = 1
            while clues <= most and reach >> (REACH_ROW * clues) != 0:
                if self.affords(reach, column, clues):
                    if ends and clues > self.most_eliminated(column):
                        break
                    into[number] = ELIMINATE + column * MOST_ELIMINATED + clues - 1
                    number += 1
                clues += 1
            column += 1
        return number

    def affords(self, reach: i64, column: i64, clues: i64) -> bool:
        """The clue with so many eliminated ones below it is within reach."""
        clue = self.clue_above(column, clues)
        return self.box.value[clue] <= value_within(reach, clues, self.box.witness[clue])

    def clue_above(self, column: i64, below: i64) -> i64:
        return self.grid[column * ROWS + self.height[column] - 1 - below]

    def most_eliminated(self, column: i64) -> i64:
        """How many clues may go before the top one or the end of the game (TT-14, TT-15)."""
        ending = CASES_TO_END - solved_cases(self)
        clues: i64 = 0
        while clues < self.height[column] - 1:
            if self.solves(column, clues):
                ending -= 1
                if ending == 0:
                    return clues
            clues += 1
        return clues

    def cases_nearly_solved(self) -> i64:
        """Those that could be solved from one column."""
        number: i64 = 0
        for left in self.left:
            if 0 < left < ROWS:
                number += 1
        return number

    def solves(self, column: i64, below: i64) -> bool:
        """Removing this clue after those below it takes the last one of its case."""
        case = self.box.case[self.clue_above(column, below)]
        left = self.left[case]
        if left > below + 1:
            return False
        index: i64 = 0
        while index <= below:
            if self.box.case[self.clue_above(column, index)] == case:
                left -= 1
            index += 1
        return left == 0

    def list_payments(self, into: "vec[i64]") -> i64:
        prices = self.box.prices
        hand = self.hands[self.mover]
        clue = self.clue_above(self.column, self.eliminating)
        kind = self.box.witness[clue]
        value = self.box.value[clue]
        first = self.phase == PAY_ELIMINATION
        group = eliminate_group(self.eliminating) if first else take_group(kind, value)
        number: i64 = 0
        index = prices.begins[group]
        end = prices.begins[group + 1]
        while index < end:
            rank = prices.ranks[index]
            cards = prices.cards[rank]
            if contains(hand, cards) and (not first or can_pay(hand - cards, kind, value)):
                into[number] = PAY + rank
                number += 1
            index += 1
        return number

    def list_questions(self, into: "vec[i64]") -> i64:
        opening = PAY + self.box.prices.number
        shown = self.kinds_shown()
        number: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            into[number] = opening + kind
            number += (shown >> kind) & 1
            kind += 1
        if self.pile + self.discard > 0:
            into[number] = opening + KINDS
            number += 1
        return number

    def kinds_shown(self) -> i64:
        """One bit for each kind in the display."""
        bits: i64 = 0
        slot: i64 = 0
        while slot < DISPLAY:
            if self.display[slot] != GAP:
                bits |= 1 << self.display[slot]
            slot += 1
        return bits

    def slot_of(self, kind: i64) -> i64:
        slot: i64 = 0
        while slot < DISPLAY:
            if self.display[slot] == kind:
                return slot
            slot += 1
        return -1

    def weight(self, code: i64) -> i64:
        if code >= WITNESS:
            return count(self.pile, code - WITNESS)
        if self.fair_tops and self.dealt < COLUMNS:
            return self.box.top_weight[self.box.case[code - CLUE]]
        return 1

    def draw(self, rng: Rng, buffer: "vec[i64]") -> i64:
        """As every state draws, without a list: half of all steps are cards of the pile."""
        if self.phase == DEAL_CLUES:
            return super().draw(rng, buffer) if self.fair_tops else self.draw_clue(rng)
        nth = rng.below(size(self.pile))
        kind: i64 = 0
        while nth >= count(self.pile, kind):
            nth -= count(self.pile, kind)
            kind += 1
        return WITNESS + kind

    def draw_clue(self, rng: Rng) -> i64:
        nth = rng.below(CLUES - self.dealt)
        clue: i64 = 0
        while nth > 0 or self.owner[clue] != UNDEALT:
            if self.owner[clue] == UNDEALT:
                nth -= 1
            clue += 1
        return CLUE + clue
