# compiled by mypyc
"""What an observer knows of cards that went face down into hands (TT-31, ZZ-29).

Every shuffle makes a pile whose content everyone knows. The observer's *pool* of a shuffle is
that content less what it has seen come out; the cards of a pool lie in the pile (those of the
newest shuffle only) or, unknown, in hands. Both rooms with hands drawn from piles use this.
"""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.core.rng import Rng


@final
class CardMemory:
    """One observer's pools and unknown cards, shuffle by shuffle, oldest first."""

    def __init__(self, kinds: i64, seats: i64, pool: "vec[i64]", unknown: "vec[i64]") -> None:
        self.kinds = kinds
        self.seats = seats
        self.pool = pool  # by shuffle, then kind
        self.unknown = unknown  # by shuffle, then seat: unknown cards in that hand

    def copy(self) -> "CardMemory":
        return CardMemory(self.kinds, self.seats, self.pool[:], self.unknown[:])

    def shuffles(self) -> i64:
        return len(self.unknown) // self.seats

    def reveal(self, kind: i64) -> None:
        """The observer sees a card come from the newest pile. If its pool has none left, an earlier
        card was counted wrongly: the shuffle that still has one joins the newest."""
        newest = self.shuffles() - 1
        if self.pool[newest * self.kinds + kind] == 0:
            self.join(self.oldest_with(kind), newest)
        self.pool[newest * self.kinds + kind] -= 1

    def conceal(self, seat: i64) -> None:
        """A seat draws from the newest pile, unseen by the observer."""
        at: i64 = len(self.unknown) - self.seats + seat
        self.unknown[at] = self.unknown[at] + 1

    def surrender(self, seat: i64, kind: i64) -> None:
        """An unknown card of a hand is shown: it counts as one from the oldest shuffle that can
        still hold it. If none can, an earlier card was counted wrongly: the shuffle the hand
        still holds a card of and the one that has such a card left become one."""
        last = self.shuffles()
        shuffle: i64 = 0
        while shuffle < last and not self.can_hold(shuffle, seat, kind):
            shuffle += 1
        if shuffle == last:
            shuffle = self.merged_to_hold(seat, kind)
        self.pool[shuffle * self.kinds + kind] -= 1
        self.unknown[shuffle * self.seats + seat] -= 1

    def can_hold(self, shuffle: i64, seat: i64, kind: i64) -> bool:
        held = self.unknown[shuffle * self.seats + seat]
        return held > 0 and self.pool[shuffle * self.kinds + kind] > 0

    def merged_to_hold(self, seat: i64, kind: i64) -> i64:
        held: i64 = 0
        while self.unknown[held * self.seats + seat] == 0:
            held += 1
        source = self.oldest_with(kind)
        older, newer = (held, source) if held < source else (source, held)
        self.join(older, newer)
        return newer

    def oldest_with(self, kind: i64) -> i64:
        shuffle: i64 = 0
        while self.pool[shuffle * self.kinds + kind] == 0:
            shuffle += 1
        return shuffle

    def join(self, older: i64, newer: i64) -> None:
        pour(self.pool, older * self.kinds, newer * self.kinds, self.kinds)
        pour(self.unknown, older * self.seats, newer * self.seats, self.seats)

    def shuffle(self, content: "vec[i64]") -> None:
        """The discards, counted by kind, become the pile."""
        self.drop_exhausted()
        for count in content:
            self.pool = append(self.pool, count)
        seat: i64 = 0
        while seat < self.seats:
            self.unknown = append(self.unknown, 0)
            seat += 1

    def drop_exhausted(self) -> None:
        """Forget shuffles of which no card is unknown any more; the pile itself is empty now."""
        pool: vec[i64] = vec[i64]()
        unknown: vec[i64] = vec[i64]()
        shuffle: i64 = 0
        while shuffle < self.shuffles():
            slots = self.unknown[shuffle * self.seats : (shuffle + 1) * self.seats]
            if total(slots) > 0:
                for count in self.pool[shuffle * self.kinds : (shuffle + 1) * self.kinds]:
                    pool = append(pool, count)
                for count in slots:
                    unknown = append(unknown, count)
            shuffle += 1
        self.pool = pool
        self.unknown = unknown

    def deal(self, rng: Rng) -> "vec[i64]":
        """Lay the cards of every pool at random where they could be: counts by seat and kind,
        and in a last row those of the pile."""
        dealt = vec[i64]([0] * ((self.seats + 1) * self.kinds))
        last = self.shuffles()
        shuffle: i64 = 0
        while shuffle < last:
            pool = self.pool[shuffle * self.kinds : (shuffle + 1) * self.kinds]
            left = total(pool)
            seat: i64 = 0
            while seat < self.seats:
                slots = self.unknown[shuffle * self.seats + seat]
                while slots > 0:
                    kind = pick(pool, left, rng)
                    pool[kind] -= 1
                    dealt[seat * self.kinds + kind] += 1
                    left -= 1
                    slots -= 1
                seat += 1
            shuffle += 1
            if shuffle == last:
                self.leave(pool, dealt)
        return dealt

    def redeal(
        self, hands: "vec[i64]", known: "vec[i64]", observer: i64, width: i64, rng: Rng
    ) -> i64:
        """Lay the unknown cards into the hands of the others, beside those known to be there; what
        is left is the pile. Rooms pack cards as counts, so many bits a kind: the width."""
        dealt = self.deal(rng)
        seat: i64 = 0
        while seat < self.seats:
            if seat != observer:
                hands[seat] = known[seat] + self.packed(dealt, seat, width)
            seat += 1
        return self.packed(dealt, self.seats, width)

    def packed(self, dealt: "vec[i64]", row: i64, width: i64) -> i64:
        cards: i64 = 0
        kind: i64 = 0
        while kind < self.kinds:
            cards += dealt[row * self.kinds + kind] << (width * kind)
            kind += 1
        return cards

    def leave(self, pool: "vec[i64]", dealt: "vec[i64]") -> None:
        kind: i64 = 0
        while kind < self.kinds:
            dealt[self.seats * self.kinds + kind] = pool[kind]
            kind += 1


