# compiled by mypyc
"""Every way to pay (TT-12, TT-16 to TT-18), worked out once.

A hand, a payment, the pile: four counts packed into one integer, a byte for each witness kind in
the order B M U L. No count ever reaches 128, so one subtraction compares all four at once.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

KINDS: Final = 4
WIDTH: Final = 8
COUNT: Final = 255
LETTERS: Final = "BMUL"
HIGH_BITS: Final = 0x80808080
HALVES: Final = 0x7F7F7F7F
ONES: Final = 0x01010101
LEAST_VALUE: Final = 2
MOST_VALUE: Final = 6
MOST_ELIMINATED: Final = 4

REACHES: Final = 4096  # remembered hands
SPREAD: Final = 0x2C1B3C6D
REACH_BITS: Final = 3
REACH: Final = 7
REACH_ROW: Final = REACH_BITS * KINDS
ROW: Final = 0o7777
HALF_OF_EACH: Final = 0o44444444444444444444  # the highest bit of every value in five rows


def single(kind: i64) -> i64:
    return 1 << (WIDTH * kind)


def count(cards: i64, kind: i64) -> i64:
    return (cards >> (WIDTH * kind)) & COUNT


def size(cards: i64) -> i64:
    return ((cards * ONES) >> 24) & COUNT


def contains(cards: i64, part: i64) -> bool:
    return (((cards | HIGH_BITS) - part) & HIGH_BITS) == HIGH_BITS


def beyond(cards: i64, part: i64) -> i64:
    """Of each kind what the part lacks of the cards, all at once: the high bit lent to every count
    is there still where nothing was borrowed."""
    lent = (cards | HIGH_BITS) - part
    back = lent & HIGH_BITS
    return lent & (back - (back >> (WIDTH - 1)))


def can_pay(cards: i64, kind: i64, price: i64) -> bool:
    """Real witnesses of the kind, and pairs of the others as jokers, reach the price."""
    return most_payable(cards, kind) >= price


def most_payable(cards: i64, kind: i64) -> i64:
    """The highest price the cards pay in the kind."""
    pairs = (cards >> 1) & HALVES
    real = (cards >> (WIDTH * kind)) & COUNT
    return real + (((pairs * ONES) >> 24) & COUNT) - ((pairs >> (WIDTH * kind)) & COUNT)


def spelled(cards: i64) -> str:
    return "".join(LETTERS[kind] * count(cards, kind) for kind in range(KINDS))


def from_counts(counts: list[int]) -> i64:
    packed: i64 = 0
    for kind in range(KINDS):
        packed += single(kind) * counts[kind]
    return packed


def payments_of_kind(kind: int, price: int) -> list[int]:
    """Some real witnesses of the kind, and a pair of another kind for each one missing."""
    others = [other for other in range(KINDS) if other != kind]
    found: list[int] = []
    for jokers in range(price + 1):
        for first in range(jokers + 1):
            for second in range(jokers - first + 1):
                counts = [0] * KINDS
                counts[kind] = price - jokers
                pairs = (first, second, jokers - first - second)
                for other, number in zip(others, pairs, strict=True):
                    counts[other] = 2 * number
                found.append(from_counts(counts))
    return found


def eliminations(price: int) -> list[int]:
    """Payments in any kind from which nothing can be left out (TT-18)."""
    every: set[int] = set()
    for kind in range(KINDS):
        every.update(payments_of_kind(kind, price))
    return [
        cards
        for cards in every
        if not any(part != cards and contains(cards, part) for part in every)
    ]


def dictionary_order(cards: int) -> list[int]:
    return [LETTERS.index(letter) for letter in spelled(cards)]


@final
class Prices:
    """Payments as parallel lists of packed cards and their rank in the dictionary."""

    def __init__(self) -> None:
        of_kind = [
            [payments_of_kind(kind, price) for price in range(MOST_VALUE + 1)]
            for kind in range(KINDS)
        ]
        to_eliminate = [eliminations(2 * clues) for clues in range(MOST_ELIMINATED + 1)]
        groups = [group for row in of_kind for group in row[LEAST_VALUE:]] + to_eliminate[1:]
        every = sorted({cards for group in groups for cards in group}, key=dictionary_order)
        self.number: i64 = len(every)
        self.cards: vec[i64] = vec[i64](every)
        self.most: i64 = max(len(group) for group in groups)
        self.ranks: vec[i64] = vec[i64]()
        self.payments: vec[i64] = vec[i64]()  # the cards of each of the ranks
        self.begins: vec[i64] = vec[i64]([0])
        rank = {cards: index for index, cards in enumerate(every)}
        for row in of_kind:
            for group in row:
                self.add(sorted(rank[cards] for cards in group if cards in rank))
        for group in to_eliminate:
            self.add(sorted(rank[cards] for cards in group if cards in rank))
        self.reach_of: vec[i64] = vec[i64]([0] * REACHES)
        self.reached_by: vec[i64] = vec[i64]([0] * REACHES)  # which hand; the empty one reaches 0

    def reach(self, hand: i64) -> i64:
        """What the hand can pay for, in one number: for 0 to 4 clues eliminated before and each
        kind, the highest value of the clue taken (`missing` compares it). Remembered, because
        the same hands come again and again."""
        slot: i64 = ((hand * SPREAD) >> 18) & (REACHES - 1)
        if self.reached_by[slot] != hand:
            self.reached_by[slot] = hand
            self.reach_of[slot] = self.work_out_reach(hand)
        return self.reach_of[slot]

    def work_out_reach(self, hand: i64) -> i64:
        reach = values_payable(hand)
        clues: i64 = 1
        while clues <= MOST_ELIMINATED and size(hand) >= 2 * clues + LEAST_VALUE:
            group = eliminate_group(clues)
            index = self.begins[group]
            end = self.begins[group + 1]
            row: i64 = 0
            while index < end:
                cards = self.payments[index]
                if contains(hand, cards):
                    row = higher_values(row, values_payable(hand - cards))
                index += 1
            reach |= row << (REACH_ROW * clues)
            clues += 1
        return reach

    def add(self, ranks: list[int]) -> None:
        for rank in ranks:
            self.ranks = append(self.ranks, rank)
            self.payments = append(self.payments, self.cards[rank])
        self.begins = append(self.begins, len(self.ranks))


def take_group(kind: i64, value: i64) -> i64:
    return kind * (MOST_VALUE + 1) + value


def eliminate_group(clues: i64) -> i64:
    return KINDS * (MOST_VALUE + 1) + clues


def values_payable(cards: i64) -> i64:
    """A row of a reach: the highest price the cards pay in each kind, as far as clues go."""
    row: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        most = most_payable(cards, kind)
        if most > MOST_VALUE:
            most = MOST_VALUE
        row |= most << (REACH_BITS * kind)
        kind += 1
    return row


def higher_values(row: i64, other: i64) -> i64:
    highest: i64 = 0
    shift: i64 = 0
    while shift < REACH_ROW:
        one = (row >> shift) & REACH
        two = (other >> shift) & REACH
        highest |= (one if one > two else two) << shift
        shift += REACH_BITS
    return highest


def asked(kind: i64, value: i64) -> i64:
    """What a clue asks for, as a row of a reach."""
    return value << (REACH_BITS * kind)


def missing(reach: i64, asks: i64) -> i64:
    """Where a reach is lower than what clues ask for, one bit for each value, all at once: of two
    values the highest bits decide, or if they are equal, whether taking away the rest borrows."""
    rest = (reach | HALF_OF_EACH) - (asks & ~HALF_OF_EACH)
    enough = (reach & ~asks) | (~(reach ^ asks) & rest)
    return HALF_OF_EACH & ~enough
