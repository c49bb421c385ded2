# compiled by mypyc
"""The whole truth of a game of Tatort Themse.

Witness cards are counts packed by `prices`: a card of the pile has no identity before it is drawn.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.memory import CardMemory
from spieltisch.core.state import CHANCE, State
from spieltisch.games.tatort_themse.prices import KINDS, Prices, single

CASES: Final = 5
COLUMNS: Final = 5
ROWS: Final = 5
CLUES: Final = 25
WITNESSES: Final = 72
EACH_WITNESS: Final = 18
DISPLAY: Final = 4
HAND: Final = 4

DEAL_CLUES: Final = 0
DEAL_HANDS: Final = 1
DEAL_DISPLAY: Final = 2
ASK_RENEW: Final = 3
RENEWING: Final = 4
ACT: Final = 5
PAY_ELIMINATION: Final = 6
PAY_CLUE: Final = 7
QUESTION: Final = 8
DRAW_BLIND: Final = 9
REFILL: Final = 10
SOLVED_ENDING: Final = 11
STALLED_ENDING: Final = 12

NOBODY: Final = -1
IN_GRID: Final = -1
ELIMINATED: Final = -2
UNDEALT: Final = -3
UNSOLVED: Final = -2
GAP: Final = -1


@final
class Box:
    """The clues and cases of one edition, and the payments; shared by all its states. Equal clues
    follow each other: the first stands for all of them in moves, and they are dealt in order."""

    def __init__(
        self, case: "vec[i64]", value: "vec[i64]", witness: "vec[i64]", bonus: "vec[i64]"
    ) -> None:
        self.case = case
        self.value = value
        self.witness = witness
        self.bonus = bonus
        self.first_copy = first_copies(case, value, witness)
        self.prices = Prices()
        self.clues_of_case: vec[i64] = vec[i64]([0] * CASES)
        for number in case:
            self.clues_of_case[number] += 1
        self.top_weight = fair_weights(self.clues_of_case)
        self.richest = richest_case(case, value)


def first_copies(case: "vec[i64]", value: "vec[i64]", witness: "vec[i64]") -> "vec[i64]":
    """Of each clue the first one that is equal to it, mostly itself."""
    first = vec[i64](range(len(case)))
    clue: i64 = 1
    while clue < len(case):
        before = clue - 1
        if (
            case[clue] == case[before]
            and value[clue] == value[before]
            and witness[clue] == witness[before]
        ):
            first[clue] = first[before]
        clue += 1
    return first


def fair_weights(clues_of_case: "vec[i64]") -> "vec[i64]":
    """1 / (clues of the case) for each case, scaled to the smallest whole numbers (TT-08)."""
    common: i64 = 1
    for number in clues_of_case:
        step = common
        while common % number != 0:
            common += step
    return vec[i64]([common // number for number in clues_of_case])


def richest_case(case: "vec[i64]", value: "vec[i64]") -> i64:
    """The most that one seat can collect of a case."""
    sums = vec[i64]([0] * CASES)
    richest: i64 = 0
    clue: i64 = 0
    while clue < len(case):
        sums[case[clue]] += value[clue]
        if sums[case[clue]] > richest:
            richest = sums[case[clue]]
        clue += 1
    return richest


class Truth(State):
    """Fields only; `rules` says what may be done with them. A new one is a bare table: `start` lays
    it for a game, `document` as it is written down."""

    def __init__(self, seats: i64, box: Box) -> None:
        self.seats = seats
        self.turn = CHANCE
        self.box = box
        self.fair_tops = False
        self.phase: i64 = DEAL_CLUES
        self.mover: i64 = 0
        self.dealt: i64 = 0  # cards laid out in the current part of the set-up
        self.grid: vec[i64] = vec[i64]()  # clue numbers by column, then row from the top
        self.height: vec[i64] = vec[i64]()
        self.asks: vec[i64] = vec[i64]()  # of each column: a row for each clue, the top one lowest
        self.owner: vec[i64] = vec[i64]()  # of each clue: a seat, UNDEALT, IN_GRID or ELIMINATED
        self.left: vec[i64] = vec[i64]()  # clues of each case not yet out of the grid
        self.solved: vec[i64] = vec[i64]()  # the winner of each case, NOBODY or UNSOLVED
        self.sums: vec[i64] = vec[i64]()  # by seat, then case
        self.hands: vec[i64] = vec[i64]()
        self.known: vec[i64] = vec[i64]()  # of the hands: taken openly and not yet paid
        self.display: vec[i64] = vec[i64]()
        self.pile: i64 = 0
        self.discard: i64 = 0
        self.column: i64 = 0  # of the clue being paid for
        self.eliminating: i64 = 0
        self.skips: i64 = 0  # turns in a row without a clue taken or a witness questioned
        self.memories: list[CardMemory] = []
        # whose memory each one is; the number `seats` is a spectator
        self.observers: vec[i64] = vec[i64]()

    def become(self, other: "Truth") -> None:
        self.turn = other.turn
        self.fair_tops = other.fair_tops
        self.phase = other.phase
        self.mover = other.mover
        self.dealt = other.dealt
        self.grid = other.grid[:]
        self.height = other.height[:]
        self.asks = other.asks[:]
        self.owner = other.owner[:]
        self.left = other.left[:]
        self.solved = other.solved[:]
        self.sums = other.sums[:]
        self.hands = other.hands[:]
        self.known = other.known[:]
        self.display = other.display[:]
        self.pile = other.pile
        self.discard = other.discard
        self.column = other.column
        self.eliminating = other.eliminating
        self.skips = other.skips
        self.memories = [memory.copy() for memory in other.memories]
        self.observers = other.observers[:]


def full_pile() -> i64:
    cards: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        cards += single(kind) * EACH_WITNESS
        kind += 1
    return cards
