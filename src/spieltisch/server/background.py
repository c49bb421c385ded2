"""What goes on beside the requests, until the server stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from spieltisch.server.store.engine import StoreFailed

log = logging.getLogger("spieltisch.server")


class Background:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def repeat(self, work: Callable[[], Awaitable[object]], pause: float) -> None:
        self.start(again_and_again(work, pause))

    async def stop(self) -> None:
        self.closing = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def again_and_again(work: Callable[[], Awaitable[object]], pause: float) -> None:
    """While the database is away there is nothing to do but to try again."""
    while True:
        try:
            await work()
        except StoreFailed as error:
            log.warning("%s", error)
        except Exception:
            log.exception("work in the background failed")
        await asyncio.sleep(pause)
