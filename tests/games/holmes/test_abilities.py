"""Every step of the vocabulary (HO-A1 to HO-A10)."""

from __future__ import annotations

from typing import Any

from spieltisch.core.state import CHANCE
from spieltisch.games.holmes.room import Holmes
from spieltisch.games.holmes.rules import HolmesState
from tests.games.holmes.positions import (
    ROOM,
    edition_with,
    laid,
    legal,
    play,
    position,
    refused,
    shown,
    told,
)


def visiting(*ability: dict[str, Any], **given: Any) -> tuple[Holmes, HolmesState]:
    """Sherlock visits Pike, who has the ability."""
    room = edition_with(pike=list(ability))
    state = laid(position(here=("pike",), **given), room)
    return room, play(state, "visit pike from hudson", room=room)


def test_hoa1_pay_goes_to_the_reserve() -> None:
    room, state = visiting({"pay": 2}, {"draw_hidden": 1})
    play(state, "use", "clue 9", room=room)
    assert (state.glasses[0], state.reserve) == (3, 16)


def test_hoa2_gain_as_far_as_the_reserve_goes() -> None:
    room, state = visiting({"gain": 3}, mine={"glasses": 12}, theirs={"glasses": 10})
    play(state, "use", room=room)
    assert (state.glasses[0], state.reserve) == (14, 0)


def test_hoa2_gain_for_each_kind_in_the_display() -> None:
    for display, most, gained in (("33JM", 5, 3), ("3456", 3, 3), ("3333", 3, 1)):
        pile = "" if display == "3333" else None
        cards = "333" if display == "3333" else display
        room, state = visiting({"gain_per_kind_in_display": most}, display=cards, pile=pile)
        play(state, "use", room=room)
        assert state.glasses[0] == 5 + gained


def test_hoa3_open_clues_are_taken_one_after_the_other() -> None:
    room, state = visiting({"take_open": 2}, display="3J6M")
    play(state, "use", room=room)
    assert legal(state, room) == ["take 3", "take 6", "take J", "take M"]
    assert refused(state, "take 9", room) == ("HO-A3", "not_in_display")
    play(state, "take 6", "take M", room=room)
    assert told(state, room)["players"][0]["rows"] == "6M"


def test_hoa3_equal_clues_are_taken_at_once() -> None:
    same = {"take_open": 2, "kinds": "same"}
    room, state = visiting(same, display="3366J")
    play(state, "use", room=room)
    assert legal(state, room) == ["take 3", "take 6"]
    assert refused(state, "take J", room) == ("HO-A3", "not_enough_equal")
    play(state, "take 6", room=room)
    assert told(state, room)["players"][0]["rows"] == "66"


def test_hoa3_without_equal_clues_the_ability_cannot_be_used() -> None:
    same = {"take_open": 2, "kinds": "same"}
    assert visiting({"gain": 3}, same, display="34JJ")[1].turn == 1
    assert visiting(same, display="34MM")[1].turn == 1, "only kinds 3 to 9"


def test_hoa3_equal_clues_taken_away_before_leave_nothing_to_do() -> None:
    room, state = visiting({"take_open": 1}, {"take_open": 2, "kinds": "same"}, display="3456")
    assert state.turn == 1, "they do not lie there when it is asked"
    room, state = visiting({"take_open": 1}, {"take_open": 2, "kinds": "same"}, display="3466")
    play(state, "use", "take 6", room=room)
    assert (state.turn, told(state, room)["players"][0]["rows"]) == (CHANCE, "6")


def test_hoa3_hidden_clues_are_laid_face_down_but_a_joker_open() -> None:
    room, state = visiting({"take_open": 2, "hidden": True}, display="34JM")
    play(state, "use", "take J", "take M", room=room)
    after = told(state, room)["players"][0]
    assert (after["down"], after["known"], after["loose"], after["rows"]) == ("M", "M", 1, "")


def test_hoa3_equal_clues_can_be_laid_face_down() -> None:
    room, state = visiting({"take_open": 2, "kinds": "same", "hidden": True}, display="3366")
    play(state, "use", "take 3", room=room)
    assert told(state, room)["players"][0]["known"] == "33"


def test_hoa4_a_drawn_joker_counts_and_is_placed_before_the_next_card() -> None:
    room, state = visiting({"draw_hidden": 2}, mine={"rows": "7"})
    play(state, "use", "clue J", room=room)
    assert legal(state, room) == ["joker 7", "joker loose"]
    play(state, "joker loose", "clue 9", room=room)
    assert (state.turn, told(state, room)["players"][0]["down"]) == (1, "9")


def test_hoa4_a_short_pile_gives_what_it_has() -> None:
    room, state = visiting({"draw_hidden": 3}, pile="9")
    play(state, "use", "clue 9", room=room)
    assert (state.turn, told(state, room)["players"][0]["down"]) == (1, "9")


def test_hoa5_one_is_kept_and_the_others_lie_in_the_display() -> None:
    room, state = visiting({"sniff": 3})
    play(state, "use", "clue 9", "clue J", "clue 8", room=room)
    assert legal(state, room) == ["keep 8", "keep 9"], "a joker cannot be kept"
    assert refused(state, "keep 7", room) == ("HO-A5", "not_sniffed")
    assert "J" in told(state, room)["display"], "it is open at once"
    assert [shown(state, "keep 9", viewer, room) for viewer in (0, 1)] == ["keep 9", "keep ??"]
    play(state, "keep 9", room=room)
    assert (state.turn, told(state, room)["display"]) == (1, "34568J")
    assert told(state, room)["players"][0]["down"] == "9"


def test_hoa5_only_jokers_leave_nothing_to_keep() -> None:
    room, state = visiting({"sniff": 2})
    play(state, "use", "clue J", "clue J", room=room)
    assert (state.turn, told(state, room)["display"]) == (1, "3456JJ")


