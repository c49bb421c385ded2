"""What the host of the server can do: see all tables, close or delete one, send a guest away.
Whether somebody is the host is for the callers to check."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec

from spieltisch.server.credentials import hashed, new_credential
from spieltisch.server.errors import NoSuchTable, Refused
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.store import overview, queries
from spieltisch.server.store.engine import Store
from spieltisch.server.store.keys import installation_key
from spieltisch.server.store.overview import ListedTable
from spieltisch.server.stored_table import sent_away

MOST_LISTED = 200
TOKEN = "host_token"
PASS_SECONDS = 30 * 24 * 3600


class Admin:
    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self.store = live.store
        self.key = secrets.token_bytes(32)  # until the kept one is read

    def read_key(self) -> None:
        self.key = installation_key(self.store, "host")

    # Becoming and being the host.

    def new_token(self) -> str:
        return new_host_token(self.store)

    async def spend_token(self, token: str) -> bool:
        """The database finds it by its hash: how long that takes tells nothing of the token."""
        mark = hashed(token)
        return await self.store.write(lambda c: overview.spend_note(c, TOKEN, mark))

    def host_pass(self) -> str:
        """What the host's browser shows from now on; it follows from a secret of this server."""
        return self.signed(str(int(self.live.now()) + PASS_SECONDS))

    def is_host(self, shown: str) -> bool:
        until = shown.partition(".")[0]
        genuine = hmac.compare_digest(shown.encode(), self.signed(until).encode())
        return genuine and until.isdigit() and int(until) > self.live.now()

    def signed(self, until: str) -> str:
        mark = hmac.digest(self.key, f"host until {until}".encode(), hashlib.sha256)
        return f"{until}.{mark.hex()}"

    # Tables and guests.

    async def all_tables(self) -> tuple[list[ListedTable], int]:
        """The newest tables, and how many there are."""
        listed = await self.store.read(lambda c: overview.listed_tables(c, MOST_LISTED))
        return listed, await self.store.read(overview.how_many)

    async def close_table(self, table_id: str, closed: bool = True) -> None:
        """Nobody can play on until it is opened again."""
        live = await self.live.at(table_id)
        async with live.lock:
            await self.live.cluster.catch_up(live)
            house = msgspec.structs.replace(live.stored.house, closed=closed)
            live.stored.clock_from = self.live.running.now()
            due = None if closed else live.due_when_open()
            values = {"house": msgspec.to_builtins(house), "due": due}
            values["clock_from"] = live.stored.clock_from
            await self.live.write(live, lambda c: queries.change_table(c, table_id, **values))
            live.stored.house, live.stored.due = house, due
            live.changed()
            await self.live.cluster.catch_up(live)
        self.live.wake(live)

    async def delete_table(self, table_id: str) -> None:
        """Without loading it: that may be just what fails."""
        await self.store.write(lambda c: queries.drop_table(c, table_id))
        self.live.forget(table_id)

    async def remove_guest(self, table_id: str, number: int) -> None:
        """From a place: before the start it is open again, later a bot plays on for good."""
        live = await self.live.at(table_id)
        async with live.lock:
            await self.live.cluster.catch_up(live)
            if not 0 <= number < len(live.stored.places):
                raise NoSuchTable
            place = live.stored.places[number]
            if place.kind != "person" or not place.owner:
                raise Refused("no_guest")
            await self.live.change_place(live, number, sent_away)
            await self.unhost(live, place.owner)
        self.live.wake(live)

    async def unhost(self, live: LiveTable, owner: str) -> None:
        """Whoever laid the table and was sent away has no say in it any more."""
        if live.is_host(owner) and not live.owned(owner):
            await self.live.write(live, lambda c: queries.change_table(c, live.id, host=""))
            live.stored.host = ""
            live.changed()


def new_host_token(store: Store) -> str:
    """A new text to become the host with; it works once, and older ones no more. Only its hash
    is kept."""
    token = new_credential()
    mark = hashed(token)
    store.write_now(lambda c: overview.write_note(c, TOKEN, mark))
    return token
