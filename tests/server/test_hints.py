"""Hints: for the seat that decides, from what it sees, where the table allows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch.bots.advice import MOST_MOVES, Advice
from spieltisch.games import ROOMS
from spieltisch.server.errors import NotYours, Refused, TableError
from spieltisch.server.lobby import Seated
from spieltisch.server.snapshot import Conflict, Snapshot
from spieltisch.server.stored_table import House
from spieltisch.server.tables import Tables
from tests.server.house import opened, run, two_people

FAST = House(bot_pace=0, hints=True)


async def who_decides(tables: Tables, *people: Seated) -> tuple[Seated, Snapshot]:
    """With more than one move to choose from: a single one needs no hint."""
    for _ in range(200):
        for one in people:
            look = await tables.viewing.look(one.table, one.credential)
            if len(look.legal) > 1:
                return one, look
            if look.legal:
                await tables.play.move(one.table, one.credential, look.number, look.legal[0])
    raise AssertionError("nobody has a choice")


@pytest.mark.parametrize("room", ROOMS)
def test_a_hint_names_legal_moves_and_says_the_same_again(tmp_path: Path, room: str) -> None:
    async def ask() -> tuple[list[Advice], list[Advice], Snapshot]:
        async with opened(tmp_path) as tables:
            one, look = await who_decides(tables, *await two_people(tables, room, FAST))
            first = await tables.hints.ask(one.table, one.credential, look.number)
            again = await tables.hints.ask(one.table, one.credential, look.number)
            return first, again, look

    first, again, look = run(ask())
    assert first == again
    assert 1 <= len(first) <= MOST_MOVES
    assert {one.moves[0] for one in first} <= set(look.legal)
    assert all(0.0 <= one.share <= 1.0 for one in first)


def refusal(tmp_path: Path, house: House, late: int, waiting: bool) -> TableError:
    """What asking says: about a view so much later, or by somebody who does not decide."""

    async def ask() -> TableError:
        async with opened(tmp_path) as tables:
            people = await two_people(tables, "tatort_themse", house)
            one, look = await who_decides(tables, *people)
            asking = next(p for p in people if (p is one) != waiting)
            with pytest.raises(TableError) as error:
                await tables.hints.ask(asking.table, asking.credential, look.number + late)
            return error.value

    return run(ask())


def test_only_who_has_to_decide_gets_hints(tmp_path: Path) -> None:
    assert refusal(tmp_path, FAST, 0, waiting=True).reason == "not_your_turn"


def test_a_hint_answers_the_present_view(tmp_path: Path) -> None:
    assert isinstance(refusal(tmp_path, FAST, 1, waiting=False), Conflict)


def test_a_table_without_hints_says_so(tmp_path: Path) -> None:
    said = refusal(tmp_path, House(bot_pace=0, hints=False), 0, waiting=False)
    assert isinstance(said, Refused)
    assert said.reason == "no_hints"


def test_strangers_get_no_hints(tmp_path: Path) -> None:
    async def ask() -> None:
        async with opened(tmp_path) as tables:
            ada, _ = await two_people(tables, "tatort_themse")
            with pytest.raises(NotYours):
                await tables.hints.ask(ada.table, None, ada.look.number)

    run(ask())
