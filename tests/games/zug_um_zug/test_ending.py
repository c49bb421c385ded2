"""The pile runs out, half-time, completing tickets, scoring, bounds (ZZ-19 to ZZ-27)."""

from __future__ import annotations

from itertools import combinations

import pytest

from spieltisch.core.rng import seeded
from spieltisch.core.state import OVER
from spieltisch.games.zug_um_zug.cards import pack, payable
from spieltisch.games.zug_um_zug.document import members_of, numbers
from spieltisch.games.zug_um_zug.rules import ZugState
from spieltisch.games.zug_um_zug.tickets import best_set
from tests.games.zug_um_zug.positions import laid, legal, outcomes, play, position, refusal, room
from tests.games.zug_um_zug.positions import told as document_of


def test_zz19_the_last_card_gives_everyone_one_more_turn() -> None:
    state = laid(position(["", ""], pile="K", rest="0"))
    play(state, "draw blind", "card K")
    assert room().view(state, 1).last_turns == 3
    play(state, "stop")
    assert [state.turn, room().view(state, 1).last_turns] == [1, 2]
    play(state, "draw P", "stop", "draw B", "stop")
    assert room().view(state, 0).phase == "complete"


def test_zz19_a_refill_can_be_the_last_card() -> None:
    state = laid(position(["", ""], pile="K", rest="0"))
    play(state, "draw P", "card K", "draw K")
    assert room().view(state, None).last_turns == 2


def test_zz20_two_players_are_done_after_completing() -> None:
    state = laid(position(["", ""], phase="complete", last_turns=0))
    assert legal(state) == ["done"]
    play(state, "done", "done")
    assert state.turn == OVER
    assert room().result(state).ending == "pile_ran_out"
    assert room().why_illegal(state, room().parse("done")) is not None


def half_time(**more: object) -> ZugState:
    """Seat 2 had the last turn; seats 0 to 2 have chosen."""
    start = position(
        ["RR", "G", "", ""],
        yards=[{"P": (2, 1)}],
        on_the_way=["", "YB", "", "W"],
        held=[[1], [2, 46], [], []],
        chosen=[[], [2], [], []],
        first_kept=(1, 2, 0, 0),
        **{"phase": "complete", "chooser": 3, "mover": 2, "last_turns": 0, **more},  # type: ignore[arg-type]
    )
    return laid(start)


def test_zz21_half_time_shuffles_all_but_hands_and_display() -> None:
    state = half_time(display="PB   ")
    play(state, "done")
    document = document_of(state)
    assert document["discard"] == ""
    assert len(document["pile"]) == 96 - 3 - 2
    assert document["on_the_way"] == [""] * 4
    assert document["yards"] == [[]] * 4
    assert document["tickets"][1]["completed"] == [2]
    assert document["tickets"][1]["held"] == [46]
    play(state, *["card W"] * 4, *["card K"] * 4, *["card O"] * 4, *["card G"] * 4)
    assert document_of(state)["hands"] == ["OWGKRR", "OWGGK", "OWGK", "OWGK"]
    play(state, "card L", "card L", "card L")
    assert state.turn == 3
    assert room().view(state, None).half == 1
    assert room().view(state, None).last_turns is None


def test_zz21_a_small_pile_is_dealt_as_far_as_it_goes() -> None:
    state = half_time(rest="0")
    play(state, "done", "card P", "card P", "card Y", "card B", "card L", "card W")
    assert state.turn == 3
    assert room().view(state, None).last_turns == 4
    for seat in (3, 0, 1, 2):
        assert state.turn == seat
        play(state, "tickets")
        while state.turn != seat:
            play(state, next(iter(outcomes(state))))
        play(state, "done")
    assert room().view(state, None).phase == "complete"
    play(state, "done", "done", "done", "done")
    assert state.turn == OVER
    assert room().result(state).more["completed"] == [[], [2], [], []]


def test_zz21_what_is_left_of_the_pile_is_shuffled_in() -> None:
    state = half_time(rest="0", pile="KKK", display="PB   ")
    play(state, "done")
    assert outcomes(state)["card K"] == 3
    memory = room().view(state, 2).shuffles
    assert len(memory) == 1


