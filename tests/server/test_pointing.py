"""Which of equal tiles somebody points at: kept with the step, shown to all, and replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spieltisch.core.errors import BadRecord
from spieltisch.core.record import Record, dumps, loads
from spieltisch.core.rng import seeded
from spieltisch.server.errors import Refused
from spieltisch.server.replays import Replay, checked_record
from spieltisch.server.snapshot import SHOWN, Snapshot
from spieltisch.server.table import Table
from spieltisch.web.games import presenter_of
from spieltisch.web.games.troika.pieces import Board
from spieltisch.web.pages.speech import speech
from tests.server.house import AT, laid, opened, played, pointed_at, run, two_people


def test_tr17_the_tile_lies_open_where_it_was_tapped_for_everybody() -> None:
    table = laid("troika", 3)
    [turn] = table.viewer(0).legal
    table.apply(table.propose(0, turn, AT, pointed=23).rows)
    assert [row.pointed for row in table.rows if row.who == 0] == [23]
    for viewer in table.viewers:
        [shown] = [one.seen for one in viewer.log if one.seen.what == "turned_up"][1:]
        assert shown.facts["place"] == 23
        assert [one.seen.facts["place"] for one in viewer.log if one.seen.what == "turn"] == [23]


def test_tr17_pointing_at_the_tile_that_is_meant_anyway_is_not_kept() -> None:
    table = laid("troika", 3)
    [turn] = table.viewer(0).legal
    assert {row.pointed for row in table.propose(0, turn, AT, pointed=2).rows} == {0}


@pytest.mark.parametrize("place", [1, 99, -1])
def test_tr17_pointing_at_another_tile_is_refused(place: int) -> None:
    table = laid("troika", 3)
    [turn] = table.viewer(0).legal
    with pytest.raises(Refused):
        table.propose(0, turn, AT, pointed=place)
    assert table.number == len(table.rows)


def test_a_take_that_is_undone_lies_where_it_lay() -> None:
    table, rng = laid("troika", 5), seeded("undone")
    undone = 0
    while not table.over and undone < 3:
        seat, before = table.turn, table.shown
        takes = [text for text in table.viewer(seat).legal if text.startswith("take")]
        text = (takes or table.viewer(seat).legal)[0]
        table.apply(table.propose(seat, text, AT, pointed=pointed_at(table, text, rng)).rows)
        if takes and table.can_undo(seat):
            table.apply(table.propose_undo(seat, AT).rows)
            assert table.shown == before
            undone += 1
            table.apply(table.propose(seat, text, AT).rows)
    assert undone == 3


def pointed_game() -> tuple[Table, Record]:
    table = played("troika", 6)
    record = table.record()
    record.more = {SHOWN: table.pointed()}
    assert len(table.pointed()) > 20
    return table, record


def test_a_record_replays_as_it_was_seen() -> None:
    table, record = pointed_game()
    replay = Replay(loads(dumps(record)))
    for viewer in table.viewers:
        told = [one.entry.seen for one in replay.telling(viewer.seat)]
        assert told == [entry.seen for entry in viewer.log]


def test_a_loaded_record_keeps_what_was_pointed_at_and_nothing_else() -> None:
    _, record = pointed_game()
    record.more["fairness"] = {"secret": "00"}
    kept = checked_record(dumps(record).encode())
    assert list(kept.more) == [SHOWN]


@pytest.mark.parametrize(
    "shown",
    ["x", [[1]], [[0, 3]], [[10**9, 3]], [[5, -3]], [["a", 3]], [[6, 3], [6, 4]], [[1, 99]]],
)
def test_what_cannot_have_been_pointed_at_is_refused(shown: Any) -> None:
    _, record = pointed_game()
    record.more[SHOWN] = shown
    with pytest.raises(BadRecord) as caught:
        checked_record(dumps(record).encode())
    assert caught.value.reason == "bad_shown"


def test_it_is_on_disk_and_in_the_record_of_the_table(tmp_path: Path) -> None:
    async def whole() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await two_people(tables, "troika")
            looks = [await tables.viewing.look(ada.table, one.credential) for one in (ada, ben)]
            mover = next(look for look in looks if look.legal)
            owner = (ada, ben)[looks.index(mover)]
            [turn] = mover.legal
            await tables.play.move(ada.table, owner.credential, mover.number, turn, pointed=30)
        async with opened(tmp_path) as tables:
            for one in (ada, ben):
                look = await tables.viewing.look(ada.table, one.credential)
                assert seen_at(look, 30).kind == "up"
                assert seen_at(look, 2).kind == "unseen"

    run(whole())


def seen_at(look: Snapshot, number: int) -> Any:
    presenter = presenter_of(look, speech("en"))
    assert look.view
    board = presenter.board(look, look.view, [])
    assert isinstance(board, Board)
    return board.places[number - 1]
