"""Lets bots move in their seats, one after the other at each table."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

from spieltisch.server.errors import TableError
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store.engine import StoreFailed
from spieltisch.server.store.queries import NumberTaken
from spieltisch.server.stored_table import nobody_plays
from spieltisch.server.thinking.workers import Situation, Thinkers

log = logging.getLogger("spieltisch.server")


class BotSeats:
    def __init__(self, live: LiveTables, thinkers: Thinkers) -> None:
        self.live = live
        self.thinkers = thinkers
        self.busy: dict[str, asyncio.Task[Any]] = {}

    def wake(self, live: LiveTable) -> None:
        table_id = live.id
        if self.situation(live) is None or table_id in self.busy or self.live.background.closing:
            return
        task = self.live.background.start(self.play_on(live))
        self.busy[table_id] = task
        task.add_done_callback(lambda done: self.rest(live, done))

    def is_busy(self, table_id: str) -> bool:
        return table_id in self.busy

    def forget(self, table_id: str) -> None:
        """The thinking ends by itself: whoever thinks at a table that is gone stops."""

    def rest(self, live: LiveTable, task: asyncio.Task[bool]) -> None:
        self.busy.pop(live.id, None)
        if not live.gone and not task.cancelled() and not task.exception() and task.result():
            self.wake(live)

    async def play_on(self, live: LiveTable) -> bool:
        """Until a person has to decide, or the game is over. False if another process does it,
        or the database is away: whoever looks around next takes it up."""
        table_id = live.id
        if not await self.live.cluster.leases.take(table_id):
            return False
        try:
            await self.decide(live)
        except StoreFailed as error:
            log.warning("a bot waits: %s", error)
            return False
        finally:
            await asyncio.shield(self.live.cluster.leases.give_back(table_id))
        return True

    async def decide(self, live: LiveTable) -> None:
        while (situation := self.situation(live)) is not None and not live.gone:
            number = live.playing().number
            pause = asyncio.sleep(live.stored.house.bot_pace)
            thinking = self.thinkers.choose(situation, live.asker())
            text, _ = await asyncio.gather(thinking, pause)
            async with live.lock:
                await self.move(live, situation.seat, number, text)

    async def move(self, live: LiveTable, seat: int, number: int, text: str) -> None:
        """The bot's answer counts only if nothing happened while it thought."""
        table = live.playing()
        answered = table.number != number or live.bot_level(seat) is None
        if answered or live.stored.house.closed or nobody_plays(live.stored.places):
            return
        try:
            await self.live.commit(live, table.propose(seat, text, self.live.now()))
        except (NumberTaken, TableError):
            return

    def situation(self, live: LiveTable) -> Situation | None:
        table = live.table
        if table is None or table.over or live.stored.house.closed:
            return None
        if nobody_plays(live.stored.places):
            return None
        level = live.bot_level(table.turn)
        if level is None:
            return None
        viewer = table.viewer(table.turn)
        if not viewer.legal:  # the person had chosen before they left
            return None
        return Situation(
            live.stored.game,
            live.stored.edition,
            live.stored.rules_version,
            level,
            table.turn,
            viewer.view_json,
            viewer.legal,
            table.number if live.stored.house.guided else secrets.randbits(62),
        )
