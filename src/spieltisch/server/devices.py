"""Whose device it is that asks. Asked with every request, so what is known stays in memory; where
other processes may sign a device out, for some seconds."""

from __future__ import annotations

import time
from collections import OrderedDict

import msgspec

from spieltisch.server.credentials import hashed, player_of
from spieltisch.server.errors import NotYours
from spieltisch.server.store import people
from spieltisch.server.store.engine import Store

MOST_KNOWN = 50_000
KNOWN_SECONDS = 10.0
SEEN_SECONDS = 3600.0  # how exactly a list of devices tells when each was used


class Known(msgspec.Struct, frozen=True):
    player: str
    ended: bool
    until: float


class Devices:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Known] = OrderedDict()

    async def owner(self, credential: str | None) -> str:
        """The player; for a device that never took a seat a name that owns nothing. NotYours for
        one that was signed out."""
        if not credential:
            return ""
        mark = hashed(credential)
        known = await self.find(mark)
        if known is None:
            return mark
        if known.ended:
            raise NotYours("signed_out")
        return known.player

    async def sitter(self, credential: str) -> str:
        """The player it takes a seat for: who is new will have this name (people.enter)."""
        mark = hashed(credential)
        owner = await self.owner(credential)
        return player_of(mark) if owner == mark else owner

    def player_in_memory(self, credential: str) -> str:
        known = self.known.get(hashed(credential))
        return known.player if known and not known.ended else ""

    def has_ended(self, credential: str | None) -> bool:
        """As far as this process has heard."""
        known = self.known.get(hashed(credential))
        return known is not None and known.ended

    async def is_signed_in(self, credential: str) -> bool:
        known = await self.find(hashed(credential))
        return known is not None and not known.ended

    async def find(self, mark: str) -> Known | None:
        known = self.known.get(mark)
        if known is not None and known.until > time.monotonic():
            return known
        found = await self.store.read(lambda c: people.device(c, mark))
        if found is None:
            self.known.pop(mark, None)
            return None
        if found.ended is None and found.seen < time.time() - SEEN_SECONDS:
            now = time.time()
            await self.store.write(lambda c: people.change_device(c, mark, seen=now))
        return self.note(mark, found.player, found.ended is not None)

    def note(self, mark: str, player: str, ended: bool = False) -> Known:
        lasts = KNOWN_SECONDS if self.store.shared else float("inf")
        known = Known(player, ended, time.monotonic() + lasts)
        self.known[mark] = known
        self.known.move_to_end(mark)
        while len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        return known

    def end(self, mark: str) -> str:
        """It was signed out, here or through another process; whose it was, if known."""
        known = self.known.get(mark)
        if known is None:
            return ""
        self.note(mark, known.player, ended=True)
        return known.player

    def doubt(self) -> None:
        """Notices may have been lost."""
        self.known.clear()
