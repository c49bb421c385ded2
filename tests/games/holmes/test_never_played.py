"""Moves that break a clause in every position are refused with it; other texts are no moves."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import UnreadableMove
from tests.games.holmes.positions import ROOM


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("joker M", "HO-09"),
        ("lay M", "HO-10"),
        ("visit hudson from hudson", "HO-14"),
        ("keep J", "HO-A5"),
        ("steal J", "HO-A6"),
    ],
)
def test_ho09_what_can_never_be_played_is_refused_with_its_clause(text: str, clause: str) -> None:
    with pytest.raises(UnreadableMove, match=clause):
        ROOM.parse(text)


@pytest.mark.parametrize(
    "text", ["joker", "lay X", "visit nobody from nobody", "visit hudson from"]
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(UnreadableMove, match="no move"):
        ROOM.parse(text)
