"""Finished games written down as their players would enter them into the companion."""

from __future__ import annotations

from collections.abc import Iterator

from spieltisch.core.companion import Entered
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import State
from spieltisch.games.holmes.cards import LETTERS as CLUES
from spieltisch.games.holmes.cards import count as clues_in
from spieltisch.games.holmes.room import this_room as this_holmes
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.room import this_room as this_themse
from spieltisch.games.tatort_themse.state import UNSOLVED
from spieltisch.games.troika.state import Round
from spieltisch.games.troika.tiles import VALUES, count
from spieltisch.games.zug_um_zug.room import this_room as this_zug
from spieltisch.games.zug_um_zug.view import numbers
from tests.kit.walks import policies, walk


def finished(game: Game, seats: int, games: int) -> Iterator[State]:
    """Ends of random and of casual games."""
    for number in range(games):
        for policy in policies(game):
            state = game.start(seats)
            for _ in walk(game, state, policy, seeded("companion", game.name, seats, number)):
                pass
            yield state


def themse_entries(state: State, game: TatortThemse) -> Entered:
    truth = this_themse(state)
    texts = game.cards.clue_texts
    players: list[dict[str, int]] = [
        {text: 1 for text, owner in zip(texts, truth.owner, strict=True) if owner == seat}
        for seat in range(truth.seats)
    ]
    unsolved = [
        case
        for case, winner in zip(game.cards.cases, truth.solved, strict=True)
        if winner == UNSOLVED
    ]
    return Entered(players, {f"open{case.initial}": 1 for case in unsolved})


def troika_entries(played: Round) -> Entered:
    players: list[dict[str, int]] = []
    for seat in range(len(played.calls)):
        tiles = played.hands[seat] + played.containers[seat]
        own = {str(value): int(count(tiles, value)) for value in range(1, VALUES + 1)}
        players.append({**own, "call": int(played.calls[seat])})
    return Entered(players)


def holmes_entries(state: State) -> Entered:
    truth = this_holmes(state)
    players: list[dict[str, int]] = []
    for seat in range(truth.seats):
        clues = {letter: int(clues_in(truth.rows[seat], at)) for at, letter in enumerate(CLUES)}
        wild = {f"J{letter}": truth.jokers[seat] >> at & 1 for at, letter in enumerate(CLUES[:7])}
        rest = {
            "late": int(truth.late[seat]),
            "unplaced": int(truth.loose[seat]),
            "glasses": int(truth.glasses[seat]),
        }
        players.append({**clues, **wild, **rest})
    return Entered(players)


def zug_entries(state: State) -> Entered:
    """Everyone completed what they chose to: nothing is left to be decided."""
    truth = this_zug(state)
    players: list[dict[str, int]] = []
    for seat in range(truth.seats):
        mine = numbers(truth.completed[seat] | truth.held[seat])
        done = numbers(truth.completed[seat])
        players.append({f"t{one}": 1 for one in mine} | {f"d{one}": 1 for one in done})
    return Entered(players)
