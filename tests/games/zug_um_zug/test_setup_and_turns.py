"""Set-up, departing and the three actions (ZZ-00 to ZZ-18)."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import BadSeats
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, new_buffer
from spieltisch.core.view import to_json
from spieltisch.games.zug_um_zug.rules import ZugState
from tests.games.zug_um_zug.positions import (
    laid,
    legal,
    outcomes,
    play,
    position,
    refusal,
    room,
    told,
)


def drawn(state: ZugState, number: int) -> ZugState:
    """The state after so many outcomes of chance."""
    rng, buffer = seeded("set-up"), new_buffer(room().most_moves)
    for _ in range(number):
        assert state.turn == CHANCE
        state.play(state.draw(rng, buffer))
    return state


def starts(kind: str, texts: list[str]) -> list[str]:
    return [text for text in texts if text.startswith(kind)]


@pytest.mark.parametrize("seats", [1, 5])
def test_zz00_two_to_four_players(seats: int) -> None:
    with pytest.raises(BadSeats):
        room().start(seats)


def test_zz00_exactly_one_action_clockwise() -> None:
    state = laid(position(["PPRR", "", ""], pile="PP", display="     "))
    play(state, "lay PP")
    assert state.turn == 1
    play(state, "draw blind", "card P")
    assert refusal(state, "tickets") == ("ZZ-00", "one_action")
    play(state, "stop")
    assert state.turn == 2


def test_zz01_ten_cards_of_each_colour_and_sixteen_locomotives() -> None:
    found = room().material(room().start(4))
    assert found == {**dict.fromkeys("PBOWGYKR", 10), "L": 16, "tickets": 46}


def test_zz02_tickets_and_big_cities_of_the_edition() -> None:
    cards = room().cards
    assert len(cards.tickets) == 46
    assert cards.cities == {
        "Chicago": 12,
        "Dallas": 10,
        "Los Angeles": 12,
        "Miami": 8,
        "New York": 15,
        "Seattle": 8,
    }
    assert cards.tickets[45].name == "Seattle - Miami"
    assert [cards.tickets[0].points, cards.tickets[45].points] == [5, 22]


def test_zz03_a_locomotive_each_then_seven_hidden_cards() -> None:
    state = room().start(3)
    assert outcomes(state) == {**{f"card {c}": 10 for c in "PBOWGYKR"}, "card L": 13}
    drawn(state, 21)
    assert [len(hand) for hand in told(state)["hands"]] == [8, 8, 8]
    assert all("L" in hand for hand in told(state)["hands"])
    view = room().view(state, 1)
    assert [hand.known for hand in view.hands] == ["L", "L", "L"]


def test_zz04_five_cards_lie_open() -> None:
    state = drawn(room().start(2), 14)
    assert told(state)["display"] == [None] * 5
    drawn(state, 5)
    assert None not in told(state)["display"]
    assert starts("card", list(outcomes(state))) == []


def chosen_by_two() -> ZugState:
    state = drawn(room().start(2), 14 + 5 + 12)
    play(state, legal(state)[0])
    return state


def test_zz05_six_tickets_and_one_at_least_is_kept() -> None:
    state = drawn(room().start(2), 14 + 5)
    assert len(outcomes(state)) == 46
    drawn(state, 12)
    assert len(legal(state)) == 6
    assert refusal(state, "done") == ("ZZ-05", "keep_one")
    first = legal(state)[0]
    play(state, first)
    assert refusal(state, first) == ("ZZ-05", "kept_already")
    assert legal(state)[-1] == "done"


def test_zz05_tickets_not_kept_are_unseen_again_when_all_have_chosen() -> None:
    state = chosen_by_two()
    play(state, "done")
    assert len(told(state)["unseen"]) == 34
    play(state, legal(state)[1], "done")
    assert len(told(state)["unseen"]) == 44
    assert [row["first_kept"] for row in told(state)["tickets"]] == [1, 1]


def test_zz05_keeping_goes_in_ascending_order() -> None:
    state = drawn(room().start(2), 14 + 5 + 12)
    lowest = legal(state)[0]
    play(state, legal(state)[2])
    assert refusal(state, lowest) == ("ZZ-05", "ascending_order")
    assert refusal(state, "draw blind") == ("ZZ-05", "choose_first_tickets")


def test_zz06_seat_0_begins() -> None:
    state = chosen_by_two()
    play(state, "done")
    play(state, legal(state)[0], "done")
    assert state.turn == 0
    assert room().view(state, None).phase == "act"


def test_zz07_one_card_of_each_colour_departs_locomotives_first() -> None:
    yard = {"R": (2, 1), "G": (1, 0)}
    state = laid(position(["", "", ""], yards=[{}, yard, {"K": (2, 0)}], pile="PP", rest="2"))
    play(state, "tickets", *outcomes_of_tickets(1, 4), "done")
    document = told(state)
    assert document["on_the_way"] == ["", "GL", ""]
    assert document["yards"][1] == [{"colour": "R", "cards": 2, "locomotives": 0}]
    assert document["yards"][2] == [{"colour": "K", "cards": 2, "locomotives": 0}]


def outcomes_of_tickets(first: int, number: int) -> list[str]:
    return [f"ticket {ticket}" for ticket in range(first, first + number)]


def test_zz08_views_know_what_is_on_the_way() -> None:
    state = laid(position(["", ""], on_the_way=["RL", "GG"]))
    for viewer in (0, 1, None):
        assert room().view(state, viewer).on_the_way == ["RL", "GG"]
    assert room().options == ()


def test_zz09_two_cards_from_pile_or_display() -> None:
    state = laid(position(["", ""], display="PPBWR", pile="KKY", rest="1"))
    assert legal(state)[:5] == ["draw P", "draw B", "draw W", "draw R", "draw blind"]
    assert refusal(state, "draw G") == ("ZZ-09", "not_in_display")
    play(state, "draw P")
    assert outcomes(state) == {"card Y": 1, "card K": 2}
    play(state, "card K")
    assert legal(state) == ["draw P", "draw B", "draw W", "draw K", "draw R", "draw blind", "stop"]
    assert refusal(state, "keep 1") == ("ZZ-09", "second_card_or_stop")
    play(state, "draw blind", "card Y")
    assert told(state)["hands"][0] == "PY"
    assert state.turn == 1


def test_zz10_an_open_locomotive_is_the_only_card() -> None:
    state = laid(position(["", ""], display="LLBWR", pile="KKY", rest="1"))
    play(state, "draw L", "card K")
    assert state.turn == 1
    play(state, "draw B", "card K")
    assert refusal(state, "draw L") == ("ZZ-10", "locomotive_only_first")


def test_zz10_a_locomotive_drawn_blind_is_a_card_like_others() -> None:
    state = laid(position(["", ""], display="LPBWR", pile="LLY", rest="1"))
    play(state, "draw blind", "card L")
    assert state.turn == 0
    assert "draw blind" in legal(state)


def test_zz11_open_locomotives_stay_and_hands_have_no_limit() -> None:
    state = laid(position(["", ""], display="LLLLL", pile="PP", rest="0"))
    assert told(state)["display"] == ["L"] * 5
    assert len(told(state)["hands"][0]) == 89
    assert "draw L" in legal(state)
    assert "draw blind" in legal(state)


def test_zz12_stopping_after_one_card() -> None:
    state = laid(position(["", ""], pile="KK", rest="1"))
    assert refusal(state, "stop") == ("ZZ-12", "nothing_drawn_yet")
    play(state, "draw blind", "card K", "stop")
    assert state.turn == 1


def test_zz12_an_empty_pile_leaves_gaps_and_nothing_to_draw() -> None:
    state = laid(position(["", ""], display="P    ", last_turns=2))
    play(state, "draw P")
    assert legal(state) == ["stop"]
    play(state, "stop")
    assert refusal(state, "draw blind") == ("ZZ-12", "pile_empty")
    assert legal(state) == ["tickets"]
    assert told(state)["pile"] == ""


def test_zz13_a_set_has_two_cards_and_a_coloured_one() -> None:
    state = laid(position(["PPBLL", ""]))
    assert starts("lay", legal(state)) == [
        "lay PL",
        "lay PLL",
        "lay PP",
        "lay PPL",
        "lay PPLL",
        "lay BL",
        "lay BLL",
    ]
    assert refusal(state, "lay PPP") == ("ZZ-13", "not_in_hand")


def test_zz14_three_cards_of_three_colours() -> None:
    state = laid(position(["PBOWL", ""]))
    triples = [text for text in legal(state) if text.startswith("lay") and "L" not in text]
    assert triples == ["lay PBO", "lay PBW", "lay POW", "lay BOW"]
    play(state, "lay BOW")
    assert [lying["colour"] for lying in told(state)["yards"][0]] == ["B", "O", "W"]


def test_zz15_a_colour_of_the_own_yard_is_not_laid_again() -> None:
    state = laid(position(["PPPPBO", ""], yards=[{"P": (1, 0)}, {}]))
    assert starts("lay P", legal(state)) == []
    assert refusal(state, "lay PPP") == ("ZZ-15", "colour_in_own_yard")
    assert refusal(state, "lay PBO") == ("ZZ-15", "colour_in_own_yard")


def test_zz16_robbing_takes_more_cards_locomotives_counted() -> None:
    state = laid(position(["RRRL", ""], yards=[{}, {"R": (1, 2)}], rest="1"))
    assert starts("lay", legal(state)) == ["lay RRRL"]
    assert refusal(state, "lay RRR") == ("ZZ-16", "too_few_to_rob")
    play(state, "lay RRRL")
    document = told(state)
    assert document["discard"] == "RLL"
    assert document["yards"] == [[{"colour": "R", "cards": 3, "locomotives": 1}], []]


def test_zz16_one_lying_card_is_robbed_by_two() -> None:
    state = laid(position(["RRL", ""], yards=[{}, {"R": (1, 0)}], rest="1"))
    assert starts("lay", legal(state)) == ["lay RL", "lay RR", "lay RRL"]


def test_zz16_three_colours_never_rob() -> None:
    state = laid(position(["RGB", ""], yards=[{}, {"R": (1, 0)}], rest="1"))
    assert starts("lay", legal(state)) == []
    assert refusal(state, "lay BGR") == ("ZZ-16", "three_colours_blocked")


def test_zz17_four_tickets_and_any_number_is_kept() -> None:
    state = laid(position(["", ""], held=[[1], [2]], first_kept=(1, 1), rest="1"))
    play(state, "tickets", "ticket 40", "ticket 3", "ticket 20", "ticket 7")
    assert legal(state) == ["keep 3", "keep 7", "keep 20", "keep 40", "done"]
    assert refusal(state, "keep 8") == ("ZZ-17", "not_offered")
    assert refusal(state, "draw blind") == ("ZZ-17", "choose_tickets_first")
    play(state, "keep 7")
    assert legal(state) == ["keep 20", "keep 40", "done"]
    play(state, "done")
    document = told(state)
    assert document["tickets"][0]["held"] == [1, 7]
    assert document["returned"] == [{"seat": 0, "tickets": [3, 20, 40]}]


def test_zz17_tickets_under_the_pile_come_in_their_order_without_a_step() -> None:
    mine = list(range(1, 41))
    back = [(0, [43, 46]), (1, [41, 42, 44])]
    state = laid(position(["", ""], held=[mine], first_kept=(40, 0), returned=back, rest="1"))
    play(state, "tickets", "ticket 45")
    assert legal(state) == ["keep 41", "keep 43", "keep 45", "keep 46", "done"]
    play(state, "keep 46", "done")
    assert [row["tickets"] for row in told(state)["returned"]] == [[42, 44], [41, 43, 45]]


def test_zz17_fewer_than_four_or_none() -> None:
    mine = list(range(1, 46))
    state = laid(position(["", ""], held=[mine], first_kept=(45, 0), rest="1"))
    play(state, "tickets", "ticket 46", "keep 46", "done")
    assert refusal(state, "tickets") == ("ZZ-17", "no_tickets_left")


def test_zz18_passing_only_if_nothing_else_is_possible() -> None:
    state = laid(position(["", ""], held=[[*range(1, 47)]], display="     ", last_turns=2))
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert state.turn == 1
    other = laid(position(["", ""], display="     ", last_turns=2))
    assert refusal(other, "pass") == ("ZZ-18", "something_possible")


def test_zz05_nobody_sees_another_choice_or_its_size() -> None:
    state = drawn(room().start(3), 21 + 5 + 18)
    before = [to_json(room().view(state, viewer)) for viewer in (1, 2, None)]
    for text in (legal(state)[0], legal(state)[3], "done"):
        code = room().code(room().parse(text))
        assert room().mask(state, code, 2) is None
        play(state, text)
        if text != "done":
            assert to_json(room().view(state, 1)) == before[0]
        assert [to_json(room().view(state, viewer)) for viewer in (2, None)] == before[1:]
