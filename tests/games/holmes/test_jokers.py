"""Rows, face-down clues and jokers (HO-07 to HO-11, HO-21, HO-29)."""

from __future__ import annotations

from spieltisch.core.state import OVER
from spieltisch.games.holmes.rules import HolmesState
from tests.games.holmes.positions import (
    ROOM,
    Markers,
    edition_with,
    laid,
    legal,
    play,
    position,
    refused,
    shown,
    told,
)

LAST: Markers = {
    "hudson": ("lying", "lying"),
    "lestrade": ("lying", "lying"),
    "watson": ("lying", "standing"),
}


def taking_a_joker(rows: str, jokers: str = "") -> HolmesState:
    """Sherlock takes the joker of the display with Hunter."""
    mine = {"rows": rows, "jokers": jokers}
    state = laid(position(mine, here=("hunter",), display="345J"))
    return play(state, "visit hunter from hudson", "use", "take J")


def stealing(**mine: object) -> HolmesState:
    state = laid(position({**mine}, {"rows": "77M"}, here=("adler",)))
    return play(state, "visit adler from hudson", "use")


def test_ho07_face_down_clues_cannot_be_stolen() -> None:
    state = laid(position(theirs={"rows": "7", "down": "99"}, here=("adler",)))
    play(state, "visit adler from hudson", "use")
    assert legal(state) == ["steal 7"]
    assert refused(state, "steal 9") == ("HO-A6", "not_open_there")


def test_ho08_a_joker_goes_into_a_row_or_lies_loose() -> None:
    state = taking_a_joker("77M")
    assert legal(state) == ["joker 7", "joker loose"]
    assert refused(state, "joker 8") == ("HO-08", "no_such_row")
    assert told(play(state.copy(), "joker 7"))["players"][0]["jokers"] == "7"
    assert told(play(state.copy(), "joker loose"))["players"][0]["loose"] == 1


def test_ho08_without_a_row_nothing_is_asked() -> None:
    state = taking_a_joker("")
    assert told(state)["players"][0]["loose"] == 1


def test_ho09_one_joker_a_row_and_none_with_fragments() -> None:
    state = taking_a_joker("78M", jokers="7")
    assert legal(state) == ["joker 8", "joker loose"]
    assert refused(state, "joker 7") == ("HO-09", "row_has_joker")
    assert told(taking_a_joker("7M", jokers="7"))["players"][0]["loose"] == 1


def test_ho10_a_face_down_clue_goes_onto_a_loose_joker() -> None:
    mine = {"rows": "88", "jokers": "8", "loose": 2, "down": "788M"}
    state = laid(position(mine))
    assert legal(state)[0] == "lay 7" and legal(state)[1].startswith("visit")
    assert refused(state, "lay 8") == ("HO-09", "row_has_joker")
    assert refused(state, "lay 9") == ("HO-10", "not_face_down")
    play(state, "lay 7")
    after = told(state)["players"][0]
    assert (after["rows"], after["jokers"], after["loose"]) == ("788", "78", 1)
    assert legal(state)[0].startswith("visit"), "no other kind can be laid"
    bare = laid(position({"down": "7"}))
    assert refused(bare, "lay 7") == ("HO-10", "no_loose_joker")


def test_ho10_laying_is_asked_again_for_each_loose_joker() -> None:
    state = laid(position({"loose": 2, "down": "778"}))
    play(state, "lay 7")
    assert legal(state)[0] == "lay 8", "the row of 7 has its joker now"
    play(state, "lay 8")
    assert legal(state)[0].startswith("visit")


def test_ho10_a_stolen_clue_joins_a_loose_joker() -> None:
    state = play(stealing(loose=1, rows="7"), "steal 7")
    assert legal(state) == ["join", "apart"]
    assert refused(state, "joker 7") == ("HO-10", "join_or_apart_first")
    joined = told(play(state.copy(), "join"))["players"][0]
    assert (joined["rows"], joined["jokers"], joined["loose"]) == ("77", "7", 0)
    apart = told(play(state.copy(), "apart"))["players"][0]
    assert (apart["rows"], apart["jokers"], apart["loose"]) == ("77", "", 1)


