"""Trying again: what the seat knew is there, nothing else is, and the old game stays as it was."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from spieltisch.core.errors import BadRecord
from spieltisch.core.record import Record, dumps, loads, replay
from spieltisch.core.rng import seeded
from spieltisch.core.view import to_json
from spieltisch.games import ROOMS, game
from spieltisch.server import tries
from spieltisch.server.errors import Refused
from spieltisch.server.fairness import verify
from spieltisch.server.replays import Replay
from spieltisch.server.tables import Tables
from spieltisch.server.tries import as_known, deciding
from spieltisch.web.pages.showing import fragment
from spieltisch.web.pages.speech import speech
from tests.browser.records import recorded, trace
from tests.server.house import opened, play_to_the_end, run

each_room = pytest.mark.parametrize("room", sorted(ROOMS))


def decisions(old: Replay, each: int) -> list[int]:
    every = [step for step in range(old.last) if old.turn_at(step) >= 0]
    return every[::each]


@each_room
def test_the_seat_sees_again_what_it_saw_then(room: str) -> None:
    old = Replay(recorded(room, game(room).most_seats))
    for step in decisions(old, 5):
        seat = deciding(old, step)
        state = old.game.from_document(as_known(old, step, seat, seeded("try", step)))
        assert state.turn == seat
        assert to_json(old.game.view(state, seat)) == to_json(old.view(step, seat))
        assert old.game.legal_texts(state) == old.game.legal_texts(old.states[step])


@each_room
def test_what_the_seat_could_not_know_changes_nothing(room: str) -> None:
    """Two games that differ only there give the same try for the same new deal."""
    differed = sum(
        tries_of_twins(recorded(room, game(room).most_seats, seed)) for seed in (1, 2, 3)
    )
    assert differed


def tries_of_twins(record: Record) -> int:
    """At how many decisions the two were really different games."""
    room = record.game
    old, other = Replay(record), Replay(record)
    differed = 0
    for step in decisions(old, 3):
        seat, state = deciding(old, step), other.states[step].copy()
        state.resample(seat, seeded("other", step))
        other.states[step] = state
        truth = [game(room).to_document(one.states[step]) for one in (old, other)]
        differed += truth[0] != truth[1]
        dealt = [as_known(one, step, seat, seeded("deal", step)) for one in (old, other)]
        assert json.dumps(dealt[0]) == json.dumps(dealt[1])
    return differed


def test_there_is_nothing_to_try_where_nobody_decided() -> None:
    old = Replay(recorded("holmes", 2))
    for step in (0, old.last, -1, old.last + 1):
        with pytest.raises(Refused):
            deciding(old, step)


async def tried(tables: Tables, room: str, seed: str = "") -> tuple[str, str, int]:
    """A game begun from the middle of a record; its table, the credential and the step."""
    name = await tables.replays.keep(
        trace(room, game(room).least_seats).encode(), tables.live.now()
    )
    old = await tables.viewing.replay(name)
    step = decisions(old, 1)[len(decisions(old, 1)) // 2]
    seated = await tables.tries.again(name, step, "Ada", seed=seed)
    return seated.table, seated.credential, step


@each_room
def test_a_try_is_a_private_game_that_says_where_it_came_from(
    room: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "PRIVATE", msgspec.structs.replace(tries.PRIVATE, bot_pace=0))

    async def work() -> None:
        async with opened(tmp_path) as tables:
            table, mine, step = await tried(tables, room)
            look = await tables.viewing.look(table, mine)
            assert look.legal and look.stage == "playing" and look.owned == [look.seat]
            assert look.tried is not None and look.tried.step == step
            assert look.house.watch == "nobody" and not look.house.share
            await play_to_the_end(tables, table, [mine], seeded(room))
            record = loads(dumps(await tables.viewing.record(table, mine)))
            assert record.more["tried"]["step"] == step and "fairness" not in record.more
            replay(game(room), record)
            with pytest.raises(BadRecord):
                verify(game(room), record)
            assert Replay(record).last == len(record.steps)
            assert await tables.played.history(mine) == []

    run(work())


def test_a_try_is_there_again_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            table, mine, _ = await tried(tables, "holmes")
            before = await tables.viewing.look(table, mine)
        async with opened(tmp_path) as tables:
            after = await tables.viewing.look(table, mine)
            assert (after.view, after.legal, after.tried) == (
                before.view,
                before.legal,
                before.tried,
            )
            await tables.play.move(table, mine, after.number, after.legal[0])

    run(work())


@each_room
def test_the_page_of_a_try_tells_nothing_the_seat_could_not_know(room: str, tmp_path: Path) -> None:
    """Two finished games that differ only in what the seat could not know: the same pages."""

    async def work() -> None:
        async with opened(tmp_path) as tables:
            pages = []
            for hidden in (False, True):
                text = trace(room, game(room).least_seats).encode()
                name = await tables.replays.keep(text, tables.live.now())
                old = await tables.viewing.replay(name)
                step = decisions(old, 1)[10]
                if hidden:
                    old.states[step].resample(deciding(old, step), seeded("other"))
                seated = await tables.tries.again(name, step, "Ada", seed="deal")
                page = fragment(seated.look, speech("de"))
                pages.append(page.replace(seated.table, "TABLE").replace(name, "NAME"))
            assert pages[0] == pages[1]

    run(work())
