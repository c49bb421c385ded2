"""The pocket games: whole games of two rooms, small enough to be solved by OpenSpiel."""

from __future__ import annotations

from functools import cache

import pytest

import spieltisch
from spieltisch.bots.levels import bot
from spieltisch.core.errors import BadDocument, BadSeats
from spieltisch.core.record import dumps, loads
from spieltisch.core.view import to_json
from spieltisch.games import game, game_of_record
from spieltisch.research.openspiel.extensive_form import Solution, share_against, solved, written

POCKET = {"size": "pocket"}
MOST_INFORMATION_SETS = 20_000
ENOUGH = 0.01  # either could gain so much by playing otherwise
VALUES = {"troika": 0.671, "holmes": 0.450}
every_pocket = pytest.mark.parametrize("name", list(VALUES))


@cache
def solution(name: str, enough: float) -> Solution:
    room = game(name)
    tree = written(room, room.start(2, POCKET))
    assert 5_000 < tree.number() <= MOST_INFORMATION_SETS
    return solved(tree, enough=enough)


@pytest.mark.parametrize("enough", [ENOUGH, pytest.param(0.002, marks=pytest.mark.long)])
@every_pocket
def test_a_pocket_game_is_solved_to_a_hundredth(name: str, enough: float) -> None:
    found = solution(name, enough)
    assert found.exploitability < enough
    assert found.value == pytest.approx(VALUES[name], abs=max(0.005, 2 * enough))


@every_pocket
def test_nobody_gains_against_the_equilibrium_of_a_pocket_game(name: str) -> None:
    room = game(name)
    begin, found = room.start(2, POCKET), solution(name, ENOUGH)
    for seat, worth in enumerate((found.value, 1 - found.value)):
        shares = share_against(room, begin, found, bot("casual"), seat, 150)
        assert sum(shares) / len(shares) < worth + 0.1


@every_pocket
def test_a_pocket_game_says_its_size_and_the_whole_one_does_not(name: str) -> None:
    room = game(name)
    for options, said in (({}, None), ({"size": "full"}, None), (POCKET, "pocket")):
        match = room.match(2, options, seed=5)
        while not match.over:
            assert match.record().options.get("size") == said
            document = room.to_document(match.state)
            assert document.get("size") == said
            assert room.to_document(room.from_document(document)) == document
            assert (b'"size":"pocket"' in to_json(room.view(match.state, 0))) == bool(said)
            match.push(match.legal[0])
        record = loads(dumps(match.record()))
        assert spieltisch.Match.from_record(game_of_record(record), record).result == match.result


def test_the_pocket_game_of_troika_is_for_two() -> None:
    with pytest.raises(BadSeats, match="2 players"):
        game("troika").start(3, POCKET)


def test_a_position_of_three_players_is_not_of_the_pocket_game() -> None:
    room = game("troika")
    position = room.to_document(room.start(3))
    with pytest.raises(BadDocument, match="seats: 2 to 2"):
        room.from_document({**position, **POCKET})
