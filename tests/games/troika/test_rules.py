"""Set-up, turns, calls and the end of rounds and game (TR-00 to TR-19, TR-26, TR-27)."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import BadEdition, BadRecord, BadSeats
from spieltisch.core.record import checked_code
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, new_buffer
from spieltisch.games.troika.room import Troika
from spieltisch.games.troika.state import MOST_PLACES
from tests.games.troika.positions import (
    GAME,
    ended,
    face_up,
    hidden,
    laid,
    legal,
    nearly_over,
    play,
    play_a_turn,
    position,
    refusal,
    told,
)

FIVE = [5, 5, 5, 6, 8]
SEVEN_POINTS = [1, 1, 1, 5, 6, 7]
FOUR_POINTS = [2, 2, 2, 12, 13, 14]
NOTHING: list[int] = []


def opening(seats: int) -> list[str]:
    return [f"tile {seat + 1}" for seat in range(seats)] + ["tile 7"]


def test_tr00_two_to_five_players() -> None:
    assert [GAME.start(seats).seats for seats in (2, 3, 4, 5)] == [2, 3, 4, 5]
    for seats in (1, 6):
        with pytest.raises(BadSeats):
            GAME.start(seats)


def test_tr00_turns_go_clockwise() -> None:
    state = GAME.start(3)
    play(state, *opening(3))
    for seat in (0, 1, 2, 0):
        assert state.turn == seat
        play_a_turn(state)


def test_tr01_the_tiles_are_fixed() -> None:
    with pytest.raises(BadEdition, match="TR-01"):
        Troika({"name": "mine"})


def test_tr01_a_record_with_a_fourth_1_is_told_so() -> None:
    state = GAME.start(4)
    play(state, "tile 1", "tile 1", "tile 1")
    for text, clause in (("tile 1", "TR-01"), ("pass", ""), ("turn 1", "TR-03")):
        with pytest.raises(BadRecord) as wrong:
            checked_code(GAME, state, 4, "chance", text)
        refused = wrong.value.refusal
        assert ("" if refused is None else refused.clause) == clause
    play(state, "tile 2")
    assert refusal(state, "turn 1") == ("TR-04", "chance_decides")


@pytest.mark.parametrize(("seats", "places"), [(2, 37), (3, 46), (4, 45), (5, 44)])
def test_tr03_tr05_the_field_after_the_deal(seats: int, places: int) -> None:
    state = GAME.start(seats)
    for text in opening(seats):
        assert state.turn == CHANCE
        play(state, text)
    document = told(state)
    assert len(document["field"]) == places
    assert document["hands"] == [[seat + 1] for seat in range(seats)]
    assert GAME.unseen(state) == 49 - seats - 1


def test_tr03_weights_are_the_tiles_without_identity() -> None:
    state = GAME.start(3)
    play(state, "tile 7", "tile 5")
    weights = {GAME.texts_by_code[code]: weight for code, weight in GAME.outcomes(state).items()}
    assert weights["tile 7"] == 6
    assert weights["tile 5"] == 2
    assert sum(weights.values()) == 47


def test_tr04_place_one_lies_face_up() -> None:
    state = GAME.start(2)
    play(state, *opening(2))
    assert told(state)["field"][0] == face_up(7)
    assert legal(state) == ["turn 2"]


def test_tr05_the_ten_removed_tiles_come_back() -> None:
    state = laid(nearly_over([[15], [3]], [NOTHING, NOTHING]))
    play(state, "turn 37", "take 1")
    assert state.turn == CHANCE
    assert GAME.unseen(state) == 49


def test_tr06_seat_0_begins_every_round() -> None:
    state = laid(nearly_over([[15], [3], [4]], [NOTHING] * 3, hidden(1, 1), mover=1))
    play(state, "turn 46", "take 1", *opening(3))
    assert state.turn == 0
    assert len(told(state)["rounds"]) == 1


def test_tr07_taken_tiles_lie_open_in_the_container() -> None:
    state = laid(position([[1], [2]], opened=[face_up(9)], phase="act"))
    play(state, "take 9")
    for viewer in (0, 1, None):
        assert GAME.view(state, viewer).containers == [[9], []]


def test_tr09_a_call_comes_first_in_a_turn() -> None:
    containers = [FIVE, NOTHING, NOTHING]
    state = laid(position([[1], [2], [3]], containers, opened=[face_up(9)]))
    assert legal(state)[0] == "troika"
    play(state, "turn 7", "tile 8")
    assert refusal(state, "troika") == ("TR-09", "too_late_to_call")


def test_tr09_who_called_has_no_more_turns() -> None:
    state = laid(position([[1], [2], [3]], [FIVE, NOTHING, NOTHING], opened=[face_up(9)]))
    play(state, "troika")
    for seat in (1, 2, 1):
        assert state.turn == seat
        play_a_turn(state)


def test_tr10_a_call_needs_five_tiles_in_the_container() -> None:
    state = laid(position([[1], [2], [3]], [FIVE[:4], NOTHING, NOTHING], opened=[face_up(9)]))
    assert "troika" not in legal(state)
    refused = GAME.why_illegal(state, GAME.parse("troika"))
    assert refused is not None
    assert (refused.clause, refused.reason) == ("TR-10", "container_too_small")
    assert refused.facts == {"tiles": 4, "needed": 5}


def test_tr10_tr12_a_wrong_call_is_legal_and_costs_the_round() -> None:
    wrong = [4, 4, 4, 7, 8, 9, 12]
    state = laid(nearly_over([NOTHING, [2], [3]], [wrong, NOTHING, NOTHING]))
    play(state, "troika", "turn 40", "take 1")
    assert list(state.past[0].points) == [0, 0, 0]


def test_tr13_two_players_cannot_call() -> None:
    state = laid(position([[1], [2]], [[4, 4, 4, 7, 8, 9], NOTHING], opened=[face_up(9)]))
    assert "troika" not in legal(state)
    assert refusal(state, "troika") == ("TR-13", "two_cannot_call")


def test_tr14_a_tile_must_be_turned_first() -> None:
    state = laid(position([[1], [2]], [[3], NOTHING], opened=[face_up(9), hidden(5, 1)]))
    assert legal(state) == ["turn 2", "turn 4"]
    for text in ("take 9", "draw 4", "back 3", "hide 1"):
        assert refusal(state, text) == ("TR-14", "turn_first")
    assert refusal(state, "turn 1") == ("TR-14", "face_up_already")
    assert refusal(state, "turn 3") == ("TR-17", "place_empty")
    assert refusal(state, "turn 49") == ("TR-17", "no_such_place")
    assert refusal(state, "turn 8") == ("TR-17", "all_unseen_alike")


def test_tr14_a_tile_without_identity_is_drawn_by_chance() -> None:
    state = laid(position([[1], [2]], opened=[face_up(9), hidden(5, 1)]))
    known = state.copy()
    play(state, "turn 3")
    assert state.turn == CHANCE
    play(known, "turn 2")
    assert known.turn == 0
    assert told(known)["field"][1] == face_up(5)


def test_tr15_all_that_can_follow() -> None:
    document = position([[1, 4], [2]], [[3, 3], NOTHING], [face_up(9), face_up(2), hidden(5, 1)])
    state = laid({**document, "phase": "act"})
    expected = ["take 2", "take 9", "draw 3", "draw 7", "back 3", "hide 1", "hide 4"]
    assert legal(state) == expected
    assert refusal(state, "turn 3") == ("TR-15", "already_turned")
    assert refusal(state, "take 5") == ("TR-15", "not_face_up")
    assert refusal(state, "draw 1") == ("TR-15", "face_up_already")
    assert refusal(state, "back 4") == ("TR-15", "not_in_container")
    assert refusal(state, "hide 3") == ("TR-15", "not_in_hand")


def test_tr15_the_tile_just_turned_may_be_taken() -> None:
    state = laid(position([[1], [2]], opened=[face_up(9)]))
    play(state, "turn 2", "tile 6", "take 6")
    assert told(state)["containers"] == [[6], []]
    assert told(state)["field"][1] is None


def test_tr15_of_equal_tiles_the_lowest_place_is_emptied() -> None:
    state = laid(position([[1], [2]], opened=[face_up(8), face_up(9), face_up(9)], phase="act"))
    play(state, "take 9")
    assert told(state)["field"][:3] == [face_up(8), None, face_up(9)]


def test_tr15_tr16_three_tiles_in_hand_at_most() -> None:
    state = laid(position([[1, 4, 6], [2]], opened=[face_up(9)], phase="act"))
    assert [text for text in legal(state) if text.startswith("draw")] == []
    assert refusal(state, "draw 4") == ("TR-16", "hand_full")


def test_tr15_a_drawn_tile_is_kept_in_hand() -> None:
    state = laid(position([[1], [2]], opened=[face_up(9), hidden(5, 1)], phase="act"))
    never_seen = state.copy()
    play(state, "draw 2")
    assert (state.turn, told(state)["hands"]) == (1, [[1, 5], [2]])
    play(never_seen, "draw 3", "tile 8")
    assert (never_seen.turn, told(never_seen)["hands"]) == (1, [[1, 8], [2]])


def test_tr15_back_face_up_and_hidden_face_down() -> None:
    state = laid(position([[1], [2]], [[4], NOTHING], opened=[face_up(9)], phase="act"))
    other = state.copy()
    play(state, "back 4")
    assert told(state)["field"][1] == face_up(4)
    play(other, "hide 1")
    assert told(other)["field"][1] == hidden(1, 0)


def test_tr16_nothing_to_put_back_and_nothing_to_draw() -> None:
    state = laid(nearly_over([NOTHING, [3], [4]], [NOTHING] * 3))
    play(state, "turn 47")
    assert refusal(state, "back 3") == ("TR-16", "container_empty")
    assert refusal(state, "hide 3") == ("TR-16", "hand_empty")
    assert refusal(state, "draw 1") == ("TR-16", "nothing_face_down")
    assert legal(state) == [f"take {value}" for value in range(1, 16)]


def test_tr17_a_tile_put_back_takes_the_lowest_empty_place() -> None:
    opened = [face_up(9), None, face_up(8), None]
    state = laid(position([[1, 5], [2]], [[6], NOTHING], opened=opened, phase="act"))
    play(state, "hide 5")
    assert told(state)["field"][1] == hidden(5, 0)


def test_tr17_without_an_empty_place_a_new_one_is_made() -> None:
    state = GAME.start(3)
    play(state, *opening(3))
    play(state, "turn 2", "tile 9", "hide 1", "turn 3", "tile 9", "hide 2", "turn 4", "tile 8")
    play(state, "hide 3")
    places = told(state)["field"]
    assert places[46:] == [hidden(1, 0), hidden(2, 1), hidden(3, 2)]
    assert len(places) == MOST_PLACES
    assert legal(state) == ["turn 5", "turn 47", "turn 48", "turn 49"]


def test_tr17_never_seen_tiles_are_alike_and_put_back_ones_are_not() -> None:
    opened = [face_up(9), hidden(5, 1), None, hidden(5, 0)]
    state = laid(position([[1, 3], [2]], [[6], NOTHING], opened=opened))
    assert legal(state) == ["turn 2", "turn 4", "turn 6"]


def test_tr18_the_round_ends_when_every_tile_is_face_up() -> None:
    state = laid(nearly_over([[15], [3]], [NOTHING, NOTHING]))
    play(state, "turn 37", "take 2")
    assert len(state.past) == 1
    assert state.turn == CHANCE


def test_tr18_a_hidden_tile_keeps_the_round_alive() -> None:
    state = laid(nearly_over([[15], [3]], [NOTHING, NOTHING]))
    play(state, "turn 37", "hide 15")
    assert (len(state.past), state.turn) == (0, 1)
    assert legal(state) == ["turn 38"]


def test_tr18_drawing_the_last_face_down_tile_ends_the_round() -> None:
    document = nearly_over([[15], [3]], [NOTHING, NOTHING])
    document["field"][0] = hidden(1, 0)
    document["memories"][0]["places"] = [1, 37]
    state = laid(document)
    play(state, "turn 1", "draw 37")
    assert len(state.past) == 1


def test_tr18_the_round_ends_when_one_has_not_called() -> None:
    state = laid(position([[1], [2], [3]], [FIVE, [4, 4, 4, 10, 11], NOTHING]))
    play(state, "troika")
    assert len(state.past) == 0
    play(state, "troika")
    assert len(state.past) == 1
    assert list(state.past[0].calls) == [1, 2, 0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tr19_each_turn_leaves_one_tile_less_to_turn(seats: int) -> None:
    rng, buffer = seeded("turns", seats), new_buffer(GAME.most_moves)
    state, turns = GAME.start(seats), 0
    play(state, *opening(seats))
    left = (39 if seats == 2 else 49) - 1
    while not state.past:
        if state.turn != CHANCE and GAME.view(state, None).phase == "begin":
            document = told(state)
            down = sum(one is not None and not one["face_up"] for one in document["field"])
            assert down + sum(map(len, document["hands"])) == left - turns
            codes = [code for code in GAME.legal(state) if GAME.texts_by_code[code] != "troika"]
            turns += 1
            state.play(codes[rng.below(len(codes))])
            continue
        chance = state.turn == CHANCE
        state.play(state.draw(rng, buffer) if chance else buffer[rng.below(state.legal(buffer))])
    assert turns <= left


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_tr19_the_longest_round_stays_within_the_bound(seats: int) -> None:
    """Everybody hides whatever can be hidden, and draws otherwise."""
    rng, buffer = seeded("long", seats), new_buffer(GAME.most_moves)
    state, steps = GAME.start(seats), 0
    while state.turn != OVER:
        codes = GAME.legal(state)
        hiding = [code for code in codes if GAME.texts_by_code[code].startswith("hide")]
        drawing = [code for code in codes if GAME.texts_by_code[code].startswith("draw")]
        chance = state.turn == CHANCE
        state.play(state.draw(rng, buffer) if chance else (hiding or drawing or codes)[-1])
        steps += 1
    assert steps <= GAME.most_steps(seats)


def test_tr26_the_most_chips_win() -> None:
    rounds = [[SEVEN_POINTS, FOUR_POINTS, NOTHING]] * 3
    result = GAME.result(laid(ended(*rounds)))
    assert (result.scores, result.winners, result.ranking) == ([6, 3, -3], [0], [1, 2, 3])
    assert result.more["points"] == [[7, 4, 0]] * 3
    assert result.more["chips"] == [[2, 1, -1]] * 3


def sheet_of(*rounds: list[list[int]]) -> list[tuple[int, str, str, dict[str, str | int]]]:
    sheet = GAME.result(laid(ended(*rounds))).sheet
    return [(line.seat, line.clause, line.what, dict(line.facts)) for line in sheet]


def test_tr25_the_sheet_says_that_seats_tied_for_a_chip() -> None:
    tied = {"round": 1, "points": 7}
    lines = sheet_of([SEVEN_POINTS, [8, 8, 8, 5, 6, 7]], *[[NOTHING, NOTHING]] * 2)
    told = [line for line in lines if line[1] == "TR-25"]
    assert told == [(0, "TR-25", "tie", tied), (1, "TR-25", "tie", tied)]


def test_tr27_the_sheet_says_which_round_decided() -> None:
    rounds = [[SEVEN_POINTS, FOUR_POINTS], [FOUR_POINTS, SEVEN_POINTS], [NOTHING, NOTHING]]
    told = [line for line in sheet_of(*rounds) if line[1] == "TR-27"]
    assert told == [(seat, "TR-27", "chips_tied", {"round": 2}) for seat in (0, 1)]
    assert GAME.result(laid(ended(*rounds))).ending_clause == "TR-27"
    told = [line for line in sheet_of(*[[NOTHING, NOTHING]] * 3) if line[1] == "TR-27"]
    assert told == [(seat, "TR-27", "all_tied", {}) for seat in (0, 1)]


def test_tr25_tr27_the_log_tells_how_ties_were_broken() -> None:
    earlier = ended([NOTHING, SEVEN_POINTS, FOUR_POINTS], *[[NOTHING] * 3] * 2)["rounds"][:2]
    six, six_too = [7, 7, 7, 4, 5, 6], [8, 8, 8, 4, 5, 6]
    state = laid(nearly_over([NOTHING] * 3, [NOTHING, six, six_too], rounds=earlier))
    play(state, legal(state)[0])
    before = state.copy()
    play(state, "take 1")
    told = [(event.clause, event.what, event.facts) for event in GAME.aftermath(before, state)]
    assert told[-3:] == [
        ("TR-25", "tie", {"seat": 2, "chip": 2}),
        ("TR-26", "game_over", {}),
        ("TR-27", "chips_tied", {"round": 1, "seat": 1}),
    ]


def test_tr27_the_last_round_decides_between_equal_chips() -> None:
    rounds = [[SEVEN_POINTS, FOUR_POINTS], [FOUR_POINTS, SEVEN_POINTS], [NOTHING, NOTHING]]
    result = GAME.result(laid(ended(*rounds)))
    assert result.scores == [2, 2]
    assert result.winners == [1]  # nobody has points in round 3; round 2 decides


def test_tr27_still_equal_they_share_the_victory() -> None:
    result = GAME.result(laid(ended(*[[NOTHING, NOTHING, NOTHING]] * 3)))
    assert (result.scores, result.winners) == ([-3, -3, -3], [0, 1, 2])
    assert laid(ended(*[[NOTHING, NOTHING]] * 3)).payoffs() == [0.5, 0.5]
