"""The server without HTTP: what the API and the pages call, part by part.

Credentials are random texts; whoever sends one is a device of a player (server.players), None is a
stranger.
`seat` names one of several seats of the same owner (hot-seat); without it, the one to decide.
Every refusal is one of server.errors, or a snapshot.Conflict.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from spieltisch.server.admin import Admin
from spieltisch.server.background import Background
from spieltisch.server.clock import Clocks
from spieltisch.server.expiry import HOUR, IDLE_SECONDS, Expiry
from spieltisch.server.health import Health
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.lobby import Lobby
from spieltisch.server.news import News
from spieltisch.server.noticeboard import Noticeboard
from spieltisch.server.notices import LOOK_SECONDS as SEND_SECONDS
from spieltisch.server.notices import Notices
from spieltisch.server.offers import Offers
from spieltisch.server.overdue import LOOK_SECONDS, Overdue
from spieltisch.server.play import Play
from spieltisch.server.played import Played
from spieltisch.server.players import Players
from spieltisch.server.push_service import PushService
from spieltisch.server.replays import Replays
from spieltisch.server.running_time import KEEP_SECONDS
from spieltisch.server.shares import Shares
from spieltisch.server.store.engine import Store
from spieltisch.server.thinking.analyses import Analyses
from spieltisch.server.thinking.bot_seats import BotSeats
from spieltisch.server.thinking.hints import Hints
from spieltisch.server.thinking.roster import Roster
from spieltisch.server.thinking.workers import Thinkers
from spieltisch.server.tries import Tries
from spieltisch.server.viewing import Viewing

NOTICES_SECONDS = 10.0  # how soon other processes show a new message


class Tables:
    def __init__(
        self,
        database: str,
        *,
        workers: int = 1,
        keep_finished: int = 90,
        keep_idle: int = 30,
        own_bots: Mapping[str, str] | None = None,
        push: PushService | None = None,
    ) -> None:
        self.store = Store(database)
        self.background = Background()
        self.live = LiveTables(self.store, self.background)
        self.roster = Roster(own_bots)
        self.thinkers = Thinkers(workers, self.roster)
        self.bot_seats = BotSeats(self.live, self.thinkers)
        self.clocks = Clocks(self.live)
        self.played = Played(self.live)
        self.notices = Notices(self.live, push or PushService())
        self.live.caretakers += [self.bot_seats, self.clocks, self.played, self.notices]
        self.overdue = Overdue(self.live, self.bot_seats)
        self.expiry = Expiry(self.live, keep_finished, keep_idle)
        self.health = Health(self.live)
        self.offers = Offers(self.store)
        self.lobby = Lobby(self.live, self.offers, self.roster)
        self.play = Play(self.live)
        self.replays = Replays(self.store)
        self.noticeboard = Noticeboard(self.store)
        self.shares = Shares(self.live)
        self.viewing = Viewing(self.live, self.replays, self.noticeboard, self.shares)
        self.tries = Tries(self.lobby, self.viewing)
        self.news = News(self.live)
        self.players = Players(self.live)
        self.admin = Admin(self.live)
        self.hints = Hints(self.live, self.thinkers)
        self.analyses = Analyses(self.store, self.thinkers, self.background)

    async def open(self) -> None:
        await asyncio.to_thread(self.store.open)
        await asyncio.to_thread(self.admin.read_key)
        await asyncio.to_thread(self.offers.read_key)
        await asyncio.to_thread(self.live.running.read)
        await asyncio.to_thread(self.shares.read_key)
        await asyncio.to_thread(self.notices.read_key)
        self.live.cluster.start()
        self.background.repeat(self.overdue.look_around, LOOK_SECONDS)
        self.background.repeat(self.notices.look_around, SEND_SECONDS)
        self.background.repeat(self.live.running.keep, KEEP_SECONDS)
        self.background.repeat(self.expiry.expire, HOUR)
        self.background.repeat(self.expiry.tidy, IDLE_SECONDS / 10)
        self.background.repeat(self.noticeboard.read, NOTICES_SECONDS)

    def end_streams(self) -> None:
        self.background.closing = True
        self.live.end_streams()

    async def close(self) -> None:
        """Let streams end, finish what is being written, stop bots and clocks."""
        self.end_streams()
        self.clocks.stop()
        await self.background.stop()
        self.thinkers.stop()
        await self.live.cluster.close()
        await asyncio.to_thread(self.live.running.keep_last)
        await asyncio.to_thread(self.store.close)
