"""Names of cards and tickets."""

from __future__ import annotations

from spieltisch.core.texts import Texts, counted
from spieltisch.games.zug_um_zug.cards import LETTERS
from spieltisch.games.zug_um_zug.edition import KINDS, Edition

KIND_OF = dict(zip(LETTERS, KINDS, strict=True))
OF_TICKETS = frozenset({"completed", "failed", "complete", "keep"})


def card_name(what: str, card: str, edition: Edition, texts: Texts) -> str:
    """Of a ticket by its number, or of the cards laid."""
    if what in OF_TICKETS and card.isdecimal():
        return " – ".join(edition.tickets[int(card) - 1].cities)
    if card and set(card) <= KIND_OF.keys():
        return counted(card, KIND_OF, texts)
    return texts.word(card)


def plain_fact(key: str, value: str, texts: Texts) -> str:
    """How a sentence says a fact."""
    match key:
        case "cards":
            return counted(value, KIND_OF, texts)
        case "name":
            return value.replace(" - ", " – ")  # the two cities of a ticket, with print's dash
    return texts.words.get(value, value)
