"""One table in memory: what is kept of it, its game, who is looking."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from spieltisch.core.game import Game
from spieltisch.core.record import Record
from spieltisch.core.result import Result
from spieltisch.core.state import OVER
from spieltisch.table import fairness
from spieltisch.table.errors import NotYours, Refused
from spieltisch.table.fairness import FIRST_SCHEME, Dice, Proof
from spieltisch.table.kept import Kept, Place
from spieltisch.table.look import Clock, Fair, Look, SeatInfo
from spieltisch.table.sight import Sight
from spieltisch.table.table import Row, Table

# Looks are told apart by this count: two processes, or two lives of one, must not give the same
# number to different looks.
CHANGES_BEGIN = secrets.randbelow(10**6) * 1000
ROUNDING = 0.001


class Living:
    def __init__(self, kept: Kept, game: Game, rows: list[Row], watchers: set[str]) -> None:
        self.kept = kept
        self.game = game
        self.watchers = watchers
        self.lock = asyncio.Lock()
        self.changes = CHANGES_BEGIN
        self.present: Counter[int] = Counter()
        self.signals: set[asyncio.Event] = set()
        self.recognised: set[str] = set()  # owners by whom the hall knows this table
        self.clock_from = 0.0
        self.used = time.time()
        self.stale = False
        self.heard = self.followed = 0  # notices of steps, and how many of them were followed
        self.elsewhere: frozenset[int] = frozenset()  # places looked from through other processes
        self.attend: Callable[[str, int, bool], None] = tell_nobody
        self.gone = False
        self.tokens = {purpose: link_key(kept.secret, purpose) for purpose in ("invite", "watch")}
        self.commitment = fairness.commitment(kept.secret, kept.terms(game.edition), kept.scheme)
        self.table: Table | None = None
        if kept.stage != "gathering":
            self.table = self.lay()
            self.table.replay(rows)
            self.set_clock()

    def lay(self) -> Table:
        dice = Dice(self.kept.secret, self.kept.contributions(), self.kept.scheme)
        return Table(self.game, len(self.kept.places), self.kept.options, dice)

    def playing(self) -> Table:
        if self.table is None:
            raise Refused("not_started")
        return self.table

    # Who is who. Places are chairs; the lot says which seat of the game each one is.

    def place_of(self, seat: int) -> int:
        return self.kept.seating[seat] if self.kept.seating else seat

    def seats_in_order(self) -> list[Place]:
        return [self.kept.places[self.place_of(seat)] for seat in range(len(self.kept.places))]

    def owned(self, owner: str) -> list[int]:
        if not owner:
            return []
        places = self.kept.places
        seating = self.kept.seating or range(len(places))
        return [seat for seat, number in enumerate(seating) if places[number].owner == owner]

    def may_look(self, owner: str) -> bool:
        return (
            self.kept.house.watch == "public"
            or owner == self.kept.host
            or owner in self.watchers
            or bool(self.owned(owner))
        )

    def may_show(self, owner: str, seat: int | None) -> bool:
        """Whether what the owner asked to see is still theirs to see: a seat may move elsewhere."""
        if self.gone or not self.may_look(owner):
            return False
        return seat is None or seat in self.owned(owner)

    def acting_seat(self, owner: str, seat: int | None, key: str = "") -> int:
        """The seat an owner acts for: the one that used the key, the one named, or the one that
        has to decide."""
        owned = self.owned(owner)
        if not owned or (seat is not None and seat not in owned):
            raise NotYours("not_your_seat")
        used = [mine for mine in owned if self.table and (mine, key) in self.table.keys]
        if key and used:
            return used[0]
        if seat is not None:
            return seat
        turn = self.table.turn if self.table else owned[0]
        return turn if turn in owned else owned[0]

    def asked_seat(self, owner: str) -> int | None:
        """Who of several people with one credential has to decide."""
        owned = self.owned(owner)
        if len(owned) < 2 or self.table is None or self.table.turn not in owned:
            return None
        return None if self.bot_level(self.table.turn) else self.table.turn

    def shown_seat(self, owner: str, seat: int | None, public: bool) -> int | None:
        if public:
            return None
        return self.acting_seat(owner, seat) if seat is not None or self.owned(owner) else None

    def bot_level(self, seat: int) -> str | None:
        """Who thinks for the seat; None for a person who is there."""
        return level_of(self.kept.places[self.place_of(seat)])

    def asker(self) -> str:
        """In whose name its bots wait for a worker."""
        return self.kept.host or self.kept.id

    def deadline(self) -> float | None:
        """When the seat that has to decide runs out of time."""
        table = self.table
        house = self.kept.house
        if not house.pace or house.closed or table is None or table.over:
            return None
        if self.bot_level(table.turn):
            return None
        return max(table.since, self.clock_from) + 60 * self.kept.house.pace

    def due(self) -> float | None:
        """From when on a bot or the clock has to act."""
        return None if self.kept.house.closed else self.due_when_open()

    def due_when_open(self) -> float | None:
        return self.due_for(self.table.turn, self.table.since) if self.table else None

    def due_for(self, turn: int, at: float, seating: list[int] | None = None) -> float | None:
        """`seating` while it is not kept yet."""
        if turn == OVER:
            return None
        return self.due_of(self.kept.places[(seating or self.kept.seating)[turn]], at)

    def due_of(self, place: Place, at: float) -> float | None:
        if level_of(place):
            return at
        pace = self.kept.house.pace
        return max(at, self.clock_from) + 60 * pace if pace else None

    def due_with(self, number: int, place: Place) -> float | None:
        """Once this is what the place is."""
        table, kept = self.table, self.kept
        if table is None or table.over or kept.house.closed or self.place_of(table.turn) != number:
            return kept.due
        return self.due_of(place, table.since)

    def set_clock(self) -> None:
        """What is due later than the last step says was given time anew, by another process or in
        an earlier life of this one."""
        table, kept = self.table, self.kept
        if table is None or table.over or kept.due is None or self.bot_level(table.turn):
            return
        given = kept.due - 60 * kept.house.pace
        if given > table.since + ROUNDING:
            self.clock_from = max(self.clock_from, given)

    # What other processes wrote.

    def head(self) -> tuple[int, int]:
        return self.kept.changes, self.table.number if self.table else 0

    def take_in(self, kept: Kept, rows: list[Row], watchers: set[str]) -> bool:
        """Whether anything around the table changed, the steps aside."""
        changes, due, before = kept.changes, kept.due, self.kept
        before = msgspec.structs.replace(before, changes=changes, due=due)
        changed = before != kept
        self.kept, self.watchers = kept, watchers
        if self.table is None and kept.stage != "gathering":
            self.table = self.lay()
        if self.table is not None:
            self.table.replay(rows)
            self.set_clock()
        return changed

    def follow(self, rows: list[Row], heard: int) -> bool:
        """Take in steps that another process wrote; whether there was anything new in them."""
        table = self.playing()
        fresh = [row for row in rows if row.number > table.number]
        table.replay(fresh)
        self.followed = max(self.followed, heard)
        self.kept.due = self.due()  # as whoever wrote them wrote it
        return bool(fresh)

    def attended_elsewhere(self, places: frozenset[int]) -> None:
        if places != self.elsewhere:
            self.elsewhere = places
            self.changed()

    # Telling those who look.

    @contextmanager
    def watching(self, owner: str) -> Iterator[asyncio.Event]:
        """A signal that is set whenever there may be something new."""
        signal = asyncio.Event()
        self.signals.add(signal)
        places = [self.place_of(seat) for seat in self.owned(owner)]
        self.come_and_go(places, 1)
        try:
            yield signal
        finally:
            self.signals.discard(signal)
            self.come_and_go(places, -1)

    def come_and_go(self, places: list[int], step: int) -> None:
        before = set(+self.present)
        self.present.update(dict.fromkeys(places, step))
        moved = before ^ set(+self.present)
        for place in moved:
            self.attend(self.kept.id, place, place not in before)
        if moved:
            self.changed()

    def changed(self) -> None:
        """Something around the table, not in the game."""
        self.changes += 1
        self.announce()

    def announce(self) -> None:
        for signal in self.signals:
            signal.set()

    # What one viewer is told.

    def look(self, owner: str, seat: int | None = None, public: bool = False) -> Look:
        """`public`: only what a spectator sees, whatever the owner could see."""
        shown = self.shown_seat(owner, seat, public)
        sight = self.table.sight(shown) if self.table else Sight(shown)
        kept = self.kept
        host = bool(owner) and owner == kept.host
        return Look(
            table=kept.id,
            game=kept.game,
            edition=self.game.edition,
            options=kept.options,
            rules_version=kept.rules_version,
            house=kept.house,
            stage=kept.stage,
            seats=[self.seat_info(number) for number in range(len(kept.places))],
            seat=shown,
            owned=self.owned(owner),
            asked=self.asked_seat(owner),
            host=host,
            number=sight.number,
            changes=self.changes,
            view=sight.view,
            legal=sight.legal,
            log=sight.log,
            last=sight.last,
            can_undo=self.table.can_undo(shown) if self.table else False,
            clock=self.clock(sight),
            result=self.result(),
            fairness=self.fair(),
            invite=self.invite() if self.may_invite(owner) else None,
            watch_link=self.tokens["watch"] if self.may_share(owner) else None,
            next_table=kept.next_table if self.owned(owner) else None,
        )

    def may_invite(self, owner: str) -> bool:
        return self.kept.stage == "gathering" and self.is_at_table(owner)

    def may_share(self, owner: str) -> bool:
        return self.kept.house.watch == "link" and self.is_at_table(owner)

    def is_at_table(self, owner: str) -> bool:
        return bool(owner) and (owner == self.kept.host or bool(self.owned(owner)))

    def seat_info(self, seat: int) -> SeatInfo:
        number = self.place_of(seat)
        place = self.kept.places[number]
        here = self.present[number] > 0 or number in self.elsewhere
        online = place.kind == "bot" or here
        return SeatInfo(place.name, place.kind, place.level, online, place.taken_over)

    def clock(self, sight: Sight) -> Clock:
        """Each viewer's clock runs since that viewer last saw something happen: a clock set anew
        by somebody's secret choice would tell of it."""
        since = max(sight.since, self.clock_from)
        pace = self.kept.house.pace
        running = pace > 0 and self.kept.stage == "playing"
        return Clock(time.time(), since, since + 60 * pace if running else None)

    def result(self) -> Result | None:
        if self.table is None or not self.table.over:
            return None
        return self.game.result(self.table.state)

    def fair(self) -> Fair:
        if self.table is None or not self.table.over:
            return Fair(self.commitment)
        return Fair(self.commitment, self.kept.secret.hex(), self.kept.contributions())

    def invite(self) -> str:
        return f"{self.kept.id}.{self.tokens['invite']}"

    def record(self) -> Record:
        """The whole game with its proof; only when it is over."""
        table = self.playing()
        if not table.over:
            raise Refused("not_over")
        record = table.record()
        record.names = [place.name for place in self.seats_in_order()]
        record.date = time.strftime("%Y-%m-%d", time.gmtime(self.kept.created))
        record.rules_version = self.kept.rules_version
        record.more = {"fairness": msgspec.to_builtins(self.proof(table))}
        if self.kept.house.guided:
            record.more["deal"] = "fixed"
        return record

    def proof(self, table: Table) -> Proof:
        return Proof(
            commitment=self.commitment,
            secret=self.kept.secret.hex(),
            contributions=self.kept.contributions(),
            order=self.kept.house.order,
            seating=self.kept.seating,
            undone=table.undone() if self.kept.scheme == FIRST_SCHEME else [],
            scheme=self.kept.scheme,
        )


def level_of(place: Place) -> str | None:
    """Which bot plays there."""
    if place.kind == "bot":
        return place.level
    return "casual" if place.taken_over else None


def link_key(secret: bytes, purpose: str) -> str:
    """A link's key follows from the table's secret, which only a finished table tells."""
    return hmac.digest(secret, f"link {purpose}".encode(), hashlib.sha256)[:16].hex()


def tell_nobody(table_id: str, place: int, here: bool) -> None:
    """Who comes and goes, where no other process needs to know."""
