"""How the games of players came out: noted at the end of each, kept when the table is gone."""

from __future__ import annotations

import asyncio
import io
import logging
import time
import zipfile
from collections import defaultdict

import msgspec

from spieltisch.core.errors import SpieltischError
from spieltisch.core.record import dumps
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables, read_live
from spieltisch.server.snapshot import record
from spieltisch.server.store import results
from spieltisch.server.store.engine import StoreFailed
from spieltisch.server.store.results import ResultRow

log = logging.getLogger("spieltisch.server")
MOST_GAMES = 2_000
MOST_NOTED_LATE = 100


class Rival(msgspec.Struct, frozen=True):
    """Somebody else in a game; `level` of a bot. `player` tells people of one name apart here, and
    is not for others."""

    name: str
    level: str
    rank: int
    score: int
    player: str = ""


class PlayedGame(msgspec.Struct, frozen=True):
    """`rank` is None where several people shared the device. `open`: it can still be replayed."""

    table: str
    game: str
    ended: float
    seconds: float
    steps: int
    rank: int | None
    score: int | None
    won: bool
    rivals: list[Rival]
    open: bool
    seat: int | None = None  # of whoever played alone at their device


class Tally(msgspec.Struct):
    """Against one opponent, or in one game. `ahead` and `behind`: of that opponent; in a game,
    won and not."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    best: int | None = None
    last: str = ""


class Opponent(msgspec.Struct, frozen=True):
    """A person, or all bots of a level."""

    name: str
    level: str
    tally: Tally


class Numbers(msgspec.Struct, frozen=True):
    games: dict[str, Tally]
    opponents: list[Opponent]


class Played:
    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self.store = live.store
        self.noted: set[str] = set()

    # As a caretaker of the tables in memory.

    def wake(self, live: LiveTable) -> None:
        if live.stored.stage == "over" and live.id not in self.noted:
            self.noted.add(live.id)
            if not self.live.background.closing:
                self.live.background.start(self.note(live))

    def is_busy(self, table_id: str) -> bool:
        return False

    def forget(self, table_id: str) -> None:
        self.noted.discard(table_id)

    async def note(self, live: LiveTable) -> None:
        """Once, whoever comes first."""
        rows = rows_of(live)
        if not rows:
            return
        try:
            await self.store.write(lambda c: results.note(c, rows), live.id)
        except StoreFailed as error:
            log.warning("a result is noted later: %s", error, extra={"table": live.id})

    # For its player.

    async def history(self, credential: str | None, most: int = MOST_GAMES) -> list[PlayedGame]:
        """Finished games, the latest first."""
        owner = await self.live.devices.owner(credential)
        if not owner:
            return []
        await self.note_what_is_missing(owner)
        rows = await self.store.read(lambda c: results.of_player(c, owner, most))
        there = await self.store.read(lambda c: results.still_there(c, owner))
        games: dict[str, list[ResultRow]] = defaultdict(list)
        for row in rows:
            games[row.table_id].append(row)
        return [played(seats, owner, table_id in there) for table_id, seats in games.items()]

    async def note_what_is_missing(self, owner: str) -> None:
        """Games that ended before such notes were taken, or while a process died."""
        ids = await self.store.read(lambda c: results.not_noted(c, owner, MOST_NOTED_LATE))
        for table_id in ids:
            try:
                await self.note(await self.live.at(table_id))
            except SpieltischError as error:
                log.warning("a game is not in a history: %s", error, extra={"table": table_id})

    async def records(self, credential: str | None) -> bytes:
        """All games of the player that are still there, as a zip of records."""
        owner = await self.live.devices.owner(credential)
        ids = await self.store.read(lambda c: sorted(results.still_there(c, owner)))
        return await asyncio.to_thread(self.packed, ids)

    def packed(self, ids: list[str]) -> bytes:
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packing:
            for table_id in ids:
                try:
                    packing.writestr(*self.record_file(table_id))
                except SpieltischError as error:
                    log.warning("a game is not packed: %s", error, extra={"table": table_id})
        return held.getvalue()

    def record_file(self, table_id: str) -> tuple[str, str]:
        live = self.store.read_now(lambda c: read_live(c, table_id))
        day = time.strftime("%Y-%m-%d", time.gmtime(live.stored.created))
        return f"{day}-{live.stored.game}-{table_id}.json", dumps(record(live))


def rows_of(live: LiveTable) -> list[ResultRow]:
    table, stored = live.table, live.stored
    if table is None or table.match.result is None or stored.start is not None:
        return []  # what is tried again counts for nothing
    result = table.match.result
    began = table.rows[0].at if table.rows else stored.created
    return [
        ResultRow(
            table_id=live.id,
            seat=seat,
            player=place.owner,
            name=place.name,
            level=place.level if place.kind == "bot" else "",
            game=stored.game,
            began=began,
            ended=table.since,
            steps=len(table.match.steps),
            rank=result.ranking[seat],
            score=result.scores[seat],
            won=seat in result.winners,
        )
        for seat, place in enumerate(live.seats_in_order())
    ]


def played(seats: list[ResultRow], owner: str, is_open: bool) -> PlayedGame:
    mine = [row for row in seats if row.player == owner]
    alone = mine[0] if len(mine) == 1 else None
    others = [row for row in seats if row is not alone]
    return PlayedGame(
        table=seats[0].table_id,
        game=seats[0].game,
        ended=seats[0].ended,
        seconds=seats[0].ended - seats[0].began,
        steps=seats[0].steps,
        rank=alone.rank if alone else None,
        score=alone.score if alone else None,
        won=alone.won if alone else False,
        rivals=[Rival(row.name, row.level, row.rank, row.score, row.player) for row in others],
        open=is_open,
        seat=alone.seat if alone else None,
    )


def numbers(history: list[PlayedGame]) -> Numbers:
    """Only games that somebody played alone at their device; of people only those who are known
    here, too."""
    games: dict[str, Tally] = {}
    opponents: dict[tuple[str, str], tuple[str, Tally]] = {}
    for game in history:
        if game.rank is None or game.score is None:
            continue
        tally = games.setdefault(game.game, Tally())
        count(tally, game.won, not game.won)
        tally.best = game.score if tally.best is None else max(tally.best, game.score)
        for rival in game.rivals:
            if rival.level or rival.player:
                key = (rival.level, rival.player if not rival.level else "")
                against = opponents.setdefault(key, (rival.name, Tally()))[1]
                count(against, game.rank < rival.rank, game.rank > rival.rank)
    listed = [Opponent(name, level, tally) for (level, _), (name, tally) in opponents.items()]
    return Numbers(games, sorted(listed, key=lambda one: (bool(one.level), -one.tally.games)))


def count(tally: Tally, ahead: bool, behind: bool) -> None:
    """The latest game is counted first."""
    tally.last = tally.last or ("ahead" if ahead else "behind" if behind else "level")
    tally.games += 1
    tally.ahead += ahead
    tally.behind += behind
