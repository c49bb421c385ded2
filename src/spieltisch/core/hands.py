"""Hidden hands on paper: what views and positions say of cards drawn from shuffled piles.

Cards are spelled as letters, one a kind. `core.memory` is the same knowledge while a game runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from librt.vecs import vec
from msgspec import Meta
from mypy_extensions import i64

from spieltisch.core.memory import CardMemory
from spieltisch.core.position import refuse


class HandView(msgspec.Struct, frozen=True):
    """Another hand: how many cards, and those known to be in it."""

    size: int
    known: str


HANDS = "by seat: how many cards, and which of them it took openly (the own, too)"
OwnHand = Annotated[str | None, Meta(description="the observer's own cards; null for a spectator")]
Hands = Annotated[list[HandView], Meta(description=HANDS)]
Display = Annotated[list[str | None], Meta(description="the open cards; null for a gap")]
PileSize = Annotated[int, Meta(description="how many cards")]


class ShuffleView(msgspec.Struct, frozen=True):
    """The cards of one shuffle the observer has not seen, and how many of them each hand holds;
    the pile holds what is left of the last one."""

    unseen: str
    in_hands: list[int]


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`observer` is a seat; the number of seats stands for a spectator."""

    observer: int
    shuffles: list[ShuffleView]


class Cards(msgspec.Struct, frozen=True):
    """All cards of a position that some observer may not see."""

    letters: str
    pile: str
    hands: list[str]
    known: list[str]


def shuffle_views(memory: CardMemory, letters: str) -> list[ShuffleView]:
    """Oldest first; a shuffle of which nothing is unknown any more is not mentioned, except the
    last, which stands for the pile."""
    views = []
    kinds, last = len(letters), memory.shuffles() - 1
    for number in range(memory.shuffles()):
        pool = memory.pool[number * kinds : (number + 1) * kinds]
        held = list(memory.unknown[number * memory.seats : (number + 1) * memory.seats])
        if any(held) or number == last:
            unseen = (letter * count for letter, count in zip(letters, pool, strict=True))
            views.append(ShuffleView("".join(unseen), held))
    return views


def write_memories(
    memories: list[CardMemory], observers: Iterable[int], letters: str
) -> list[Memory]:
    pairs = zip(observers, memories, strict=True)
    return [Memory(observer, shuffle_views(memory, letters)) for observer, memory in pairs]


def read_memories(memories: list[Memory], seats: int, letters: str) -> list[CardMemory]:
    return [read_memory(memory.shuffles, seats, letters) for memory in memories]


def read_memory(views: list[ShuffleView], seats: int, letters: str) -> CardMemory:
    pool = [shuffle.unseen.count(letter) for shuffle in views for letter in letters]
    unknown = [number for shuffle in views for number in shuffle.in_hands]
    return CardMemory(len(letters), seats, vec[i64](pool), vec[i64](unknown))


def check_memories(memories: list[Memory], cards: Cards) -> None:
    observers = [memory.observer for memory in memories]
    refuse(len(set(observers)) < len(observers), "memories: an observer has two")
    seats = len(cards.hands)
    for memory in memories:
        where = f"memories, observer {memory.observer}"
        refuse(not 0 <= memory.observer <= seats, f"{where}: no such observer")
        refuse(not memory.shuffles, f"{where}: no shuffle")
        for shuffle in memory.shuffles:
            held = shuffle.in_hands
            refuse(len(held) != seats, f"{where}: in_hands needs {seats} numbers")
            refuse(min(held) < 0, f"{where}: a count below 0")
            strange = set(shuffle.unseen) - set(cards.letters)
            refuse(bool(strange), f"{where}: unknown kind of card")
        check_unseen(memory, cards, where)


def check_unseen(memory: Memory, cards: Cards, where: str) -> None:
    """All pools together are the hidden cards, and the unknown cards of each hand fit it."""
    unseen = "".join(shuffle.unseen for shuffle in memory.shuffles)
    hidden = cards.pile
    for seat, hand in enumerate(cards.hands):
        held = sum(shuffle.in_hands[seat] for shuffle in memory.shuffles)
        unknown = 0 if seat == memory.observer else len(hand) - len(cards.known[seat])
        refuse(held != unknown, f"{where}: {held} unknown cards in hand {seat}, not {unknown}")
        if seat != memory.observer:
            hidden += without(hand, cards.known[seat])
    refuse(sorted(unseen) != sorted(hidden), f"{where}: the unseen cards are not the hidden ones")
    for shuffle in memory.shuffles[:-1]:
        refuse(len(shuffle.unseen) != sum(shuffle.in_hands), f"{where}: a shuffle does not add up")


def without(hand: str, known: str) -> str:
    for letter in known:
        hand = hand.replace(letter, "", 1)
    return hand
