"""What the host of the server says and decides for all pages; in memory, because every page
asks."""

from __future__ import annotations

from spieltisch.server.store import overview
from spieltisch.server.store.engine import Store

LONGEST_MESSAGE = 300
MESSAGE, PUBLIC_LIST = "message", "public_list"
OFF = "off"


class Noticeboard:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.notes: dict[str, str] = {}

    @property
    def message(self) -> str:
        return self.notes.get(MESSAGE, "")

    @property
    def public_list(self) -> bool:
        return self.notes.get(PUBLIC_LIST) != OFF

    async def say_to_all(self, message: str) -> None:
        await self.write(MESSAGE, " ".join(message.split())[:LONGEST_MESSAGE])

    async def show_list(self, shown: bool) -> None:
        await self.write(PUBLIC_LIST, "" if shown else OFF)

    async def write(self, name: str, text: str) -> None:
        await self.store.write(lambda c: overview.write_note(c, name, text))
        await self.read()

    async def read(self) -> None:
        self.notes = await self.store.read(overview.notes)
