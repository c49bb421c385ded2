"""The checked door: what it refuses, what it lets through, what can be taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.core.record import replay
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE
from spieltisch.core.view import to_json
from spieltisch.games import ROOMS
from spieltisch.server.errors import Refused
from spieltisch.server.fairness import UNDO, Dice
from spieltisch.server.table import MOST_UNDONE, Table
from tests.server.house import AT, laid, played, step
from tests.server.hush import Hush

every_room = pytest.mark.parametrize("room", ROOMS)


@every_room
def test_a_whole_game_replays_from_its_rows(room: str) -> None:
    table = played(room, 1)
    again = Table(table.game, table.seats, table.match.options, table.dice)
    again.replay(table.rows)
    assert again.over
    for viewer, same in zip(table.viewers, again.viewers, strict=True):
        assert (viewer.number, viewer.view_json, viewer.log) == (
            same.number,
            same.view_json,
            same.log,
        )
    replay(table.game, table.record())


@every_room
def test_only_the_seat_that_has_to_decide_is_let_through(room: str) -> None:
    table = laid(room, 2)
    other = (table.turn + 1) % table.seats
    with pytest.raises(Refused) as refused:
        table.propose(other, table.viewer(table.turn).legal[0], AT)
    assert refused.value.reason == "not_your_turn"


@every_room
def test_every_illegal_move_is_refused_with_a_clause_and_changes_nothing(room: str) -> None:
    table = played(room, 3, 5)
    before = (table.number, to_json(table.game.view(table.match.state, None)))
    for text in set(table.game.texts_by_code) - set(table.viewer(table.turn).legal):
        with pytest.raises(Refused) as refused:
            table.propose(table.turn, text, AT)
        assert refused.value.clause
    assert before == (table.number, to_json(table.game.view(table.match.state, None)))


@every_room
def test_a_finished_table_refuses_every_move(room: str) -> None:
    table = played(room, 4)
    with pytest.raises(Refused) as refused:
        table.propose(0, table.game.texts_by_code[-1], AT)
    assert refused.value.reason == "game_over"


@given(st.text(max_size=80))
def test_any_text_is_refused_or_legal(text: str) -> None:
    table = TEXT_TABLE
    try:
        proposal = table.propose(table.turn, text, AT)
    except Refused as refused:
        assert refused.reason
    else:
        assert proposal.rows[0].text == text in table.viewer(table.turn).legal


TEXT_TABLE = played("tatort_themse", 5, 3)


@every_room
def test_numbers_of_a_viewer_change_exactly_when_it_is_told_something(room: str) -> None:
    table, rng = laid(room, 6), seeded("numbers")
    while not table.over:
        before = [(s.number, s.view_json, s.legal, len(s.log)) for s in table.viewers]
        secretly = table.turn if table.choosers() else None
        step(table, rng)
        last = secretly is not None and not table.choosers()  # told of its choice, then of the end
        for viewer, (number, *told) in zip(table.viewers, before, strict=True):
            same = told == [viewer.view_json, viewer.legal, len(viewer.log)]
            news = 2 if last and viewer.seat == secretly else 1
            assert viewer.number == (number if same else number + news)


@every_room
def test_an_undo_restores_the_position_and_never_reuses_a_number(room: str) -> None:
    table, rng, undone = laid(room, 7), seeded("undo"), 0
    while not table.over:
        before = [viewer.view_json for viewer in table.viewers]
        earlier = [viewer.number for viewer in table.viewers]
        number, seat = table.number, table.turn
        step(table, rng)
        if not table.choosers() and table.can_undo(seat) and rng.below(2):  # else see test_sealed
            numbers = [viewer.number for viewer in table.viewers]
            table.apply(table.propose_undo(seat, AT).rows)
            assert [viewer.view_json for viewer in table.viewers] == before
            assert table.number == number + 2
            for viewer, first, then in zip(table.viewers, earlier, numbers, strict=True):
                assert viewer.number == (then + 1 if then > first else then)
            undone += 1
    assert undone > 0
    assert len(table.undone()) == 2 * undone
    again = Table(table.game, table.seats, table.match.options, table.dice)
    again.replay(table.rows)
    assert again.match == table.match


@every_room
def test_nothing_is_taken_back_past_chance_or_by_somebody_else(room: str) -> None:
    table, rng = laid(room, 8), seeded("past")
    while not table.over:
        seat, before = table.turn, table.number
        step(table, rng)
        chance_followed = any(row.who == CHANCE for row in table.rows[before:])
        assert not (chance_followed and table.can_undo(seat))
        for other in set(range(table.seats)) - {seat}:
            assert not table.can_undo(other)
            with pytest.raises(Refused):
                table.propose_undo(other, AT)


def hushed() -> Table:
    """A table of the game with secret choices, where the seat to decide can take a clue."""
    rng = seeded("hush")
    for deal in range(50):
        table = laid("", deal, Hush())
        while not table.over:
            if any(text.startswith("take") for text in table.viewer(table.turn).legal):
                return table
            step(table, rng)
    raise AssertionError("no clue could ever be taken")


def told(table: Table, seat: int | None) -> tuple[object, ...]:
    viewer = table.viewer(seat)
    return (viewer.number, viewer.view_json, viewer.legal, viewer.log, viewer.last, viewer.since)


@every_room
def test_nobody_takes_back_for_ever(room: str) -> None:
    """After so many times the next decision stands, also after a restart."""
    table, rng = laid(room, 7), seeded("for ever")
    while not (back := [one for one in table.viewer(table.turn).legal if leads_back(table, one)]):
        step(table, rng)
    seat, text = table.turn, back[0]
    for _ in range(MOST_UNDONE):
        table.apply(table.propose(seat, text, AT).rows)
        table.apply(table.propose_undo(seat, AT).rows)
    table.apply(table.propose(seat, text, AT).rows)
    assert not table.can_undo(seat)
    with pytest.raises(Refused, match="undone too often"):
        table.propose_undo(seat, AT)
    again = Table(table.game, table.seats, table.match.options, table.dice)
    again.replay(table.rows)
    assert not again.can_undo(seat)


def leads_back(table: Table, text: str) -> bool:
    """Whether the move could be taken back; looks at a table of its own. Secret choices are
    test_sealed's."""
    if table.choosers():
        return False
    tried = Table(table.game, table.seats, table.match.options, table.dice)
    tried.replay(table.rows)
    seat = tried.turn
    tried.apply(tried.propose(seat, text, AT).rows)
    return tried.can_undo(seat)


def test_a_secret_choice_and_its_undo_tell_the_others_nothing() -> None:
    table = hushed()
    seat = table.turn
    others = [viewer for viewer in (*range(table.seats), None) if viewer != seat]
    before = [told(table, viewer) for viewer in others]
    number = table.viewer(seat).number
    text = next(text for text in table.viewer(seat).legal if text.startswith("take"))
    table.apply(table.propose(seat, text, AT + 1).rows)
    assert [told(table, viewer) for viewer in others] == before
    assert table.viewer(seat).number == number + 1
    table.apply(table.propose_undo(seat, AT + 2).rows)
    assert [told(table, viewer) for viewer in others] == before
    assert table.viewer(seat).number == number + 2
    assert table.viewer(seat).log[-1].seen.what == UNDO


def test_the_dice_of_an_undone_number_are_not_thrown_again() -> None:
    table = Table(Hush(), 2, {}, Dice(b"s", []))
    table.apply(table.propose_opening(AT).rows)
    numbers = [row.number for row in table.rows]
    assert numbers == list(range(1, len(numbers) + 1))
