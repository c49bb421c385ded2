"""External programs as bots: they play, and what they do wrong is said in one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from spieltisch.arena.match import play_match
from spieltisch.bots.levels import bot
from spieltisch.bots.process import ProcessBot
from spieltisch.bots.searching import SearchBot
from spieltisch.core.bot import BadBot
from spieltisch.core.rng import seeded
from spieltisch.games import ROOMS, game
from tests.positions import some_decisions

HERE = Path(__file__).parent
EXAMPLE = HERE.parent.parent / "docs" / "examples" / "stdio_bot.py"


@contextmanager
def program(source: str, seconds: float = 20.0) -> Iterator[ProcessBot]:
    with ProcessBot([sys.executable, "-c", source], seconds) as player:
        yield player


def ask_once(player: ProcessBot) -> str:
    room = game("tatort_themse")
    state = some_decisions(room, 2, 1)[0]
    player.sit(room, state.turn)
    view = room.view(state, state.turn)
    return player.choose(view, room.legal_texts(state), seeded(1))


@pytest.mark.parametrize("name", ROOMS)
def test_a_process_with_serialised_views_plays_a_whole_game(name: str) -> None:
    room = game(name)
    with ProcessBot([sys.executable, str(HERE / "view_player.py"), "5"]) as player:
        match = play_match(room, [player, bot("random")], "process")
    assert sum(match.payoffs) == pytest.approx(1.0)


def test_a_process_plays_what_the_bot_inside_would_play() -> None:
    room = game("tatort_themse")
    state = some_decisions(room, 3, 2)[1]
    view, legal = room.view(state, state.turn), room.legal_texts(state)
    inside = SearchBot(50)
    inside.sit(room, state.turn)
    with ProcessBot([sys.executable, str(HERE / "view_player.py"), "50"]) as outside:
        outside.sit(room, state.turn)
        answer = outside.choose(view, legal, seeded(3))
    assert answer == inside.choose(view, legal, seeded(seeded(3).word()))


def test_the_example_of_the_docs_plays() -> None:
    with ProcessBot([sys.executable, str(EXAMPLE)]) as player:
        match = play_match(game("tatort_themse"), [player, bot("casual")], "example")
    assert len(EXAMPLE.read_text().splitlines()) <= 24
    assert len(match.scores) == 2


def test_one_program_plays_several_games() -> None:
    with ProcessBot([sys.executable, str(EXAMPLE)]) as player:
        first = ask_once(player)
        assert ask_once(player) == first


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import time; time.sleep(9)", "did not answer within 0.3 seconds"),
        ("input(); print('hello'); input()", 'instead of {"move": TEXT}'),
        ("input(); print('{\"move\": 7}'); input()", 'instead of {"move": TEXT}'),
        ('input(); print(\'{"move": "fly"}\'); input()', "'fly', which is not legal here"),
        ("input(); raise SystemExit(3)", "ended by itself (exit code 3)"),
        ("raise SystemExit(4)", "ended by itself (exit code 4)"),
        ("input(); print('x' * 200000, end=''); input()", "more than 65536 bytes"),
    ],
)
def test_what_a_program_does_wrong_is_said(source: str, said: str) -> None:
    seconds = 0.3 if "sleep" in source else 20.0
    with program(source, seconds) as player, pytest.raises(BadBot) as caught:
        ask_once(player)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_program_that_is_not_there_is_named() -> None:
    player = ProcessBot(["/nowhere/bot"])
    with pytest.raises(BadBot, match="cannot be started: No such file"):
        player.sit(game("tatort_themse"), 0)


def test_a_bot_that_was_closed_does_not_answer() -> None:
    player = ProcessBot([sys.executable, str(EXAMPLE)])
    ask_once(player)
    player.close()
    with pytest.raises(BadBot, match="has to sit down first"):
        player.send(b"{}\n")
