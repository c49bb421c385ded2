"""One table in memory: its game, who sits on which seat, who is looking, and when who must act."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from spieltisch.core.game import Game
from spieltisch.core.state import OVER
from spieltisch.server import fairness
from spieltisch.server.errors import NotYours, Refused
from spieltisch.server.fairness import Dice
from spieltisch.server.listeners import Listeners
from spieltisch.server.reactions import Kind, Reactions
from spieltisch.server.stored_table import Place, Row, StoredTable, nobody_plays
from spieltisch.server.table import ProposedRows, Table

# Snapshots are told apart by this count: two processes, or two lives of one, must not give the
# same number to different ones.
CHANGES_BEGIN = secrets.randbelow(10**6) * 1000


class LiveTable:
    def __init__(
        self,
        stored: StoredTable,
        game: Game,
        rows: list[Row],
        admitted: set[str],
        sealed: Sequence[Row] = (),
    ) -> None:
        self.id = stored.id
        self.stored = stored
        self.game = game
        self.admitted = admitted  # owners of credentials who came by the link to watch
        self.lock = asyncio.Lock()
        self.changes = CHANGES_BEGIN
        self.listeners = Listeners()
        self.present: Counter[int] = Counter()  # how often each place is looked from
        self.elsewhere: frozenset[int] = frozenset()  # places looked from through other processes
        self.attend: Callable[[str, int, bool], None] = tell_nobody
        self.recognised: set[str] = set()  # owners by whom the tables in memory are found
        self.reactions = Reactions()
        self.running: Callable[[], float] = beginning
        self.used = time.time()
        self.stale = False
        self.heard = self.followed = 0  # notices of steps, and how many of them were followed
        self.gone = False
        self.tokens = {purpose: link_key(stored.secret, purpose) for purpose in ("invite", "watch")}
        terms = stored.terms(game.edition)
        self.commitment = fairness.commitment(stored.secret, terms, stored.scheme)
        self.commitments = (fairness.offered(stored.secret), self.commitment)  # one may answer
        self.table: Table | None = None
        if stored.stage != "gathering":
            self.table = self.lay()
            self.table.replay(rows)
            self.table.take_in_sealed(sealed)

    def lay(self) -> Table:
        stored = self.stored
        dice = Dice(stored.secret, stored.contributions(), stored.scheme)
        start = None if stored.start is None else stored.start.position
        agreed = (self.game, len(stored.places), stored.options)
        return Table(*agreed, dice, start, stored.created)

    def playing(self) -> Table:
        if self.table is None:
            raise Refused("not_started")
        return self.table

    # Who is who. Places are chairs; the lot says which seat of the game each one is.

    def place_of(self, seat: int) -> int:
        return self.stored.seating[seat] if self.stored.seating else seat

    def seats_in_order(self) -> list[Place]:
        return [self.stored.places[self.place_of(seat)] for seat in range(len(self.stored.places))]

    def owned(self, owner: str) -> list[int]:
        if not owner:
            return []
        places = self.stored.places
        seating = self.stored.seating or range(len(places))
        return [seat for seat, number in enumerate(seating) if places[number].owner == owner]

    def is_host(self, owner: str) -> bool:
        return bool(owner) and owner == self.stored.host

    def may_look(self, owner: str) -> bool:
        return (
            self.stored.house.watch == "public"
            or self.is_host(owner)
            or owner in self.admitted
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
        return next(iter(self.asked(owned)), owned[0])

    def asked(self, seats: list[int]) -> list[int]:
        """Those of them that have to decide; people before seats that were taken over."""
        asked = [seat for seat in seats if self.table and self.table.viewer(seat).legal]
        return sorted(asked, key=lambda seat: self.bot_level(seat) is not None)

    def bot_level(self, seat: int) -> str | None:
        """Who thinks for the seat; None for a person who is there."""
        return self.stored.places[self.place_of(seat)].bot_level()

    def react(self, place: int, kind: Kind, at: float) -> bool:
        """Let all who look see it; False if it came too soon."""
        seat = self.stored.seating.index(place) if self.stored.seating else place
        if not self.reactions.hear(place, seat, kind, at):
            return False
        self.changed()
        return True

    def people(self) -> set[str]:
        """Players at the table whose seat no bot has taken over, as far as everybody knows."""
        places = self.shown_places()
        return {one.owner for one in places if one.kind == "person" and not one.taken_over}

    def shown_places(self, owner: str = "") -> list[Place]:
        """While several choose in secret, everybody is told of their own seats alone that a bot
        has them: elsewhere it would tell who had not chosen in time."""
        places = self.stored.places
        return [masked(one, owner) for one in places] if self.is_choosing() else list(places)

    def is_choosing(self) -> bool:
        return self.table is not None and bool(self.table.choosers())

    def asker(self) -> tuple[str, ...]:
        """In whose name its bots wait for a worker."""
        return (*asking(self.stored.origin, self.stored.host or self.id), self.id)

    def invite(self) -> str:
        return f"{self.id}.{self.tokens['invite']}"

    # When somebody has to act: seconds of the server's running time.

    def deadline(self, at: float) -> float:
        """When somebody asked at that moment runs out of time."""
        return max(at, self.stored.clock_from) + 60 * self.stored.house.pace

    def next_ring(self, at: float) -> float | None:
        """When the clock of somebody asked at that moment has to act next. With days a move they
        are reminded at the end of their time, and have a little longer."""
        house, deadline = self.stored.house, self.deadline(at)
        if not house.pace:
            return None
        if house.days and self.stored.reminded < deadline:
            return deadline
        return deadline + house.grace if house.late == "bot" else None

    def rings(self) -> float | None:
        """When the clock has to act: never where a bot decides."""
        table = self.table
        if self.stored.house.closed or table is None or table.over or self.bot_level(table.turn):
            return None
        if table.has_sealed(table.turn):
            return None
        return self.next_ring(table.ran)

    def is_reminded(self) -> bool:
        """Whether whoever has to decide was told that their time is over."""
        deadline = self.deadline(self.playing().ran)
        return self.stored.house.days and self.stored.reminded >= deadline

    def to_remind_of(self) -> float | None:
        """The deadline of which whoever has to decide was not reminded yet."""
        deadline = self.deadline(self.playing().ran)
        unsaid = self.stored.house.days and self.stored.reminded < deadline
        return deadline if unsaid else None

    def due(self) -> float | None:
        """From when on a bot or the clock has to act."""
        return None if self.stored.house.closed else self.due_when_open()

    def due_when_open(self) -> float | None:
        return self.due_for(self.table.turn, self.table.ran) if self.table else None

    def due_for(
        self,
        turn: int,
        at: float,
        seating: list[int] | None = None,
        places: list[Place] | None = None,
    ) -> float | None:
        """`seating` and `places` while they are not kept yet."""
        places = places or self.stored.places
        if turn == OVER or nobody_plays(places):
            return None
        if places[(seating or self.stored.seating)[turn]].bot_level():
            return at
        if self.table is not None and self.table.has_sealed(turn):
            return at
        return self.next_ring(at)

    def next_sealed(self, at: float) -> ProposedRows | None:
        """What is to be played now of what was chosen before its turn. A bot that took a seat over
        goes on with what the person had begun."""
        table = self.table
        if table is None or table.over or self.stored.house.closed:
            return None
        waits = table.turn in table.sealed and bool(table.sealed[table.turn].rows)
        if not waits or not (table.has_sealed(table.turn) or self.bot_level(table.turn)):
            return None
        return table.opening_of(table.turn, at)

    def due_with(self, number: int, place: Place) -> float | None:
        """Once this is what the place is."""
        table, stored = self.table, self.stored
        if table is None or table.over or stored.house.closed:
            return stored.due
        places = [*stored.places[:number], place, *stored.places[number + 1 :]]
        return self.due_for(table.turn, table.ran, places=places)

    # What other processes wrote.

    def head(self) -> tuple[int, int]:
        return self.stored.changes, self.table.number if self.table else 0

    def take_in(
        self, stored: StoredTable, rows: list[Row], admitted: set[str], sealed: Sequence[Row] = ()
    ) -> bool:
        """Whether anything around the table changed, the steps aside."""
        counts = {name: getattr(stored, name) for name in ("changes", "due", "reminded")}
        before, shown = msgspec.structs.replace(self.stored, **counts), self.shown_places()
        self.stored, self.admitted = stored, admitted
        before.places = stored.places if shown == self.shown_places() else shown
        changed = before != stored
        if self.table is None and stored.stage != "gathering":
            self.table = self.lay()
        if self.table is not None:
            self.table.replay(rows)
            self.table.take_in_sealed(sealed)
        return changed

    def follow(self, rows: list[Row], heard: int) -> bool:
        """Take in steps that another process wrote; whether there was anything new in them."""
        table = self.playing()
        fresh = [row for row in rows if row.number > table.number]
        table.replay(fresh)
        self.followed = max(self.followed, heard)
        self.stored.due = self.due()  # as whoever wrote them wrote it
        return bool(fresh)

    # Who is looking.

    @contextmanager
    def watching(self, owner: str) -> Iterator[asyncio.Event]:
        """A signal that is set whenever there may be something new."""
        places = [self.place_of(seat) for seat in self.owned(owner)]
        with self.listeners.listening() as signal:
            self.come_and_go(places, 1)
            try:
                yield signal
            finally:
                self.come_and_go(places, -1)

    def come_and_go(self, places: list[int], step: int) -> None:
        before = set(+self.present)
        self.present.update(dict.fromkeys(places, step))
        moved = before ^ set(+self.present)
        for place in moved:
            self.attend(self.id, place, place not in before)
        if moved:
            self.changed()

    def attended_elsewhere(self, places: frozenset[int]) -> None:
        if places != self.elsewhere:
            self.elsewhere = places
            self.changed()

    def is_attended(self, place: int) -> bool:
        return self.present[place] > 0 or place in self.elsewhere

    def put(self, number: int, place: Place) -> None:
        """Somebody else sits there, or nobody, or a bot."""
        shown = self.shown_places()
        self.stored.places[number] = place
        self.changes += shown != self.shown_places()
        self.listeners.tell()

    def changed(self) -> None:
        """Something around the table, not in the game."""
        self.changes += 1
        self.listeners.tell()


def link_key(secret: bytes, purpose: str) -> str:
    """A link's key follows from the table's secret, which only a finished table tells."""
    return hmac.digest(secret, f"link {purpose}".encode(), hashlib.sha256)[:16].hex()


def asking(origin: str, owner: str) -> tuple[str, str, str]:
    """Somebody's network, address and mark, in whose turn workers think."""
    network, _, address = origin.partition(" ")
    return network, address, owner


def masked(place: Place, owner: str) -> Place:
    own = bool(owner) and place.owner == owner
    return place if own else msgspec.structs.replace(place, taken_over=False)


def beginning() -> float:
    """The server's running time, where no server runs."""
    return 0.0


def tell_nobody(table_id: str, place: int, here: bool) -> None:
    """Who comes and goes, where no other process needs to know."""
