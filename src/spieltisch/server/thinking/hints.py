"""Hints: what a seat that has to decide is advised to play."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from spieltisch.bots.advice import LEVEL, Advice
from spieltisch.server.errors import Refused
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.snapshot import Conflict, snapshot
from spieltisch.server.thinking.workers import Situation, Thinkers, advise

MOST_KEPT = 200
Asked = tuple[str, int, int]  # table, seat, and the number of its view


class Hints:
    """Asked again about the same view, it says the same."""

    def __init__(self, live: LiveTables, thinkers: Thinkers) -> None:
        self.live = live
        self.thinkers = thinkers
        self.kept: OrderedDict[Asked, asyncio.Future[list[Advice]]] = OrderedDict()

    async def ask(
        self, table_id: str, credential: str | None, number: int, wanted: int | None = None
    ) -> list[Advice]:
        """What to play, the best first, for a seat of the owner that has to
        decide, in answer to the view of that number."""
        live = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)
        seat = live.acting_seat(owner, wanted)
        table = live.playing()
        if table.viewer(seat).number != number:
            async with live.lock:
                await self.live.cluster.catch_up(live)
        if not live.stored.house.hints:
            raise Refused("no_hints")
        if not table.viewer(seat).legal:
            raise Refused("not_your_turn")
        if table.viewer(seat).number == number:
            found = await self.advice(live, seat, number)
        if table.viewer(seat).number != number:
            raise Conflict(snapshot(live, owner, seat))
        return found

    async def advice(self, live: LiveTable, seat: int, number: int) -> list[Advice]:
        """The thinking goes on even if whoever asked goes away meanwhile."""
        asked = (live.id, seat, number)
        if asked not in self.kept:
            spelled = msgspec.msgpack.encode(situation(live, seat, number))
            work = self.thinkers.work(advise, spelled, live.asker())
            self.kept[asked] = asyncio.ensure_future(work)
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        try:
            return await asyncio.shield(self.kept[asked])
        except Exception:
            self.kept.pop(asked, None)
            raise


def situation(live: LiveTable, seat: int, number: int) -> Situation:
    """All the bot is told is what the seat sees."""
    viewer = live.playing().viewer(seat)
    stored = live.stored
    return Situation(
        stored.game,
        stored.edition,
        stored.rules_version,
        LEVEL,
        seat,
        viewer.view_json,
        viewer.legal,
        number,
    )
