"""Set-up, visits, evenings and the end (HO-00 to HO-06, HO-12 to HO-20, HO-27)."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import BadSeats
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, RandomPolicy, new_buffer
from spieltisch.games.holmes.cards import members, size
from tests.games.holmes.positions import (
    ROOM,
    Markers,
    edition_with,
    laid,
    legal,
    play,
    position,
    refused,
    told,
)

SET_UP = ("person adler", "person toby", "clue 3", "clue 4", "clue 5", "clue M")
LAST: Markers = {
    "hudson": ("lying", "lying"),
    "lestrade": ("lying", "lying"),
    "watson": ("lying", "standing"),
}


def test_ho00_two_players_and_seven_days() -> None:
    with pytest.raises(BadSeats, match="for 2 players, not 3"):
        ROOM.start(3)
    state, rng, buffer = ROOM.begin(2, {"opponent": "mycroft"}), seeded(5), new_buffer(100)
    days = set()
    while state.turn != OVER:
        days.add(state.day)
        chance = state.turn == CHANCE
        state.play(state.draw(rng, buffer) if chance else RandomPolicy().choose(state, rng, buffer))
    assert days == {1, 2, 3, 4, 5, 6, 7}


def test_ho01_the_box_holds_52_clues() -> None:
    state = ROOM.begin(2, {"opponent": "mycroft"})
    assert size(state.pile) == 52
    assert {key: ROOM.material(state)[key] for key in "39JM"} == {"3": 3, "9": 9, "J": 5, "M": 5}


def test_ho02_three_persons_are_always_there() -> None:
    state = ROOM.begin(2, {"opponent": "mycroft"})
    assert [one["id"] for one in told(state)["persons"]] == ["hudson", "lestrade", "watson"]
    assert members(state.unseen) == 9


def test_ho03_each_starts_with_5_of_24_glasses() -> None:
    state = ROOM.begin(2, {"opponent": "mycroft"})
    assert (list(state.glasses), state.reserve) == ([5, 5], 14)


def test_ho04_each_has_three_action_markers() -> None:
    state = play(laid(position(day=1, placed=4)), "visit watson")
    assert told(state)["placed"] == 5
    lying = [one["id"] for one in told(state)["persons"] if one["markers"][0] == "lying"]
    assert lying == ["hudson", "lestrade", "watson"]


def test_ho05_two_persons_and_four_clues_lie_open() -> None:
    state = ROOM.begin(2, {"opponent": "mycroft"})
    assert legal(state)[0] == "person adler" and state.turn == CHANCE
    play(state, *SET_UP)
    assert (state.turn, told(state)["display"]) == (0, "345M")
    assert ROOM.why_illegal(state, ROOM.parse("clue 3")) is not None


def test_ho06_the_opponent_is_named_by_an_option() -> None:
    views = [ROOM.view(ROOM.start(2, {"opponent": name}), 0) for name in ("mycroft", "moriarty")]
    assert [view.opponent for view in views] == ["mycroft", "moriarty"]
    assert ROOM.view(ROOM.start(2), 0).opponent == "mycroft"


def test_ho12_mornings_bring_a_person_and_stand_markers_up() -> None:
    state = laid(position(day=1, placed=5, here=("adler", "toby")))
    play(state, "visit watson", "decline")
    assert (state.turn, state.day) == (CHANCE, 2)
    assert "person adler" not in legal(state) and "person pike" in legal(state)
    play(state, "person pike")
    assert told(state)["persons"][-1] == {
        "id": "pike",
        "since": 2,
        "face_up": True,
        "markers": [None, None],
    }
    assert told(state)["persons"][0]["markers"] == ["standing", "standing"]
    assert refused(state, "visit wiggins from watson") == ("HO-12", "not_there_yet")


def test_ho13_sherlock_begins_and_the_players_alternate() -> None:
    state = play(ROOM.begin(2, {"opponent": "mycroft"}), *SET_UP)
    movers = []
    for person in ("hudson", "hudson", "lestrade", "watson", "watson", "lestrade"):
        movers.append(state.turn)
        play(state, f"visit {person}", "decline")
    assert movers == [0, 1, 0, 1, 0, 1]
    assert state.turn == CHANCE


def test_ho14_a_standing_marker_moves_to_a_person_without_one() -> None:
    state = laid(position(here=("adler", "toby", "pike")))
    assert refused(state, "visit hudson from watson") == ("HO-14", "has_your_marker")
    assert refused(state, "visit pike") == ("HO-14", "say_from_where")
    assert refused(state, "visit pike from toby") == ("HO-14", "no_marker_there")
    play(state, "visit pike from hudson", "decline", "visit toby from hudson", "decline")
    assert refused(state, "visit toby from pike") == ("HO-14", "moved_today")
    assert "visit hudson from watson" in legal(state), "a person left today may be visited again"


def test_ho14_on_day_1_markers_come_from_the_stock() -> None:
    state = laid(position(day=1))
    assert legal(state)[:2] == ["visit adler", "visit billy"]
    assert refused(state, "visit watson from hudson") == ("HO-14", "first_day_from_stock")


def test_ho14_a_marker_leaves_a_face_down_person() -> None:
    markers: Markers = {
        "adler": ("standing", "standing"),
        "watson": ("standing", "standing"),
        "hudson": ("standing", "standing"),
    }
    state = laid(position(here=("adler",), markers=markers, face_down=("adler",)))
    assert "visit lestrade from adler" in legal(state)


def test_ho15_face_down_persons_cannot_be_visited() -> None:
    markers: Markers = {
        "adler": (None, "standing"),
        "watson": ("standing", "standing"),
        "hudson": ("standing", "standing"),
        "lestrade": ("standing", None),
    }
    state = laid(position(here=("adler",), markers=markers, face_down=("adler",)))
    assert not any(text.startswith("visit adler") for text in legal(state))
    assert refused(state, "visit adler from watson") == ("HO-15", "lies_face_down")


def test_ho16_the_whole_price_must_be_there_first() -> None:
    room = edition_with(pike=[{"gain": 3}, {"pay": 2}, {"take_open": 1}])
    poor = laid(position({"glasses": 1}, here=("pike",)), room)
    play(poor, "visit pike from hudson", room=room)
    assert (poor.turn, poor.glasses[0]) == (1, 1), "gains of the ability do not help"
    rich = laid(position({"glasses": 2}, here=("pike",)), room)
    play(rich, "visit pike from hudson", room=room)
    assert legal(rich, room) == ["use", "decline"]
    assert refused(rich, "take 3", room) == ("HO-16", "use_or_decline_first")
    play(rich, "use", "take 3", room=room)
    assert rich.glasses[0] == 3


def test_ho16_declining_changes_nothing() -> None:
    state = play(laid(position(here=("adler",))), "visit adler from hudson")
    assert state.turn == 1, "nothing to steal: declined by itself"
    state = play(laid(position(here=("wiggins",))), "visit wiggins from hudson", "decline")
    assert (state.turn, size(state.down[0])) == (1, 0)


def test_ho17_the_display_is_filled_up_to_four() -> None:
    room = edition_with(pike=[{"take_open": 2}])
    state = laid(position(here=("pike",)), room)
    play(state, "visit pike from hudson", "use", "take 3", "take 4", room=room)
    assert (state.turn, told(state, room)["display"]) == (CHANCE, "56")
    play(state, "clue 9", "clue 9", room=room)
    assert (state.turn, told(state, room)["display"]) == (1, "5699")


def test_ho17_an_empty_pile_fills_nothing_and_the_reserve_limits_gains() -> None:
    state = laid(position({"glasses": 5}, here=("wiggins",), pile="", display="34"))
    play(state, "visit wiggins from hudson")
    assert (state.turn, told(state)["display"]) == (1, "34")
    state = laid(position({"glasses": 11}, {"glasses": 12}, markers=free("hudson")))
    play(state, "visit hudson from adler", "use")
    assert (list(state.glasses), state.reserve) == ([12, 12], 0)


def free(person: str) -> Markers:
    """Markers that leave one of the persons always there to Sherlock."""
    spread: Markers = dict.fromkeys(("hudson", "lestrade", "watson"), ("standing", "standing"))
    return {**spread, person: (None, "standing"), "adler": ("standing", None)}


def test_ho18_two_markers_turn_a_person_but_never_the_three() -> None:
    state = laid(position(placed=4, here=("adler", "toby")))
    play(state, "visit adler from watson", "visit adler from watson")
    persons = {one["id"]: one for one in told(state)["persons"]}
    assert not persons["adler"]["face_up"]
    assert persons["adler"]["markers"] == ["lying", "lying"]
    assert persons["hudson"]["face_up"] and persons["hudson"]["markers"] == ["lying", "lying"]


def test_ho19_a_person_left_by_both_is_turned_up_again() -> None:
    markers: Markers = {
        "adler": ("standing", "standing"),
        "hudson": ("lying", "lying"),
        "watson": ("lying", "lying"),
    }
    start = position(placed=4, here=("adler", "pike"), markers=markers, face_down=("adler",))
    both = play(laid(start), "visit lestrade from adler", "decline", "visit pike from adler")
    play(both, "decline")
    assert {one["id"]: one["face_up"] for one in told(both)["persons"]}["adler"]
    one_stays = {**markers, "lestrade": (None, "standing"), "watson": ("lying", None)}
    one_stays["adler"] = ("standing", "lying")
    start = position(placed=4, here=("adler", "pike"), markers=one_stays, face_down=("adler",))
    stays = play(laid(start), "visit pike from adler", "decline", "visit watson from lestrade")
    play(stays, "decline")
    assert not {one["id"]: one["face_up"] for one in told(stays)["persons"]}["adler"]


def test_ho20_the_last_turn_ends_the_game_without_filling() -> None:
    room = edition_with(pike=[{"take_open": 1}])
    start = position(day=7, placed=5, here=("pike",), markers=LAST)
    state = play(laid(start, room), "visit pike from watson", "use", "take 3", room=room)
    assert (state.turn, told(state, room)["display"]) == (OVER, "456")
    assert room.why_illegal(state, room.parse("use")) is not None
    assert room.result(state).ending_clause == "HO-20"


def test_ho27_there_is_always_somebody_to_visit() -> None:
    for seed in range(20):
        state, rng, buffer = ROOM.begin(2, {"opponent": "mycroft"}), seeded(seed), new_buffer(100)
        turns = 0
        while state.turn != OVER:
            number = state.legal(buffer)
            assert number > 0
            turns += ROOM.texts_by_code[buffer[0]].startswith(("visit", "lay"))
            chance = state.turn == CHANCE
            code = state.draw(rng, buffer) if chance else buffer[rng.below(number)]
            turns -= ROOM.texts_by_code[code].startswith("lay")
            state.play(code)
        assert turns == 42
