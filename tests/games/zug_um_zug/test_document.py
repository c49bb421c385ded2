"""Positions that no game leads to are refused, in one line that says what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from spieltisch.core.errors import BadDocument
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, new_buffer
from tests.games.zug_um_zug.positions import laid, position, room, told

SIX_EACH = {"offered": [[*range(1, 7)], [*range(7, 13)]]}


def refused(**words: Any) -> str:
    with pytest.raises(BadDocument) as caught:
        laid(position(**words))
    return str(caught.value)


@pytest.mark.parametrize("idle", [6, 8])
def test_zz27_three_idle_rounds_without_last_turns_are_refused(idle: int) -> None:
    assert "ZZ-27" in refused(hands=["", ""], pile="KKK", idle=idle)


def test_zz27_three_idle_rounds_and_their_last_turns_are_a_position() -> None:
    state = laid(position(["", ""], pile="KKK", idle=6, last_turns=2))
    assert room().view(state, 0).last_turns == 2


def test_zz19_a_turn_after_the_last_one_is_refused() -> None:
    assert "none is left" in refused(hands=["", ""], last_turns=0)


@pytest.mark.parametrize("chooser", [0, 1])
def test_zz05_everyone_chooses_from_six_tickets(chooser: int) -> None:
    words = {"phase": "choose_first", "chooser": chooser}
    assert "seat 0: 0 offered, not 6" in refused(**words, offered=[[], [*range(1, 7)]])
    assert "seat 1: 5 offered, not 6" in refused(**words, offered=[[*range(1, 7)], [*range(7, 12)]])


@pytest.mark.parametrize("phase", ["deal_hands", "deal_display", "deal_tickets", "choose_first"])
def test_zz05_nobody_has_tickets_before_the_first_choice(phase: str) -> None:
    words: dict[str, Any] = {"phase": phase, "pile": "KK", "display": "PBOW "}
    if phase == "choose_first":
        words |= SIX_EACH
    assert "nobody has kept any yet" in refused(**words, held=[[20], []])
    assert "nobody has put tickets back" in refused(**words, returned=[(0, [20])])


@pytest.mark.parametrize(
    ("dealt", "line"),
    [(0, "6 offered, not 0"), (5, "6 offered, not 5"), (7, "0 offered, not 1"), (12, "12 are all")],
)
def test_zz05_six_offered_tickets_are_six_dealt(dealt: int, line: str) -> None:
    assert line in refused(phase="deal_tickets", offered=[[*range(1, 7)]], dealt=dealt)
    assert laid(position(phase="deal_tickets", offered=[[*range(1, 7)]], dealt=6)).turn == CHANCE


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ({"phase": "first_blind"}, "pile: no card"),
        ({"phase": "last_refill", "display": "PBOW "}, "pile: no card"),
        ({"phase": "first_refill", "pile": "KK"}, "display: it is full"),
        ({"phase": "new_display", "pile": "KK"}, "display: it is full"),
        ({"phase": "deal_hands", "pile": "KK", "dealt": 14}, "dealt: 14 are all"),
        ({"phase": "new_hands", "pile": "KK", "dealt": 8, "last_turns": 0}, "dealt: 8 are all"),
        ({"phase": "draw_tickets", "dealt": 4}, "dealt: 4 are all"),
        ({"phase": "draw_tickets", "held": [[*range(1, 47)]]}, "unseen: no ticket"),
    ],
)
def test_zz03_chance_has_something_to_name_and_somewhere_to_put_it(
    words: dict[str, Any], line: str
) -> None:
    assert line in refused(**words)


def positions_of_a_game(seats: int) -> Iterator[dict[str, Any]]:
    rng = seeded("documents", seats)
    buffer = new_buffer(room().most_moves)
    state = room().start(seats)
    while state.turn != OVER:
        yield told(state)
        chance = state.turn == CHANCE
        state.play(state.draw(rng, buffer) if chance else room().casual.choose(state, rng, buffer))
    yield told(state)


@pytest.mark.parametrize("seats", [2, 4])
def test_zz00_every_position_of_a_game_is_a_position(seats: int) -> None:
    for document in positions_of_a_game(seats):
        assert told(laid(document)) == document
