"""What was written down by version 1 of the rules is read by it; and what thinks, thinks by the
reading of its table (TR-10, TR-11)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import spieltisch
from spieltisch.bots.searching import SearchBot
from spieltisch.core.match import Match
from spieltisch.core.position import PositionFile, read
from spieltisch.core.record import loads, replay
from spieltisch.core.rng import seeded
from spieltisch.games import game, game_of_position, game_of_record
from spieltisch.games.troika.version_1 import FirstTroika
from tests.games.troika.positions import GAME, nearly_over
from tests.traces import traced

CONTAINER, ANYWHERE = {"fuel": "container"}, {"fuel": "anywhere"}


@pytest.mark.parametrize(
    ("version", "options"), [(1, {}), (None, CONTAINER), (None, ANYWHERE)], ids=str
)
def test_tr10_a_trace_names_no_version_and_is_read_by_its_own(
    version: int | None, options: dict[str, str]
) -> None:
    room = game("troika", None, version)
    for seed in range(3):
        trace = traced(room, 3, options, seed, "casual")
        assert "rules_version" not in trace
        assert trace["options"] == options
        record = loads(json.dumps(trace))
        played = game_of_record(record)
        assert played.rules_version == room.rules_version
        replay(played, record)


def as_a_file(**parts: Any) -> PositionFile:
    return read(msgspec.json.encode({"game": "troika", "edition": "standard", **parts}), "test")


def test_tr10_an_old_position_file_is_of_version_1() -> None:
    document = game("troika", None, 1).match(seats=3, seed=1).position().position
    assert "fuel" not in document
    assert isinstance(game_of_position(as_a_file(position=document)), FirstTroika)


def test_tr10_a_position_file_says_its_version_and_fuel() -> None:
    for version, options in ((1, {}), (2, CONTAINER), (2, ANYWHERE)):
        match = game("troika", None, version).match(seats=3, options=options, seed=1)
        written = match.position()
        assert written.rules_version == version
        begun = spieltisch.position(read(written.written().encode(), "test"))
        assert (begun.game.rules_version, begun.options) == (version, options)


def test_tr10_a_position_file_that_names_fuel_is_of_today() -> None:
    document = GAME.match(seats=3, options=ANYWHERE, seed=1).position().position
    begun = spieltisch.position(as_a_file(position=document))
    assert (begun.game.rules_version, begun.options) == (2, ANYWHERE)


def before_a_call(container: list[int], hand: list[int]) -> Match:
    document = nearly_over([hand, [10], [3]], [container, [], []])
    return Match.from_position(GAME, document)


def test_tr10_a_searching_bot_leaves_out_a_call_it_can_see_to_be_wrong() -> None:
    """Who asks what every move is worth is told of the call, too."""
    match = before_a_call([4, 4, 4, 7, 8, 9], [12])
    bot = SearchBot(iterations=60)
    bot.sit(GAME, 0)
    assert match.legal[0] == "troika"
    for seed in range(20):
        assert bot.choose(match.view(0), match.legal, seeded(seed)) != "troika"
    reports = bot.analyse(match.view(0), match.legal, seeded("all"))
    assert {report.move for report in reports} == set(match.legal)
    worth = {report.move: report.value for report in reports}
    assert worth["troika"] == min(worth.values())


def test_tr10_a_searching_bot_makes_a_call_that_is_right() -> None:
    match = before_a_call([4, 4, 4, 7, 8], [9])
    bot = SearchBot(iterations=200)
    bot.sit(GAME, 0)
    assert bot.choose(match.view(0), match.legal, seeded("right")) == "troika"
