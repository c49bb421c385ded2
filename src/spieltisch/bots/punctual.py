"""A clock beside a bot that thinks in this process."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from spieltisch.core.bot import BadBot, Bot
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View


class Late(BadBot):
    """A bot took longer than it had."""


class Punctual:
    """The bot is interrupted where that is possible (in the main thread, not on Windows, not in the
    middle of compiled code), otherwise found out afterwards."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self.bot = bot
        self.seconds = seconds

    def sit(self, game: Game, seat: int) -> None:
        self.bot.sit(game, seat)

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        began = time.monotonic()
        with alarm(self.seconds):
            answer = self.bot.choose(view, legal, rng)
        if time.monotonic() - began > self.seconds:
            raise late(self.seconds)
        return answer


def late(seconds: float) -> Late:
    return Late(f"did not answer within {seconds:g} seconds")


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises Late in the main thread when the time is over."""
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def ring(_: int, __: FrameType | None) -> None:
        raise late(seconds)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
