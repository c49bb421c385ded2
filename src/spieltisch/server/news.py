"""Which of somebody's games began or ended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

import msgspec

from spieltisch.server.listeners import Quiet
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store import listing
from spieltisch.server.stored_table import Stage

MOST_FOLLOWED = 1_000


class NewsItem(msgspec.Struct, frozen=True):
    type: Literal["gameStart", "gameFinish"]
    table: str
    game: str


class News:
    def __init__(self, live: LiveTables) -> None:
        self.live = live

    async def watch(
        self, credential: str | None, idle: float = 15.0
    ) -> AsyncIterator[NewsItem | None]:
        """What begins and ends of the owner's games; None when it is quiet."""
        owner = await self.live.devices.owner(credential)
        told: dict[str, Stage] = {}
        with self.live.news.listening() as signal:
            while not (self.live.background.closing or self.live.devices.has_ended(credential)):
                for item in await self.fresh(owner, told):
                    yield item
                if not await Quiet(idle).heard(signal):
                    yield None

    async def fresh(self, owner: str, told: dict[str, Stage]) -> list[NewsItem]:
        found = await self.live.store.read(lambda c: listing.stages_of(c, owner, MOST_FOLLOWED))
        fresh = []
        for table_id, game, stage in found:
            before, told[table_id] = told.get(table_id), stage
            if stage == "playing" and before != "playing":
                fresh.append(NewsItem("gameStart", table_id, game))
            elif stage == "over" and before == "playing":
                fresh.append(NewsItem("gameFinish", table_id, game))
        return fresh
