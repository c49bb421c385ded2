# compiled by mypyc
"""Who decides, what is legal and what a move does (ZZ-00 to ZZ-27).

`listing` says what may be played, `turns` what it does; `moves` gives each code its text.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.bits import bit, nth_of, number_of
from spieltisch.core.memory import by_kind, first_memories
from spieltisch.core.rng import Rng
from spieltisch.core.state import OVER, UNSEEN
from spieltisch.games.zug_um_zug import listing, observation, recall, turns
from spieltisch.games.zug_um_zug.cards import (
    COLOURS,
    COUNT,
    KINDS,
    LOCOMOTIVE,
    WIDTH,
    count,
    full_pile,
    single,
    size,
)
from spieltisch.games.zug_um_zug.codes import CARD, TICKET
from spieltisch.games.zug_um_zug.scoring import FINE, namings, outlook, score, standings
from spieltisch.games.zug_um_zug.state import (
    ACT,
    CHOOSE_TICKETS,
    DEAL_HANDS,
    DEAL_TICKETS,
    DISPLAY,
    DRAW_TICKETS,
    FIRST_BLIND,
    FIRST_TICKETS,
    GAP,
    HAND,
    LAST_BLIND,
    NEW_HANDS,
    NOBODY,
    SECOND_CARD,
    Box,
    Truth,
)


@final
class ZugState(Truth):
    def copy(self) -> "ZugState":
        twin = ZugState(self.seats, self.box)
        twin.become(self)
        return twin

    def legal(self, into: "vec[i64]") -> i64:
        if self.turn == OVER:
            return 0
        return listing.list_moves(self, into)

    def any_move(self, rng: Rng, buffer: "vec[i64]") -> i64:
        if self.phase == ACT:
            return listing.any_action(self, rng)
        if self.phase == SECOND_CARD:
            return listing.any_second_card(self, rng)
        return buffer[rng.below(listing.list_moves(self, buffer))]

    def weight(self, code: i64) -> i64:
        """Unseen tickets are one of each."""
        if code >= TICKET:
            return 1
        return count(self.pile, code - CARD)

    def draw(self, rng: Rng, buffer: "vec[i64]") -> i64:
        if self.phase in (DEAL_TICKETS, DRAW_TICKETS):
            return TICKET + nth_of(self.unseen, rng.below(number_of(self.unseen)))
        left = rng.below(size(self.pile))
        code: i64 = CARD
        rest = self.pile
        while left >= rest & COUNT:
            left -= rest & COUNT
            rest >>= WIDTH
            code += 1
        return code

    def play(self, code: i64) -> None:
        codes = self.box.codes
        if code < TICKET:
            turns.turn_card(self, code - CARD)
        elif code < codes.keep:
            turns.turn_ticket(self, code - TICKET)
        elif code < codes.draw:
            self.chosen[self.turn] |= bit(code - codes.keep)
        elif code < codes.blind:
            turns.draw_open(self, code - codes.draw)
        elif code == codes.blind:
            turns.draw_blind(self)
        elif code < codes.triple:
            turns.lay_set(self, code - codes.lay)
        elif code < codes.take_tickets:
            turns.lay_triple(self, code - codes.triple)
        else:
            self.play_late(code)

    def play_late(self, code: i64) -> None:
        codes = self.box.codes
        if code == codes.take_tickets:
            turns.draw_tickets(self)
        elif code < codes.complete:
            turns.end_turn(self)
        elif code < codes.done:
            self.chosen[self.turn] |= bit(code - codes.complete)
        else:
            turns.done(self)

    def observed(self, code: i64, seat: i64) -> i64:
        """One veil for cards, one for tickets drawn, one for tickets kept."""
        phase = self.phase
        veil = self.box.codes.number
        if recall.is_secret(phase):
            if seat != self.turn:
                return UNSEEN
            return code
        if seat == self.sees_alone():
            return code
        if phase in (DEAL_TICKETS, DRAW_TICKETS):
            return veil + 1
        if phase == CHOOSE_TICKETS:
            return code if code == self.box.codes.done else veil + 2
        if phase in (DEAL_HANDS, NEW_HANDS, FIRST_BLIND, LAST_BLIND):
            return veil
        return code

    def sees_alone(self) -> i64:
        """To whom a card or ticket goes next."""
        if self.phase == DEAL_HANDS:
            return self.dealt // HAND
        if self.phase == NEW_HANDS:
            return self.dealt % self.seats
        if self.phase == DEAL_TICKETS:
            return self.dealt // FIRST_TICKETS
        return self.mover

    def outlook(self, seat: i64) -> float:
        return float(outlook(self, seat)) / FINE

    def scores(self) -> list[float]:
        counts = namings(self)
        return [float(score(self, counts, seat)) for seat in range(self.seats)]

    def payoffs(self) -> list[float]:
        found = list(standings(self))
        best = max(found)
        share = 1.0 / found.count(best)
        return [share if standing == best else 0.0 for standing in found]

    def resample(self, seat: i64, rng: Rng) -> None:
        recall.redeal(self, seat, rng)

    def forget(self) -> None:
        self.memories = []
        self.observers = vec[i64]()

    def observe(self, seat: i64, into: "vec[i32]", begin: i64) -> None:
        observation.write(self, seat, into, begin)


def start(seats: i64, box: Box) -> ZugState:
    """Everyone has one locomotive; all other cards are in the pile (ZZ-03)."""
    state = ZugState(seats, box)
    state.pile = full_pile() - seats * single(LOCOMOTIVE)
    state.display = vec[i64]([GAP] * DISPLAY)
    state.hands = vec[i64]([single(LOCOMOTIVE)] * seats)
    state.known = state.hands[:]
    state.yard_owner = vec[i64]([NOBODY] * COLOURS)
    state.yard_cards = vec[i64]([0] * COLOURS)
    state.yard_locomotives = vec[i64]([0] * COLOURS)
    state.on_the_way = vec[i64]([0] * seats)
    state.unseen = bit(box.tickets) - 1
    state.offered = vec[i64]([0] * seats)
    state.chosen = vec[i64]([0] * seats)
    state.held = vec[i64]([0] * seats)
    state.completed = vec[i64]([0] * seats)
    state.first_kept = vec[i64]([0] * seats)
    state.met = vec[i64]([0] * seats)
    state.memories = first_memories(seats, by_kind(state.pile, KINDS, WIDTH))
    state.observers = vec[i64](range(seats + 1))
    return state
