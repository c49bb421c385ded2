"""How fast the rooms play here: games inside the engine, at random and by the heuristic."""

from __future__ import annotations

from time import perf_counter

import msgspec

from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import Policy, RandomPolicy, new_buffer
from spieltisch.games import ROOMS, game
from spieltisch.search.playout import play_out

GAMES_BETWEEN_LOOKS = 20


class Speed(msgspec.Struct, frozen=True):
    game: str
    seats: int
    policy: str
    steps: float
    games: float


def measure_rooms(seconds: float) -> list[Speed]:
    rows = []
    for name in ROOMS:
        room = game(name)
        for seats in {room.least_seats, room.most_seats}:
            rows.append(measure(room, seats, "random", RandomPolicy(), seconds))
            rows.append(measure(room, seats, "casual", room.casual, seconds))
    return rows


def measure(room: Game, seats: int, name: str, policy: Policy, seconds: float) -> Speed:
    rng = seeded("speed", room.name, seats)
    buffer = new_buffer(room.most_moves)
    steps = games = 0
    begin = perf_counter()
    while perf_counter() - begin < seconds:
        for _ in range(GAMES_BETWEEN_LOOKS):
            steps += play_out(room.start(seats), policy, rng, buffer)
        games += GAMES_BETWEEN_LOOKS
    spent = perf_counter() - begin
    return Speed(room.name, seats, name, steps / spent, games / spent)
