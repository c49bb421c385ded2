"""One game between bots, who get nothing but views. Chance depends on the deal and the step's
number alone, so every seating of a deal meets the same luck."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from spieltisch.bots.protocol import BadBot, Bot
from spieltisch.core.game import Game
from spieltisch.core.record import Step, who_is
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer


class Match(msgspec.Struct, frozen=True):
    """A finished game, seat by seat; `seconds` is the time each seat thought."""

    payoffs: list[float]
    scores: list[float]
    steps: list[Step]
    seconds: list[float]


def play_match(
    game: Game,
    bots: Sequence[Bot],
    deal: str,
    options: Mapping[str, str] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Match:
    """The bots sit in this order; the deal's name fixes chance and what the bots' own generators
    give them."""
    state = game.start(len(bots), options)
    for seat, bot in enumerate(bots):
        bot.sit(game, seat)
    buffer = new_buffer(game.most_moves)
    steps: list[Step] = []
    seconds = [0.0] * len(bots)
    while state.turn != OVER:
        turn = state.turn
        if turn == CHANCE:
            code = state.draw(seeded(deal, "chance", len(steps)), buffer)
        else:
            began = clock()
            code = ask(game, state, bots[turn], deal, len(steps))
            seconds[turn] += clock() - began
        steps.append((who_is(turn), game.texts_by_code[code]))
        state.play(code)
    return Match(list(state.payoffs()), list(state.scores()), steps, seconds)


def ask(game: Game, state: State, bot: Bot, deal: str, number: int) -> int:
    """The bot's move as a code; it sees its view and the texts of its legal moves. Where there is
    but one, nobody is asked."""
    seat = state.turn
    legal = game.legal(state)
    if len(legal) == 1:
        return legal[0]
    codes = {game.texts_by_code[code]: code for code in legal}
    rng = seeded(deal, "bot", seat, number)
    answer = bot.choose(game.view(state, seat), list(codes), rng)
    if answer not in codes:
        raise BadBot(f"{type(bot).__name__} on seat {seat}: {answer!r} is not legal here")
    return codes[answer]
