"""Whole games, walked through together by the room and by the second referee."""

from __future__ import annotations

import json

import pytest

from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, RandomPolicy, new_buffer
from spieltisch.games.troika.position import PlaceView
from spieltisch.games.troika.room import Troika
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.version_1 import FirstTroika
from spieltisch.games.troika.view import TroikaView
from tests.games.troika.referee import Referee
from tests.traces import traced

GAMES = {"container": Troika(), "anywhere": Troika(), None: FirstTroika()}
GAME = GAMES["container"]
SEATS = [2, 3, 4, 5]
every_reading = pytest.mark.parametrize("fuel", GAMES)


def options(fuel: str | None) -> dict[str, str]:
    return {} if fuel is None else {"fuel": fuel}


def check_step(state: TroikaState, referee: Referee, code: int) -> None:
    texts = GAME.texts_by_code
    if state.turn == CHANCE:
        assert referee.who() == "chance"
        weights = {texts[one]: weight for one, weight in GAME.outcomes(state).items()}
        assert list(weights.items()) == list(referee.outcomes().items())
    else:
        assert referee.who() == state.turn
        assert [texts[one] for one in GAME.legal(state)] == referee.legal()
    for viewer in [*range(state.seats), None]:
        seen = GAME.mask(state, code, viewer)
        assert seen is not None
        assert seen.text == referee.seen(texts[code], viewer)


def check_view(view: TroikaView, referee: Referee) -> None:
    """Every seat and a spectator know exactly what TR-29 says."""
    observer = view.seats if view.seat is None else view.seat
    for seat, hand in enumerate(view.hands):
        own = seat == observer
        known = referee.hands[seat] if own else referee.knows_hand[observer][seat]
        assert hand.known == sorted(known)
        assert hand.size == len(referee.hands[seat])
    assert view.containers == [sorted(container) for container in referee.containers]
    assert [call > 0 for call in view.calls] == [s in referee.callers for s in range(view.seats)]
    assert view.field == expected_field(referee, observer)


def expected_field(referee: Referee, observer: int) -> list[PlaceView | None]:
    field: list[PlaceView | None] = []
    for number in sorted(referee.field):
        tile = referee.field[number]
        if tile is None:
            field.append(None)
            continue
        value = tile.value if tile.face_up else referee.knows_place[observer].get(number)
        field.append(PlaceView(tile.face_up, value, tile.hidden_by))
    return field


def choose(state: TroikaState, rng: Rng, sense: int) -> int:
    """The heuristic's move in `sense` of four cases; otherwise any, hiding and drawing more often
    than chance would, so that there is something to remember."""
    buffer = new_buffer(GAME.most_moves)
    if state.turn == CHANCE:
        return state.draw(rng, buffer)
    if rng.below(4) < sense:
        return GAME.casual.choose(state, rng, buffer)
    legal = GAME.legal(state)
    secret = [code for code in legal if GAME.texts_by_code[code].startswith(("hide", "draw"))]
    if secret and rng.below(2):
        return secret[rng.below(len(secret))]
    return RandomPolicy().choose(state, rng, buffer)


def check_game(seats: int, seed: int, sense: int, fuel: str | None) -> None:
    rng = seeded("referee", seats, seed, sense)
    state = GAMES[fuel].start(seats, options(fuel))
    referee = Referee(seats, fuel)
    while state.turn != OVER:
        code = choose(state, rng, sense)
        check_step(state, referee, code)
        state.play(code)
        referee.play(GAME.texts_by_code[code])
        for viewer in [*range(seats), None]:
            check_view(GAME.view(state, viewer), referee)
    assert referee.over
    assert GAME.result(state).summary() == referee.result()


@pytest.mark.parametrize("games", [1, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("sense", [0, 2, 4])
@every_reading
def test_tr10_tr11_tr29_referee_agrees_with_every_step_and_view(
    seats: int, sense: int, fuel: str | None, games: int
) -> None:
    for seed in range(games):
        check_game(seats, seed, sense, fuel)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("bot", ["random", "casual"])
@every_reading
def test_referee_agrees_with_traces(seats: int, bot: str, fuel: str | None) -> None:
    for seed in range(2):
        check_trace(seats, seed, bot, fuel)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("bot", ["random", "beginner", "casual"])
@every_reading
def test_referee_agrees_over_hundreds_of_games(seats: int, bot: str, fuel: str | None) -> None:
    for seed in range(100, 200):
        check_trace(seats, seed, bot, fuel)


def check_trace(seats: int, seed: int, bot: str, fuel: str | None) -> None:
    played = traced(GAMES[fuel], seats, options(fuel), seed, bot, with_legal=True)
    trace = json.loads(json.dumps(played))
    referee = Referee(seats, fuel)
    for step in trace["steps"]:
        assert step["who"] == referee.who()
        if step["who"] == "chance":
            assert list(step["outcomes"].items()) == list(referee.outcomes().items())
        else:
            assert step["legal"] == referee.legal()
        assert step["text"] in (step.get("legal") or step["outcomes"])
        referee.play(step["text"])
    assert referee.over
    assert trace["result"] == referee.result()
    assert trace["edition"] == "standard"
