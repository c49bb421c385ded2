# compiled by mypyc
"""Who decides, what is legal and what a move does (TT-05 to TT-29).

`listing` says what may be played, `turns` what it does.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.memory import by_kind, first_memories
from spieltisch.core.rng import Rng
from spieltisch.core.state import OVER
from spieltisch.games.tatort_themse import listing, observation, recall, turns
from spieltisch.games.tatort_themse.listing import (
    CLUE,
    ELIMINATE,
    KEEP,
    PASS,
    PAY,
    RENEW,
    TAKE,
    WITNESS,
)
from spieltisch.games.tatort_themse.prices import (
    COUNT,
    KINDS,
    MOST_ELIMINATED,
    WIDTH,
    count,
    size,
)
from spieltisch.games.tatort_themse.scoring import best_score, outlook, score
from spieltisch.games.tatort_themse.state import (
    ACT,
    CASES,
    CLUES,
    COLUMNS,
    DEAL_CLUES,
    DEAL_HANDS,
    DISPLAY,
    DRAW_BLIND,
    GAP,
    HAND,
    UNDEALT,
    UNSOLVED,
    Box,
    Truth,
    full_pile,
)


@final
class ThemseState(Truth):
    def copy(self) -> "ThemseState":
        twin = ThemseState(self.seats, self.box)
        twin.become(self)
        return twin

    def legal(self, into: "vec[i64]") -> i64:
        if self.turn == OVER:
            return 0
        return listing.list_moves(self, into)

    def any_move(self, rng: Rng, buffer: "vec[i64]") -> i64:
        return buffer[rng.below(listing.list_moves(self, buffer))]

    def weight(self, code: i64) -> i64:
        if code >= WITNESS:
            return count(self.pile, code - WITNESS)
        undealt = listing.undealt_copies(self, code - CLUE)
        if self.fair_tops and self.dealt < COLUMNS:
            return undealt * self.box.top_weight[self.box.case[code - CLUE]]
        return undealt

    def draw(self, rng: Rng, buffer: "vec[i64]") -> i64:
        """As every state draws, without a list: half of all steps are cards of the pile."""
        if self.phase == DEAL_CLUES:
            return super().draw(rng, buffer) if self.fair_tops else self.draw_clue(rng)
        nth = rng.below(size(self.pile))
        code: i64 = WITNESS
        rest = self.pile
        while nth >= rest & COUNT:
            nth -= rest & COUNT
            rest >>= WIDTH
            code += 1
        return code

    def draw_clue(self, rng: Rng) -> i64:
        nth = rng.below(CLUES - self.dealt)
        clue: i64 = 0
        while nth > 0 or self.owner[clue] != UNDEALT:
            if self.owner[clue] == UNDEALT:
                nth -= 1
            clue += 1
        return CLUE + self.box.first_copy[clue]

    def play(self, code: i64) -> None:
        if code < WITNESS:
            turns.lay_clue(self, code - CLUE)
        elif code < RENEW:
            turns.turn_witness(self, code - WITNESS)
        elif code == RENEW:
            turns.renew(self)
        elif code == KEEP:
            self.phase = ACT
        elif code < ELIMINATE:
            turns.choose(self, code - TAKE, 0)
        elif code < PASS:
            chosen = code - ELIMINATE
            turns.choose(self, chosen // MOST_ELIMINATED, chosen % MOST_ELIMINATED + 1)
        elif code == PASS:
            turns.go_questioning(self, False)
        elif code < PAY + self.box.prices.number:
            turns.pay(self, self.box.prices.cards[code - PAY])
        else:
            turns.question(self, code - PAY - self.box.prices.number)

    def observed(self, code: i64, seat: i64) -> i64:
        veil = PAY + self.box.prices.number + KINDS + 1
        if self.phase == DEAL_HANDS:
            return code if seat == self.dealt // HAND else veil
        if self.phase == DRAW_BLIND:
            return code if seat == self.mover else veil
        return code

    def outlook(self, seat: i64) -> float:
        return float(outlook(self, seat)) / 2.0

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


def start(seats: i64, box: Box, fair_tops: bool) -> ThemseState:
    state = ThemseState(seats, box)
    state.fair_tops = fair_tops
    state.grid = vec[i64]([GAP] * CLUES)
    state.height = vec[i64]([0] * COLUMNS)
    state.asks = vec[i64]([0] * COLUMNS)
    state.owner = vec[i64]([UNDEALT] * CLUES)
    state.left = box.clues_of_case[:]
    state.solved = vec[i64]([UNSOLVED] * CASES)
    state.sums = vec[i64]([0] * (seats * CASES))
    state.hands = vec[i64]([0] * seats)
    state.known = vec[i64]([0] * seats)
    state.display = vec[i64]([GAP] * DISPLAY)
    state.pile = full_pile()
    state.memories = first_memories(seats, by_kind(state.pile, KINDS, WIDTH))
    state.observers = vec[i64](range(seats + 1))
    return state
