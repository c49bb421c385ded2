# compiled by mypyc
"""Who decides, what is legal and what a move does (TR-03 to TR-19).

`listing` says what may be played, `turns` what it does.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.bits import nth_of, number_of
from spieltisch.core.rng import Rng
from spieltisch.core.state import OVER
from spieltisch.games.troika import listing, observation, recall, turns
from spieltisch.games.troika.listing import BACK, CALL, DRAW_FROM, HIDE, TAKE, TILE, TURN_UP
from spieltisch.games.troika.scoring import chip_sum, is_right_call, outlook, rank
from spieltisch.games.troika.state import (
    BEGIN,
    DEAL,
    DRAW,
    Box,
    Truth,
)
from spieltisch.games.troika.tiles import (
    count,
    nth_value,
    pick,
    size,
    values_among,
)

VEILED_TILE: Final = 159  # behind the codes of the moves
VEILED_HIDE: Final = 160


@final
class TroikaState(Truth):
    def copy(self) -> "TroikaState":
        twin = TroikaState(self.box, self.seats, self.reading)
        twin.become(self)
        return twin

    def legal(self, into: "vec[i64]") -> i64:
        if self.turn == OVER:
            return 0
        return listing.list_moves(self, into)

    def sensible(self, into: "vec[i64]") -> i64:
        """Nobody calls whose own tiles show that the call is wrong."""
        if self.phase != BEGIN or self.could_call_rightly():
            return self.legal(into)
        return listing.list_face_down(self, TURN_UP, into, 0)

    def for_good(self) -> bool:
        return self.phase == BEGIN and self.could_call_rightly()

    def could_call_rightly(self) -> bool:
        if self.seats == 2:
            return False
        return is_right_call(self.hands[self.mover], self.containers[self.mover], self.reading)

    def any_move(self, rng: Rng, buffer: "vec[i64]") -> i64:
        if self.phase == BEGIN:
            return listing.any_opening(self, rng)
        hand = self.hands[self.mover]
        container = self.containers[self.mover]
        openly = size(values_among(self.face_up))
        places: i64 = 0
        if size(hand) < self.box.hand_limit:
            places = listing.face_down_places(self)
        down = number_of(places)
        back = size(values_among(container))
        nth = rng.below(openly + down + back + size(values_among(hand)))
        if nth < openly:
            return TAKE + nth_value(self.face_up, nth) - 1
        nth -= openly
        if nth < down:
            return DRAW_FROM + nth_of(places, nth)
        nth -= down
        if nth < back:
            return BACK + nth_value(container, nth) - 1
        return HIDE + nth_value(hand, nth - back) - 1

    def weight(self, code: i64) -> i64:
        return count(self.unseen, code - TILE + 1)

    def draw(self, rng: Rng, buffer: "vec[i64]") -> i64:
        return TILE + pick(self.unseen, rng) - 1

    def play(self, code: i64) -> None:
        if code < CALL:
            turns.identify(self, code - TILE + 1)
        elif code == CALL:
            turns.call(self)
        elif code < TAKE:
            turns.turn_up(self, code - TURN_UP)
        elif code < DRAW_FROM:
            turns.take(self, code - TAKE + 1)
        elif code < BACK:
            turns.draw_from(self, code - DRAW_FROM)
        elif code < HIDE:
            turns.give_back(self, code - BACK + 1)
        else:
            turns.hide(self, code - HIDE + 1)

    def observed(self, code: i64, seat: i64) -> i64:
        if seat == self.mover:
            return code
        if code >= HIDE:
            return VEILED_HIDE
        if self.phase == DEAL:
            return VEILED_TILE
        if self.phase == DRAW:
            return VEILED_TILE
        return code

    def outlook(self, seat: i64) -> float:
        return float(outlook(self, seat))

    def stage(self) -> i64:
        """Rounds played; a search looks no further than the end of this one."""
        return len(self.past)

    def scores(self) -> list[float]:
        return [float(chip_sum(self, seat)) for seat in range(self.seats)]

    def payoffs(self) -> list[float]:
        winners = [seat for seat in range(self.seats) if rank(self, seat) == 1]
        share = 1.0 / len(winners)
        return [share if seat in winners else 0.0 for seat in range(self.seats)]

    def resample(self, seat: i64, rng: Rng) -> None:
        recall.redeal(self, seat, rng)

    def forget(self) -> None:
        self.memory = vec[i64]()
        self.observers = vec[i64]()

    def observe(self, seat: i64, into: "vec[i32]", begin: i64) -> None:
        observation.write(self, seat, into, begin)


def start(box: Box, seats: i64, reading: i64) -> TroikaState:
    state = TroikaState(box, seats, reading)
    state.observers = vec[i64](range(seats + 1))
    turns.clear_table(state)
    return state
