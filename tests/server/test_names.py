"""Names: normalised, short, visible."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.server.errors import Refused
from spieltisch.server.names import LONGEST_NAME, clean_name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (" Ada ", "Ada"),
        ("Ad\u200ba\n", "Ada"),
        ("\uff21da", "Ada"),
        ("J\u0301o  B", "J\u0301o B"),
        ("Ada\ufe0f", "Ada"),
        ("A\u034fda\U000e0101", "Ada"),
        ("\u3164Ada\u115f", "Ada"),
        ("\u202eAda", "Ada"),
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert clean_name(given) == kept


@pytest.mark.parametrize(
    "name",
    ["", "   ", "\u202e", "\u3164", "\uffa0\u1160", "---", "x" * (LONGEST_NAME + 1), "x" * 9999],
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="bad name"):
        clean_name(name)


@given(st.text(max_size=100))
def test_every_kept_name_is_short_and_visible_and_stays_itself(name: str) -> None:
    try:
        kept = clean_name(name)
    except Refused:
        return
    assert 1 <= len(kept) <= LONGEST_NAME
    assert not any(unicodedata.category(char)[0] == "C" for char in kept)
    assert clean_name(kept) == kept
