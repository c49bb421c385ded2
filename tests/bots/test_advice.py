"""What a seat is advised to play: comparable, sorted, sensible, and on every choice."""

from __future__ import annotations

import itertools

import pytest

from spieltisch.bots import advice
from spieltisch.bots.advice import MOST_MOVES, TRIALS, Advice, advise
from spieltisch.core.rng import seeded
from spieltisch.games import ROOMS, game
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.view import TroikaView
from spieltisch.server.snapshot import Snapshot
from tests.web.looks import Telling


def advised(told: Telling, look: Snapshot) -> list[Advice]:
    assert look.view is not None
    return advise(told.game, look.view, seeded("advice"))


@pytest.mark.parametrize("positions", [1, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("room", ROOMS)
def test_each_shown_move_is_tried_often_and_the_best_stands_first(
    room: str, positions: int
) -> None:
    told = Telling(room, game(room).least_seats, 1, 0)
    choices = (look for look in told.steps() if len(look.legal) > 1)
    for look in itertools.islice(choices, 4, 4 + 4 * positions, 4):
        found = advised(told, look)
        assert 1 <= len(found) <= MOST_MOVES
        assert all(one.trials >= 200 for one in found)
        assert [one.per_cent for one in found] == sorted(one.per_cent for one in found)[::-1]
        assert {one.moves[0] for one in found} <= set(look.legal)
        assert len({one.moves[0] for one in found}) == len(found)


@pytest.mark.parametrize("room", ROOMS)
def test_advice_can_be_played_as_a_row(room: str) -> None:
    told = Telling(room, game(room).least_seats, 2, 0)
    look = next(look for look in told.steps() if len(look.legal) > 1)
    for one in advised(told, look):
        state = told.state.copy()
        for text in one.moves:
            assert text in told.game.legal_texts(state)
            state.play(told.game.code_of(text))


def test_without_a_clue_to_pay_the_witness_is_the_decision() -> None:
    told = Telling("tatort_themse", 2, 1, 0)
    look = next(look for look in told.steps() if look.legal == ["pass"])
    found = advised(told, look)
    assert len(found) > 1
    assert all(one.moves[0] == "pass" and len(one.moves) == 2 for one in found)


def test_what_has_to_be_played_needs_no_advice() -> None:
    told = Telling("troika", 2, 1, 0)
    look = next(look for look in told.steps() if len(look.legal) == 1)
    assert advised(told, look) == []


def test_rounds_before_the_last_are_advised_for_themselves() -> None:
    told = Telling("troika", 2, 1, 0)
    rounds = {}
    for look in told.steps():
        assert isinstance(look.view, TroikaView)
        if len(look.legal) > 1 and look.view.round not in rounds:
            rounds[look.view.round] = {one.of_round for one in advised(told, look)}
    assert rounds == {1: {True}, 2: {True}, 3: {False}}


def test_tr12_a_call_ones_own_tiles_forbid_is_never_advised() -> None:
    checked = 0
    told = Telling("troika", 3, 3, 0)
    for look in told.steps():
        assert isinstance(told.state, TroikaState)
        if "troika" in look.legal and not told.state.could_call_rightly():
            assert "troika" not in {one.moves[0] for one in advised(told, look)}
            checked += 1
            if checked == 3:
                break
    assert checked


def test_moves_to_the_same_position_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Telling("tatort_themse", 2, 1, 0)
    look = next(look for look in told.steps() if len(look.legal) > 2)
    monkeypatch.setattr(type(told.game), "to_document", lambda *_: {"one": "position"})
    monkeypatch.setattr(advice, "TRIALS", 5)
    assert len(advised(told, look)) == 1
    assert TRIALS >= 200
