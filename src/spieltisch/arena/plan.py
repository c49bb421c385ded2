"""Which games a tournament plays: every line-up in every seating, one luck for all of a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import msgspec

from spieltisch.arena.elo import Tables
from spieltisch.arena.sprt import Sprt
from spieltisch.bots import by_name
from spieltisch.core.errors import SpieltischError
from spieltisch.games import game

MOST_BOTS = 12


class BadTournament(SpieltischError):
    """The tournament asked for cannot be played."""


class Tournament(msgspec.Struct, frozen=True):
    """Everything that decides its games. Equal tournaments play equal games, as far as the bots do
    the same for the same seeds. `gauntlet`: the first bot sits in every game. `seconds` is the time
    a bot of your own has for a move. With `sprt`, `games` is the most. `luck`: so many games are
    played out from every position to tell luck from skill (bots/luck.py); 0: nobody asks."""

    game: str
    bots: tuple[str, ...]
    seats: int = 2
    games: int = 100
    seed: int = 0
    options: dict[str, str] = {}
    edition: dict[str, Any] | None = None
    gauntlet: bool = False
    seconds: float | None = None
    sprt: Sprt | None = None
    luck: int = 0

    def check(self) -> None:
        room = game(self.game, self.edition)
        room.start(self.seats, self.options)
        for name in self.bots:
            by_name.check(name)
        if not 1 <= len(self.bots) <= MOST_BOTS:
            raise BadTournament(f"a tournament has 1 to {MOST_BOTS} bots, not {len(self.bots)}")
        if self.games < 1:
            raise BadTournament(f"a tournament has at least one game, not {self.games}")
        if self.seconds is not None and self.seconds <= 0:
            raise BadTournament(f"a move takes more than {self.seconds:g} seconds")
        if self.luck < 0:
            raise BadTournament(f"luck is told by a number of games, not {self.luck}")
        if self.gauntlet and self.bots[0] in self.bots[1:]:
            raise BadTournament("in a gauntlet the first bot meets others, not itself")
        if self.sprt is not None:
            self.sprt.check()
            if len(set(self.bots)) != 2:
                raise BadTournament("--sprt compares two bots: the first with the other")


class Pairing(msgspec.Struct, frozen=True):
    """One game: who sits on each seat, by name, and the deal that fixes chance."""

    number: int
    deal: int
    seating: tuple[str, ...]


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """As many bots as seats: those. More: every choice among them (a round robin). Fewer: every way
    to fill the seats in which each bot sits at least once."""
    if len(bots) == seats:
        return [tuple(bots)]
    if len(bots) > seats:
        return sorted(set(combinations(bots, seats)))
    every = combinations_with_replacement(sorted(set(bots)), seats)
    return [chosen for chosen in every if set(chosen) == set(bots)]


def gauntlet(first: str, others: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """The first bot against every choice among the others; one of them fills several seats only
    where there are too few."""
    choose = combinations if len(others) >= seats - 1 else combinations_with_replacement
    return [(first, *chosen) for chosen in choose(sorted(set(others)), seats - 1)]


def seatings(line_up: Sequence[str]) -> list[tuple[str, ...]]:
    return sorted(set(permutations(line_up)))


def seatings_of_a_deal(tournament: Tournament) -> list[tuple[str, ...]]:
    first, *others = tournament.bots
    if tournament.gauntlet and others:
        chosen = gauntlet(first, others, tournament.seats)
    else:
        chosen = line_ups(tournament.bots, tournament.seats)
    return [seating for line_up in chosen for seating in seatings(line_up)]


def pairings(tournament: Tournament) -> list[Pairing]:
    """Whole deals only, so that no bot is favoured: at least as many games as asked for."""
    rounds = seatings_of_a_deal(tournament)
    deals = -(-tournament.games // len(rounds))
    return [
        Pairing(deal * len(rounds) + at, deal, seating)
        for deal in range(deals)
        for at, seating in enumerate(rounds)
    ]


def tables_of(bot: str, seatings: Sequence[Sequence[str]]) -> Tables:
    """At which tables the bot sits, counted once for each of its seats."""
    tables: Counter[tuple[int, int]] = Counter()
    for seating in seatings:
        own = sum(name == bot for name in seating)
        tables[own, len(seating)] += own
    return +tables
