"""One game played by itself, written down as others check it (`spieltisch trace`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from spieltisch.core.bot import Bot
from spieltisch.core.chance import Seeded
from spieltisch.core.game import Game, Options
from spieltisch.core.match import Match
from spieltisch.core.record import Choices, Record
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE


def trace(
    game: Game,
    bots: Sequence[Bot],
    options: Options | None = None,
    seed: int = 0,
) -> Record:
    """A game between bots, with what each step could have been. Chance and every seat draw from
    generators of their own, so that other bots leave chance as it was."""
    seats = len(bots)
    match = Match(game, seats, options, chance=Seeded(game.name, seats, seed))
    luck = [seeded("seat", game.name, seats, seed, seat) for seat in range(seats)]
    for seat, bot in enumerate(bots):
        bot.sit(game, seat)
    choices: list[Choices | None] = []
    while not match.over:
        seat, legal = match.turn, match.legal
        if seat == CHANCE:
            choices.append(match.outcomes)
            match.draw()
        else:
            choices.append(legal)
            answer = bots[seat].choose(match.view(seat), legal, luck[seat])
            match.play_code(match.checked(answer))
    record = match.record()
    record.choices = choices
    return record


def as_table(record: Record, seed: int, with_legal: bool) -> dict[str, Any]:
    """A trace as it is printed."""
    return {
        "game": record.game,
        "seats": record.seats,
        "options": record.options,
        "edition": record.edition,
        "seed": seed,
        "steps": [step_table(record, number, with_legal) for number in range(len(record.steps))],
        "result": record.result,
    }


def step_table(record: Record, number: int, with_legal: bool) -> dict[str, Any]:
    who, text = record.steps[number]
    step: dict[str, Any] = {"who": who, "text": text}
    if with_legal and record.choices is not msgspec.UNSET:
        step["outcomes" if who == "chance" else "legal"] = record.choices[number]
    return step
