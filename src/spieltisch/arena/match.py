"""One game between bots, who get nothing but views. Chance depends on the deal and the step's
number alone, so every seating of a deal meets the same luck."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from spieltisch.core.bot import BadBot, Bot
from spieltisch.core.chance import ByDeal
from spieltisch.core.game import Game, Options
from spieltisch.core.match import Match
from spieltisch.core.record import Record, Step
from spieltisch.core.rng import Rng
from spieltisch.core.view import View


class Played(msgspec.Struct, frozen=True):
    """A finished game, seat by seat; `seconds` is the time each seat thought."""

    payoffs: list[float]
    scores: list[float]
    seconds: list[float]
    record: Record

    @property
    def steps(self) -> list[Step]:
        return self.record.steps


class Fault(BadBot):
    """A bot crashed, was late or gave an answer that is not legal: who, and the game so far."""

    record: Record
    seconds: Sequence[float] = ()

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(f"{why} (seat {seat})")
        self.seat = seat


class Watched:
    """A bot on its seat: how long it thought, and whatever it does wrong as a Fault."""

    def __init__(self, bot: Bot, clock: Callable[[], float]) -> None:
        self.bot = bot
        self.clock = clock
        self.seconds = 0.0

    def sit(self, game: Game, seat: int) -> None:
        self.seat = seat
        try:
            self.bot.sit(game, seat)
        except (Exception, SystemExit) as error:
            raise Fault(seat, told(self.bot, error)) from error

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        began = self.clock()
        try:
            answer = self.bot.choose(view, legal, rng)
        except (Exception, SystemExit) as error:
            raise Fault(self.seat, told(self.bot, error)) from error
        finally:
            self.seconds += self.clock() - began
        if answer not in legal:
            why = f"{type(self.bot).__name__} answered {answer!r:.60}, which is not legal here"
            raise Fault(self.seat, why)
        return answer


def told(bot: Bot, error: BaseException) -> str:
    """One line; a bot's own complaint says all, anything else gets the bot's name and its kind."""
    said = " ".join(str(error).split())[:200]
    if isinstance(error, BadBot):
        return said
    kind = type(error).__name__
    return f"{type(bot).__name__} crashed: {kind}" + (f": {said}" if said else "")


def play_match(
    game: Game,
    bots: Sequence[Bot],
    deal: str,
    options: Options | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Played:
    """The bots sit in this order; the deal's name fixes chance and what the bots' own generators
    give them. Raises Fault at what a bot does wrong."""
    match = Match(game, len(bots), options, chance=ByDeal(deal))
    watched = [Watched(bot, clock) for bot in bots]
    try:
        match.play(dict(enumerate(watched)))
    except Fault as fault:
        fault.record, fault.seconds = match.record(), [one.seconds for one in watched]
        raise
    state = match.state
    seconds = [one.seconds for one in watched]
    return Played(list(state.payoffs()), list(state.scores()), seconds, match.record())
