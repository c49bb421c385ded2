"""What the API and the pages call. Every refusal is one of table.errors.

Credentials are random texts; whoever sends one owns the seats taken with it, None is a stranger.
`seat` names one of several seats of the same owner (hot-seat); without it, the one to decide.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal, TypeVar

import msgspec

from spieltisch.core.errors import SpieltischError
from spieltisch.core.record import Record
from spieltisch.table import listing
from spieltisch.table.advising import Hint
from spieltisch.table.analysing import Progress
from spieltisch.table.credentials import hashed
from spieltisch.table.errors import Conflict, NoSuchTable, Refused
from spieltisch.table.fairness import UNDO
from spieltisch.table.hosting import Hosting
from spieltisch.table.kept import NumberTaken
from spieltisch.table.living import Living
from spieltisch.table.look import House, Look, Stage
from spieltisch.table.replaying import Replay
from spieltisch.table.seating import Seated, SeatWish
from spieltisch.table.store import StoreFailed
from spieltisch.table.table import Proposal, Table

__all__ = ["House", "Look", "SeatWish", "Seated", "Tables"]

T = TypeVar("T")
log = logging.getLogger("spieltisch.table")
MOST_LISTED = 50
MOST_FOLLOWED = 1_000
LONGEST_KEY = 64


class News(msgspec.Struct, frozen=True):
    """A game began or ended."""

    type: Literal["gameStart", "gameFinish"]
    table: str
    game: str


class Tables(Hosting):
    async def look(
        self,
        table_id: str,
        credential: str | None = None,
        seat: int | None = None,
        public: bool = False,
    ) -> Look:
        """With `public`, an owner of seats sees no more than a spectator."""
        living = await self.seen_by(table_id, credential)
        return living.look(hashed(credential), seat, public)

    async def seen_by(self, table_id: str, credential: str | None) -> Living:
        living = await self.at(table_id)
        if not living.may_look(hashed(credential)):
            raise NoSuchTable
        return living

    async def watch(
        self,
        table_id: str,
        credential: str | None = None,
        seat: int | None = None,
        last: str | None = None,
        idle: float = 15.0,
        public: bool = False,
    ) -> AsyncIterator[Look | None]:
        """Every change of what the viewer is told, from the present on unless `last` is its
        version; None after some quiet seconds. A slow reader skips to the newest."""
        living = await self.seen_by(table_id, credential)
        owner = hashed(credential)
        with living.watching(owner) as signal:
            quiet = Quiet(idle)
            while not self.closing and living.may_show(owner, seat):
                look = living.look(owner, seat, public)
                if look.version != last:
                    last = look.version
                    yield look
                    quiet = Quiet(idle)
                elif not await quiet.heard(signal):
                    yield None
                    quiet = Quiet(idle)

    async def news(self, credential: str | None, idle: float = 15.0) -> AsyncIterator[News | None]:
        """What begins and ends of the owner's games; None when it is quiet."""
        owner = hashed(credential)
        told: dict[str, Stage] = {}
        signal = asyncio.Event()
        self.signals.add(signal)
        try:
            while not self.closing:
                for news in await self.fresh_news(owner, told):
                    yield news
                if not await Quiet(idle).heard(signal):
                    yield None
        finally:
            self.signals.discard(signal)

    async def fresh_news(self, owner: str, told: dict[str, Stage]) -> list[News]:
        found = await self.store.read(lambda c: listing.stages_of(c, owner, MOST_FOLLOWED))
        fresh = []
        for table_id, game, stage in found:
            before, told[table_id] = told.get(table_id), stage
            if stage == "playing" and before != "playing":
                fresh.append(News("gameStart", table_id, game))
            elif stage == "over" and before == "playing":
                fresh.append(News("gameFinish", table_id, game))
        return fresh

    async def record(self, table_id: str, credential: str | None = None) -> Record:
        """The finished game with its proof of fair chance."""
        return (await self.seen_by(table_id, credential)).record()

    async def analysis(self, table_id: str, credential: str | None = None) -> Progress:
        """How far the look back at a finished game has come; the first to ask begins it."""
        record = await self.record(table_id, credential)
        progress = self.analyses.progress(table_id)
        if progress is None or progress.failed:
            progress = self.analyses.begin(table_id)
            self.in_background(self.analyses.run(record, progress))
        return progress

    async def keep_record(self, text: bytes) -> str:
        """Keep a guest's record for a while; the name to replay it by."""
        return await self.replays.keep(text, self.now())

    async def replay(self, name: str, credential: str | None = None) -> Replay:
        """Of a kept record, or of a finished table whose record the viewer may see."""
        loaded = await self.replays.loaded(name, self.now())
        return loaded or await self.replays.of(name, await self.record(name, credential))

    async def hint(
        self, table_id: str, credential: str | None, number: int, seat: int | None = None
    ) -> list[Hint]:
        """What the strong bot would play, the best first."""
        living = await self.at(table_id)
        return await self.hints.hints(living, hashed(credential), number, seat)

    async def mine(self, credential: str | None) -> list[Look]:
        """The tables where the credential has a seat, newest first."""
        owner = hashed(credential)
        ids = await self.store.read(lambda c: listing.tables_of(c, owner, MOST_LISTED))
        return [living.look(owner) for living in await self.those(ids)]

    async def lobby(self) -> list[Look]:
        """Listed tables that wait for players (with their invitation), and public games to
        watch, as a stranger sees them."""
        if not self.public_list:
            return []
        ids = await self.store.read(lambda c: listing.waiting(c, MOST_LISTED))
        ids += await self.store.read(lambda c: listing.running(c, MOST_LISTED))
        return [advertised(living) for living in await self.those(ids) if is_advertised(living)]

    async def those(self, ids: list[str]) -> list[Living]:
        """One that was deleted just now, or cannot be read, must not hide the others."""
        found = []
        for table_id in ids:
            try:
                found.append(await self.at(table_id))
            except StoreFailed:
                raise
            except SpieltischError as error:
                log.warning("a table is not listed: %s", error, extra={"table": table_id})
        return found

    async def play(
        self,
        table_id: str,
        credential: str | None,
        number: int,
        text: str,
        key: str = "",
        seat: int | None = None,
    ) -> Look:
        """Play a move in answer to the view of that number. The same key again changes nothing."""
        living = await self.at(table_id)
        owner = hashed(credential)

        async def act() -> Look:
            mine = living.acting_seat(owner, seat, key)

            def propose(table: Table) -> Proposal:
                return table.propose(mine, text, self.now(), key)

            return await self.act(living, owner, mine, number, text, key, propose)

        return await undisturbed(living, act)

    async def undo(
        self,
        table_id: str,
        credential: str | None,
        number: int,
        key: str = "",
        seat: int | None = None,
    ) -> Look:
        """Take the last decision back, if the policy in table.undo allows."""
        living = await self.at(table_id)
        owner = hashed(credential)

        async def act() -> Look:
            last = living.playing().last_to_decide()
            mine = living.acting_seat(owner, last if last in living.owned(owner) else seat, key)

            def propose(table: Table) -> Proposal:
                return table.propose_undo(mine, self.now(), key)

            return await self.act(living, owner, mine, number, UNDO, key, propose)

        return await undisturbed(living, act)

    async def act(
        self,
        living: Living,
        owner: str,
        seat: int,
        number: int,
        text: str,
        key: str,
        propose: Callable[[Table], Proposal],
    ) -> Look:
        table = living.playing()
        if len(key) > LONGEST_KEY:
            raise Refused("key_too_long", facts={"longest": LONGEST_KEY})
        if not key.isprintable():
            raise Refused("key_unreadable")
        if number != table.sight(seat).number:
            await self.catch_up_if_shared(living)
        if was_answered(table, seat, key, text):
            return living.look(owner, seat)
        if number != table.sight(seat).number:
            raise Conflict(living.look(owner, seat))
        if living.kept.house.closed:
            raise Refused("closed")
        if living.seats_in_order()[seat].taken_over:
            raise Refused("taken_over")
        try:
            await self.commit(living, propose(table))
        except NumberTaken:
            if not was_answered(table, seat, key, text):
                raise Conflict(living.look(owner, seat)) from None
        return living.look(owner, seat)


