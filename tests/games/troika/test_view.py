"""What is hidden and what a view knows (TR-10, TR-17, TR-28, TR-29), masks and the log."""

from __future__ import annotations

from spieltisch.core.view import to_json
from spieltisch.games.troika.position import PlaceView
from spieltisch.games.troika.rules import TroikaState
from tests.games.troika.positions import (
    GAME,
    face_up,
    hidden,
    laid,
    masked,
    nearly_over,
    play,
    position,
)

READY = [4, 4, 4, 7, 8, 9]
WRONG = [4, 4, 4, 7, 8, 10]
NOTHING: list[int] = []


def place_seen(state: TroikaState, place: int, viewer: int | None) -> PlaceView | None:
    return GAME.view(state, viewer).field[place - 1]


def known_in_hand(state: TroikaState, seat: int, viewer: int | None) -> list[int]:
    return GAME.view(state, viewer).hands[seat].known


def who_knows(state: TroikaState, place: int) -> list[int | None]:
    seen = {viewer: place_seen(state, place, viewer) for viewer in [*range(state.seats), None]}
    return [viewer for viewer, tile in seen.items() if tile is not None and tile.value is not None]


def test_tr17_who_put_a_tile_back_knows_it_and_the_others_know_who() -> None:
    state = laid(position([[1, 5], [2], [3]], opened=[face_up(9)], phase="act"))
    play(state, "hide 5")
    assert place_seen(state, 2, 0) == PlaceView(False, 5, 0)
    for viewer in (1, 2, None):
        assert place_seen(state, 2, viewer) == PlaceView(False, None, 0)


def test_tr28_hands_and_face_down_tiles_are_hidden() -> None:
    state = laid(position([[1, 5], [2], [3]], opened=[face_up(9), hidden(6, 2)]))
    assert [known_in_hand(state, seat, 0) for seat in range(3)] == [[1, 5], [], []]
    assert [known_in_hand(state, seat, None) for seat in range(3)] == [[], [], []]
    assert [hand.size for hand in GAME.view(state, None).hands] == [2, 1, 1]
    assert who_knows(state, 2) == [2]


def test_tr28_masks_hide_what_only_one_seat_sees() -> None:
    state = GAME.start(3)
    assert masked(state, "tile 4", 0) == "tile 4"
    assert masked(state, "tile 4", 1) == masked(state, "tile 4", None) == "tile ??"
    state = laid(position([[1, 5], [2], [3]], opened=[face_up(9)], phase="act"))
    assert masked(state, "hide 5", 0) == "hide 5"
    assert masked(state, "hide 5", 1) == masked(state, "hide 1", None) == "hide ?? at 2"
    assert masked(state, "draw 3", 2) == "draw 3"
    play(state, "draw 3")
    assert masked(state, "tile 8", 0) == "tile 8"
    assert masked(state, "tile 8", 2) == "tile ??"


def test_tr14_a_turned_tile_is_seen_by_all() -> None:
    state = laid(position([[1], [2], [3]], opened=[face_up(9), hidden(6, 2)]))
    before = state.copy()
    play(state, "turn 2")
    assert [event.facts for event in GAME.aftermath(before, state)] == [{"value": 6, "place": 2}]
    play(before, "turn 3")
    assert masked(before, "tile 8", None) == "tile 8"


def test_tr15_who_draws_a_tile_that_was_put_back_sees_it() -> None:
    state = laid(position([[1], [2], [3]], opened=[face_up(9), hidden(6, 2)], phase="act"))
    code = GAME.code(GAME.parse("draw 2"))
    own, other = GAME.mask(state, code, 0), GAME.mask(state, code, 1)
    assert own is not None
    assert other is not None
    assert own.facts == {"place": 2, "hidden_by": 2, "value": 6}
    assert other.facts == {"place": 2, "hidden_by": 2}


def called(container: list[int]) -> TroikaState:
    """Seat 0 has called, with seats 1 and 2 still on the planet."""
    state = laid(nearly_over([NOTHING, [2], [3]], [container, NOTHING, NOTHING]))
    play(state, "troika")
    return state


