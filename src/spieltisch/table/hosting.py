"""What the host of the server can do: see all tables, close or delete one, send a guest away,
say something on every page. Whether somebody is the host is for the callers to check."""

from __future__ import annotations

import asyncio
import hashlib
import hmac

import msgspec

from spieltisch.table import kept as keep
from spieltisch.table import overview
from spieltisch.table.credentials import hashed, new_credential
from spieltisch.table.errors import NoSuchTable, Refused
from spieltisch.table.living import Living
from spieltisch.table.overview import TableLine
from spieltisch.table.seating import Seating
from spieltisch.table.sharing import again_and_again
from spieltisch.table.store import Store

MOST_LINES = 200
LONGEST_MESSAGE = 300
NOTES_SECONDS = 10.0  # how soon other processes show a new message
MESSAGE, PUBLIC_LIST, TOKEN = "message", "public_list", "host_token"
OFF = "off"
PASS_SECONDS = 30 * 24 * 3600


class Hosting(Seating):
    def host_token(self) -> str:
        return new_host_token(self.store)

    async def spend_host_token(self, token: str) -> bool:
        """The database finds it by its hash: how long that takes tells nothing of the token."""
        mark = hashed(token)
        return await self.store.write(lambda c: overview.spend_note(c, TOKEN, mark))

    def host_pass(self) -> str:
        """What the host's browser shows from now on; it follows from a secret of this server."""
        return self.signed(str(int(self.now()) + PASS_SECONDS))

    def is_host(self, shown: str) -> bool:
        until = shown.partition(".")[0]
        genuine = hmac.compare_digest(shown.encode(), self.signed(until).encode())
        return genuine and until.isdigit() and int(until) > self.now()

    def signed(self, until: str) -> str:
        mark = hmac.digest(self.host_key, f"host until {until}".encode(), hashlib.sha256)
        return f"{until}.{mark.hex()}"

    async def all_tables(self) -> tuple[list[TableLine], int]:
        """The newest tables, and how many there are."""
        lines = await self.store.read(lambda c: overview.table_lines(c, MOST_LINES))
        return lines, await self.store.read(overview.how_many)

    async def close_table(self, table_id: str, closed: bool = True) -> None:
        """Nobody can play on until it is opened again."""
        living = await self.at(table_id)
        async with living.lock:
            await self.catch_up_if_shared(living)
            house = msgspec.structs.replace(living.kept.house, closed=closed)
            living.clock_from = self.now()
            due = None if closed else living.due_when_open()
            values = {"house": msgspec.to_builtins(house), "due": due}
            await self.write_at(living, lambda c: keep.change_table(c, table_id, **values))
            living.kept.house, living.kept.due = house, due
            living.changed()
        self.wake(living)

    async def delete_table(self, table_id: str) -> None:
        """Without loading it: that may be just what fails."""
        await self.store.write(lambda c: keep.drop_table(c, table_id))
        self.forget(table_id)

    async def remove_guest(self, table_id: str, number: int) -> None:
        """From a place: before the start it is open again, later a bot plays on for good."""
        living = await self.at(table_id)
        async with living.lock:
            await self.catch_up_if_shared(living)
            if not 0 <= number < len(living.kept.places):
                raise NoSuchTable
            place = living.kept.places[number]
            if place.kind != "person" or not place.owner:
                raise Refused("no_guest")
            await self.change_place(living, number, keep.sent_away)
            await self.unhost(living, place.owner)
        self.wake(living)

    async def unhost(self, living: Living, owner: str) -> None:
        """Whoever laid the table and was sent away has no say in it any more."""
        if living.kept.host == owner and not living.owned(owner):
            await self.write_at(living, lambda c: keep.change_table(c, living.kept.id, host=""))
            living.kept.host = ""
            living.changed()

    # What is said and decided for all pages; in memory, because every page asks.

    @property
    def message(self) -> str:
        return self.notes.get(MESSAGE, "")

    @property
    def public_list(self) -> bool:
        return self.notes.get(PUBLIC_LIST) != OFF

    async def say_to_all(self, message: str) -> None:
        await self.note(MESSAGE, " ".join(message.split())[:LONGEST_MESSAGE])

    async def show_list(self, shown: bool) -> None:
        await self.note(PUBLIC_LIST, "" if shown else OFF)

    async def note(self, name: str, text: str) -> None:
        await self.store.write(lambda c: overview.write_note(c, name, text))
        await self.read_notes()

    async def read_notes(self) -> None:
        self.notes = await self.store.read(overview.notes)

    async def open(self) -> None:
        await super().open()
        self.host_key = await asyncio.to_thread(self.key, "host")
        self.in_background(again_and_again(self.read_notes, NOTES_SECONDS))


def new_host_token(store: Store) -> str:
    """A new text to become the host with; it works once, and older ones no more. Only its hash
    is kept."""
    token = new_credential()
    mark = hashed(token)
    store.write_now(lambda c: overview.write_note(c, TOKEN, mark))
    return token
