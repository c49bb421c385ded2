"""Names of an edition's own cases and places, beside those our texts translate."""

from __future__ import annotations

from functools import cache

import msgspec

from spieltisch.core.edition import built_in
from spieltisch.core.texts import Texts
from spieltisch.games.tatort_themse.edition import Edition


@cache
def known_cases() -> tuple[str, ...]:
    """The cases of our own box, which have words in every language, and pictures."""
    return tuple(case["id"] for case in built_in("tatort_themse")["case"])


def with_edition(texts: Texts, edition: Edition) -> Texts:
    """A case that is not of our box is called as its list calls it."""
    words = dict(texts.words)
    for case in edition.cases:
        if case.id not in known_cases():
            words[case.id] = case.id
        words.setdefault(case.place, case.place)
    return msgspec.structs.replace(texts, words=words)
