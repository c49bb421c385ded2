"""Hints: what the strong bot thinks of the moves a seat can choose from."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from spieltisch.bots.protocol import MoveReport
from spieltisch.core.view import Seen
from spieltisch.table.errors import Conflict, Refused
from spieltisch.table.living import Living
from spieltisch.table.thinking import Question, Thinkers, advise

MOST_KEPT = 200
MOST_MOVES = 3
LEVEL = "strong"
Asked = tuple[str, int, int]  # table, seat, and the number of its view


class Hint(msgspec.Struct, frozen=True):
    """A move the bot prefers, as its seat would see it played: how often the search tried it, and
    the share of the victory it expects."""

    move: str
    seen: Seen
    visits: int
    value: float


class Hints:
    """Asked again about the same view, it says the same."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.kept: OrderedDict[Asked, asyncio.Future[list[MoveReport]]] = OrderedDict()

    async def hints(
        self, living: Living, owner: str, number: int, wanted: int | None
    ) -> list[Hint]:
        """For a seat of the owner that has to decide, in answer to the view of that number."""
        seat = living.acting_seat(owner, wanted)
        table = living.playing()
        if not living.kept.house.hints:
            raise Refused("no_hints")
        if not table.sight(seat).legal:
            raise Refused("not_your_turn")
        if table.sight(seat).number == number:
            reports = await self.reports(living, seat, number)
        if table.sight(seat).number != number:
            raise Conflict(living.look(owner, seat))
        return [hint(living, seat, one) for one in reports[:MOST_MOVES] if one.visits > 0]

    async def reports(self, living: Living, seat: int, number: int) -> list[MoveReport]:
        """The thinking goes on even if whoever asked goes away meanwhile."""
        asked = (living.kept.id, seat, number)
        if asked not in self.kept:
            spelled = msgspec.msgpack.encode(question(living, seat, number))
            work = self.thinkers.work(advise, spelled, living.asker())
            self.kept[asked] = asyncio.ensure_future(work)
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        try:
            return await asyncio.shield(self.kept[asked])
        except Exception:
            self.kept.pop(asked, None)
            raise


def question(living: Living, seat: int, number: int) -> Question:
    """All the bot is told is what the seat sees."""
    sight = living.playing().sight(seat)
    kept = living.kept
    return Question(
        kept.game,
        kept.edition,
        kept.rules_version,
        LEVEL,
        seat,
        sight.view_json,
        sight.legal,
        number,
    )


def hint(living: Living, seat: int, report: MoveReport) -> Hint:
    game = living.game
    code = game.code(game.parse(report.move))
    seen = game.mask(living.playing().state, code, seat)
    assert seen is not None, "a seat sees its own moves"
    return Hint(report.move, seen, report.visits, report.value)
