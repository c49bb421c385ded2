"""Who decides and what a move does (TT-05 to TT-29). Compiled."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.memory import all_see, one_draws
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.tatort_themse import observation, recall
from spieltisch.games.tatort_themse.listing import (
    CASES_TO_END,
    CLUE,
    ELIMINATE,
    KEEP,
    PASS,
    PAY,
    RENEW,
    TAKE,
    WITNESS,
    Listing,
)
from spieltisch.games.tatort_themse.prices import (
    KINDS,
    MOST_ELIMINATED,
    single,
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
    full_pile,
)


@final
class Themse(Listing):
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
            one_draws(self.memories, self.observers, self.mover, kind)
            self.refill(REFILL)
        else:
            self.display[self.slot_of(GAP)] = kind
            all_see(self.memories, kind)
            self.refill(self.phase)

    def deal(self, kind: i64) -> None:
        seat = self.dealt // HAND
        self.hands[seat] += single(kind)
        one_draws(self.memories, self.observers, seat, kind)
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

    def forget(self) -> None:
        self.memories = []
        self.observers = vec[i64]()

    def observe(self, seat: i64, into: "vec[i32]", begin: i64) -> None:
        observation.write(self, seat, into, begin)


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
