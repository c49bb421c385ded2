"""A game of the terminal in a file: its record, with the names and who is a bot."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from spieltisch.core.chance import Seeded
from spieltisch.core.errors import BadRecord
from spieltisch.core.match import Match
from spieltisch.core.record import Record
from spieltisch.games import game_of_record

BOTS = "bots"


def written(match: Match, bots: Mapping[int, str], names: list[str]) -> Record:
    more = {BOTS: [bots.get(seat, "") for seat in range(match.seats)]}
    return msgspec.structs.replace(match.record(), names=names, more=more)


def bots_of(record: Record) -> dict[int, str]:
    """Names by seat; a record of another origin has none."""
    levels = record.more.get(BOTS, [])
    if not isinstance(levels, list) or not all(isinstance(one, str) for one in levels):
        raise BadRecord("record: its bots are not a list of names", "bad_part", part=BOTS)
    return {seat: level for seat, level in enumerate(levels[: record.seats]) if level}


def resumed(record: Record, seed: int | str) -> Match:
    """The match goes on with chance of its own: a file does not tell what will come."""
    game = game_of_record(record)
    chance = Seeded(game.name, record.seats, f"{seed}, from step {len(record.steps)}")
    match = Match.from_record(game, record, chance)
    match.apply(match.propose_chance())
    return match
