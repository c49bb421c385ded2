# compiled by mypyc
"""Who decides, what is legal and what a move does (HO-05 to HO-21).

Move codes are numbered in notation order; `state.Box` says where each kind begins and `moves`
gives each its text. `listing` says what may be played, `turns` what it does.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.holmes import abilities, days, listing, observation, recall, rows, turns
from spieltisch.games.holmes.cards import JOKER, count, members, nth_member, size
from spieltisch.games.holmes.listing import (
    without_joker,
)
from spieltisch.games.holmes.scoring import NOBODY, score, winner
from spieltisch.games.holmes.state import (
    ASK_USE,
    COPYING,
    DEAL_DISPLAY,
    DEAL_PERSONS,
    DRAWING,
    KEEPING,
    MORNING,
    NONE,
    PERSON,
    PLACE,
    SEATS,
    SNIFFING,
    STEALING,
    TAKING,
    Box,
    Truth,
)
from spieltisch.games.holmes.worth import POINT, outlook


@final
class HolmesState(Truth):
    def copy(self) -> "HolmesState":
        twin = HolmesState(self.box)
        twin.become(self)
        return twin

    def legal(self, into: "vec[i64]") -> i64:
        if self.turn == OVER:
            return 0
        return listing.list_moves(self, into)

    def any_move(self, rng: Rng, buffer: "vec[i64]") -> i64:
        if self.phase != PLACE:
            return buffer[rng.below(self.legal(buffer))]
        laid = rows.to_lay(self)
        persons = days.to_visit(self)
        standing = self.standing[self.mover]
        lays = members(laid)
        origins: i64 = 1 if self.day == 1 else members(standing)
        nth = rng.below(lays + members(persons) * origins)
        if nth < lays:
            return self.box.lay + nth_member(laid, nth)
        person = nth_member(persons, (nth - lays) // origins)
        if self.day == 1:
            return self.box.visit + person
        return days.visit_code(self, person, nth_member(standing, (nth - lays) % origins))

    def weight(self, code: i64) -> i64:
        if code < self.box.clue:
            return 1
        return count(self.pile, code - self.box.clue)

    def draw(self, rng: Rng, buffer: "vec[i64]") -> i64:
        """As every state draws, without listing the outcomes first."""
        if self.phase <= MORNING and self.phase != DEAL_DISPLAY:
            return PERSON + nth_member(self.unseen, rng.below(members(self.unseen)))
        left = rng.below(size(self.pile))
        face: i64 = 0
        while left >= count(self.pile, face):
            left -= count(self.pile, face)
            face += 1
        return self.box.clue + face

    def play(self, code: i64) -> None:
        phase = self.phase
        if self.turn == CHANCE:
            if phase <= MORNING and phase != DEAL_DISPLAY:
                turns.turn_up_person(self, code - PERSON)
            else:
                turns.turn_up_clue(self, code - self.box.clue)
        elif phase == PLACE:
            turns.place_or_lay(self, code)
        elif phase == ASK_USE:
            turns.use_or_decline(self, code)
        elif phase == TAKING:
            turns.take(self, code - self.box.take)
        elif phase == KEEPING:
            abilities.keep(self, without_joker(code - self.box.keep))
            turns.carry_on(self)
        elif phase == STEALING:
            turns.steal(self, without_joker(code - self.box.steal))
        elif phase == COPYING:
            abilities.copy_ability(self, code - self.box.copy_as)
            turns.carry_on(self)
        else:
            turns.settle_joker(self, code)

    def observed(self, code: i64, seat: i64) -> i64:
        """Hidden draws, the cards of a sniff and the one kept; a joker is seen by all."""
        if seat == self.mover:
            return code
        if self.phase == KEEPING:
            return self.box.codes + 1
        if self.phase not in (DRAWING, SNIFFING):
            return code
        return code if code == self.box.clue + JOKER else self.box.codes

    def outlook(self, seat: i64) -> float:
        return float(outlook(self, seat)) / POINT

    def scores(self) -> list[float]:
        return [float(score(self, seat)) for seat in range(SEATS)]

    def payoffs(self) -> list[float]:
        best = winner(self)
        if best == NOBODY:
            return [0.5, 0.5]
        return [1.0 if seat == best else 0.0 for seat in range(SEATS)]

    def resample(self, seat: i64, rng: Rng) -> None:
        recall.redeal(self, seat, rng)

    def observe(self, seat: i64, into: "vec[i32]", begin: i64) -> None:
        observation.write(self, seat, into, begin)


def start(box: Box, opponent: i64) -> HolmesState:
    state = HolmesState(box)
    state.opponent = opponent
    state.phase = DEAL_PERSONS if box.on_day_1 > 0 else DEAL_DISPLAY
    state.unseen = box.others
    state.face_up = box.always
    state.came = vec[i64](
        [0 if (box.always >> person) & 1 else NONE for person in range(box.persons)]
    )
    state.standing = vec[i64]([0, 0])
    state.lying = vec[i64]([0, 0])
    state.reserve = box.glasses - SEATS * box.start_glasses
    state.glasses = vec[i64]([box.start_glasses, box.start_glasses])
    state.rows = vec[i64]([0, 0])
    state.jokers = vec[i64]([0, 0])
    state.loose = vec[i64]([0, 0])
    state.late = vec[i64]([0, 0])
    state.down = vec[i64]([0, 0])
    state.known = vec[i64]([0, 0])
    state.pile = box.clues
    return state
