"""Who decides, what is legal and what a move does (TR-03 to TR-19). Compiled.

Move codes are numbered in notation order; `moves` gives each its text. There is always a tile to
turn: a round begins with face-down tiles, and goes on after a turn only if one is left (TR-18); a
call leaves the field as it is.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.troika import observation, recall
from spieltisch.games.troika.scoring import chip_sum, rank, round_chips, round_points
from spieltisch.games.troika.state import (
    ACT,
    BEGIN,
    DEAL,
    DRAW,
    EMPTY,
    ENDED,
    HAND_LIMIT,
    LEAST_TO_CALL,
    MOST_PLACES,
    NEVER_SEEN,
    PUT_BACK,
    REVEAL,
    ROUNDS,
    TURN,
    Round,
    Truth,
    dealt_places,
    face_down,
    hidden_tile,
    value_at,
)
from spieltisch.games.troika.tiles import (
    ALL_TILES,
    VALUES,
    count,
    nth_value,
    pick,
    single,
    size,
    values_among,
)

TILE: Final = 0
CALL: Final = TILE + VALUES
TURN_UP: Final = CALL + 1
TAKE: Final = TURN_UP + MOST_PLACES
DRAW_FROM: Final = TAKE + VALUES
BACK: Final = DRAW_FROM + MOST_PLACES
HIDE: Final = BACK + VALUES
CODES: Final = HIDE + VALUES
VEILED_TILE: Final = CODES
VEILED_HIDE: Final = CODES + 1


@final
class Troika(Truth):
    def copy(self) -> "Troika":
        return Troika(
            self.seats,
            self.turn,
            self.phase,
            self.mover,
            self.hands[:],
            self.containers[:],
            self.calls[:],
            self.called,
            self.field[:],
            self.places,
            self.lowest_unseen,
            self.put_back,
            self.face_up,
            self.unseen,
            self.memory[:],
            self.observers[:],
            self.past[:],
        )

    def legal(self, into: "vec[i64]") -> i64:
        if self.turn == OVER:
            return 0
        if self.turn == CHANCE:
            return list_values(self.unseen, TILE, into, 0)
        if self.phase == BEGIN:
            return self.list_openings(into)
        return self.list_actions(into)

    def list_openings(self, into: "vec[i64]") -> i64:
        number: i64 = 0
        if self.seats > 2 and size(self.containers[self.mover]) >= LEAST_TO_CALL:
            into[0] = CALL
            number = 1
        return self.list_face_down(TURN_UP, into, number)

    def list_actions(self, into: "vec[i64]") -> i64:
        number = list_values(self.face_up, TAKE, into, 0)
        hand = self.hands[self.mover]
        if size(hand) < HAND_LIMIT:
            number = self.list_face_down(DRAW_FROM, into, number)
        number = list_values(self.containers[self.mover], BACK, into, number)
        return list_values(hand, HIDE, into, number)

    def any_move(self, rng: Rng, buffer: "vec[i64]") -> i64:
        if self.phase != ACT:
            return buffer[rng.below(self.legal(buffer))]
        hand = self.hands[self.mover]
        container = self.containers[self.mover]
        openly = size(values_among(self.face_up))
        down = self.list_face_down(DRAW_FROM, buffer, 0) if size(hand) < HAND_LIMIT else 0
        back = size(values_among(container))
        nth = rng.below(openly + down + back + size(values_among(hand)))
        if nth < openly:
            return TAKE + nth_value(self.face_up, nth) - 1
        nth -= openly
        if nth < down:
            return buffer[nth]
        nth -= down
        if nth < back:
            return BACK + nth_value(container, nth) - 1
        return HIDE + nth_value(hand, nth - back) - 1

    def list_face_down(self, first: i64, into: "vec[i64]", listed: i64) -> i64:
        """The tiles that were put back and the lowest never-seen one, by place."""
        number = listed
        left = self.put_back
        place: i64 = 0
        while left > 0 and place < self.lowest_unseen:
            if self.field[place] >= PUT_BACK:
                into[number] = first + place
                number += 1
                left -= 1
            place += 1
        place = dealt_places(self.seats)
        if self.lowest_unseen < place:
            into[number] = first + self.lowest_unseen
            number += 1
        while left > 0:
            if self.field[place] >= PUT_BACK:
                into[number] = first + place
                number += 1
                left -= 1
            place += 1
        return number

    def weight(self, code: i64) -> i64:
        return count(self.unseen, code - TILE + 1)

    def draw(self, rng: Rng, buffer: "vec[i64]") -> i64:
        return TILE + pick(self.unseen, rng) - 1

    def play(self, code: i64) -> None:
        if code < CALL:
            self.identify(code - TILE + 1)
        elif code == CALL:
            self.call()
        elif code < TAKE:
            self.turn_up(code - TURN_UP)
        elif code < DRAW_FROM:
            self.take(code - TAKE + 1)
        elif code < BACK:
            self.draw_from(code - DRAW_FROM)
        elif code < HIDE:
            self.give_back(code - BACK + 1)
        else:
            self.hide(code - HIDE + 1)

    def identify(self, value: i64) -> None:
        """Chance says what a never-seen tile is."""
        self.unseen -= single(value)
        if self.phase == DEAL:
            self.deal(value)
        elif self.phase == DRAW:
            self.field[self.lowest_unseen] = EMPTY
            self.lowest_unseen += 1
            self.hands[self.mover] += single(value)
            self.end_turn()
        else:
            self.field[self.lowest_unseen] = value
            self.lowest_unseen += 1
            self.face_up += single(value)
            self.turn = self.mover
            self.phase = BEGIN if self.phase == REVEAL else ACT

    def deal(self, value: i64) -> None:
        self.hands[self.mover] += single(value)
        self.mover += 1
        if self.mover == self.seats:
            self.mover = 0
            self.phase = REVEAL

    def call(self) -> None:
        """Leave the planet; whether rightly shows at the end of the round (TR-09, TR-10)."""
        self.called += 1
        self.calls[self.mover] = self.called
        if self.called == self.seats - 1:
            self.end_round()
        else:
            self.next_turn()

    def turn_up(self, place: i64) -> None:
        cell = self.field[place]
        if cell == NEVER_SEEN:
            self.turn = CHANCE
            self.phase = TURN
            return
        self.put_back -= 1
        self.field[place] = value_at(cell)
        self.face_up += single(value_at(cell))
        recall.turned(self, place)
        self.phase = ACT

    def take(self, value: i64) -> None:
        place: i64 = 0
        while self.field[place] != value:
            place += 1
        self.field[place] = EMPTY
        self.face_up -= single(value)
        self.containers[self.mover] += single(value)
        self.end_turn()

    def draw_from(self, place: i64) -> None:
        cell = self.field[place]
        if cell == NEVER_SEEN:
            self.turn = CHANCE
            self.phase = DRAW
            return
        self.put_back -= 1
        self.field[place] = EMPTY
        self.hands[self.mover] += single(value_at(cell))
        recall.drawn(self, self.mover, place, value_at(cell))
        self.end_turn()

    def give_back(self, value: i64) -> None:
        self.containers[self.mover] -= single(value)
        self.face_up += single(value)
        self.field[self.free_place()] = value
        self.end_turn()

    def hide(self, value: i64) -> None:
        place = self.free_place()
        recall.hidden(self, self.mover, place, value)
        self.hands[self.mover] -= single(value)
        self.field[place] = hidden_tile(self.mover, value)
        self.put_back += 1
        self.end_turn()

    def free_place(self) -> i64:
        """The lowest empty place, or a new one behind the last (TR-17)."""
        place = self.lowest_free_place()
        if place == self.places:
            self.places += 1
        return place

    def lowest_free_place(self) -> i64:
        place: i64 = 0
        while place < self.places and self.field[place] != EMPTY:
            place += 1
        return place

    def end_turn(self) -> None:
        if face_down(self) == 0:
            self.end_round()
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """Clockwise to the next one still on the planet."""
        seat = (self.mover + 1) % self.seats
        while self.calls[seat] > 0:
            seat = (seat + 1) % self.seats
        self.mover = seat
        self.turn = seat
        self.phase = BEGIN

    def end_round(self) -> None:
        points = round_points(self.hands, self.containers, self.calls)
        chips = round_chips(points)
        self.past.append(Round(self.hands, self.containers, self.calls, points, chips))
        self.clear_table()
        if len(self.past) == ROUNDS:
            self.turn = OVER
            self.phase = ENDED

    def clear_table(self) -> None:
        """All tiles face down again, as before a deal (TR-03 to TR-06)."""
        self.turn = CHANCE
        self.phase = DEAL
        self.mover = 0
        self.hands = vec[i64]([0] * self.seats)
        self.containers = vec[i64]([0] * self.seats)
        self.calls = vec[i64]([0] * self.seats)
        self.called = 0
        self.field = unturned_field(self.seats)
        self.places = dealt_places(self.seats)
        self.lowest_unseen = 0
        self.put_back = 0
        self.face_up = 0
        self.unseen = ALL_TILES
        self.memory = recall.forgotten(self.seats, len(self.observers))

    def observed(self, code: i64, seat: i64) -> i64:
        if seat == self.mover:
            return code
        if code >= HIDE:
            return VEILED_HIDE
        if self.phase == DEAL:
            return VEILED_TILE
        return VEILED_TILE if self.phase == DRAW else code

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


def list_values(tiles: i64, first: i64, into: "vec[i64]", listed: i64) -> i64:
    """The codes of all values among the tiles, from `first` for value 1."""
    number = listed
    code = first
    left = tiles >> 3
    while left > 0:
        into[number] = code
        number += (left | left >> 1 | left >> 2) & 1
        left >>= 3
        code += 1
    return number


def unturned_field(seats: i64) -> "vec[i64]":
    field: vec[i64] = vec[i64]([EMPTY] * MOST_PLACES)
    place: i64 = 0
    while place < dealt_places(seats):
        field[place] = NEVER_SEEN
        place += 1
    return field


def start(seats: i64) -> Troika:
    return Troika(
        seats,
        CHANCE,
        DEAL,
        0,
        vec[i64]([0] * seats),
        vec[i64]([0] * seats),
        vec[i64]([0] * seats),
        0,
        unturned_field(seats),
        dealt_places(seats),
        0,
        0,
        0,
        ALL_TILES,
        recall.forgotten(seats, seats + 1),
        vec[i64](range(seats + 1)),
        [],
    )
