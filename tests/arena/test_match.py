"""One game between bots: views only, the same luck for every seating, and clear complaints."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spieltisch.arena.match import Fault, play_match
from spieltisch.bots.levels import bot
from spieltisch.bots.searching import SearchBot
from spieltisch.core.bot import Bot
from spieltisch.core.game import Game
from spieltisch.core.record import Record, replay
from spieltisch.core.rng import Rng
from spieltisch.core.view import View
from spieltisch.games import ROOMS, game


class Mute:
    def sit(self, game: Game, seat: int) -> None:
        """Nothing to prepare."""

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        return "nothing"


@pytest.mark.parametrize("name", ROOMS)
def test_a_match_is_a_game_that_replays(name: str) -> None:
    room = game(name)
    seats = room.most_seats
    match = play_match(room, [bot("casual") for _ in range(seats)], "deal 1")
    options = room.complete_options({})
    record = Record(game=name, seats=seats, options=options, edition="", steps=match.steps)
    assert list(replay(room, record).payoffs()) == match.payoffs
    assert len(match.scores) == len(match.seconds) == seats


@pytest.mark.parametrize("name", ROOMS)
def test_the_same_deal_is_the_same_game(name: str) -> None:
    room = game(name)
    matches = [play_match(room, [SearchBot(5), bot("casual")], "deal 2") for _ in range(2)]
    assert matches[0].steps == matches[1].steps


def test_seatings_of_a_deal_share_the_set_up() -> None:
    room = game("tatort_themse")
    one = play_match(room, [bot("casual"), bot("random")], "deal 3")
    two = play_match(room, [bot("random"), bot("casual")], "deal 3")
    set_up = next(number for number, (who, _) in enumerate(one.steps) if who != "chance")
    assert one.steps[:set_up] == two.steps[:set_up]
    assert set_up == 37


class Crashing(Mute):
    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        raise ZeroDivisionError("by zero\nor so")


class Leaving(Mute):
    def sit(self, game: Game, seat: int) -> None:
        raise SystemExit(3)


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (Mute(), "Mute answered 'nothing', which is not legal here (seat 0)"),
        (Crashing(), "Crashing crashed: ZeroDivisionError: by zero or so (seat 0)"),
        (Leaving(), "Leaving crashed: SystemExit: 3 (seat 0)"),
    ],
)
def test_what_a_bot_does_wrong_is_one_line_with_the_game_so_far(player: Bot, said: str) -> None:
    with pytest.raises(Fault) as caught:
        play_match(game("tatort_themse"), [player, bot("casual")], "deal 4")
    assert str(caught.value) == said
    assert caught.value.seat == 0
    assert all(who == "chance" for who, _ in caught.value.record.steps)
