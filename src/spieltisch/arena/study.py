"""A study from Python: `spieltisch.arena.study("holmes", games=500)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from spieltisch.arena.crew import MakeExecutor, crew_of
from spieltisch.arena.findings import Study, add_up, setting_of
from spieltisch.arena.tally import Spoilt, Tally, Trial, play_trial
from spieltisch.bots import by_name
from spieltisch.core.errors import SpieltischError
from spieltisch.games import game as room_of

Progress = Callable[[int, int], None]  # games done, games in all


def study(
    game: str,
    bots: by_name.Names = "casual",
    *,
    seats: int = 2,
    games: int = 500,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    edition: Mapping[str, Any] | None = None,
    seconds: float | None = None,
    workers: int = 1,
    executor: MakeExecutor | None = None,
    progress: Progress | None = None,
) -> Study:
    """Play a game many times and count what happens in it: one bot for all seats, or one for each.
    Games a bot does not play to their end are left out and told in `faults`.

    >>> found = study("holmes", games=20)
    >>> found.games, len(found.seats), found.endings
    (20, 2, {'seven_days (HO-20)': 1.0})
    """
    table = None if edition is None else dict(edition)
    room = room_of(game, table)
    room.start(seats, options)
    names = by_name.every_seat(bots, seats)
    trials = [
        Trial(game, names, deal, seed, dict(options or {}), table, seconds) for deal in range(games)
    ]
    tallies, spoilt = played(trials, workers, executor, progress)
    if not tallies:
        raise SpieltischError(spoilt[0].fault if spoilt else "a study has at least one game")
    edition_name = room.edition if isinstance(room.edition, str) else str(room.edition["name"])
    faults = [one.fault for one in spoilt]
    return add_up(edition_name, setting_of(trials[0]), tallies, faults)


def played(
    trials: Sequence[Trial],
    workers: int,
    executor: MakeExecutor | None,
    progress: Progress | None,
) -> tuple[list[Tally], list[Spoilt]]:
    """In the order of the deals."""
    crew = crew_of(play_trial, workers, executor)
    found = []
    for one in crew.answers(trials):
        found.append(one)
        if progress is not None:
            progress(len(found), len(trials))
    found.sort(key=lambda one: one.deal)
    tallies = [one for one in found if isinstance(one, Tally)]
    return tallies, [one for one in found if isinstance(one, Spoilt)]
