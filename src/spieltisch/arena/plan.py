"""Which games a tournament plays: every line-up in every seating, one luck for all of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import msgspec

from spieltisch.bots.levels import check_level
from spieltisch.core.errors import SpieltischError
from spieltisch.games import game

MOST_BOTS = 12


class BadTournament(SpieltischError):
    """The tournament asked for cannot be played."""


class Tournament(msgspec.Struct, frozen=True):
    """Everything that decides its games. Equal tournaments play equal games."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int
    seed: int = 0
    options: dict[str, str] = {}
    edition: dict[str, Any] | None = None

    def check(self) -> None:
        room = game(self.game, self.edition)
        room.start(self.seats, self.options)
        for name in self.bots:
            check_level(name)
        if not 1 <= len(self.bots) <= MOST_BOTS:
            raise BadTournament(f"a tournament has 1 to {MOST_BOTS} bots, not {len(self.bots)}")
        if self.games < 1:
            raise BadTournament(f"a tournament has at least one game, not {self.games}")


class Pairing(msgspec.Struct, frozen=True):
    """One game: who sits on each seat, by name, and the deal that fixes chance."""

    number: int
    deal: int
    seating: tuple[str, ...]


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """As many bots as seats: those. More: every choice among them. Fewer: every way to fill the
    seats in which each bot sits at least once."""
    if len(bots) == seats:
        return [tuple(bots)]
    if len(bots) > seats:
        return sorted(set(combinations(bots, seats)))
    every = combinations_with_replacement(sorted(set(bots)), seats)
    return [chosen for chosen in every if set(chosen) == set(bots)]


def seatings(line_up: Sequence[str]) -> list[tuple[str, ...]]:
    return sorted(set(permutations(line_up)))


def pairings(tournament: Tournament) -> list[Pairing]:
    """Whole deals only, so that no bot is favoured: at least as many games as asked for."""
    rounds = [
        seating
        for line_up in line_ups(tournament.bots, tournament.seats)
        for seating in seatings(line_up)
    ]
    deals = -(-tournament.games // len(rounds))
    return [
        Pairing(deal * len(rounds) + at, deal, seating)
        for deal in range(deals)
        for at, seating in enumerate(rounds)
    ]
