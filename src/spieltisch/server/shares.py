"""Links to finished games that open for everybody who has one, until they are withdrawn.

Nothing is kept of a link: it follows from a key of this installation, the table and how often its
links were withdrawn."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec

from spieltisch.server.credentials import same
from spieltisch.server.errors import NoSuchTable, NotYours, Refused
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store import queries
from spieltisch.server.store.keys import installation_key

KEY = "shares"
BETWEEN = "."
MOST_WITHDRAWN = 100


class Shares:
    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self.key = secrets.token_bytes(32)  # until that of the installation is read

    def read_key(self) -> None:
        self.key = installation_key(self.live.store, KEY)

    def link(self, live: LiveTable) -> str:
        """The name under which everybody finds the replay; empty if links do not open."""
        house = live.stored.house
        if not house.share or live.stored.stage != "over":
            return ""
        return f"{live.id}{BETWEEN}{self.mark(live.id, house.shared)}"

    def mark(self, table_id: str, shared: int) -> str:
        told = f"share {table_id} {shared}".encode()
        return hmac.digest(self.key, told, hashlib.sha256).hex()[:32]

    async def of(self, table_id: str, credential: str | None) -> str:
        live, _ = await self.mine(table_id, credential)
        return self.link(live)

    async def mine(self, table_id: str, credential: str | None) -> tuple[LiveTable, str]:
        """The table of somebody who has a seat there."""
        owner = await self.live.devices.owner(credential)
        live = await self.live.at(table_id)
        if not live.owned(owner):
            raise NotYours("not_your_seat") if live.may_look(owner) else NoSuchTable
        return live, owner

    async def opened(self, name: str) -> LiveTable:
        """The finished table a link leads to."""
        table_id, _, mark = name.partition(BETWEEN)
        live = await self.live.at(table_id)
        house = live.stored.house
        known = range(max(0, house.shared - MOST_WITHDRAWN), house.shared + 1)
        fits = [at for at in known if same(mark, self.mark(table_id, at))]
        if not fits:
            raise NoSuchTable
        if fits[0] != house.shared or not self.link(live):
            raise Refused("share_withdrawn")
        return live

    async def change(self, table_id: str, credential: str | None, share: bool) -> str:
        """Withdraw all links there are, or let new ones open; the link then."""
        live, _ = await self.mine(table_id, credential)
        async with live.lock:
            await self.live.cluster.catch_up(live)
            house = live.stored.house
            if house.share != share:
                shared = house.shared + (not share)
                house = msgspec.structs.replace(house, share=share, shared=shared)
                values = {"house": msgspec.to_builtins(house)}
                await self.live.write(live, lambda c: queries.change_table(c, table_id, **values))
                live.stored.house = house
                live.changed()
        return self.link(live)
