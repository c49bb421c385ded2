"""Which process lets the bots of a table think. On PostgreSQL a session's advisory lock says so:
when a process dies its locks are free, and another takes over. Should two ever think at once (a
connection broke), the number of the step decides and one answer is dropped."""

from __future__ import annotations

import asyncio
import hashlib
import logging

import psycopg
from sqlalchemy.engine import URL

from spieltisch.server.cluster.connection import Connection, connect

log = logging.getLogger("spieltisch.server")


class AdvisoryLocks:
    def __init__(self, url: URL) -> None:
        self.url = url
        self.connection: Connection | None = None
        self.held: set[str] = set()
        self.lock = asyncio.Lock()

    async def take(self, table_id: str) -> bool:
        async with self.lock:
            if table_id in self.held and self.connection and not self.connection.closed:
                return True
            try:
                taken = await self.ask("SELECT pg_try_advisory_lock(%s)", table_id)
            except psycopg.Error as error:
                self.drop(error)
                return False
            if taken:
                self.held.add(table_id)
            return taken

    async def give_back(self, table_id: str) -> None:
        async with self.lock:
            if table_id not in self.held:
                return
            self.held.discard(table_id)
            try:
                await self.ask("SELECT pg_advisory_unlock(%s)", table_id)
            except psycopg.Error as error:
                self.drop(error)

    async def ask(self, question: str, table_id: str) -> bool:
        if self.connection is None or self.connection.closed:
            self.held.clear()  # the old session's locks went with it
            self.connection = await connect(self.url)
        cursor = await self.connection.execute(question, [lock_key(table_id)])
        row = await cursor.fetchone()
        return bool(row and row[0])

    def drop(self, error: psycopg.Error) -> None:
        log.warning("the connection for bots' jobs broke: %s", str(error).splitlines()[:1])
        self.connection = None
        self.held.clear()

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()


def lock_key(table_id: str) -> int:
    """A signed 64-bit number, as PostgreSQL wants it."""
    return int.from_bytes(hashlib.sha256(table_id.encode()).digest()[:8], "big", signed=True)
