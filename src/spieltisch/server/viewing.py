"""Looking at tables: now, from now on, one's own, those anybody may find, and afterwards."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack

import msgspec

from spieltisch.core.errors import SpieltischError
from spieltisch.core.record import Record
from spieltisch.server.errors import NoSuchTable
from spieltisch.server.listeners import Quiet
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.noticeboard import Noticeboard
from spieltisch.server.replays import Replay, Replays
from spieltisch.server.shares import BETWEEN, Shares
from spieltisch.server.snapshot import Snapshot, record, snapshot
from spieltisch.server.store import listing
from spieltisch.server.store.engine import StoreFailed

log = logging.getLogger("spieltisch.server")
MOST_LISTED = 50
BREATH_SECONDS = 0.3  # between two looks at all of one's tables


class Viewing:
    def __init__(
        self, live: LiveTables, replays: Replays, noticeboard: Noticeboard, shares: Shares
    ) -> None:
        self.live = live
        self.shares = shares
        self.replays = replays
        self.noticeboard = noticeboard

    async def look(
        self,
        table_id: str,
        credential: str | None = None,
        seat: int | None = None,
        public: bool = False,
    ) -> Snapshot:
        """With `public`, an owner of seats sees no more than a spectator."""
        owner = await self.live.devices.owner(credential)
        return snapshot(await self.seen_by(table_id, owner), owner, seat, public)

    async def seen_by(self, table_id: str, owner: str) -> LiveTable:
        live = await self.live.at(table_id)
        if not live.may_look(owner):
            raise NoSuchTable
        return live

    async def watch(
        self,
        table_id: str,
        credential: str | None = None,
        seat: int | None = None,
        last: str | None = None,
        idle: float = 15.0,
        public: bool = False,
    ) -> AsyncIterator[Snapshot | None]:
        """Every change of what the viewer is told, from the present on unless `last` is its
        version; None after some quiet seconds. A slow reader skips to the newest."""
        devices = self.live.devices
        owner = await devices.owner(credential)
        live = await self.seen_by(table_id, owner)
        with live.watching(owner) as signal:
            quiet = Quiet(idle)
            while not self.live.background.closing and live.may_show(owner, seat):
                if devices.has_ended(credential):
                    return
                seen = snapshot(live, owner, seat, public)
                if seen.version != last:
                    last = seen.version
                    yield seen
                    quiet = Quiet(idle)
                elif not await quiet.heard(signal):
                    await devices.owner(credential)  # a notice that it was signed out can be lost
                    yield None
                    quiet = Quiet(idle)

    async def mine(self, credential: str | None) -> list[Snapshot]:
        """The tables where the credential has a seat, newest first."""
        owner = await self.live.devices.owner(credential)
        ids = await self.live.store.read(lambda c: listing.tables_of(c, owner, MOST_LISTED))
        return [snapshot(live, owner) for live in await self.those(ids)]

    async def watch_mine(
        self, credential: str | None, idle: float = 15.0
    ) -> AsyncIterator[list[Snapshot] | None]:
        """The owner's tables that are not over, whenever something may have changed at one; None
        after some quiet seconds. Whoever shows them has to see whether it is anything new."""
        with self.live.news.listening() as signal:
            quiet = Quiet(idle)
            while not (self.live.background.closing or self.live.devices.has_ended(credential)):
                looks = [look for look in await self.mine(credential) if look.stage != "over"]
                with ExitStack() as waiting:
                    for look in looks:
                        if look.table in self.live.by_id:
                            waiting.enter_context(
                                self.live.by_id[look.table].listeners.also(signal)
                            )
                    yield looks
                    await asyncio.sleep(BREATH_SECONDS)
                    while not await quiet.heard(signal):
                        yield None
                        quiet = Quiet(idle)

    async def listed(self) -> list[Snapshot]:
        """Listed tables that wait for players (with their invitation), and public games to
        watch, as a stranger sees them."""
        if not self.noticeboard.public_list:
            return []
        ids = await self.live.store.read(lambda c: listing.waiting(c, MOST_LISTED))
        ids += await self.live.store.read(lambda c: listing.running(c, MOST_LISTED))
        return [advertised(live) for live in await self.those(ids) if is_advertised(live)]

    async def those(self, ids: list[str]) -> list[LiveTable]:
        """One that was deleted just now, or cannot be read, must not hide the others."""
        found = []
        for table_id in ids:
            try:
                found.append(await self.live.at(table_id))
            except StoreFailed:
                raise
            except SpieltischError as error:
                log.warning("a table is not listed: %s", error, extra={"table": table_id})
        return found

    async def record(self, table_id: str, credential: str | None = None) -> Record:
        """The finished game with its proof of fair chance."""
        owner = await self.live.devices.owner(credential)
        return record(await self.seen_by(table_id, owner))

    async def replay(self, name: str, credential: str | None = None) -> Replay:
        """Of a kept record, of a finished table whose record the viewer may see, or one a shared
        link leads to."""
        if BETWEEN in name:
            live = await self.shares.opened(name)
            return await self.replays.of(live.id, record(live))
        loaded = await self.replays.loaded(name, self.live.now())
        return loaded or await self.replays.of(name, await self.record(name, credential))

    async def own_seats(self, replay: Replay, credential: str | None) -> list[int]:
        """Those the viewer had in the game; in a loaded record nobody knows."""
        if replay.loaded:
            return []
        owner = await self.live.devices.owner(credential)
        return (await self.live.at(replay.name)).owned(owner)


def is_advertised(live: LiveTable) -> bool:
    house = live.stored.house
    if house.closed:
        return False
    return house.listed if live.stored.stage == "gathering" else house.watch == "public"


def advertised(live: LiveTable) -> Snapshot:
    waiting = live.stored.stage == "gathering"
    return msgspec.structs.replace(snapshot(live, ""), invite=live.invite() if waiting else None)
