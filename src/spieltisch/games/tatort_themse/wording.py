"""Names of cards, also of an edition's own cases and places that our texts do not translate."""

from __future__ import annotations

from functools import cache

import msgspec

from spieltisch.core.edition import built_in
from spieltisch.core.texts import Texts, counted
from spieltisch.games.tatort_themse.edition import WITNESSES, Case, Edition
from spieltisch.games.tatort_themse.prices import LETTERS

WITNESS_OF = dict(zip(LETTERS, WITNESSES, strict=True))


@cache
def known_cases() -> tuple[str, ...]:
    """The cases of our own box, which have words in every language, and pictures."""
    return tuple(case["id"] for case in built_in("tatort_themse")["case"])


def with_edition(texts: Texts, edition: Edition) -> Texts:
    """A case that is not of our box is called as its list calls it; a word of ours stays."""
    words = dict(texts.words)
    for case in edition.cases:
        words.setdefault(case.id, case.id)
        words.setdefault(case.place, case.place)
    return msgspec.structs.replace(texts, words=words)


def case_of(clue: str, edition: Edition) -> Case:
    return next(case for case in edition.cases if case.initial == clue[0])


def clue_name(clue: str, edition: Edition, texts: Texts) -> str:
    return f"{texts.words[case_of(clue, edition).id]} {clue[1]}"


def clue_with_witness(clue: str, edition: Edition, texts: Texts) -> str:
    return f"{clue_name(clue, edition, texts)} ({texts.words[WITNESS_OF[clue[2]]]})"


def card_name(card: str, edition: Edition, texts: Texts) -> str:
    """Of a clue, or of the witnesses paid for one."""
    if set(card) <= WITNESS_OF.keys():
        return counted(card, WITNESS_OF, texts)
    return f"{clue_name(card, edition, texts)}, {texts.words[WITNESS_OF[card[2]]]}"


def plain_fact(key: str, value: str, edition: Edition, texts: Texts) -> str:
    """How a sentence says a fact."""
    match key:
        case "clue":
            return clue_with_witness(value, edition, texts)
        case "gone":
            return ", ".join(clue_name(clue, edition, texts) for clue in value.split())
        case "cards":
            return counted(value, WITNESS_OF, texts)
    return texts.words.get(value, value)
