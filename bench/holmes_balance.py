"""How balanced an edition of Holmes is between heuristic players.

Prints Sherlock's share of wins and, for every person, how often it is visited and used in a game
and what is left to a player who never visits it (half is no loss).
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from spieltisch.arena.estimates import share
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, new_buffer
from spieltisch.files import read_edition
from spieltisch.games.holmes.moves import Use, Visit
from spieltisch.games.holmes.room import Holmes
from spieltisch.games.holmes.rules import HolmesState

NOBODY = -1


class Match:
    """Games of the heuristic against itself; one seat may leave a person alone."""

    def __init__(self, room: Holmes) -> None:
        self.room = room
        self.buffer = new_buffer(room.most_moves)
        self.visits: Counter[str] = Counter()
        self.uses: Counter[str] = Counter()

    def play(self, rng: Rng, avoiding: int = NOBODY, avoided: int = NOBODY) -> HolmesState:
        state = self.room.begin(2, self.room.complete_options({}))
        while state.turn != OVER:
            if state.turn == CHANCE:
                code = state.draw(rng, self.buffer)
            else:
                code = self.choose(state, rng, avoided if state.turn == avoiding else NOBODY)
            self.count(state, code)
            state.play(code)
        return state

    def choose(self, state: HolmesState, rng: Rng, avoided: int) -> int:
        """As if the avoided person lay face down, unless nobody else can be visited."""
        if avoided == NOBODY:
            return self.room.casual.choose(state, rng, self.buffer)
        blind = state.copy()
        blind.face_up &= ~(1 << avoided)
        seen = blind if blind.legal(self.buffer) > 0 else state
        return self.room.casual.choose(seen, rng, self.buffer)

    def count(self, state: HolmesState, code: int) -> None:
        move = self.room.moves[code]
        if isinstance(move, Visit):
            self.visits[move.person] += 1
        elif isinstance(move, Use):
            self.uses[self.room.cards.persons[state.visited].id] += 1


def without(match: Match, person: int, games: int) -> list[list[float]]:
    deals: list[list[float]] = [[] for _ in range((games + 1) // 2)]
    for number in range(games):
        seat = number % 2
        final = match.play(seeded("without", person, number // 2), seat, person)
        deals[number // 2].append(final.payoffs()[seat])
    return deals


def percent(deals: list[list[float]]) -> str:
    won = share(deals)
    return f"{won.value:.1%} ({won.low:.1%} - {won.high:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--edition", type=Path)
    asked = parser.parse_args()
    room = Holmes(read_edition(asked.edition) if asked.edition else None)
    console = Console()
    match = Match(room)
    finals = [match.play(seeded("balance", number)) for number in range(asked.games)]
    won = [[final.payoffs()[0]] for final in finals]
    points = sum(sum(final.scores()) for final in finals) / (2 * asked.games)
    console.print(f"Sherlock wins {percent(won)}; {points:.1f} points a player")
    table = Table("person", "visits a game", "uses a game", "wins without it")
    for number, person in enumerate(track(room.cards.persons, disable=not console.is_terminal)):
        table.add_row(
            person.id,
            f"{match.visits[person.id] / asked.games:.2f}",
            f"{match.uses[person.id] / asked.games:.2f}",
            percent(without(Match(room), number, asked.games)),
        )
    console.print(table)


if __name__ == "__main__":
    main()
