"""Finished games written down as their players would enter them into the companion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from spieltisch.core.companion import Entered
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import State
from spieltisch.core.view import View
from spieltisch.games.holmes.cards import LETTERS as CLUES
from spieltisch.games.holmes.cards import count as clues_in
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.state import UNSOLVED
from spieltisch.games.troika.state import Round
from spieltisch.games.troika.tiles import VALUES, count
from spieltisch.games.zug_um_zug.document import numbers
from spieltisch.games.zug_um_zug.rules import ZugState
from tests.kit.walks import policies, walk

S = TypeVar("S", bound=State)


def finished(game: Game[S, View], seats: int, games: int) -> Iterator[S]:
    """Ends of random and of casual games."""
    for number in range(games):
        for policy in policies(game):
            state = game.start(seats)
            for _ in walk(game, state, policy, seeded("companion", game.name, seats, number)):
                pass
            yield state


def themse_entries(state: ThemseState, game: TatortThemse) -> Entered:
    texts = game.cards.clue_texts
    players: list[dict[str, int]] = [
        {text: 1 for text, owner in zip(texts, state.owner, strict=True) if owner == seat}
        for seat in range(state.seats)
    ]
    unsolved = [
        case
        for case, winner in zip(game.cards.cases, state.solved, strict=True)
        if winner == UNSOLVED
    ]
    return Entered(players, {f"open{case.initial}": 1 for case in unsolved})


def troika_entries(played: Round) -> Entered:
    players: list[dict[str, int]] = []
    for seat in range(len(played.calls)):
        own = {"call": int(played.calls[seat])}
        for value in range(1, VALUES + 1):
            own[str(value)] = int(count(played.containers[seat], value))
            own[f"h{value}"] = int(count(played.hands[seat], value))
        players.append(own)
    return Entered(players)


def holmes_entries(state: HolmesState) -> Entered:
    players: list[dict[str, int]] = []
    for seat in range(state.seats):
        clues = {letter: int(clues_in(state.rows[seat], at)) for at, letter in enumerate(CLUES)}
        wild = {f"J{letter}": state.jokers[seat] >> at & 1 for at, letter in enumerate(CLUES[:7])}
        rest = {
            "late": int(state.late[seat]),
            "unplaced": int(state.loose[seat]),
            "glasses": int(state.glasses[seat]),
        }
        players.append({**clues, **wild, **rest})
    return Entered(players)


def zug_entries(state: ZugState) -> Entered:
    """Everyone completed what they chose to: nothing is left to be decided."""
    players: list[dict[str, int]] = []
    for seat in range(state.seats):
        mine = numbers(state.completed[seat] | state.held[seat])
        done = numbers(state.completed[seat])
        players.append({f"t{one}": 1 for one in mine} | {f"d{one}": 1 for one in done})
    return Entered(players)