def test_ho10_neither_fragments_nor_rows_with_a_joker_are_joined() -> None:
    assert play(stealing(loose=1), "steal M").turn == 1
    assert play(stealing(loose=1, rows="7", jokers="7"), "steal 7").turn == 1


def test_ho10_not_onto_a_joker_of_this_very_turn() -> None:
    room = edition_with(adler=[{"take_open": 1}, {"steal_clue": 2}])
    start = position(theirs={"rows": "78"}, here=("adler",), display="345J")
    state = play(laid(start, room), "visit adler from hudson", "use", "take J", room=room)
    play(state, "steal 7", "steal 8", room=room)
    assert told(state, room)["players"][0]["loose"] == 1
    start = position({"loose": 1}, {"rows": "78"}, here=("adler",), display="345J")
    state = play(laid(start, room), "visit adler from hudson", "use", "take J", room=room)
    play(state, "steal 7", "join", "steal 8", room=room)
    assert told(state, room)["players"][0]["loose"] == 1, "only the older joker was joined"


def test_ho11_a_joker_drawn_face_down_is_laid_open() -> None:
    state = laid(position({"rows": "7"}, here=("wiggins",)))
    play(state, "visit wiggins from hudson", "use", "clue J")
    assert legal(state) == ["joker 7", "joker loose"]
    play(state, "joker 7")
    assert (told(state)["players"][0]["down"], state.turn) == ("", 1)


def test_ho21_face_down_clues_are_turned_up_and_loose_jokers_laid() -> None:
    mine = {"rows": "7", "loose": 2, "down": "8"}
    theirs = {"rows": "M", "loose": 1}
    start = position(mine, theirs, day=7, placed=5, here=("hunter",), markers=LAST)
    state = play(laid(start), "visit hunter from watson", "decline")
    assert (state.turn, legal(state)) == (0, ["joker 7", "joker 8"])
    assert refused(state, "joker loose") == ("HO-21", "must_lay_joker")
    play(state, "joker 8")
    assert legal(state) == ["joker 7"], "a single choice is still a step"
    play(state, "joker 7")
    assert state.turn == OVER, "the other has no row for a joker"
    assert list(state.late) == [2, 0] and list(state.loose) == [0, 1]


def test_ho29_what_was_laid_face_down_openly_is_known_to_all() -> None:
    state = laid(position(here=("hunter",)))
    play(state, "visit hunter from hudson", "use", "take 3")
    for viewer in (0, 1, None):
        view = ROOM.view(state, viewer)
        assert (view.players[0].known, view.players[0].face_down) == ("3", 1)
    assert ROOM.view(state, 0).face_down == "3"


def test_ho29_a_hidden_draw_is_seen_by_its_owner_alone() -> None:
    state = laid(position(here=("wiggins",)))
    play(state, "visit wiggins from hudson", "use")
    viewers = (0, 1, None)
    texts = [shown(state, "clue 9", viewer) for viewer in viewers]
    assert texts == ["clue 9", "clue ??", "clue ??"]
    assert [shown(state, "clue J", viewer) for viewer in viewers] == ["clue J"] * 3
    play(state, "clue 9")
    assert "9" in ROOM.view(state, 1).unseen and ROOM.view(state, 1).players[0].known == ""
    assert ROOM.view(state, 0).unseen.count("9") == ROOM.view(state, 1).unseen.count("9") - 1


def test_ho29_laying_uses_a_clue_all_have_seen_first() -> None:
    mine = {"loose": 1, "down": "77", "known": "7"}
    state = play(laid(position(mine)), "lay 7")
    after = told(state)["players"][0]
    assert (after["down"], after["known"]) == ("7", "")