def test_hoa5_the_cards_looked_at_are_secret() -> None:
    room, state = visiting({"sniff": 3})
    play(state, "use", "clue 9", room=room)
    mine, theirs = room.view(state, 0), room.view(state, 1)
    assert (mine.sniffed, mine.sniffing) == ("9", 1)
    assert (theirs.sniffed, theirs.sniffing) == (None, 1)


def test_hoa6_a_theft_can_free_a_joker() -> None:
    room, state = visiting({"steal_clue": 2}, theirs={"rows": "788M", "jokers": "78"})
    play(state, "use", room=room)
    assert legal(state, room) == ["steal 7", "steal 8", "steal M"], "jokers never"
    play(state, "steal 7", "steal 8", room=room)
    theirs = told(state, room)["players"][1]
    assert (theirs["rows"], theirs["jokers"], theirs["loose"]) == ("8M", "8", 1)
    assert told(state, room)["players"][0]["rows"] == "78"


def test_hoa7_glasses_are_stolen_as_far_as_there_are_some() -> None:
    room, state = visiting({"steal_markers": 3}, theirs={"glasses": 2})
    play(state, "use", room=room)
    assert list(state.glasses) == [7, 0]


def test_hoa8_the_display_is_renewed() -> None:
    room, state = visiting({"renew_display": True}, {"take_open": 1}, display="34569")
    play(state, "use", "clue 9", "clue 9", "clue 8", "clue 8", room=room)
    assert (told(state, room)["gone"], legal(state, room)) == ("34569", ["take 8", "take 9"])


def test_hoa8_an_empty_pile_renews_nothing() -> None:
    room, state = visiting({"renew_display": True}, {"take_open": 1}, pile="")
    play(state, "use", room=room)
    assert legal(state, room) == ["take 3", "take 4", "take 5", "take 6"]
    room, state = visiting({"renew_display": True}, {"take_open": 1}, pile="9J")
    play(state, "use", "clue 9", "clue J", room=room)
    assert legal(state, room) == ["take 9", "take J"]


def test_hoa9_copy_pays_both_prices() -> None:
    state = laid(position({"glasses": 2}, here=("billy", "toby", "hunter")))
    play(state, "visit billy from hudson", "use")
    assert legal(state) == ["as hudson", "as hunter", "as toby", "as watson"]
    assert refused(state, "as lestrade") == ("HO-16", "cannot_pay")
    assert refused(state, "as billy") == ("HO-A9", "copies_itself")
    assert refused(state, "as pike") == ("HO-A9", "copy_not_face_up")
    play(state, "as watson", "take 6")
    assert (state.glasses[0], told(state)["players"][0]["rows"]) == (0, "6")


def test_hoa9_a_price_of_one_glass_is_said_in_the_singular() -> None:
    room, state = visiting({"pay": 1}, {"copy": True}, mine={"glasses": 1})
    play(state, "use", room=room)
    assert refused(state, "as watson", room) == ("HO-16", "cannot_pay_one")
    assert refused(state, "as lestrade", room) == ("HO-16", "cannot_pay")


def test_hoa9_a_copying_ability_goes_on_afterwards() -> None:
    room, state = visiting({"copy": True}, {"pay": 1}, {"draw_hidden": 1}, mine={"glasses": 3})
    play(state, "use", room=room)
    assert "as lestrade" not in legal(state, room), "its own price stays reserved"
    assert refused(state, "as adler", room) == ("HO-16", "cannot_pay")
    play(state, "as hudson", "clue 9", room=room)
    assert state.glasses[0] == 5


def test_hoa9_a_single_person_to_copy_is_still_asked() -> None:
    state = laid(position({"glasses": 1}, here=("billy", "adler", "gregson"), pile=""))
    play(state, "visit billy from hudson", "use")
    assert legal(state) == ["as hudson"]


def test_hoa9_what_would_do_nothing_is_not_copied() -> None:
    state = laid(position(here=("billy", "adler", "wiggins"), pile=""))
    play(state, "visit billy from hudson", "use")
    assert refused(state, "as wiggins") == ("HO-A10", "would_do_nothing")
    assert refused(state, "as adler") == ("HO-A10", "would_do_nothing")


def test_hoa3_what_lacks_equal_clues_is_not_copied() -> None:
    state = laid(position(here=("billy", "adler", "gregson"), display="3456"))
    play(state, "visit billy from hudson", "use")
    assert refused(state, "as gregson") == ("HO-A3", "no_equal_clues")


def test_hoa10_an_ability_that_could_do_nothing_is_declined_by_itself() -> None:
    state = play(laid(position(here=("adler",))), "visit adler from hudson")
    assert (state.turn, state.glasses[0]) == (1, 5)
    room, state = visiting({"gain": 2}, mine={"glasses": 12}, theirs={"glasses": 12})
    assert state.turn == 1
    room, state = visiting({"pay": 1}, {"gain": 2}, mine={"glasses": 12}, theirs={"glasses": 12})
    assert legal(state, room) == ["use", "decline"], "the glass just paid can be gained"
    play(state, "use", room=room)
    assert state.glasses[0] == 12


def test_hoa10_steps_are_done_as_far_as_possible() -> None:
    room, state = visiting({"steal_clue": 1}, {"draw_hidden": 1}, {"take_open": 5})
    play(state, "use", "clue 9", "take 3", "take 4", "take 5", "take 6", room=room)
    assert told(state, room)["players"][0]["rows"] == "3456"


def test_abilities_of_the_default_edition_are_worded() -> None:
    assert ROOM.texts("en").words["ability_watson"] == "Pay 1 glass. Take 1 clue from the display."
