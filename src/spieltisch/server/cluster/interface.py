"""What a process asks of those it shares a database with, and what they ask of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from spieltisch.server.devices import Devices
from spieltisch.server.live_table import LiveTable


class Leases(Protocol):
    """Which process lets the bots of a table think."""

    async def take(self, table_id: str) -> bool:
        """Whether this process may."""

    async def give_back(self, table_id: str) -> None: ...


class Cluster(Protocol):
    @property
    def leases(self) -> Leases: ...

    @property
    def listening(self) -> bool:
        """Whether this process hears of what the others write."""

    @property
    def heard(self) -> int:
        """Notices so far."""

    def start(self) -> None: ...

    def is_current(self, live: LiveTable) -> bool:
        """Whether memory has all that is known to be in the database."""

    async def catch_up(self, live: LiveTable) -> None:
        """With what others may have written to a table meanwhile; the caller holds its lock."""

    def attend(self, table_id: str, place: int, here: bool) -> None:
        """Tell the others that somebody came to a place through this process, or went."""

    async def elsewhere(self, ids: list[str]) -> Mapping[str, frozenset[int]]:
        """Of each table, the places whose people look through other processes."""

    async def pass_on(self, table_id: str, place: int, kind: str) -> None:
        """Let those who look through other processes see a reaction."""

    async def close(self) -> None: ...


class TablesHere(Protocol):
    """The tables in this process's memory, as the cluster needs them."""

    by_id: dict[str, LiveTable]
    devices: Devices

    def now(self) -> float: ...

    def is_quiet(self, live: LiveTable) -> bool: ...

    async def catch_up(self, live: LiveTable) -> None: ...

    def show(self, live: LiveTable) -> None: ...

    def tell_news(self) -> None: ...

    def sign_out(self, mark: str) -> None: ...
