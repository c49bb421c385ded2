"""What a knob of the search is worth: two settings against each other, every deal in both seatings.

A player is a level, or iterations with changed knobs: `casual`, `300`, `300:bias=0:margin=0.1`.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import track

from spieltisch.arena.estimates import share
from spieltisch.arena.match import play_match
from spieltisch.bots import levels
from spieltisch.bots.searching import SearchBot
from spieltisch.bots.tuning import KNOBS, knobs_of, tuning_of, with_knobs
from spieltisch.core.bot import Bot
from spieltisch.games import ROOMS, game
from spieltisch.search.tuning import Tuning


def player(spelled: str, name: str) -> Bot:
    iterations, *changes = spelled.split(":")
    if not iterations.isdigit():
        return levels.bot(iterations)
    return SearchBot(int(iterations), tuning=changed(tuning_of(name), changes))


def changed(tuning: Tuning, changes: list[str]) -> Tuning:
    knobs = knobs_of(tuning)
    for change in changes:
        knob, _, value = change.partition("=")
        if knob not in knobs:
            sys.exit(f"duel: there is no knob {knob!r}; there are {', '.join(KNOBS)}")
        knobs[knob] = float(value)
    return with_knobs(knobs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(ROOMS))
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--deals", default="duel", help="another name, other deals")
    asked = parser.parse_args()
    room = game(asked.game)
    ahead, seconds = 0.0, 0.0
    deals: list[list[float]] = [[] for _ in range((asked.games + 1) // 2)]
    console = Console(width=140)
    for number in track(range(asked.games), disable=not console.is_terminal):
        seat = number % 2
        bots = [player(asked.first, asked.game), player(asked.second, asked.game)]
        match = play_match(room, bots[:: 1 - 2 * seat], f"{asked.deals} {number // 2}")
        deals[number // 2].append(match.payoffs[seat])
        ahead += match.scores[seat] - match.scores[1 - seat]
        seconds += match.seconds[seat]
    won = share(deals)
    console.print(
        f"{asked.first} - {asked.second}: {won.value:.1%} ({won.low:.1%} - {won.high:.1%})"
        f" of {asked.games}, score difference {ahead / asked.games:+.1f},"
        f" {seconds / asked.games:.1f} s/game",
        highlight=False,
    )


if __name__ == "__main__":
    main()
