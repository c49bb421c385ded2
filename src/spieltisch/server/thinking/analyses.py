"""Looking back at finished games, in the same worker processes the bots think in."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

import msgspec

from spieltisch.bots.analysis import Analysis, Decision, Judged, collected, decisions, judge
from spieltisch.core.record import Record
from spieltisch.games import game_of_record
from spieltisch.server.background import Background
from spieltisch.server.thinking.queue import Asker
from spieltisch.server.thinking.workers import Thinkers, limits

log = logging.getLogger("spieltisch.server")
MOST_KEPT = 100
LEVEL = "strong"


class Progress(msgspec.Struct):
    """How far an analysis has come; `analysis` is there when it is finished."""

    done: int = 0
    total: int = 0
    analysis: Analysis | None = None
    failed: bool = False


class Analyses:
    """One a finished table, kept in memory; asking again shows the same."""

    def __init__(self, thinkers: Thinkers, background: Background) -> None:
        self.thinkers = thinkers
        self.background = background
        self.kept: OrderedDict[str, Progress] = OrderedDict()

    def of(self, table_id: str, record: Record, asker: Asker) -> Progress:
        """How far the look back at a finished game has come; the first to ask begins it, and waits
        for the workers."""
        progress = self.kept.get(table_id)
        if progress is None or progress.failed:
            progress = self.kept[table_id] = Progress()
            self.background.start(self.run(record, progress, (*asker, table_id)))
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return progress

    async def run(self, record: Record, progress: Progress, asker: Asker) -> None:
        """One decision after the other, so that the bots of running tables get their turn."""
        try:
            await self.think(record, progress, asker)
        except Exception:
            log.exception("an analysis failed", extra={"game": record.game})
            progress.failed = True

    async def think(self, record: Record, progress: Progress, asker: Asker) -> None:
        game = game_of_record(record)
        asked = await asyncio.to_thread(decisions, game, record, LEVEL)
        progress.total = len(asked)
        answers: list[Judged] = []
        for decision in asked:
            spelled = msgspec.msgpack.encode(decision)
            answers.append(await self.thinkers.work(judge_spelled, spelled, asker))
            progress.done += 1
        progress.analysis = collected(game, record, LEVEL, answers)


def judge_spelled(spelled: bytes) -> Judged:
    return judge(msgspec.msgpack.decode(spelled, type=Decision), limits())
