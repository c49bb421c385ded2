"""Looking back at finished games, in the same worker processes the bots think in.

What was found is kept in the database, also on the way: a second look is instant, and of several
processes one thinks and all show how far it is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from spieltisch.bots.analysis import Analysis, Decision, Judged, collected, decisions, judge
from spieltisch.bots.luck import Luck, averaged, games_for, luck_of
from spieltisch.core.record import Record
from spieltisch.core.rng import seeded
from spieltisch.games import game_of_record
from spieltisch.server.background import Background
from spieltisch.server.store import analyses
from spieltisch.server.store.engine import Store
from spieltisch.server.thinking.queue import Asker
from spieltisch.server.thinking.workers import Thinkers, limits

log = logging.getLogger("spieltisch.server")
MOST_KEPT = 100
LEVEL = "strong"
LUCK_PARTS = 4
KEEP_SECONDS = 2.0  # between two writes of what was found so far
LEASE_SECONDS = 30.0  # as long nobody else begins what one process has begun


class Progress(msgspec.Struct):
    """How far an analysis has come; `analysis` is what was found so far, the decisions of whoever
    asked first, then luck, then the others'."""

    done: int = 0
    total: int = 0
    analysis: Analysis | None = None
    finished: bool = False
    failed: bool = False


class Analyses:
    """One a finished table; asking again shows the same."""

    def __init__(self, store: Store, thinkers: Thinkers, background: Background) -> None:
        self.store = store
        self.thinkers = thinkers
        self.background = background
        self.running: OrderedDict[str, Progress] = OrderedDict()

    async def of(
        self, table_id: str, record: Record, asker: Asker, first: Sequence[int] = ()
    ) -> Progress:
        """How far the look back at a finished game has come; the first to ask begins it, and waits
        for the workers. The decisions of the seats `first` are thought about before the others'.
        """
        elsewhere = None if table_id in self.running else await self.kept(table_id)
        here = self.running.get(table_id)  # somebody may have begun meanwhile
        if here is not None and not here.failed:
            return here
        return elsewhere or self.begin(table_id, record, asker, first)

    def begin(self, table_id: str, record: Record, asker: Asker, first: Sequence[int]) -> Progress:
        progress = self.running[table_id] = Progress()
        while len(self.running) > MOST_KEPT:
            self.running.popitem(last=False)
        self.background.start(self.run(table_id, record, progress, (*asker, table_id), first))
        return progress

    async def kept(self, table_id: str) -> Progress | None:
        """What is finished, or what another process is busy with."""
        found = await self.store.read(lambda c: analyses.kept(c, table_id))
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

    async def run(
        self,
        table_id: str,
        record: Record,
        progress: Progress,
        asker: Asker,
        first: Sequence[int],
    ) -> None:
        """One decision after the other, so that the bots of running tables get their turn."""
        try:
            await self.think(table_id, record, progress, asker, first)
        except Exception:
            log.exception("an analysis failed", extra={"game": record.game})
            progress.failed = True

    async def think(
        self,
        table_id: str,
        record: Record,
        progress: Progress,
        asker: Asker,
        first: Sequence[int],
    ) -> None:
        asked = await asyncio.to_thread(decisions, game_of_record(record), record, LEVEL)
        mine = [one for one in asked if one.seat in first]
        others = [one for one in asked if one.seat not in first]
        progress.total = len(asked) + LUCK_PARTS
        course = Course(self, table_id, record, progress, asker)
        await course.judge(mine)
        await course.tell_luck()
        await course.judge(others)
        progress.finished = True
        await course.keep()


class Course:
    """One analysis on its way."""

    def __init__(
        self, analyses: Analyses, table_id: str, record: Record, progress: Progress, asker: Asker
    ) -> None:
        self.analyses = analyses
        self.table_id = table_id
        self.record = record
        self.progress = progress
        self.asker = asker
        self.game = game_of_record(record)
        self.answers: list[Judged] = []
        self.luck: Luck | None = None
        self.written = 0.0

    async def judge(self, asked: Iterable[Decision]) -> None:
        work = self.analyses.thinkers.work
        for decision in asked:
            spelled = msgspec.msgpack.encode(decision)
            self.answers.append(await work(judge_spelled, spelled, self.asker))
            await self.advance()

    async def tell_luck(self) -> None:
        """In parts, so that nobody waits long for the worker."""
        work, parts = self.analyses.thinkers.work, list[Luck]()
        for part in range(LUCK_PARTS):
            spelled = msgspec.msgpack.encode((self.record, part))
            parts.append(await work(luck_spelled, spelled, self.asker))
            self.luck = averaged(parts)
            await self.advance()

    async def advance(self) -> None:
        self.progress.done += 1
        self.progress.analysis = collected(self.game, self.record, LEVEL, self.answers, self.luck)
        if time.monotonic() - self.written > KEEP_SECONDS:
            await self.keep()

    async def keep(self) -> None:
        self.written = time.monotonic()
        table_id, text = self.table_id, msgspec.json.encode(self.progress)
        store = self.analyses.store
        await store.write(lambda c: analyses.keep(c, table_id, text, time.time()))


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
