"""Who decides, what is legal and what a move does (TT-05 to TT-29). Compiled.

Move codes are numbered in notation order; `moves` gives each its text.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.tatort_themse import observation, recall
from spieltisch.games.tatort_themse.prices import (
    KINDS,
    MOST_ELIMINATED,
    can_eliminate,
    can_pay,
    contains,
    count,
    eliminate_group,
    most_affordable,
    single,
    size,
    take_group,
)
from spieltisch.games.tatort_themse.scoring import best_score, leader, score, solved_cases
from spieltisch.games.tatort_themse.state import (
    ACT,
    ASK_RENEW,
    CASES,
    CLUES,
    COLUMNS,
    DEAL_CLUES,
    DEAL_DISPLAY,
    DEAL_HANDS,
    DISPLAY,
    DRAW_BLIND,
    ELIMINATED,
    GAP,
    HAND,
    IN_GRID,
    PAY_CLUE,
    PAY_ELIMINATION,
    QUESTION,
    REFILL,
    RENEWING,
    ROWS,
    SOLVED_ENDING,
    STALLED_ENDING,
    UNDEALT,
    UNSOLVED,
    Box,
    Truth,
    full_pile,
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


@final
class Themse(Truth):
    def copy(self) -> "Themse":
        memories = [memory.copy() for memory in self.memories]
        return Themse(
            self.seats,
            self.turn,
            self.box,
            self.fair_tops,
            self.phase,
            self.mover,
            self.dealt,
            self.grid[:],
            self.height[:],
            self.owner[:],
            self.left[:],
            self.solved[:],
            self.sums[:],
            self.hands[:],
            self.known[:],
            self.display[:],
            self.pile,
            self.discard,
            self.column,
            self.eliminating,
            self.skips,
            memories,
            self.observers[:],
        )

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
        hand = self.hands[self.mover]
        number: i64 = 0
        column: i64 = 0
        while column < COLUMNS:
            if self.can_take(column, 0, hand):
                into[number] = TAKE + column
                number += 1
            column += 1
        if size(hand) >= 4:
            number = self.list_eliminations(into, number, hand)
        into[number] = PASS
        return number + 1

    def list_eliminations(self, into: "vec[i64]", listed: i64, hand: i64) -> i64:
        number = listed
        affordable = most_affordable(hand)
        column: i64 = 0
        while column < COLUMNS:
            most = self.height[column] - 1
            if most > affordable:
                most = affordable
            clues: i64 = 1
            while clues <= most:
                if self.can_eliminate(column, clues, hand):
                    into[number] = ELIMINATE + column * MOST_ELIMINATED + clues - 1
                    number += 1
                clues += 1
            column += 1
        return number

    def can_take(self, column: i64, below: i64, hand: i64) -> bool:
        """The clue with so many below it can be paid from the hand."""
        if self.height[column] <= below:
            return False
        clue = self.clue_above(column, below)
        return can_pay(hand, self.box.witness[clue], self.box.value[clue])

    def can_eliminate(self, column: i64, clues: i64, hand: i64) -> bool:
        clue = self.clue_above(column, clues)
        kind = self.box.witness[clue]
        value = self.box.value[clue]
        return (
            can_pay(hand, kind, value)
            and can_eliminate(self.box.prices, hand, clues, kind, value)
            and clues <= self.most_eliminated(column)
        )

    def clue_above(self, column: i64, below: i64) -> i64:
        return self.grid[column * ROWS + self.height[column] - 1 - below]

    def most_eliminated(self, column: i64) -> i64:
        """How many clues may go before the top one or the end of the game (TT-14, TT-15)."""
        ending = CASES_TO_END - solved_cases(self)
        if ending > self.cases_nearly_solved():
            return self.height[column] - 1
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
            cards = prices.cards[prices.ranks[index]]
            if contains(hand, cards) and (not first or can_pay(hand - cards, kind, value)):
                into[number] = PAY + prices.ranks[index]
                number += 1
            index += 1
        return number

    def list_questions(self, into: "vec[i64]") -> i64:
        opening = PAY + self.box.prices.number
        shown = self.kinds_shown()
        number: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            if shown & (1 << kind) != 0:
                into[number] = opening + kind
                number += 1
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

    def play(self, code: i64) -> None:
        if code < WITNESS:
            self.lay_clue(code - CLUE)
        elif code < RENEW:
            self.turn_witness(code - WITNESS)
        elif code == RENEW:
            self.renew()
        elif code == KEEP:
            self.phase = ACT
        elif code < ELIMINATE:
            self.choose(code - TAKE, 0)
        elif code < PASS:
            chosen = code - ELIMINATE
            self.choose(chosen // MOST_ELIMINATED, chosen % MOST_ELIMINATED + 1)
        elif code == PASS:
            self.go_questioning(False)
        elif code < PAY + self.box.prices.number:
            self.pay(self.box.prices.cards[code - PAY])
        else:
            self.question(code - PAY - self.box.prices.number)

    def lay_clue(self, clue: i64) -> None:
        column = self.dealt % COLUMNS
        self.grid[column * ROWS + self.height[column]] = clue
        self.height[column] += 1
        self.owner[clue] = IN_GRID
        self.dealt += 1
        if self.dealt == CLUES:
            self.phase = DEAL_HANDS
            self.dealt = 0

    def turn_witness(self, kind: i64) -> None:
        self.pile -= single(kind)
        if self.phase == DEAL_HANDS:
            self.deal(kind)
        elif self.phase == DRAW_BLIND:
            self.hands[self.mover] += single(kind)
            recall.drawn(self, self.mover, kind)
            self.refill(REFILL)
        else:
            self.display[self.slot_of(GAP)] = kind
            recall.shown(self, kind)
            self.refill(self.phase)

    def deal(self, kind: i64) -> None:
        seat = self.dealt // HAND
        self.hands[seat] += single(kind)
        recall.drawn(self, seat, kind)
        self.dealt += 1
        if self.dealt == HAND * self.seats:
            self.phase = DEAL_DISPLAY

    def refill(self, phase: i64) -> None:
        """Fill gaps one by one while there are cards, then go on (TT-11, TT-20 to TT-22)."""
        if self.slot_of(GAP) >= 0 and self.has_card():
            self.turn = CHANCE
            self.phase = phase
        elif phase == RENEWING:
            self.turn = self.mover
            self.phase = ACT
        elif phase == DEAL_DISPLAY:
            self.begin_turn(0)
        else:
            self.begin_turn((self.mover + 1) % self.seats)

    def has_card(self) -> bool:
        """Whether a card can be drawn, after the discards became the pile if need be (TT-21)."""
        if self.pile == 0 and self.discard > 0:
            self.pile = self.discard
            self.discard = 0
            recall.reshuffled(self)
        return self.pile > 0

    def begin_turn(self, seat: i64) -> None:
        self.mover = seat
        self.turn = seat
        self.phase = ASK_RENEW if self.four_equal() else ACT

    def four_equal(self) -> bool:
        first = self.display[0]
        return (
            first != GAP
            and self.display[1] == first
            and self.display[2] == first
            and self.display[3] == first
        )

    def renew(self) -> None:
        self.discard += DISPLAY * single(self.display[0])
        self.display = vec[i64]([GAP] * DISPLAY)
        self.refill(RENEWING)

    def choose(self, column: i64, eliminating: i64) -> None:
        self.column = column
        self.eliminating = eliminating
        self.phase = PAY_ELIMINATION if eliminating > 0 else PAY_CLUE

    def pay(self, cards: i64) -> None:
        self.hands[self.mover] -= cards
        self.discard += cards
        recall.paid(self, self.mover, cards)
        while self.eliminating > 0:
            self.remove_clue(ELIMINATED)
            self.eliminating -= 1
        if self.phase == PAY_ELIMINATION:
            self.phase = PAY_CLUE
        else:
            self.take_clue()

    def take_clue(self) -> None:
        clue = self.clue_above(self.column, 0)
        self.sums[self.mover * CASES + self.box.case[clue]] += self.box.value[clue]
        self.remove_clue(self.mover)
        if solved_cases(self) == CASES_TO_END:
            self.turn = OVER
            self.phase = SOLVED_ENDING
        else:
            self.go_questioning(True)

    def remove_clue(self, owner: i64) -> None:
        clue = self.clue_above(self.column, 0)
        case = self.box.case[clue]
        self.owner[clue] = owner
        self.height[self.column] -= 1
        self.left[case] -= 1
        if self.left[case] == 0:
            self.solved[case] = leader(self, case)

    def go_questioning(self, took: bool) -> None:
        """Ask which witness, unless there is none; a full round of that ends the game (TT-29)."""
        if self.pile + self.discard > 0 or self.kinds_shown() != 0:
            self.skips = 0
            self.phase = QUESTION
            return
        self.skips = 0 if took else self.skips + 1
        if self.skips == self.seats:
            self.turn = OVER
            self.phase = STALLED_ENDING
        else:
            self.begin_turn((self.mover + 1) % self.seats)

    def question(self, kind: i64) -> None:
        if kind == KINDS:
            self.has_card()
            self.turn = CHANCE
            self.phase = DRAW_BLIND
            return
        self.display[self.slot_of(kind)] = GAP
        self.hands[self.mover] += single(kind)
        self.known[self.mover] += single(kind)
        self.refill(REFILL)

    def observed(self, code: i64, seat: i64) -> i64:
        veil = PAY + self.box.prices.number + KINDS + 1
        if self.phase == DEAL_HANDS:
            return code if seat == self.dealt // HAND else veil
        if self.phase == DRAW_BLIND:
            return code if seat == self.mover else veil
        return code

    def scores(self) -> list[float]:
        return [float(score(self, seat)) for seat in range(self.seats)]

    def payoffs(self) -> list[float]:
        best = best_score(self)
        winners = [seat for seat in range(self.seats) if score(self, seat) == best]
        share = 1.0 / len(winners)
        return [share if seat in winners else 0.0 for seat in range(self.seats)]

    def resample(self, seat: i64, rng: Rng) -> None:
        recall.redeal(self, seat, rng)

    def observe(self, seat: i64, into: "vec[float]") -> None:
        observation.write(self, seat, into)


def start(seats: i64, box: Box, fair_tops: bool) -> Themse:
    pile = full_pile()
    return Themse(
        seats,
        CHANCE,
        box,
        fair_tops,
        DEAL_CLUES,
        0,
        0,
        vec[i64]([GAP] * CLUES),
        vec[i64]([0] * COLUMNS),
        vec[i64]([UNDEALT] * CLUES),
        box.clues_of_case[:],
        vec[i64]([UNSOLVED] * CASES),
        vec[i64]([0] * (seats * CASES)),
        vec[i64]([0] * seats),
        vec[i64]([0] * seats),
        vec[i64]([GAP] * DISPLAY),
        pile,
        0,
        0,
        0,
        0,
        recall.first_memories(seats, pile),
        vec[i64](range(seats + 1)),
    )
