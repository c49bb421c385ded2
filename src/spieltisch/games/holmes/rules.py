"""Who decides, what is legal and what a move does (HO-05 to HO-21). Compiled.

Move codes are numbered in notation order; `state.Box` says where each kind begins and `moves`
gives each its text. `rows`, `days` and `abilities` hold the rules of their part.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.bits import bit
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.holmes import abilities, days, observation, recall, rows
from spieltisch.games.holmes.cards import DAYS, JOKER, count, members, nth_member, single, size
from spieltisch.games.holmes.listing import (
    list_faces,
    list_set,
    list_two,
    list_without_joker,
    without_joker,
)
from spieltisch.games.holmes.scoring import NOBODY, score, winner
from spieltisch.games.holmes.state import (
    ASK_USE,
    COPYING,
    DEAL_DISPLAY,
    DEAL_PERSONS,
    DISPLAY,
    DRAWING,
    END_JOKERS,
    ENDING,
    JOINING,
    KEEPING,
    MORNING,
    NONE,
    PERSON,
    PLACE,
    PLACING_JOKER,
    REFILL,
    RENEWING,
    SEATS,
    SNIFFING,
    STEALING,
    TAKE_HIDDEN,
    TAKE_SAME,
    TAKE_SAME_HIDDEN,
    TAKING,
    TURNS_A_DAY,
    Box,
    Truth,
)


@final
class Holmes(Truth):
    def copy(self) -> "Holmes":
        return Holmes(
            self.seats,
            self.turn,
            self.box,
            self.opponent,
            self.phase,
            self.day,
            self.placed,
            self.mover,
            self.unseen,
            self.face_up,
            self.face_down,
            self.came[:],
            self.standing[:],
            self.lying[:],
            self.reserve,
            self.glasses[:],
            self.rows[:],
            self.jokers[:],
            self.loose[:],
            self.late[:],
            self.down[:],
            self.known[:],
            self.display,
            self.pile,
            self.gone,
            self.visited,
            self.step,
            self.left,
            self.resume,
            self.sniffed,
            self.stolen,
            self.fresh,
        )

    def legal(self, into: "vec[i64]") -> i64:
        phase = self.phase
        if phase == PLACE:
            return self.list_visits(into, list_set(into, 0, self.box.lay, rows.to_lay(self)))
        if phase == ENDING:
            return 0
        if self.turn == CHANCE:
            if phase <= MORNING and phase != DEAL_DISPLAY:
                return list_set(into, 0, PERSON, self.unseen)
            return list_faces(into, self.box.clue, self.pile)
        if phase == ASK_USE:
            return list_two(into, self.box.use)
        if phase == TAKING:
            return self.list_takes(into)
        if phase == KEEPING:
            return list_without_joker(into, self.box.keep, self.sniffed)
        if phase == STEALING:
            return list_without_joker(into, self.box.steal, self.rows[1 - self.mover])
        if phase == COPYING:
            return list_set(into, 0, self.box.copy_as, abilities.to_copy_now(self))
        if phase == JOINING:
            return list_two(into, self.box.join)
        number = list_set(into, 0, self.box.joker, rows.open_to_joker(self, self.mover))
        if phase == END_JOKERS:
            return number
        into[number] = self.box.loose
        return number + 1

    def list_visits(self, into: "vec[i64]", listed: i64) -> i64:
        persons = days.to_visit(self)
        if self.day == 1:
            return list_set(into, listed, self.box.visit, persons)
        return days.list_moves(self, persons, self.standing[self.mover], into, listed)

    def list_takes(self, into: "vec[i64]") -> i64:
        op = self.box.ops[self.step]
        if op in (TAKE_SAME, TAKE_SAME_HIDDEN):
            return list_set(into, 0, self.box.take, abilities.equal_clues(self, self.left))
        return list_faces(into, self.box.take, self.display)

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
        return 1 if code < self.box.clue else count(self.pile, code - self.box.clue)

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
                self.turn_up_person(code - PERSON)
            else:
                self.turn_up_clue(code - self.box.clue)
        elif phase == PLACE:
            self.place_or_lay(code)
        elif phase == ASK_USE:
            self.use_or_decline(code)
        elif phase == TAKING:
            self.take(code - self.box.take)
        elif phase == KEEPING:
            abilities.keep(self, without_joker(code - self.box.keep))
            self.carry_on()
        elif phase == STEALING:
            self.steal(without_joker(code - self.box.steal))
        elif phase == COPYING:
            abilities.copy_ability(self, code - self.box.copy_as)
            self.carry_on()
        else:
            self.settle_joker(code)

    def turn_up_person(self, person: i64) -> None:
        days.turn_up(self, person)
        if self.phase == MORNING:
            days.stand_up(self)
            self.begin_turn()
        elif members(self.face_up) == members(self.box.always) + self.box.on_day_1:
            self.phase = DEAL_DISPLAY

    def turn_up_clue(self, face: i64) -> None:
        self.pile -= single(face)
        phase = self.phase
        if phase == SNIFFING:
            abilities.sniff(self, face)
            self.carry_on()
        elif phase == DRAWING:
            self.draw_hidden(face)
        else:
            self.display += single(face)
            if phase == RENEWING:
                self.carry_on()
            elif phase == REFILL:
                self.refill()
            elif size(self.display) == DISPLAY:
                self.begin_turn()

    def draw_hidden(self, face: i64) -> None:
        """Face down before the mover; a joker is laid open at once (HO-11, HO-A4)."""
        self.left -= 1
        if face != JOKER:
            self.down[self.mover] += single(face)
        elif rows.receive_joker(self):
            return
        self.carry_on()

    def begin_turn(self) -> None:
        self.mover = self.placed % SEATS
        self.turn = self.mover
        self.phase = PLACE
        self.visited = NONE
        self.fresh = 0

    def place_or_lay(self, code: i64) -> None:
        if code < self.box.visit:
            rows.lay(self, code - self.box.lay)
            return
        days.place(self, code)
        if abilities.usable(self, self.visited, self.glasses[self.mover], self.reserve):
            self.phase = ASK_USE
        else:
            self.end_turn()

    def use_or_decline(self, code: i64) -> None:
        if code == self.box.use:
            abilities.enter(self, self.box.begins[self.visited])
            self.carry_on()
        else:
            self.end_turn()

    def carry_on(self) -> None:
        if not abilities.carry_on(self):
            self.end_turn()

    def take(self, face: i64) -> None:
        """Open clues come to the mover; of equal ones all at once (HO-A3)."""
        op = self.box.ops[self.step]
        hidden = op in (TAKE_HIDDEN, TAKE_SAME_HIDDEN)
        number: i64 = 1 if op < TAKE_SAME else self.left
        self.left -= number
        asked = False
        while number > 0:
            self.display -= single(face)
            asked = rows.receive(self, face, hidden)
            number -= 1
        if not asked:
            self.carry_on()

    def steal(self, face: i64) -> None:
        self.left -= 1
        rows.lose(self, face)
        self.rows[self.mover] += single(face)
        if rows.may_join(self, face):
            self.stolen = face
            self.phase = JOINING
        else:
            self.carry_on()

    def settle_joker(self, code: i64) -> None:
        """The answer to `joker`, `join` or `apart`."""
        if code < self.box.loose:
            rows.put_joker(self, self.mover, code - self.box.joker)
        elif code == self.box.join:
            rows.put_joker(self, self.mover, self.stolen)
        if self.phase == END_JOKERS:
            self.late[self.mover] += 1
            self.lay_end_jokers()
            return
        if self.phase == PLACING_JOKER and code != self.box.loose:
            self.fresh -= 1
        self.stolen = NONE
        self.carry_on()

    def end_turn(self) -> None:
        """After the very last turn the display is not filled (HO-17, HO-20)."""
        self.step = 0
        self.left = 0
        self.fresh = 0
        if self.day == DAYS and self.placed == TURNS_A_DAY:
            self.finish()
        else:
            self.refill()

    def refill(self) -> None:
        if size(self.display) < DISPLAY and self.pile != 0:
            self.turn = CHANCE
            self.phase = REFILL
        elif self.placed < TURNS_A_DAY:
            self.begin_turn()
        else:
            self.go_to_bed()

    def go_to_bed(self) -> None:
        days.evening(self)
        self.day += 1
        self.placed = 0
        self.mover = 0
        self.visited = NONE
        self.turn = CHANCE
        self.phase = MORNING

    def finish(self) -> None:
        """Turn up all face-down clues, then lay loose jokers, Sherlock first (HO-21)."""
        self.visited = NONE
        rows.turn_up_all(self, 0)
        rows.turn_up_all(self, 1)
        self.mover = 0
        self.lay_end_jokers()

    def lay_end_jokers(self) -> None:
        while self.loose[self.mover] == 0 or rows.open_to_joker(self, self.mover) == 0:
            if self.mover == SEATS - 1:
                self.turn = OVER
                self.phase = ENDING
                return
            self.mover += 1
        self.turn = self.mover
        self.phase = END_JOKERS

    def observed(self, code: i64, seat: i64) -> i64:
        """Hidden draws, the cards of a sniff and the one kept; a joker is seen by all."""
        if seat == self.mover:
            return code
        if self.phase == KEEPING:
            return self.box.codes + 1
        if self.phase not in (DRAWING, SNIFFING):
            return code
        return code if code == self.box.clue + JOKER else self.box.codes

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


def start(box: Box, opponent: i64) -> Holmes:
    everyone: i64 = bit(box.persons) - 1
    return Holmes(
        SEATS,
        CHANCE,
        box,
        opponent,
        DEAL_PERSONS if box.on_day_1 > 0 else DEAL_DISPLAY,
        1,
        0,
        0,
        everyone & ~box.always,
        box.always,
        0,
        vec[i64]([0 if (box.always >> person) & 1 else NONE for person in range(box.persons)]),
        vec[i64]([0, 0]),
        vec[i64]([0, 0]),
        box.glasses - 2 * box.start_glasses,
        vec[i64]([box.start_glasses, box.start_glasses]),
        vec[i64]([0, 0]),
        vec[i64]([0, 0]),
        vec[i64]([0, 0]),
        vec[i64]([0, 0]),
        vec[i64]([0, 0]),
        vec[i64]([0, 0]),
        0,
        box.clues,
        0,
        NONE,
        0,
        0,
        NONE,
        0,
        NONE,
        0,
    )