def first_memories(seats: i64, content: "vec[i64]") -> list[CardMemory]:
    """Before the deal, every seat and a spectator know the same: what the pile holds."""
    nothing = vec[i64]([0] * seats)
    return [CardMemory(len(content), seats, content[:], nothing[:]) for _ in range(seats + 1)]


def least_memory(
    kinds: i64, width: i64, pile: i64, hands: "vec[i64]", known: "vec[i64]", observer: i64
) -> CardMemory:
    """All hidden cards as if they came from one shuffle."""
    hidden = pile
    seats: i64 = len(hands)
    unknown = vec[i64]([0] * seats)
    seat: i64 = 0
    while seat < seats:
        if seat != observer:
            cards = hands[seat] - known[seat]
            hidden += cards
            unknown[seat] = total(by_kind(cards, kinds, width))
        seat += 1
    return CardMemory(kinds, seats, by_kind(hidden, kinds, width), unknown)


def by_kind(cards: i64, kinds: i64, width: i64) -> "vec[i64]":
    """Packed cards as a list of counts."""
    counts = vec[i64]([0] * kinds)
    kind: i64 = 0
    while kind < kinds:
        counts[kind] = (cards >> (width * kind)) & (bit(width) - 1)
        kind += 1
    return counts


def all_see(memories: list[CardMemory], kind: i64) -> None:
    """A card of the pile is turned up for all."""
    for memory in memories:
        memory.reveal(kind)


def one_draws(memories: list[CardMemory], observers: "vec[i64]", seat: i64, kind: i64) -> None:
    """A card of the pile goes into a hand; only that seat sees it."""
    index: i64 = 0
    for memory in memories:
        if observers[index] == seat:
            memory.reveal(kind)
        else:
            memory.conceal(seat)
        index += 1


def others_see(
    memories: list[CardMemory], observers: "vec[i64]", seat: i64, kind: i64, number: i64
) -> None:
    """Cards that were unknown to the others leave a hand openly."""
    index: i64 = 0
    for memory in memories:
        if observers[index] != seat:
            left = number
            while left > 0:
                memory.surrender(seat, kind)
                left -= 1
        index += 1


def memory_at(
    memories: list[CardMemory], observers: "vec[i64]", observer: i64
) -> CardMemory | None:
    index: i64 = 0
    for memory in memories:
        if observers[index] == observer:
            return memory
        index += 1
    return None


def pour(counts: "vec[i64]", source: i64, target: i64, length: i64) -> None:
    index: i64 = 0
    while index < length:
        counts[target + index] += counts[source + index]
        counts[source + index] = 0
        index += 1


def total(counts: "vec[i64]") -> i64:
    answer: i64 = 0
    for count in counts:
        answer += count
    return answer


def pick(counts: "vec[i64]", left: i64, rng: Rng) -> i64:
    """A kind, by how many cards of it are left."""
    nth = rng.below(left)
    kind: i64 = 0
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
    return kind
