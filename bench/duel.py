"""What a setting of the search is worth: one player against another, every deal in all seatings.

A player is a level, iterations with changed knobs (`300`, `300:bias=0:margin=0.1`; `300:silent`
never calls in Troika, `300:anew` thinks with other random numbers), or a bot of your own by its
name. With more seats, one of the first sits among several of the second. `--sprt 20` stops once it
is clear whether the first is 20 Elo stronger or not at all. `--keep` adds the result to a file, a
JSON object a line.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

from spieltisch.arena.estimates import share
from spieltisch.arena.match import Played, play_match
from spieltisch.arena.sprt import Sprt, Watch
from spieltisch.bots import by_name
from spieltisch.bots.searching import SearchBot
from spieltisch.bots.tuning import KNOBS, knobs_of, tuning_of, with_knobs
from spieltisch.core.bot import Bot
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View
from spieltisch.games import ROOMS, game
from spieltisch.search.tuning import Tuning

CALL = "troika"


class Silent(SearchBot):
    """Takes the second best move where it would call."""

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        if len(legal) == 1:
            return legal[0]
        found = self.reports(view, rng, settle=True)
        return next(report.move for report in found if report.move != CALL)


class Anew(SearchBot):
    """An equal player that thinks with other random numbers: without them, it would play the same
    game in every seating."""

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        rng.word()
        return super().choose(view, legal, rng)


KINDS = {"silent": Silent, "anew": Anew}


def player(spelled: str, name: str) -> Bot:
    iterations, *changes = spelled.split(":")
    if not iterations.isdigit():
        return by_name.bot(spelled)
    kind = next((KINDS[change] for change in changes if change in KINDS), SearchBot)
    knobs = [change for change in changes if change not in KINDS]
    return kind(int(iterations), tuning=changed(tuning_of(name), knobs))


def changed(tuning: Tuning, changes: list[str]) -> Tuning:
    knobs = knobs_of(tuning)
    for change in changes:
        knob, _, value = change.partition("=")
        if knob not in knobs:
            sys.exit(f"duel: there is no knob {knob!r}; there are {', '.join(KNOBS)}")
        knobs[knob] = float(value)
    return with_knobs(knobs)


def deal_of(room: Game, bots: tuple[Bot, Bot], seats: int, deal: str, options: Any) -> list[Played]:
    """The deal as often as there are seats, the first player on each of them."""
    first, second = bots
    return [
        play_match(
            room,
            [first if at == own else second for at in range(seats)],
            deal,
            options,
            process_time,
        )
        for own in range(seats)
    ]


def played(asked: argparse.Namespace) -> Iterator[list[Played]]:
    room = game(asked.game)
    bots = (player(asked.first, room.name), player(asked.second, room.name))
    options = dict(option.split("=") for option in asked.option)
    begin = process_time()
    watch = Watch(Sprt(0.0, asked.sprt), {(1, asked.seats): 1}) if asked.sprt else None
    for number in range(-(-asked.games // asked.seats)):
        if asked.seconds is not None and process_time() - begin > asked.seconds:
            return
        deal = deal_of(room, bots, asked.seats, f"{asked.deals} {number}", options)
        yield deal
        if watch is not None and watch.add(share([won_by_first(deal)]).value):
            print(f"sprt: {watch.verdict.accepted}")
            return


def won_by_first(deal: list[Played]) -> list[float]:
    return [one.payoffs[own] for own, one in enumerate(deal)]


def thought(deals: list[list[Played]]) -> tuple[float, float]:
    """Processor seconds a game of the first player, and of a seat of the second. (Programs think in
    processes of their own, which are not counted.)"""
    games = [(own, one.seconds) for deal in deals for own, one in enumerate(deal)]
    first = sum(seconds[own] for own, seconds in games)
    others = sum(sum(seconds) for _, seconds in games) - first
    return first / len(games), others / len(games) / (len(deals[0]) - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(ROOMS))
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], help="of the game: fuel=anywhere")
    parser.add_argument("--deals", default="duel", help="another name, other deals")
    parser.add_argument("--seconds", type=float, help="of thought, after which no new deal begins")
    parser.add_argument("--sprt", type=float, metavar="ELO1", help="stop once 0 or this is clear")
    parser.add_argument("--keep", type=Path, help="the file the result is added to")
    asked = parser.parse_args()
    began = process_time()
    deals = list(played(asked))
    won = share([won_by_first(deal) for deal in deals])
    games = len(deals) * asked.seats
    shared = sum(len({tuple(one.payoffs) for one in deal}) == 1 for deal in deals)
    each = (process_time() - began) / games
    first, second = thought(deals)
    contest = f"{asked.game} {' '.join(asked.option)} {asked.seats}: {asked.first} - {asked.second}"
    print(
        f"{contest}: {won.value:.1%} ({won.low:.1%} - {won.high:.1%}) of {games},"
        f" {each:.2f} s/game (thought {first:.3f} and {second:.3f}),"
        f" one seat won all games of {shared} deals"
    )
    if asked.keep is not None:
        line = {
            "game": asked.game,
            "option": asked.option,
            "seats": asked.seats,
            "first": asked.first,
            "second": asked.second,
            "games": games,
            "share": round(won.value, 4),
            "low": round(won.low, 4),
            "high": round(won.high, 4),
            "one_seat": shared,
            "seconds": round(each, 3),
        }
        with asked.keep.open("a") as kept:
            kept.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
