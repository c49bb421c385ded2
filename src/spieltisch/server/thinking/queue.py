"""Who waits for a worker process: nobody's many slow questions keep the others' from their turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Turn = asyncio.Future[int]


class RoundRobin:
    """One question of each asker after the other, however many somebody has."""

    def __init__(self) -> None:
        self.askers: OrderedDict[str, deque[Turn]] = OrderedDict()

    def join(self, asker: str) -> Turn:
        turn: Turn = asyncio.get_running_loop().create_future()
        self.askers.setdefault(asker, deque()).append(turn)
        return turn

    def next(self) -> Turn | None:
        """Who comes now; those who went away meanwhile are passed over."""
        while self.askers:
            asker, turns = self.askers.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self.askers[asker] = turns
            if not turn.done():
                return turn
        return None


class Turns:
    """Places 1 and up are for all questions, place 0 for quick ones alone. Those go first: they
    are over before a slow one would notice."""

    def __init__(self, places: int) -> None:
        self.quick, self.slow = RoundRobin(), RoundRobin()
        self.free = set(range(places + 1))

    @asynccontextmanager
    async def turn(self, asker: str, quick: bool) -> AsyncIterator[int]:
        """The place to work at, once it is the asker's turn."""
        turn = (self.quick if quick else self.slow).join(asker)
        self.call()
        try:
            yield await turn
        finally:
            if turn.done() and not turn.cancelled():
                self.free.add(turn.result())
                self.call()

    def call(self) -> None:
        while self.free and (turn := self.quick.next()):
            self.give(turn, min(self.free))
        while self.free - {0} and (turn := self.slow.next()):
            self.give(turn, max(self.free))

    def give(self, turn: Turn, place: int) -> None:
        self.free.discard(place)
        turn.set_result(place)
