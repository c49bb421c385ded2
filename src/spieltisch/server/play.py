"""Moves and undos of people: checked, written, then shown; each at most once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from spieltisch.server.errors import Refused
from spieltisch.server.fairness import UNDO
from spieltisch.server.keys import checked_key
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.reactions import checked_kind
from spieltisch.server.snapshot import Conflict, Snapshot, may_react, snapshot
from spieltisch.server.store.queries import NumberTaken
from spieltisch.server.table import ProposedRows, Table

T = TypeVar("T")
MOST_TRIES = 5  # where others, unseen by who moves, act at the same time through other processes


class Play:
    def __init__(self, live: LiveTables) -> None:
        self.live = live

    async def move(
        self,
        table_id: str,
        credential: str | None,
        number: int,
        text: str,
        key: str = "",
        seat: int | None = None,
        pointed: int = 0,
    ) -> Snapshot:
        """Play a move in answer to the view of that number. The same key again changes nothing.
        `pointed`: the place of the tile that is meant among equal ones."""
        live = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)

        async def act() -> Snapshot:
            mine = live.acting_seat(owner, seat, key)

            def propose(table: Table) -> ProposedRows:
                return table.propose_of_person(mine, text, self.live.now(), key, pointed)

            return await self.act(live, owner, mine, number, text, key, propose)

        return await undisturbed(live, act)

    async def undo(
        self,
        table_id: str,
        credential: str | None,
        number: int,
        key: str = "",
        seat: int | None = None,
    ) -> Snapshot:
        """Take the last decision back, if the policy in server.undo allows."""
        live = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)

        async def act() -> Snapshot:
            table = live.playing()
            undoing = [one for one in live.owned(owner) if table.can_undo(one)]
            mine = live.acting_seat(
                owner, seat if seat in undoing else next(iter(undoing), seat), key
            )

            def propose(table: Table) -> ProposedRows:
                return table.propose_undo(mine, self.live.now(), key)

            return await self.act(live, owner, mine, number, UNDO, key, propose)

        return await undisturbed(live, act)

    async def react(self, table_id: str, credential: str | None, kind: str) -> None:
        """Show the others at the table one of the drawn reactions."""
        live = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)
        place, known = live.place_of(live.acting_seat(owner, None)), checked_kind(kind)
        if not may_react(live, live.owned(owner)):
            raise Refused("no_reactions")
        if not live.react(place, known, self.live.now()):
            raise Refused("too_many_reactions")
        await self.live.cluster.pass_on(live.id, place, known)

    async def act(
        self,
        live: LiveTable,
        owner: str,
        seat: int,
        number: int,
        text: str,
        key: str,
        propose: Callable[[Table], ProposedRows],
    ) -> Snapshot:
        table = live.playing()
        checked_key(key)
        if number != table.viewer(seat).number:
            await self.live.cluster.catch_up(live)
        if was_answered(table, seat, key, text):
            return snapshot(live, owner, seat)
        if number != table.viewer(seat).number:
            raise Conflict(snapshot(live, owner, seat))
        if live.stored.house.closed:
            raise Refused("closed")
        if live.seats_in_order()[seat].taken_over:
            raise Refused("taken_over")
        for _ in range(MOST_TRIES):
            try:
                await self.live.commit(live, propose(table))
            except NumberTaken:
                if was_answered(table, seat, key, text):
                    break
                if number != table.viewer(seat).number:
                    raise Conflict(snapshot(live, owner, seat)) from None
            else:
                break
        else:
            raise Conflict(snapshot(live, owner, seat))
        return snapshot(live, owner, seat)


def was_answered(table: Table, seat: int, key: str, text: str) -> bool:
    """Whether the seat has sent this move with this key before, perhaps to another process."""
    if not key or (seat, key) not in table.keys:
        return False
    if table.keys[seat, key] != text:
        raise Refused("key_used_for_another_move")
    return True


async def undisturbed(live: LiveTable, act: Callable[[], Awaitable[T]]) -> T:
    """Alone at the table, and to the end even if whoever asked goes away meanwhile: otherwise a
    row could be on disk that this process has not shown."""

    async def alone() -> T:
        async with live.lock:
            return await act()

    return await asyncio.shield(asyncio.ensure_future(alone()))
