"""Bots think in worker processes, so that no table waits for another's bot."""

from __future__ import annotations

import asyncio
import logging
import math
import multiprocessing
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_double
from functools import cache, lru_cache
from multiprocessing.sharedctypes import RawValue
from typing import Any, TypeVar

import msgspec

from spieltisch.bots import advice, by_name, levels
from spieltisch.bots.advice import Advice
from spieltisch.bots.levels import SIMPLE, Limits
from spieltisch.bots.searching import Tally, merge, most_tried
from spieltisch.core.bot import Bot
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.games import game as open_game
from spieltisch.server.thinking.queue import Asker, Turns
from spieltisch.server.thinking.roster import Roster

T = TypeVar("T")
log = logging.getLogger("spieltisch.server")
ATTEMPTS = 3
HALVES = 2
SHARED = "master"  # the iterations of a strong bot are too few to be halved
MOST_SECONDS = 4.0
MOST_ANSWERS = 5_000  # of a worker; building a position loses about a kilobyte (core.game)
# Counted here: pools of Python 3.11 that count for themselves stand still once they are behind.
time_is_up = c_double(math.inf)  # when the search of this process has to end


class Situation(msgspec.Struct, frozen=True):
    """All a bot is told: what its seat sees, and nothing else."""

    game: str
    edition: dict[str, Any] | None
    rules_version: int
    level: str
    seat: int
    view: bytes
    legal: list[str]
    seed: int


def answer(spelled: bytes) -> str:
    """In the worker: the move one bot chooses."""
    situation = msgspec.msgpack.decode(spelled, type=Situation)
    game = open_game(situation.game, situation.edition, situation.rules_version)
    player = thinker_of(game, situation.level, situation.seat)
    view = game.view_from_json(situation.view)
    return player.choose(view, situation.legal, seeded(situation.seed))


def half_of(spelled: bytes) -> list[Tally]:
    """In the worker: half of a searching bot's thought; another one thinks the other half."""
    situation = msgspec.msgpack.decode(spelled, type=Situation)
    game = open_game(situation.game, situation.edition, situation.rules_version)
    player = levels.thinker(situation.level, limits())
    player.sit(game, situation.seat)
    view = game.view_from_json(situation.view)
    return player.tallies(view, seeded(situation.seed), HALVES)


def advise(spelled: bytes) -> list[Advice]:
    """In the worker: what a seat is advised to play, the best first."""
    situation = msgspec.msgpack.decode(spelled, type=Situation)
    game = open_game(situation.game, situation.edition, situation.rules_version)
    view = game.view_from_json(situation.view)
    return advice.advise(game, view, seeded(situation.seed), limits())


def thinker_of(game: Game, name: str, seat: int) -> Bot:
    """One program answers for all seats and tables: it is told which with every question."""
    if not by_name.lasts(name):
        return seated(game, name, seat)
    player = lasting(name)
    player.sit(game, seat)
    return player


@lru_cache(maxsize=256)
def seated(game: Game, name: str, seat: int) -> Bot:
    player = by_name.bot(name, limits())
    player.sit(game, seat)
    return player


@cache
def lasting(name: str) -> Bot:
    return by_name.bot(name, limits())


def limits() -> Limits:
    """Of every search in a worker: the seconds it may have at most, and less while others wait."""
    return Limits(seconds=MOST_SECONDS, hurried=is_hurried)


def is_hurried() -> bool:
    return time.monotonic() >= time_is_up.value


def begin_worker(until: c_double) -> None:
    """The server tells by `until` when a search has to end, also while it goes on.

    A worker ends with the server, even if the server is killed. A thread that waits for that
    does not get its turn in the middle of a search, so Linux is told as well: the pipe that ends
    with the server sends a signal that ends the worker."""
    global time_is_up  # noqa: PLW0603 (a process has one)
    time_is_up = until
    threading.Thread(target=end_with_parent, daemon=True).start()
    parent = multiprocessing.parent_process()
    if sys.platform == "linux" and parent is not None:
        import fcntl  # noqa: PLC0415 (not everywhere)

        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(parent.sentinel, fcntl.F_GETFL)
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Worker:
    """A process; a broken one is replaced and the move thought again, an old one finishes what it
    was given."""

    def __init__(self) -> None:
        self.pool: Executor | None = None
        self.asked = 0  # of this pool
        self.until = RawValue(c_double, math.inf)

    def start(self) -> Executor:
        if self.pool is None:
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload(["spieltisch.server.thinking.workers"])
            self.pool = ProcessPoolExecutor(1, context, begin_worker, (self.until,))
            self.asked = 0
        return self.pool

    def next_pool(self) -> Executor:
        """For one more question."""
        if self.pool is not None and self.asked >= MOST_ANSWERS:
            self.pool.shutdown(wait=False)
            self.pool = None
        pool = self.start()
        self.asked += 1
        return pool

    async def work(self, task: Callable[[bytes], T], spelled: bytes) -> T:
        """Tried again if the process dies."""
        for _ in range(ATTEMPTS - 1):
            pool = self.next_pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, task, spelled)
            except BrokenProcessPool:
                self.replace(pool)
        return await asyncio.get_running_loop().run_in_executor(self.next_pool(), task, spelled)

    def replace(self, broken: Executor) -> None:
        log.warning("a worker died; its move is thought again")
        if self.pool is broken:
            self.stop()

    def stop(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


class Thinkers:
    """Workers, and who waits for them. There is one more than is said, so that simple bots never
    wait for the searching ones. Each is a pool of its own: a pool of several that loses one can
    start another in the same moment, which nobody ends."""

    def __init__(self, workers: int, roster: Roster | None = None) -> None:
        self.roster = roster or Roster()
        self.turns = Turns(workers, self.hurry)
        self.workers = [Worker() for _ in range(workers + 1)]

    def hurry(self, place: int, until: float) -> None:
        self.workers[place].until.value = until

    async def work(
        self, task: Callable[[bytes], T], spelled: bytes, asker: Asker, quick: bool = False
    ) -> T:
        """Any task, when it is the asker's turn."""
        async with self.turns.turn(asker, quick) as place:
            return await self.workers[place].work(task, spelled)

    async def choose(self, situation: Situation, asker: Asker = ()) -> str:
        """A legal move, whatever happens to the worker."""
        player = self.roster.who_plays(situation.level)
        asked = msgspec.structs.replace(situation, level=player)
        try:
            async with self.turns.turn(asker, quick=player in SIMPLE) as place:
                text = await self.answer_at(place, asked, shared=player == SHARED)
        except Exception:
            log.exception("a bot failed", extra={"game": situation.game})
            return anything(situation.legal)
        return text if text in situation.legal else anything(situation.legal)

    async def answer_at(self, place: int, asked: Situation, shared: bool) -> str:
        """With the help of another worker that has nothing to do, if the work can be shared."""
        second = self.turns.borrow() if shared and len(asked.legal) > 1 else None
        if second is None:
            return await self.workers[place].work(answer, msgspec.msgpack.encode(asked))
        other = msgspec.structs.replace(asked, seed=asked.seed + 1)
        halves = self.half_at(place, asked), self.half_at_borrowed(second, other)
        return most_tried(merge(await asyncio.gather(*halves)))

    async def half_at(self, place: int, asked: Situation) -> list[Tally]:
        return await self.workers[place].work(half_of, msgspec.msgpack.encode(asked))

    async def half_at_borrowed(self, place: int, asked: Situation) -> list[Tally]:
        try:
            return await self.half_at(place, asked)
        finally:
            self.turns.give_back(place)

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()


def anything(legal: Sequence[str]) -> str:
    return secrets.choice(legal)
