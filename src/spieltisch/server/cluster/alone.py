"""A process that has the database to itself: nothing to hear, nothing to tell."""

from __future__ import annotations

from spieltisch.server.live_table import LiveTable


class OwnLeases:
    """All are its own."""

    async def take(self, table_id: str) -> bool:
        return True

    async def give_back(self, table_id: str) -> None:
        return


class Alone:
    def __init__(self) -> None:
        self.leases = OwnLeases()
        self.listening = True
        self.heard = 0

    def start(self) -> None:
        return

    def is_current(self, live: LiveTable) -> bool:
        return not live.stale

    async def catch_up(self, live: LiveTable) -> None:
        return

    def attend(self, table_id: str, place: int, here: bool) -> None:
        return

    async def elsewhere(self, ids: list[str]) -> dict[str, frozenset[int]]:
        return dict.fromkeys(ids, frozenset())

    async def pass_on(self, table_id: str, place: int, kind: str) -> None:
        return

    async def close(self) -> None:
        return
