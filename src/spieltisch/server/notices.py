"""Telling people who are elsewhere that it is their turn, or that their time is over: one notice a
turn, or at most one an hour for all their games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import groupby

import msgspec
from sqlalchemy import Connection

from spieltisch.server.credentials import hashed
from spieltisch.server.errors import Refused, TableError
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.push_service import PushService, Subscription
from spieltisch.server.store import listing, notices
from spieltisch.server.store.engine import StoreFailed
from spieltisch.server.store.keys import installation_key
from spieltisch.server.store.notices import Notice, Waiting

log = logging.getLogger("spieltisch.server")
HOUR = 3600.0
LOOK_SECONDS = 2.0
AGAIN_SECONDS = 300.0
MOST_TRIES = 4
MOST_COUNTED = 50
TURN, REMINDER = "turn", "reminder"


class Told(msgspec.Struct, frozen=True):
    """All a notice is made from: never a card, never a name. `tables`: what awaits the player, with
    the game and whether time is over."""

    language: str
    tables: list[tuple[str, str, str]]
    waiting: int


class PushState(msgspec.Struct, frozen=True):
    """`key`: of this server, empty where it cannot send; `on`: whether this device is told;
    `waiting`: games in which the player has to decide."""

    key: str
    on: bool
    hourly: bool
    waiting: int


class Notices:
    """`worded` makes of a notice what browsers show; whoever has words gives it."""

    def __init__(self, live: LiveTables, service: PushService) -> None:
        self.live = live
        self.store = live.store
        self.service = service
        self.players: set[str] = set()
        self.noted: set[tuple[str, Notice]] = set()
        self.worded: Callable[[Told], object] = lambda told: told

    def read_key(self) -> None:
        self.service.secret = installation_key(self.store, "push")

    async def subscribe(self, credential: str | None, to: Subscription, hourly: bool) -> None:
        player, device = await self.live.devices.owner(credential), hashed(credential)
        if not self.service.available:
            raise Refused("no_notices")
        checked = self.service.checked(to)
        await self.store.write(lambda c: notices.subscribe(c, device, checked, hourly))
        self.players.add(player)

    async def unsubscribe(self, credential: str | None) -> None:
        await self.live.devices.owner(credential)
        await self.store.write(lambda c: notices.unsubscribe(c, hashed(credential)))

    async def subscribed(self, credential: str | None) -> bool | None:
        return await self.store.read(lambda c: notices.subscribed(c, hashed(credential)))

    async def state(self, credential: str | None) -> PushState:
        player = await self.live.devices.owner(credential)
        hourly = await self.subscribed(credential)
        waiting = await self.how_many_wait(player)
        return PushState(self.service.public_key(), hourly is not None, bool(hourly), waiting)

    # As a caretaker of the tables in memory.

    def wake(self, live: LiveTable) -> None:
        for player, notice in self.due_at(live):
            if player in self.players and (player, notice) not in self.noted:
                self.noted.add((player, notice))
                if not self.live.background.closing:
                    self.live.background.start(self.note(player, notice))

    def due_at(self, live: LiveTable) -> list[tuple[str, Notice]]:
        """Who is awaited, and how often they have been told."""
        table = live.table
        if table is None or table.over or live.stored.house.closed:
            return []
        kind = REMINDER if live.is_reminded() else TURN
        awaited = live.asked(list(range(table.seats)))
        return [
            (owner, Notice(live.id, live.place_of(seat), kind, table.viewer(seat).turns))
            for seat in awaited
            if live.bot_level(seat) is None and self.is_elsewhere(live, seat)
            if (owner := live.seats_in_order()[seat].owner)
        ]

    def is_elsewhere(self, live: LiveTable, seat: int) -> bool:
        """Where decisions take days everybody is told; elsewhere only who does not look."""
        return live.stored.house.days or not live.is_attended(live.place_of(seat))

    async def note(self, player: str, notice: Notice) -> None:
        try:
            await self.store.write(lambda c: notices.add(c, player, notice), notice.table_id)
            await self.send_due()
        except StoreFailed as error:
            log.warning("a notice is not kept: %s", error)

    def is_busy(self, table_id: str) -> bool:
        return False

    def forget(self, table_id: str) -> None:
        self.noted = {one for one in self.noted if one[1].table_id != table_id}

    # Sending.

    async def look_around(self) -> None:
        self.players = await self.store.read(notices.listening)
        if self.players:
            await self.send_due()

    async def send_due(self) -> None:
        now = self.live.running.now()
        found = await self.store.read(lambda c: notices.due(c, now, now - HOUR))
        by_device = sorted(found, key=lambda one: one.device)
        groups = [list(group) for _, group in groupby(by_device, key=lambda one: one.device)]
        await asyncio.gather(*map(self.tell, groups))

    async def tell(self, found: list[Waiting]) -> None:
        """One device: each notice by itself, or all in one if its hour is over."""
        awaited = [one for one in found if await self.still(one)]
        now = self.live.running.now()

        def work(connection: Connection) -> list[Waiting]:
            if awaited and not notices.may_tell(connection, awaited[0], now, now - HOUR):
                return []
            claimed = [one for one in found if notices.claim(connection, one)]
            return [one for one in claimed if one in awaited]

        mine = await self.store.write(work)
        if mine and mine[0].hourly:
            await self.send(mine)
        else:
            for one in mine:
                await self.send([one])

    async def still(self, one: Waiting) -> bool:
        """Whether the player is awaited there yet."""
        try:
            live = await self.live.at(one.notice.table_id)
        except TableError:
            return False
        return (one.player, one.notice) in self.due_at(live)

    async def send(self, several: list[Waiting]) -> None:
        first, now = several[0], self.live.running.now()
        tables = [
            (one.notice.table_id, self.live.by_id[one.notice.table_id].stored.game, one.notice.kind)
            for one in several
        ]
        told = Told(first.language, tables, await self.how_many_wait(first.player))
        outcome = await self.service.send(first.to, self.worded(told), first.notice.table_id)
        if outcome == "gone":
            await self.store.write(lambda c: notices.unsubscribe(c, first.device))
        elif outcome == "later" and first.tries < MOST_TRIES:
            again = now + AGAIN_SECONDS * (first.tries + 1)
            await self.store.write(lambda c: notices.put_back(c, several, again))

    async def how_many_wait(self, player: str) -> int:
        """Games in which the player has to decide."""
        ids = await self.store.read(lambda c: listing.tables_of(c, player, MOST_COUNTED))
        return sum([await self.waits(table_id, player) for table_id in ids])

    async def waits(self, table_id: str, player: str) -> bool:
        try:
            live = await self.live.at(table_id)
        except TableError:
            return False
        asked = live.asked(live.owned(player)) if live.stored.stage == "playing" else []
        return any(live.bot_level(seat) is None for seat in asked)
