"""Positions of every room, met in games played by a mix of sense and chance."""

from __future__ import annotations

from collections.abc import Iterator

from spieltisch.core.game import Game
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer


def decisions(game: Game, seats: int, *seed: object) -> Iterator[State]:
    """Every position of one game in which a seat has a choice. The state goes on being played."""
    rng = seeded(game.name, seats, *seed)
    state = game.start(seats)
    while state.turn != OVER:
        if state.turn != CHANCE and len(game.legal(state)) > 1:
            yield state
        step(game, state, rng)


def step(game: Game, state: State, rng: Rng) -> None:
    buffer = new_buffer(game.most_moves)
    if state.turn == CHANCE:
        state.play(state.draw(rng, buffer))
    elif rng.below(3) == 0:
        state.play(buffer[rng.below(state.legal(buffer))])
    else:
        state.play(game.casual.choose(state, rng, buffer))


def some_decisions(game: Game, seats: int, number: int, *seed: object) -> list[State]:
    """Copies of so many positions, spread over one game."""
    met = [state.copy() for state in decisions(game, seats, *seed)]
    return [met[at * len(met) // number] for at in range(min(number, len(met)))]


def seat_counts(game: Game) -> list[int]:
    return sorted({game.least_seats, game.most_seats})