def completing(pile: str, held: list[int]) -> ZugState:
    start = position(
        ["R", ""],
        yards=[{"G": (3, 0)}],
        on_the_way=[pile],
        held=[held],
        first_kept=(len(held), 0),
        phase="complete",
        last_turns=0,
    )
    return laid(start)


def test_zz22_cards_on_the_way_pay_and_locomotives_replace_any_colour() -> None:
    # 1 and 2 need Y and B, 7 needs GR, 46 needs KWRRO
    state = completing("YL", [1, 2, 7, 46])
    assert legal(state) == ["complete 1", "complete 2", "done"]
    play(state, "complete 1")
    assert legal(state) == ["complete 2", "done"]
    assert refusal(state, "complete 7") == ("ZZ-22", "cannot_pay_ticket")
    assert refusal(state, "complete 3") == ("ZZ-22", "not_held")
    assert refusal(state, "stop") == ("ZZ-22", "complete_tickets_now")


def test_zz22_hand_and_yard_do_not_pay() -> None:
    assert legal(completing("", [7])) == ["done"]


def test_zz23_any_set_the_pile_pays_for_may_be_chosen() -> None:
    state = completing("YB", [1, 4, 5])
    play(state, "complete 5")
    assert refusal(state, "complete 1") == ("ZZ-23", "ascending_order")
    assert refusal(state, "complete 5") == ("ZZ-23", "completed_already")
    play(state, "done")
    assert room().mask(state, room().code(room().parse("done")), 0) is None


@pytest.mark.parametrize(
    ("pile", "held", "best"),
    [
        ("YB", [1, 4, 5], [5]),  # 7 points beat 6 and 5
        ("YBL", [1, 2, 5], [1, 5]),  # the locomotive stands for the second yellow
        ("YB", [1, 2, 3], [1, 2]),  # 10 points beat 5; 3 cannot be paid
        ("GBR", [13, 18, 19], [13]),  # equal points: the lowest number
        ("", [1, 2], []),
    ],
)
def test_zz23_the_best_set_is_proposed(pile: str, held: list[int], best: list[int]) -> None:
    state = completing(pile, held)
    assert room().proposal(room().view(state, 0)) == best


def exhaustive(held: list[int], have: int) -> list[int]:
    """Every set, tried."""
    box = room().box
    best: tuple[int, int, list[int]] = (0, 0, [])
    for number in range(1, len(held) + 1):
        for members in combinations(held, number):
            if payable(sum(box.need[one - 1] for one in members), have):
                points = sum(box.points[one - 1] for one in members)
                best = min(best, (-points, -number, list(members)))
    return best[2]


def random_hand(number: int, seed: int) -> tuple[list[int], int]:
    rng = seeded("completing", number, seed)
    tickets = list(range(1, 47))
    held = sorted(tickets.pop(rng.below(len(tickets))) for _ in range(number))
    cards = "".join(colour * rng.below(4) for colour in "PBOWGYKR") + "L" * rng.below(5)
    return held, pack(cards)


@pytest.mark.parametrize("number", [3, 7, 10, 11, 12])
def test_zz23_the_proposal_agrees_with_exhaustive_search(number: int) -> None:
    for seed in range(4 if number > 10 else 12):
        held, have = random_hand(number, seed)
        found = numbers(best_set(room().box, members_of(held), have))
        assert found == exhaustive(held, have), (held, have)


def over(
    completed: list[list[int]], failed: list[list[int]] | None = None, **more: object
) -> ZugState:
    seats = len(completed)
    kept = [len(row) for row in completed]
    start = position(
        [""] * seats,
        completed=completed,
        held=failed or [],
        first_kept=kept,
        **{"phase": "finished", "last_turns": 0, **more},  # type: ignore[arg-type]
    )
    return laid(start)


def test_zz24_completed_tickets_add_and_the_others_subtract() -> None:
    # 17: Dallas - Helena 10; 45: New York - Portland 21; 6: Chicago - Charleston 7
    state = over([[17], []], [[45], [6]])
    assert room().result(state).scores == [10 + 10 - 21, -7]


def test_zz25_a_ticket_may_name_two_big_cities() -> None:
    state = over([[1], []])
    assert room().result(state).more["bonus_cities"] == [["Chicago", "New York"], []]
    assert room().result(state).scores == [5 + 12 + 15, 0]


