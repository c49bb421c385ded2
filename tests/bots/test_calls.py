"""Nobody who searches leaves a planet with a call its own tiles show to be wrong (TR-10, TR-12)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spieltisch.arena.match import play_match
from spieltisch.bots import levels
from spieltisch.bots.searching import SearchBot
from spieltisch.core.bot import Bot
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.view import View
from spieltisch.games import game
from spieltisch.games.troika.rules import TroikaState
from tests.positions import decisions

CALL = "troika"
READINGS = ("container", "anywhere")


class Watched:
    """A bot whose calls are counted, and among them those that are wrong."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.calls = 0
        self.wrong = 0

    def sit(self, game: Game, seat: int) -> None:
        self.game = game
        self.bot.sit(game, seat)

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        answer = self.bot.choose(view, legal, rng)
        if answer == CALL:
            self.calls += 1
            state = self.game.determinize(view, seeded("own tiles"))
            assert isinstance(state, TroikaState)
            self.wrong += not state.could_call_rightly()
        return answer


def calls_of(player: Bot, seats: int, games: int, reading: str) -> Watched:
    watched = Watched(player)
    for number in range(games):
        play([watched] * seats, number, reading)
    return watched


def play(bots: Sequence[Bot], number: int, reading: str) -> None:
    play_match(game("troika"), bots, f"calls {number}", {"fuel": reading})


@pytest.mark.parametrize("games", [1, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("seats", [3, 4])
def test_tr12_a_search_never_calls_wrongly(seats: int, games: int) -> None:
    watched = [calls_of(SearchBot(24), seats, games, reading) for reading in READINGS]
    assert sum(one.calls for one in watched) > 0
    assert all(one.wrong == 0 for one in watched)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4])
def test_tr12_strong_never_calls_wrongly(seats: int) -> None:
    watched = calls_of(levels.bot("strong"), seats, 200, READINGS[0])
    print(f"{seats} seats: calls of strong {watched.calls}")
    assert watched.calls > 0
    assert watched.wrong == 0


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4])
def test_tr12_a_master_among_strong_players_never_calls_wrongly(seats: int) -> None:
    master, strong = Watched(levels.bot("master")), Watched(levels.bot("strong"))
    for number in range(200):
        play(
            [master if at == number % seats else strong for at in range(seats)], number, READINGS[0]
        )
    print(f"{seats} seats: calls of master {master.calls}, of strong {strong.calls}")
    assert strong.calls > 0
    assert master.wrong == strong.wrong == 0


def test_tr09_a_call_gets_the_whole_thought() -> None:
    room = game("troika")
    assert right_calls(room)
    assert not room.start(3).for_good()


def right_calls(room: Game) -> list[TroikaState]:
    """Positions in which the mover could call, and rightly."""
    found = [state.copy() for deal in range(20) for state in decisions(room, 3, "calls", deal)]
    states = [state for state in found if isinstance(state, TroikaState)]
    return [state for state in states if CALL in room.legal_texts(state) and state.for_good()]
