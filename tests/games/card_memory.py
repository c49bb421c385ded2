"""What observers remember of cards, for positions of the rooms that have card memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spieltisch.core.game import Document

Shuffles = Sequence[tuple[str, Sequence[int]]]


def without(cards: str, gone: str) -> str:
    for card in gone:
        cards = cards.replace(card, "", 1)
    return cards


def card_memory(
    document: Document, observer: int, given: Shuffles | None, in_order: Callable[[str], str]
) -> Document:
    """What an observer remembers: the shuffles given, or all hidden cards as of one shuffle."""
    hidden, unknown = document["pile"], []
    for seat, (hand, known) in enumerate(zip(document["hands"], document["known"], strict=True)):
        cards = "" if seat == observer else without(hand, known)
        hidden += cards
        unknown.append(len(cards))
    shuffles = given if given is not None else [(hidden, unknown)]
    return {
        "observer": observer,
        "shuffles": [{"unseen": in_order(c), "in_hands": list(n)} for c, n in shuffles],
    }