def test_tr10_tr28_whether_a_call_was_right_stays_hidden_until_the_round_ends() -> None:
    """Hands that make the call right or wrong look the same to the others."""
    containers = [[4, 4, 4, 7, 8], NOTHING, NOTHING]
    right = laid(position([[9], [2], [3]], containers, opened=[face_up(1)]))
    wrong = laid(position([[13], [2], [3]], containers, opened=[face_up(1)]))
    call = GAME.code(GAME.parse("troika"))
    for viewer in (1, 2, None):
        assert GAME.mask(right, call, viewer) == GAME.mask(wrong, call, viewer)
    before = right.copy(), wrong.copy()
    play(right, "troika")
    play(wrong, "troika")
    assert GAME.aftermath(before[0], right) == GAME.aftermath(before[1], wrong) == []
    for viewer in (1, 2, None):
        assert to_json(GAME.view(right, viewer)) == to_json(GAME.view(wrong, viewer))


def test_tr10_the_end_of_the_round_reveals_the_call() -> None:
    for container, judged in ((READY, "call_first"), (WRONG, "call_wrong")):
        state = called(container)
        play(state, "turn 41")
        before = state.copy()
        play(state, "take 1")
        events = [event.what for event in GAME.aftermath(before, state)]
        assert events[0] == "all_face_up"
        assert judged in events
        finished = GAME.view(state, None).rounds[0]
        assert finished.right == [judged == "call_first", None, None]
        assert finished.containers[0] == container


def test_tr09_tr29_the_container_of_a_departed_player_stays_known() -> None:
    view = GAME.view(called(READY), 1)
    assert view.containers[0] == READY
    assert view.calls == [1, 0, 0]


def drawn_from_a_known_place(hand: list[int]) -> TroikaState:
    """Seat 0 has put back a 5, and seat 1, with this hand, has drawn it."""
    opened = [face_up(9), hidden(5, 0)]
    containers = [NOTHING, NOTHING, [12]]
    state = laid(position([[1], hand, [3]], containers, opened, phase="act", mover=1))
    play(state, "draw 2")
    return state


def hide_in_the_next_turn(state: TroikaState, value: int) -> None:
    """The others take, and then seat 1 hides a tile on place 2."""
    for seat in (2, 0):
        assert state.turn == seat
        place = state.lowest_unseen + 1
        play(state, f"turn {place}", "tile 10", "take 10")
    play(state, f"turn {state.lowest_unseen + 1}", "tile 11", f"hide {value}")


def test_tr29_a_tile_drawn_from_a_known_place_is_known_in_the_hand() -> None:
    state = drawn_from_a_known_place([2])
    assert known_in_hand(state, 1, 0) == [5]
    assert known_in_hand(state, 1, 2) == []
    assert known_in_hand(state, 1, None) == []


def test_tr29_hiding_from_a_partly_known_hand_loses_both() -> None:
    for value in (2, 5):
        state = drawn_from_a_known_place([2])
        hide_in_the_next_turn(state, value)
        assert who_knows(state, 2) == [1]
        assert known_in_hand(state, 1, 0) == []


def test_tr29_hiding_the_only_tile_of_a_known_hand_is_seen_through() -> None:
    state = drawn_from_a_known_place([])
    hide_in_the_next_turn(state, 5)
    assert who_knows(state, 2) == [0, 1]
    assert known_in_hand(state, 1, 0) == []


def known_hand(tiles: list[int]) -> TroikaState:
    """Seat 0 knows all of seat 1's hand."""
    known = {0: {"hands": [[], tiles, []]}}
    opened = [face_up(9)]
    return laid(position([[1], tiles, [3]], opened=opened, phase="act", mover=1, known=known))


def test_tr29_of_a_known_hand_of_equal_tiles_the_place_and_the_rest_stay_known() -> None:
    state = known_hand([5, 5])
    play(state, "hide 5")
    assert who_knows(state, 2) == [0, 1]
    assert known_in_hand(state, 1, 0) == [5]


def test_tr29_of_a_known_hand_of_different_tiles_nothing_stays_known() -> None:
    state = known_hand([5, 6])
    play(state, "hide 5")
    assert who_knows(state, 2) == [1]
    assert known_in_hand(state, 1, 0) == []


def test_tr29_a_place_turned_up_is_forgotten() -> None:
    state = laid(position([[1, 5], [2], [3]], opened=[face_up(9), hidden(6, 0)], phase="act"))
    play(state, "hide 5", "turn 2", "take 6", "turn 4", "tile 8")
    assert place_seen(state, 2, 0) is None
    play(state, "hide 3")
    assert who_knows(state, 2) == [2]


def test_tr29_a_new_round_begins_with_nothing_known() -> None:
    document = nearly_over([[15], [3], [4]], [NOTHING] * 3)
    document["memories"][0]["hands"][1] = [3]
    state = laid(document)
    play(state, "turn 46", "take 1")
    assert all(number == 0 for number in state.memory)
