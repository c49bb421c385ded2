"""The outside bot of docs/examples thinks: it beats random players, seeing JSON views alone."""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spieltisch.bots.levels import bot
from spieltisch.core.edition import built_in
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View
from spieltisch.games import ROOMS, game

PROGRAM = Path(__file__).parents[2] / "docs" / "examples" / "thinking_bot.py"
GAMES = 16
IN_MAKE_TEST = {"troika": 2}  # where it thinks longest


def program() -> Any:
    spec = importlib.util.spec_from_file_location("thinking_bot", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Outside:
    def sit(self, room: Game, seat: int) -> None:
        self.name = room.name
        self.cards = built_in(room.name) if room.edition_type else {}
        self.program = program()

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        told = json.loads(msgspec.json.encode(view))
        answer: str = self.program.choose(self.name, self.cards, told, list(legal))
        return answer


@pytest.mark.parametrize("name", ROOMS)
def test_it_beats_random_players(name: str) -> None:
    check_beats(name, IN_MAKE_TEST.get(name, 4))


@pytest.mark.long
@pytest.mark.parametrize("name", ROOMS)
def test_it_beats_random_players_in_many_games(name: str) -> None:
    check_beats(name, GAMES)


def check_beats(name: str, games: int) -> None:
    random.seed(name)
    won = 0.0
    for number in range(games):
        match = game(name).match(seed=number)
        seat = number % match.seats
        players = {other: bot("random") for other in range(match.seats) if other != seat}
        match.play({seat: Outside(), **players})
        won += match.state.payoffs()[seat]
    assert won / games > 1 / match.seats
