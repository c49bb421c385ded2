"""Looking back at finished games, in the same worker processes the bots think in."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

import msgspec

from spieltisch.bots.analysis import Analysis, Judged, Question, collected, judge, questions
from spieltisch.core.record import Record
from spieltisch.games import game_of
from spieltisch.table.thinking import Thinkers

log = logging.getLogger("spieltisch.table")
MOST_KEPT = 100
MOST_AT_ONCE = 2
LEVEL = "strong"
ASKER = "analyses"  # all together one among those who wait for a worker


class Progress(msgspec.Struct):
    """How far an analysis has come; `analysis` is there when it is finished."""

    done: int = 0
    total: int = 0
    analysis: Analysis | None = None
    failed: bool = False


class Analyses:
    """One a finished table, kept in memory; asking again shows the same."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.kept: OrderedDict[str, Progress] = OrderedDict()
        self.turns = asyncio.Semaphore(MOST_AT_ONCE)

    def progress(self, table_id: str) -> Progress | None:
        return self.kept.get(table_id)

    def begin(self, table_id: str) -> Progress:
        progress = self.kept[table_id] = Progress()
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return progress

    async def run(self, record: Record, progress: Progress) -> None:
        """One decision after the other, so that the bots of running tables get their turn."""
        try:
            async with self.turns:
                await self.think(record, progress)
        except Exception:
            log.exception("an analysis failed", extra={"game": record.game})
            progress.failed = True

    async def think(self, record: Record, progress: Progress) -> None:
        game = game_of(record.game, record.edition, record.rules_version)
        asked = await asyncio.to_thread(questions, game, record, LEVEL)
        progress.total = len(asked)
        answers: list[Judged] = []
        for question in asked:
            spelled = msgspec.msgpack.encode(question)
            answers.append(await self.thinkers.work(judge_spelled, spelled, ASKER))
            progress.done += 1
        progress.analysis = collected(game, record, LEVEL, answers)


def judge_spelled(spelled: bytes) -> Judged:
    return judge(msgspec.msgpack.decode(spelled, type=Question))
