# compiled by mypyc
"""The whole truth of a game of Holmes.

Cards are counts packed by `cards`; persons are numbered alphabetically and sets of them are bit
masks. A card of a pile has no identity before it is turned up.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.core.state import CHANCE, State
from spieltisch.games.holmes.cards import FACES, KINDS

SEATS: Final = 2
DISPLAY: Final = 4
NONE: Final = -1

DEAL_PERSONS: Final = 0
DEAL_DISPLAY: Final = 1
MORNING: Final = 2
PLACE: Final = 3
ASK_USE: Final = 4
COPYING: Final = 5
TAKING: Final = 6
DRAWING: Final = 7
SNIFFING: Final = 8
KEEPING: Final = 9
STEALING: Final = 10
PLACING_JOKER: Final = 11
JOINING: Final = 12
RENEWING: Final = 13
REFILL: Final = 14
END_JOKERS: Final = 15
ENDING: Final = 16

STOP: Final = 0
PAY: Final = 1
GAIN: Final = 2
GAIN_PER_KIND: Final = 3
TAKE: Final = 4
TAKE_HIDDEN: Final = 5
TAKE_SAME: Final = 6
TAKE_SAME_HIDDEN: Final = 7
DRAW: Final = 8
SNIFF: Final = 9
STEAL: Final = 10
STEAL_GLASSES: Final = 11
RENEW: Final = 12
COPY: Final = 13

PERSON: Final = 0


@final
class Box:
    """One edition, shared by all its states: the clues, the abilities as one flat program, how
    long a game is, and where each kind of move begins in the dense range of codes."""

    def __init__(
        self,
        days: i64,
        markers: i64,
        display: i64,
        clues: i64,
        always: i64,
        others: i64,
        on_day_1: i64,
        glasses: i64,
        start_glasses: i64,
        programs: list[list[tuple[int, int]]],
    ) -> None:
        self.days = days
        self.markers = markers
        self.turns_a_day: i64 = SEATS * markers
        self.display = display
        self.clues = clues
        self.persons: i64 = len(programs)
        self.always = always
        self.others = others  # the person pile at the start
        self.on_day_1 = on_day_1
        self.glasses = glasses
        self.start_glasses = start_glasses
        self.lay_out_programs(programs)
        self.number_moves()

    def lay_out_programs(self, programs: list[list[tuple[int, int]]]) -> None:
        """Abilities one after the other, each closed by STOP. `due` is what the steps of an
        ability from there on still ask for; `copies` is the set of persons who copy."""
        self.ops: vec[i64] = vec[i64]()
        self.numbers: vec[i64] = vec[i64]()
        self.due: vec[i64] = vec[i64]()
        self.begins: vec[i64] = vec[i64]()
        self.copies: i64 = 0
        person: i64 = 0
        for program in programs:
            self.begins = append(self.begins, len(self.ops))
            price = sum(number for op, number in program if op == PAY)
            for op, number in [*program, (STOP, 0)]:
                self.ops = append(self.ops, op)
                self.numbers = append(self.numbers, number)
                self.due = append(self.due, price)
                if op == PAY:
                    price -= number
                elif op == COPY:
                    self.copies |= bit(person)
            person += 1

    def number_moves(self) -> None:
        people = self.persons
        self.clue = PERSON + people
        self.lay = self.clue + FACES
        self.visit = self.lay + KINDS
        self.visit_from = self.visit + people
        self.use = self.visit_from + people * (people - 1)
        self.decline = self.use + 1
        self.copy_as = self.decline + 1
        self.take = self.copy_as + people
        self.keep = self.take + FACES
        self.steal = self.keep + KINDS + 1
        self.joker = self.steal + KINDS + 1
        self.loose = self.joker + KINDS
        self.join = self.loose + 1
        self.apart = self.join + 1
        self.codes = self.apart + 1
        # of each visit, those of day 1 first: where its marker comes from, and who is visited
        self.origins: vec[i64] = vec[i64]([NONE] * people)
        self.targets: vec[i64] = vec[i64](range(people))
        for target in range(people):
            for origin in range(people):
                if origin != target:
                    self.origins = append(self.origins, origin)
                    self.targets = append(self.targets, target)


class Truth(State):
    """Fields only; `rules` says what may be done with them. A new one is a bare table: `start` lays
    it for a game, `document` as it is written down."""

    def __init__(self, box: Box) -> None:
        self.seats = SEATS
        self.turn = CHANCE
        self.box = box
        self.opponent: i64 = 0  # the name of seat 1: 0 Mycroft, 1 Moriarty
        self.phase: i64 = DEAL_PERSONS
        self.day: i64 = 1
        self.placed: i64 = 0  # action markers placed today, by both
        self.mover: i64 = 0
        self.unseen: i64 = 0  # the person pile, as a set
        self.face_up: i64 = 0
        self.face_down: i64 = 0
        # by person: the day it was turned up, 0 if always there, or NONE
        self.came: vec[i64] = vec[i64]()
        # by seat: persons under a marker that may still move today
        self.standing: vec[i64] = vec[i64]()
        self.lying: vec[i64] = vec[i64]()  # by seat: persons under a marker placed today
        self.reserve: i64 = 0
        self.glasses: vec[i64] = vec[i64]()
        self.rows: vec[i64] = vec[i64]()  # by seat: open clues, without jokers
        self.jokers: vec[i64] = vec[i64]()  # by seat: the set of kinds whose row holds a joker
        self.loose: vec[i64] = vec[i64]()
        self.late: vec[i64] = vec[i64]()  # by seat: jokers laid into rows only at the end
        self.down: vec[i64] = vec[i64]()  # by seat: face-down clues
        # of these: laid face down from the display, seen by all
        self.known: vec[i64] = vec[i64]()
        self.display: i64 = 0
        self.pile: i64 = 0
        self.gone: i64 = 0  # clues that left the game
        self.visited: i64 = NONE
        self.step: i64 = 0  # of the flat program: the step being carried out
        self.left: i64 = 0  # how many times that step is still to be done
        self.resume: i64 = NONE  # where the copying ability goes on
        self.sniffed: i64 = 0  # cards looked at, jokers not among them
        self.stolen: i64 = NONE  # the kind that may join a loose joker now
        self.fresh: i64 = 0  # of the mover's loose jokers: those that came in this turn

    def become(self, other: "Truth") -> None:
        self.turn = other.turn
        self.opponent = other.opponent
        self.phase = other.phase
        self.day = other.day
        self.placed = other.placed
        self.mover = other.mover
        self.unseen = other.unseen
        self.face_up = other.face_up
        self.face_down = other.face_down
        self.came = other.came[:]
        self.standing = other.standing[:]
        self.lying = other.lying[:]
        self.reserve = other.reserve
        self.glasses = other.glasses[:]
        self.rows = other.rows[:]
        self.jokers = other.jokers[:]
        self.loose = other.loose[:]
        self.late = other.late[:]
        self.down = other.down[:]
        self.known = other.known[:]
        self.display = other.display
        self.pile = other.pile
        self.gone = other.gone
        self.visited = other.visited
        self.step = other.step
        self.left = other.left
        self.resume = other.resume
        self.sniffed = other.sniffed
        self.stolen = other.stolen
        self.fresh = other.fresh
