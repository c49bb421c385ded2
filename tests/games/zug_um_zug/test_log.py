"""What a history says of steps and of what came by itself, with the clauses it cites."""

from __future__ import annotations

import pytest

from spieltisch.core.view import Seen
from spieltisch.games.zug_um_zug.rules import ZugState
from tests.games.zug_um_zug.positions import laid, play, position, room


def said(state: ZugState, text: str) -> list[Seen]:
    """Play a step; what happened by itself."""
    before = state.copy()
    play(state, text)
    return room().aftermath(before, state)


def clauses(state: ZugState, text: str) -> list[tuple[str, str]]:
    return [(seen.what, seen.clause) for seen in said(state, text)]


@pytest.mark.parametrize(
    ("phase", "clause"),
    [
        ("deal_display", "ZZ-04"),
        ("new_display", "ZZ-21"),
        ("first_refill", "ZZ-09"),
        ("last_refill", "ZZ-09"),
    ],
)
def test_zz04_a_card_of_the_display_cites_what_lays_it_there(phase: str, clause: str) -> None:
    state = laid(position(["", ""], display="PBOW ", pile="KK", phase=phase))
    seen = room().mask(state, room().code(room().parse("card K")), None)
    assert seen is not None
    assert [seen.what, seen.clause] == ["turned_up", clause]


def half_time(**words: str) -> ZugState:
    """Three of four have chosen what they complete."""
    ending = {"phase": "complete", "chooser": 3, "mover": 3, "last_turns": 0}
    return laid(position(["", "", "", ""], rest="0", **ending, **words))  # type: ignore[arg-type]


def test_zz21_last_turns_of_a_half_that_begins_with_an_empty_pile_are_announced() -> None:
    assert ("last_turns", "ZZ-21") in clauses(half_time(), "done")


def test_zz21_last_turns_are_announced_when_the_deal_empties_the_pile() -> None:
    state = half_time(pile="K")
    assert "last_turns" not in dict(clauses(state, "done"))
    assert clauses(state, "card K") == [("last_turns", "ZZ-21")]


def test_zz19_and_zz27_last_turns_say_why_they_begin() -> None:
    state = laid(position(["", ""], pile="K", rest="1"))
    assert clauses(state, "draw blind") == []
    assert clauses(state, "card K") == [("last_turns", "ZZ-19")]
    idle = laid(position(["", ""], pile="K", rest="1", idle=5, phase="choose_tickets"))
    assert clauses(idle, "done") == [("idle_end", "ZZ-27")]