def was_answered(table: Table, seat: int, key: str, text: str) -> bool:
    """Whether the seat has sent this move with this key before, perhaps to another process."""
    if not key or (seat, key) not in table.keys:
        return False
    if table.keys[seat, key] != text:
        raise Refused("key_used_for_another_move")
    return True


async def undisturbed(living: Living, act: Callable[[], Awaitable[T]]) -> T:
    """Alone at the table, and to the end even if whoever asked goes away meanwhile: otherwise a
    row could be on disk that this process has not shown."""

    async def alone() -> T:
        async with living.lock:
            return await act()

    return await asyncio.shield(asyncio.ensure_future(alone()))


class Quiet:
    """A span of silence. What a viewer may not know of wakes it but does not prolong it: else
    late signs of life would tell of secret choices."""

    def __init__(self, seconds: float) -> None:
        self.until = asyncio.get_running_loop().time() + seconds

    async def heard(self, signal: asyncio.Event) -> bool:
        """Wait for the signal; False when the span is over."""
        left = self.until - asyncio.get_running_loop().time()
        try:
            await asyncio.wait_for(signal.wait(), left)
        except TimeoutError:
            return False
        signal.clear()
        return True


def is_advertised(living: Living) -> bool:
    if living.kept.house.closed:
        return False
    if living.kept.stage == "gathering":
        return living.kept.house.listed
    return living.kept.house.watch == "public"


def advertised(living: Living) -> Look:
    waiting = living.kept.stage == "gathering"
    return msgspec.structs.replace(living.look(""), invite=living.invite() if waiting else None)
