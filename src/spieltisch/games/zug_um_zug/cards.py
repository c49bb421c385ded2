# compiled by mypyc
"""Train cards (ZZ-01) as counts packed into one integer.

Nine counts of seven bits each, in the order P B O W G Y K R L. No kind has more than 16 cards and
all of them together are 96, so no count ever spills into the next one. What tickets ask for
together has no such limit: `plus` stops counting where nothing could pay any more.
"""

from typing import Final

from mypy_extensions import i64

from spieltisch.core.bits import bit, lowest, number_of

KINDS: Final = 9
COLOURS: Final = 8
LOCOMOTIVE: Final = 8
LETTERS: Final = "PBOWGYKRL"
EACH_COLOUR: Final = 10
LOCOMOTIVES: Final = 16
TRAIN_CARDS: Final = 96
WIDTH: Final = 7
COUNT: Final = 127
FROM_64: Final = 0x0081020408102040  # the highest bit of every colour's count

UP_TO_63: Final = 0x007EFDFBF7EFDFBF  # of every colour: with one card more it is 64
COLOURED: Final = 0x00FFFFFFFFFFFFFF  # the counts of all colours

EVERY_SECOND: Final = 0x0001FC07F01FC07F  # the counts of every second colour
PAIR: Final = 16383  # the places of two counts


def single(kind: i64) -> i64:
    return bit(WIDTH * kind)


def count(cards: i64, kind: i64) -> i64:
    return (cards >> (WIDTH * kind)) & COUNT


def size(cards: i64) -> i64:
    """128 leaves 1 when divided by 127, so the remainder is the sum of all counts."""
    return cards % COUNT


def colours_among(cards: i64) -> i64:
    """How many colours there are; of locomotives it must hold none."""
    return number_of((cards + UP_TO_63) & FROM_64)


def beyond(need: i64, have: i64) -> i64:
    """Of each colour the cards that are missing, all at once: a 64 lent to every count comes back
    where enough is needed. Counts of what is needed are below 64, as `plus` keeps them."""
    lent = (need | FROM_64) - have
    back = lent & FROM_64
    return lent & (back - (back >> (WIDTH - 1)))


def coloured(cards: i64) -> i64:
    """How many cards with a colour: neighbours are added, so that no sum can spill."""
    pairs = (cards & EVERY_SECOND) + ((cards >> WIDTH) & EVERY_SECOND)
    return pairs % PAIR


def shortfall(need: i64, have: i64) -> i64:
    """How many coloured cards are missing: each takes a locomotive (ZZ-22)."""
    return coloured(beyond(need, have))


def plus(need: i64, more: i64) -> i64:
    """What two sets of tickets ask for together. From 64 on a count stays at 63: more than all
    cards of a colour and all locomotives could pay, so it says as much and cannot spill."""
    both = need + more
    over = both & FROM_64
    return both if over == 0 else (both & ~over) | (over - (over >> (WIDTH - 1)))


def payable(need: i64, have: i64) -> bool:
    return shortfall(need, have) <= count(have, LOCOMOTIVE)


def least(one: i64, other: i64) -> i64:
    return one if one < other else other


def full_pile() -> i64:
    cards: i64 = LOCOMOTIVES * single(LOCOMOTIVE)
    kind: i64 = 0
    while kind < COLOURS:
        cards += EACH_COLOUR * single(kind)
        kind += 1
    return cards


def from_counts(counts: list[int]) -> i64:
    packed: i64 = 0
    for kind in range(KINDS):
        packed += single(kind) * counts[kind]
    return packed


def spelled(cards: i64) -> str:
    return "".join(LETTERS[kind] * count(cards, kind) for kind in range(KINDS))


def pack(letters: str) -> i64:
    return from_counts([letters.count(letter) for letter in LETTERS])


def highest(members: i64) -> i64:
    """The bit number of the last ticket of a set, -1 if it is empty."""
    if members == 0:
        return -1
    while members & (members - 1) != 0:
        members &= members - 1
    return lowest(members)


def above(members: i64, chosen: i64) -> i64:
    """The tickets behind the last one chosen."""
    first = highest(chosen) + 1
    return (members >> first) << first
