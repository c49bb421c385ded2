"""One game of a tournament, played in a worker: what came out, and the record of all its moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from multiprocessing.util import Finalize

import msgspec

from spieltisch.arena.match import Fault, play_match
from spieltisch.arena.plan import Pairing, Tournament
from spieltisch.bots import by_name
from spieltisch.bots.levels import Limits
from spieltisch.bots.luck import luck_of
from spieltisch.bots.process import ProcessBot
from spieltisch.core.bot import Bot
from spieltisch.core.record import Record
from spieltisch.games import game

IN_RECORDS = "arena"  # where a record keeps its outcome, in `more`


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game; `seconds` is the time each seat thought, `luck` what chance gave each in
    shares of the victory, if that was asked for; the rest follows from the plan. A bot's `fault`
    loses it the game on the spot: the others share the victory, nobody has scores."""

    number: int
    deal: int
    seating: tuple[str, ...]
    payoffs: list[float]
    scores: list[float]
    steps: int
    seconds: list[float]
    fault: str = ""
    at_fault: int = -1
    luck: list[float] = []


class Line(msgspec.Struct, frozen=True):
    """`text` is the record with the outcome inside, as the journal keeps it."""

    outcome: Outcome
    text: bytes


def play_pairing(tournament: Tournament, pairing: Pairing) -> Line:
    room = game(tournament.game, tournament.edition)
    bots = seated(pairing.seating, tournament.seconds)
    deal = f"{tournament.seed}/{pairing.deal}"
    try:
        played = play_match(room, bots, deal, tournament.options)
    except Fault as fault:
        return line(pairing, fault.record, forfeit(len(bots), fault), [], fault.seconds, fault)
    luck = luck_of(room, played.record, tournament.luck).shares if tournament.luck else []
    given = [account.luck.value for account in luck]
    played_out = (played.record, played.payoffs, played.scores, played.seconds)
    return line(pairing, *played_out, luck=given)


def forfeit(seats: int, fault: Fault) -> list[float]:
    """Nothing for the seat at fault; the others share the victory."""
    others = max(seats - 1, 1)
    return [0.0 if seat == fault.seat else 1 / others for seat in range(seats)]


def line(
    pairing: Pairing,
    record: Record,
    payoffs: list[float],
    scores: list[float],
    seconds: Sequence[float],
    fault: Fault | None = None,
    luck: Sequence[float] = (),
) -> Line:
    """A record that ends where a bot failed has no result."""
    outcome = Outcome(
        number=pairing.number,
        deal=pairing.deal,
        seating=pairing.seating,
        payoffs=payoffs,
        scores=scores,
        steps=len(record.steps),
        seconds=list(seconds),
        fault="" if fault is None else str(fault),
        at_fault=-1 if fault is None else fault.seat,
        luck=list(luck),
    )
    record.names = list(pairing.seating)
    record.more = {IN_RECORDS: outcome}
    return Line(outcome, msgspec.json.encode(record))


def seated(seating: Sequence[str], seconds: float | None) -> list[Bot]:
    """A new bot for every seat; programs, which take long to start, play game after game."""
    asked: Counter[str] = Counter()
    bots = []
    for name in seating:
        asked[name] += 1
        bots.append(
            lasting(name, asked[name], seconds) if by_name.lasts(name) else fresh(name, seconds)
        )
    return bots


def fresh(name: str, seconds: float | None) -> Bot:
    """A level thinks by its iterations, so that games can be repeated; others have their time."""
    return by_name.bot(name, None if by_name.is_level(name) else Limits(seconds=seconds))


@cache
def lasting(name: str, number: int, seconds: float | None) -> Bot:
    """The program for the nth seat of that name, until this process ends."""
    bot = fresh(name, seconds)
    if isinstance(bot, ProcessBot):
        Finalize(None, bot.close, exitpriority=1)
    return bot
