"""Lets bots move in their seats, one after the other at each table."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Any

from spieltisch.table.errors import TableError
from spieltisch.table.kept import NumberTaken
from spieltisch.table.living import Living
from spieltisch.table.store import StoreFailed
from spieltisch.table.thinking import Question

if TYPE_CHECKING:
    from spieltisch.table.hall import Hall


log = logging.getLogger("spieltisch.table")


class BotSeats:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.busy: dict[str, asyncio.Task[Any]] = {}

    def wake(self, living: Living) -> None:
        table_id = living.kept.id
        if self.question(living) is None or table_id in self.busy or self.hall.closing:
            return
        task = self.hall.in_background(self.play_on(living))
        self.busy[table_id] = task
        task.add_done_callback(lambda done: self.rest(living, done))

    def rest(self, living: Living, task: asyncio.Task[bool]) -> None:
        self.busy.pop(living.kept.id, None)
        if not living.gone and not task.cancelled() and not task.exception() and task.result():
            self.wake(living)

    async def play_on(self, living: Living) -> bool:
        """Until a person has to decide, or the game is over. False if another process does it,
        or the database is away: whoever looks around next takes it up."""
        table_id = living.kept.id
        if not await self.hall.jobs.take(table_id):
            return False
        try:
            await self.decide(living)
        except StoreFailed as error:
            log.warning("a bot waits: %s", error)
            return False
        finally:
            await asyncio.shield(self.hall.jobs.give_back(table_id))
        return True

    async def decide(self, living: Living) -> None:
        while (question := self.question(living)) is not None and not living.gone:
            number = living.playing().number
            pause = asyncio.sleep(living.kept.house.bot_pace)
            thinking = self.hall.thinkers.choose(question, living.asker())
            text, _ = await asyncio.gather(thinking, pause)
            async with living.lock:
                await self.move(living, question.seat, number, text)

    async def move(self, living: Living, seat: int, number: int, text: str) -> None:
        """The bot's answer counts only if nothing happened while it thought."""
        table = living.playing()
        answered = table.number != number or living.bot_level(seat) is None
        if answered or living.kept.house.closed:
            return
        try:
            await self.hall.commit(living, table.propose(seat, text, self.hall.now()))
        except (NumberTaken, TableError):
            return

    def question(self, living: Living) -> Question | None:
        table = living.table
        if table is None or table.over or living.kept.house.closed:
            return None
        level = living.bot_level(table.turn)
        if level is None:
            return None
        sight = table.sight(table.turn)
        return Question(
            living.kept.game,
            living.kept.edition,
            living.kept.rules_version,
            level,
            table.turn,
            sight.view_json,
            sight.legal,
            table.number if living.kept.house.guided else secrets.randbits(62),
        )
