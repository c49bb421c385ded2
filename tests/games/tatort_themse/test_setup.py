"""Laying the table (TT-05 to TT-09)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from spieltisch.core.errors import BadRecord
from spieltisch.core.game import Game
from spieltisch.core.record import Record, Step, replay
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, new_buffer
from spieltisch.games import game
from spieltisch.games.tatort_themse.rules import ThemseState
from tests.games.tatort_themse.positions import (
    ALL_CLUES,
    laid,
    legal,
    outcomes,
    play,
    position,
    refusal,
    themse,
    told,
)
from tests.games.tatort_themse.test_material import uneven


def dealt(state: ThemseState, steps: int, seed: int = 1) -> ThemseState:
    rng, buffer = seeded("deal", seed), new_buffer(themse().most_moves)
    for _ in range(steps):
        assert state.turn == CHANCE
        state.play(state.draw(rng, buffer))
    return state


def test_tt05_25_clues_in_five_columns_row_by_row() -> None:
    state = dealt(themse().start(2), 7)
    assert [len(column) for column in told(state)["grid"]] == [2, 2, 1, 1, 1]
    assert set(outcomes(state).values()) == {1}
    grid = told(dealt(state, 18))["grid"]
    assert sorted(len(set(column)) for column in grid) == [5] * 5


def test_tt06_all_five_cases_lie_beside_the_grid() -> None:
    view = themse().view(dealt(themse().start(2), 25), None)
    assert [(case.id, case.left, case.solved) for case in view.cases] == [
        (case, 5, False) for case in ("painting", "statuette", "documents", "gold", "jewels")
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tt07_four_witnesses_a_seat_then_four_for_the_display(seats: int) -> None:
    state = dealt(themse().start(seats), 25)
    assert outcomes(state) == {f"witness {kind}": 18 for kind in "BMUL"}
    dealt(state, 4 * seats)
    assert [len(hand) for hand in told(state)["hands"]] == [4] * seats
    assert told(state)["display"] == [None] * 4
    dealt(state, 4)
    assert None not in told(state)["display"]
    assert len(told(state)["pile"]) == 72 - 4 * seats - 4


def test_tt08_the_tops_may_share_a_case_without_the_option() -> None:
    state = dealt(themse().start(2), 1)
    assert len(legal(state)) == 24


def test_tt08_fair_tops_are_of_five_cases() -> None:
    for seed in range(20):
        grid = told(dealt(themse().start(2, {"fair_tops": "yes"}), 25, seed))["grid"]
        assert {column[0][0] for column in grid} == set("PSDGJ")


def chance_of(here: Game, steps: int, seed: int) -> Fraction:
    """How likely the first outcomes of one deal were."""
    rng, buffer = seeded("fair", seed), new_buffer(here.most_moves)
    state, product = here.start(2, {"fair_tops": "yes"}), Fraction(1)
    for _ in range(steps):
        code = state.draw(rng, buffer)
        weights = here.outcomes(state)
        product *= Fraction(weights[code], sum(weights.values()))
        state.play(code)
    return product


@pytest.mark.parametrize("edition", [None, uneven()], ids=["even", "uneven"])
def test_tt08_every_fair_layout_is_equally_likely(edition: dict[str, object] | None) -> None:
    """5! orders of the cases, and each clue of a case as its top; the rest lies in any order."""
    here = game("tatort_themse", edition)
    tops = 120 * 5**5 if edition is None else 120 * 1 * 9 * 5**3
    assert {chance_of(here, 5, seed) for seed in range(30)} == {Fraction(1, tops)}
    assert len({chance_of(here, 25, seed) for seed in range(30)}) == 1


def test_tt08_a_case_with_one_clue_weighs_as_much_as_one_with_nine() -> None:
    here = game("tatort_themse", uneven())
    weights = here.outcomes(here.start(2, {"fair_tops": "yes"}))
    by_case: dict[str, int] = {}
    for code, weight in weights.items():
        case = here.texts_by_code[code][5]
        by_case[case] = by_case.get(case, 0) + weight
    assert len(set(by_case.values())) == 1


@pytest.mark.parametrize("seats", [2, 5])
def test_tt09_seat_0_begins(seats: int) -> None:
    state = dealt(themse().start(seats), 25 + 4 * seats + 4)
    assert state.turn == 0


def first_wrong_step(seats: int, options: dict[str, str], *texts: str) -> str:
    steps: list[Step] = [("chance", text) for text in texts]
    record = Record(
        game="tatort_themse", seats=seats, options=options, edition="reconstruction", steps=steps
    )
    with pytest.raises(BadRecord) as wrong:
        replay(themse(), record)
    refusal = wrong.value.refusal
    assert refusal is not None and refusal.reason == "impossible_outcome"
    return refusal.clause


def test_tt08_a_record_with_unfair_tops_is_told_so() -> None:
    fair = {"fair_tops": "yes"}
    assert first_wrong_step(2, fair, "clue J6U", "clue J3L") == "TT-08"
    assert first_wrong_step(2, fair, "clue J6U", "clue J6U") == "TT-05"
    assert first_wrong_step(2, {}, "clue J6U", "witness B") == "TT-05"


def test_tt01_a_record_with_a_nineteenth_bobby_is_told_so() -> None:
    clues = [f"clue {clue}" for clue in ALL_CLUES]
    assert first_wrong_step(5, {}, *clues, *["witness B"] * 19) == "TT-01"
    assert first_wrong_step(5, {}, *clues, "witness B", "clue J6U") == "TT-07"


def test_tt07_tt20_a_card_that_is_turned_up_cites_the_clause_that_asks_for_it() -> None:
    state = dealt(themse().start(2), 25 + 8)
    assert clause_of_witness(state) == "TT-07"
    state = laid(position(display="LLLL", phase="ask_renew"))
    play(state, "renew")
    assert clause_of_witness(state) == "TT-10"
    state = laid(position(phase="question"))
    play(state, "open B")
    assert clause_of_witness(state) == "TT-20"


def clause_of_witness(state: ThemseState) -> str:
    """The same for the log and for a player who is impatient."""
    seen = themse().mask(state, themse().legal(state)[0], None)
    assert seen is not None and seen.what == "turned_up"
    assert refusal(state, "pass") == (seen.clause, "chance_decides")
    return seen.clause