def test_zz25_ties_get_the_whole_bonus_and_one_ticket_is_needed() -> None:
    # 6 and 28 name Chicago, 7 names Dallas
    result = room().result(over([[6], [28], [7]]))
    assert result.more["bonus_cities"] == [["Chicago"], ["Chicago"], ["Dallas"]]
    lines = {(line.seat, line.facts.get("city")): line for line in result.sheet}
    assert lines[0, "Chicago"].what == "shared_bonus"
    assert lines[0, "Chicago"].facts["counts"] == "1 : 1 : 0"
    assert lines[2, "Chicago"].what == "no_bonus"


def test_zz26_most_points_win() -> None:
    result = room().result(over([[6], []]))
    assert [result.winners, result.ranking] == [[0], [1, 2]]


def test_zz26_a_tie_goes_to_more_completed_tickets() -> None:
    # Chicago - Santa Fe and Dallas - Raleigh against Los Angeles - Chicago
    result = room().result(over([[33], [7, 10]]))
    assert result.scores == [39, 39]
    assert result.winners == [1]
    ties = [(line.seat, line.facts["number"]) for line in result.sheet if line.clause == "ZZ-26"]
    assert ties == [(0, 1), (1, 2)]


def test_zz26_then_to_more_bonus_cards() -> None:
    # New York - Portland against Dallas - New York: New York is shared
    result = room().result(over([[45], [20]]))
    assert result.scores == [36, 36]
    assert result.winners == [1]
    assert room().result(over([[45], [20]])).ranking == [2, 1]


def test_zz26_complete_equality_is_a_shared_victory() -> None:
    even = room().result(over([[], []]))
    assert [even.scores, even.winners] == [[0, 0], [0, 1]]
    assert [line.what for line in even.sheet if line.clause == "ZZ-26"] == [
        "tie_tickets",
        "tie_cities",
        "tie_tickets",
        "tie_cities",
    ]


def idle_turn(state: ZugState) -> None:
    play(state, "tickets")
    while state.turn < 0:
        play(state, next(iter(outcomes(state))))
    play(state, "done")


def test_zz27_three_rounds_of_idle_turns_begin_the_last_turns() -> None:
    state = laid(position(["", ""], pile="KKK", rest="1"))
    for _ in range(6):
        assert room().view(state, 0).last_turns is None
        idle_turn(state)
    assert room().view(state, 0).last_turns == 2
    play(state, "draw blind", "card K", "draw blind", "card K")
    play(state, "draw blind", "card K", "stop")
    assert room().view(state, 0).phase == "complete"


def test_zz27_departing_drawing_laying_and_keeping_are_not_idle() -> None:
    state = laid(position(["RR", "BB"], pile="KKK", idle=5, yards=[{}, {"G": (2, 0)}]))
    idle_turn_of_seat_1 = laid(document_of(state) | {"mover": 0, "idle": 4})
    idle_turn(idle_turn_of_seat_1)
    idle_turn(idle_turn_of_seat_1)
    assert document_of(idle_turn_of_seat_1)["idle"] == 0
    play(state, "lay RR")
    assert document_of(state)["idle"] == 0


def test_zz27_an_idle_game_says_so() -> None:
    state = over([[], []], pile="K")
    result = room().result(state)
    assert [result.ending, result.ending_clause] == ["idle", "ZZ-27"]


def test_zz27_a_pile_that_runs_out_in_idle_last_turns_is_not_why_the_game_ends() -> None:
    state = laid(position(["", ""], pile="KKK", rest="1"))
    for _ in range(6):
        idle_turn(state)
    play(state, "draw blind", "card K", "draw blind", "card K")
    play(state, "draw blind", "card K", "stop", "done", "done")
    result = room().result(state)
    assert [result.ending, result.ending_clause] == ["idle", "ZZ-27"]


def test_zz27_a_pile_that_runs_out_after_idle_turns_is_why_the_game_ends() -> None:
    state = laid(position(["", ""], pile="K", rest="1", idle=5))
    play(state, "draw blind", "card K", "stop")
    idle_turn(state)
    idle_turn(state)
    play(state, "done", "done")
    assert room().result(state).ending == "pile_ran_out"
