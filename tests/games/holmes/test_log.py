"""What a history says happened by itself, also with abilities of one's own box."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch.core.view import Seen
from spieltisch.games.holmes.room import Holmes
from spieltisch.games.holmes.rules import HolmesState
from tests.games.holmes.positions import ROOM, Markers, edition_with, laid, play, position

VISIT = "visit pike from hudson"


def said(state: HolmesState, text: str, room: Holmes = ROOM) -> dict[str, Seen]:
    """Play a step; what happened by itself, by its name."""
    before = state.copy()
    play(state, text, room=room)
    return {seen.what: seen for seen in room.aftermath(before, state)}


def pike(*ability: dict[str, Any], **given: Any) -> tuple[Holmes, HolmesState]:
    """Sherlock may visit Pike, who has the ability."""
    room = edition_with(pike=list(ability))
    return room, laid(position(here=("pike",), **given), room)


def test_hoa5_cards_not_kept_are_named_even_if_the_display_is_renewed_at_once() -> None:
    room, state = pike({"sniff": 3}, {"renew_display": True}, display="3456")
    play(state, VISIT, "use", "clue 9", "clue 9", "clue 8", room=room)
    events = said(state, "keep 9", room)
    assert events["not_kept"].facts == {"clues": "89"}
    assert events["renewed"].facts == {"clues": "345689"}
    assert list(events) == ["not_kept", "renewed"], "in the order they happened"


def test_hoa8_a_clue_just_taken_does_not_leave_the_game() -> None:
    room, state = pike({"take_open": 1}, {"renew_display": True}, display="3456")
    play(state, VISIT, "use", room=room)
    assert said(state, "take 5", room)["renewed"].facts == {"clues": "346"}


def test_hoa5_cards_not_kept_are_named_in_the_very_last_step() -> None:
    room, state = last_turn({"sniff": 2}, {"gain": 1}, theirs={"down": "77"})
    play(state, VISIT_LAST, "use", "clue 9", "clue 8", room=room)
    events = said(state, "keep 9", room)
    assert events["not_kept"].facts == {"clues": "8"}
    assert events["turned_up_at_end"].facts == {"seat": 1, "clues": "779"}


@pytest.mark.parametrize(
    ("ability", "given", "clause"),
    [
        ([{"pay": 2}, {"take_open": 1}], {"mine": {"glasses": 1}}, "HO-16"),
        ([{"take_open": 2, "kinds": "same"}], {"display": "3456"}, "HO-A3"),
        ([{"pay": 6}, {"take_open": 2, "kinds": "same"}], {"display": "3456"}, "HO-16"),
        ([{"pay": 1}, {"draw_hidden": 1}], {"pile": ""}, "HO-A10"),
    ],
)
def test_ho16_a_visit_that_cannot_be_used_says_why(
    ability: list[dict[str, Any]], given: dict[str, Any], clause: str
) -> None:
    room, state = pike(*ability, **given)
    assert said(state, VISIT, room)["cannot_be_used"].clause == clause


LAST_MARKERS: Markers = {
    "hudson": ("lying", "lying"),
    "lestrade": ("lying", "lying"),
    "watson": ("lying", "standing"),
}
VISIT_LAST = "visit pike from watson"


def last_turn(*ability: dict[str, Any], **given: Any) -> tuple[Holmes, HolmesState]:
    """The opponent's last turn of day 7: Pike may be visited."""
    room = edition_with(pike=list(ability))
    there = position(here=("pike",), day=7, placed=5, markers=LAST_MARKERS, **given)
    return room, laid(there, room)


@pytest.mark.parametrize(
    ("step", "clues"),
    [
        ({"take_open": 1, "hidden": True}, "577"),
        ({"take_open": 1, "kinds": "same", "hidden": True}, "577"),
        ({"take_open": 1}, "77"),
    ],
)
def test_ho21_a_clue_taken_face_down_in_the_very_last_step_is_turned_up(
    step: dict[str, Any], clues: str
) -> None:
    room, state = last_turn(step, display="3456", theirs={"down": "77"})
    play(state, VISIT_LAST, "use", room=room)
    events = said(state, "take 5", room)
    assert events["turned_up_at_end"].facts == {"seat": 1, "clues": clues}
