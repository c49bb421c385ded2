"""Looking back at finished games, in the same worker processes the bots think in.

What was found is kept in the database, also on the way: a second look is instant, and of several
processes one thinks and all show how far it is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence

import msgspec

from spieltisch.bots.analysis import Analysis, Decision, Judged, collected, decisions, judge
from spieltisch.bots.luck import Luck, averaged, games_for, luck_of
from spieltisch.core.record import Record
from spieltisch.core.rng import seeded
from spieltisch.games import game_of_record
from spieltisch.server.background import Background
from spieltisch.server.replays import Replay
from spieltisch.server.store import analyses
from spieltisch.server.store.engine import Store
from spieltisch.server.thinking.queue import ADDRESS, Asker
from spieltisch.server.thinking.workers import Thinkers, limits

log = logging.getLogger("spieltisch.server")
MOST_KEPT = 100
MOST_UNDER_WAY = 6  # of one address: each takes memory and the workers' time until it is finished
LEVEL = "strong"
LUCK_PARTS = 4
KEEP_SECONDS = 2.0  # between two writes of what was found so far
LEASE_SECONDS = 30.0  # as long nobody else begins what one process has begun


class Progress(msgspec.Struct):
    """How far an analysis has come; `analysis` is what was found so far, the decisions of whoever
    asked first, then luck, then the others'. `waiting` are seats with decisions yet to judge."""

    done: int = 0
    total: int = 0
    analysis: Analysis | None = None
    finished: bool = False
    failed: bool = False
    waiting: list[int] = []


class Analyses:
    """One a finished game; asking again shows the same."""

    def __init__(self, store: Store, thinkers: Thinkers, background: Background) -> None:
        self.store = store
        self.thinkers = thinkers
        self.background = background
        self.running: dict[str, Course] = {}

    async def of(self, replay: Replay, asker: Asker, first: Sequence[int] = ()) -> Progress:
        """How far the look back at a game has come; the first to ask begins it, and waits for the
        workers. The decisions of the seats `first` are thought about before the others'; whoever
        asks later for other seats gets those next."""
        elsewhere = None if replay.name in self.running else await self.kept(replay)
        here = self.running.get(replay.name)  # somebody may have begun meanwhile
        if here is not None and not here.progress.failed:
            here.first = first or here.first
            return here.progress
        return elsewhere or self.begin(replay, asker, first)

    async def so_far(self, replay: Replay) -> Analysis | None:
        """What was found, without asking for more."""
        here = self.running.get(replay.name)
        progress = here.progress if here else await self.kept(replay)
        return progress.analysis if progress else None

    def begin(self, replay: Replay, asker: Asker, first: Sequence[int]) -> Progress:
        """Unless the address has enough under way: then it is for one of the next times it asks."""
        if self.under_way(asker[:ADDRESS]) >= MOST_UNDER_WAY:
            return Progress()
        course = Course(self.store, self.thinkers, replay, (*asker, replay.name), first)
        self.running[replay.name] = course
        over = [name for name, one in self.running.items() if one.is_over()]
        for name in over[: max(0, len(self.running) - MOST_KEPT)]:
            del self.running[name]
        self.background.start(course.run())
        return course.progress

    def under_way(self, address: Asker) -> int:
        mine = (one for one in self.running.values() if one.asker[:ADDRESS] == address)
        return sum(not one.is_over() for one in mine)

    async def kept(self, replay: Replay) -> Progress | None:
        """What is finished, or what another process is busy with."""
        found = await self.store.read(lambda c: analyses.kept(c, replay.name, replay.loaded))
        if found is None:
            return None
        progress = read(found[0])
        fresh = time.time() - found[1] < LEASE_SECONDS
        return progress if progress is not None and (progress.finished or fresh) else None

    async def of_tables(self, tables: Sequence[str]) -> dict[str, Analysis]:
        """Those that are finished."""
        texts = await self.store.read(lambda c: analyses.of_tables(c, tables))
        found = {table: read(text) for table, text in texts.items()}
        return {
            table: one.analysis
            for table, one in found.items()
            if one is not None and one.finished and one.analysis is not None
        }

    async def without_luck(self, seats: Mapping[str, int]) -> dict[str, float]:
        """The results of these seats less what luck gave them, of tables that were looked back at:
        shares of the victory."""
        found = await self.of_tables(list(seats))
        return {
            table: one.luck.shares[seats[table]].adjusted
            for table, one in found.items()
            if one.luck is not None
        }


class Course:
    """One analysis on its way."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        replay: Replay,
        asker: Asker,
        first: Sequence[int],
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.name, self.loaded = replay.name, replay.loaded
        self.game, self.record = replay.game, replay.record
        self.parts = LUCK_PARTS if replay.over else 0  # before the end there is no result
        self.asker = asker
        self.first = first
        self.progress = Progress()
        self.answers: list[Judged] = []
        self.luck: list[Luck] = []
        self.written = 0.0

    def is_over(self) -> bool:
        return self.progress.finished or self.progress.failed

    async def run(self) -> None:
        """One decision after the other, so that the bots of running tables get their turn."""
        try:
            await self.think()
        except Exception:
            log.exception("an analysis failed", extra={"game": self.record.game})
            self.progress.failed = True

    async def think(self) -> None:
        left = await asyncio.to_thread(decisions, self.game, self.record, LEVEL)
        self.progress.total = len(left) + self.parts
        while left or len(self.luck) < self.parts:
            mine = [one for one in left if one.seat in self.first]
            if not mine and len(self.luck) < self.parts:
                await self.tell_luck()
            else:
                decision = (mine or left)[0]
                left.remove(decision)
                await self.judge(decision)
            self.progress.waiting = sorted({one.seat for one in left})
            await self.advance()
        await self.keep(msgspec.structs.replace(self.progress, finished=True))
        self.progress.finished = True

    async def judge(self, decision: Decision) -> None:
        spelled = msgspec.msgpack.encode(decision)
        self.answers.append(await self.thinkers.work(judge_spelled, spelled, self.asker))

    async def tell_luck(self) -> None:
        """A part of it, so that nobody waits long for the worker."""
        spelled = msgspec.msgpack.encode((self.record, len(self.luck)))
        self.luck.append(await self.thinkers.work(luck_spelled, spelled, self.asker))

    async def advance(self) -> None:
        self.progress.done += 1
        luck = averaged(self.luck) if self.luck else None
        self.progress.analysis = collected(self.game, self.record, LEVEL, self.answers, luck)
        if time.monotonic() - self.written > KEEP_SECONDS:
            await self.keep(self.progress)

    async def keep(self, progress: Progress) -> None:
        self.written = time.monotonic()
        text = msgspec.json.encode(progress)
        kept = (self.name, text, time.time(), self.loaded)
        await self.store.write(lambda c: analyses.keep(c, *kept))


def read(text: bytes) -> Progress | None:
    """None if an older version wrote it: then it is thought about anew."""
    try:
        return msgspec.json.decode(text, type=Progress)
    except msgspec.DecodeError:
        return None


def judge_spelled(spelled: bytes) -> Judged:
    return judge(msgspec.msgpack.decode(spelled, type=Decision), limits())


def luck_spelled(spelled: bytes) -> Luck:
    record, part = msgspec.msgpack.decode(spelled, type=tuple[Record, int])
    game = game_of_record(record)
    return luck_of(game, record, games_for(game) // LUCK_PARTS, seeded("luck", part))
