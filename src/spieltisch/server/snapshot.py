"""Everything one viewer may be told of a table, and nothing else."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from spieltisch.core.game import Places
from spieltisch.core.record import Record
from spieltisch.core.result import Result
from spieltisch.core.view import View
from spieltisch.server.errors import Refused, TableError
from spieltisch.server.fairness import FIRST_SCHEME, Proof
from spieltisch.server.live_table import LiveTable
from spieltisch.server.reactions import Reaction
from spieltisch.server.stored_table import House, Place, SeatKind, Stage, Tried
from spieltisch.server.table import Table
from spieltisch.server.viewer import Entry, Viewer

SHOWN = "shown"  # in a record: the steps at which somebody pointed, and where


class SeatInfo(msgspec.Struct, frozen=True, gc=False):
    """`taken_over`: a bot plays for the person until they take the seat back. `token`: the shape
    and colour the person would like, two digits from 0 to 4."""

    name: str
    kind: SeatKind
    level: str = ""
    online: bool = False
    taken_over: bool = False
    token: str = ""


class Clock(msgspec.Struct, frozen=True):
    """Seconds since 1970; `deadline` is None without a pace or when nobody has to decide.
    `takeover`: when a bot plays for who let the time pass, None if the seat waits. `reminded`: the
    time is over. `asked`: when this viewer last saw something happen, by the clock of that day."""

    now: float
    since: float
    deadline: float | None
    takeover: float | None = None
    reminded: bool = False
    asked: float = 0.0


class Fair(msgspec.Struct, frozen=True):
    """`secret` and `contributions` are there when the game is over."""

    commitment: str
    secret: str | None = None
    contributions: list[str] | None = None


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """`number` changes only when this viewer may know that something happened in the game; a
    move answers it. `changes` counts what happened around the table (names, online, stage).
    `tried`: the game this one was begun from, to try something else.
    `asked`: of several seats of this viewer, the one that has to decide. `shown`: where things lie
    that the notation does not tell apart; places in the log are those people see."""

    table: str
    game: str
    edition: str | dict[str, Any]
    options: dict[str, str]
    rules_version: int = 1
    house: House
    stage: Stage
    seats: list[SeatInfo]
    seat: int | None
    owned: list[int]
    asked: int | None = None
    host: bool
    number: int
    changes: int
    view: View | None
    shown: Places = ()
    legal: list[str]
    log: list[Entry]
    last: list[Entry]
    can_undo: bool
    clock: Clock
    result: Result | None
    fairness: Fair
    invite: str | None
    watch_link: str | None
    next_table: str | None
    reactions: list[Reaction] = []
    can_react: bool = False
    tried: Tried | None = None

    @property
    def version(self) -> str:
        """Names this snapshot among those of the same viewer."""
        asked = "" if self.asked is None else f".{self.asked}"
        away = "." * sum(self.seats[one].taken_over for one in self.owned)
        viewer = "w" if self.seat is None else self.seat
        return f"{viewer}.{self.number}.{self.changes}{asked}{away}"


class Conflict(TableError):
    """The answer was to an older view; `look` is the present one."""

    def __init__(self, look: Snapshot) -> None:
        super().__init__("view_changed")
        self.look = look


def snapshot(
    live: LiveTable, owner: str, seat: int | None = None, public: bool = False
) -> Snapshot:
    """`public`: only what a spectator sees, whatever the owner could see."""
    shown = shown_seat(live, owner, seat, public)
    table, stored = live.table, live.stored
    viewer = table.viewer(shown) if table else Viewer(shown)
    owned = live.owned(owner)
    at_table = live.is_host(owner) or bool(owned)
    return Snapshot(
        table=stored.id,
        game=stored.game,
        edition=live.game.edition,
        options=stored.options,
        rules_version=stored.rules_version,
        house=stored.house,
        stage=stored.stage,
        seats=seats_info(live, "" if public and len(owned) == 1 else owner),
        seat=shown,
        owned=owned,
        asked=asked_seat(live, owned),
        host=live.is_host(owner),
        number=viewer.number,
        changes=live.changes,
        view=viewer.view,
        shown=table.shown if table else (),
        legal=viewer.legal,
        log=viewer.log,
        last=viewer.last,
        can_undo=table.can_undo(shown) if table else False,
        clock=clock(live, viewer),
        result=table.match.result if table else None,
        fairness=fair(live),
        invite=live.invite() if at_table and stored.stage == "gathering" else None,
        watch_link=live.tokens["watch"] if at_table and stored.house.watch == "link" else None,
        next_table=stored.next_table if owned else None,
        reactions=live.reactions.now(time.time()) if may_react(live, owned) else [],
        can_react=may_react(live, owned),
        tried=stored.start.tried if stored.start else None,
    )


def may_react(live: LiveTable, owned: list[int]) -> bool:
    """People to people, and one of them at the device."""
    there = live.stored.stage != "gathering" and live.stored.house.reactions
    return there and len(owned) == 1 and len(live.people() - {""}) > 1


def shown_seat(live: LiveTable, owner: str, seat: int | None, public: bool) -> int | None:
    if public:
        return None
    return live.acting_seat(owner, seat) if seat is not None or live.owned(owner) else None


def asked_seat(live: LiveTable, owned: list[int]) -> int | None:
    """Who of several people with one credential has to decide."""
    asked = [seat for seat in live.asked(owned) if live.bot_level(seat) is None]
    return asked[0] if asked and len(owned) > 1 else None


def seats_info(live: LiveTable, owner: str) -> list[SeatInfo]:
    places = live.shown_places(owner)
    numbers = [live.place_of(seat) for seat in range(len(places))]
    return [seat_info(places[one], live.is_attended(one)) for one in numbers]


def seat_info(place: Place, attended: bool) -> SeatInfo:
    online = place.kind == "bot" or attended
    return SeatInfo(place.name, place.kind, place.level, online, place.taken_over, place.token)


def clock(live: LiveTable, viewer: Viewer) -> Clock:
    """Each viewer's clock runs since that viewer last saw something happen: a clock set anew
    by somebody's secret choice would tell of it. Clocks count the server's running time; told is
    what that comes to by the clock on the wall."""
    now, house = time.time(), live.stored.house
    to_wall = now - live.running()
    since = to_wall + max(viewer.since, live.stored.clock_from)
    if not house.pace or live.stored.stage != "playing":
        return Clock(now, since, None, asked=viewer.asked)
    deadline = live.deadline(viewer.since)
    return Clock(
        now,
        since,
        to_wall + deadline,
        to_wall + deadline + house.grace if house.late == "bot" else None,
        live.stored.reminded >= deadline,
        viewer.asked,
    )


def fair(live: LiveTable) -> Fair:
    if live.table is None or not live.table.over:
        return Fair(live.commitment)
    return Fair(live.commitment, live.stored.secret.hex(), live.stored.contributions())


def from_outside(seen: Snapshot) -> Snapshot:
    """Who sits there and what was agreed, nothing of the game: who was invited may not watch."""
    return msgspec.structs.replace(
        seen,
        number=0,
        view=None,
        shown=(),
        log=[],
        last=[],
        clock=Clock(seen.clock.now, 0.0, None),
        result=None,
        fairness=Fair(seen.fairness.commitment),
    )


def record(live: LiveTable) -> Record:
    """The whole game with its proof; only when it is over."""
    table = live.playing()
    if not table.over:
        raise Refused("not_over")
    whole = table.record()
    whole.names = [place.name for place in live.seats_in_order()]
    whole.date = time.strftime("%Y-%m-%d", time.gmtime(live.stored.created))
    whole.rules_version = live.stored.rules_version
    if live.stored.start is None:
        whole.more = {"fairness": msgspec.to_builtins(proof(live, table))}
    else:  # nobody knows what chance dealt before
        whole.more = {"tried": msgspec.to_builtins(live.stored.start.tried)}
    if live.stored.house.guided:
        whole.more["deal"] = "fixed"
    if pointed := table.pointed():
        whole.more[SHOWN] = pointed
    return whole


def proof(live: LiveTable, table: Table) -> Proof:
    stored = live.stored
    return Proof(
        commitment=live.commitment,
        secret=stored.secret.hex(),
        contributions=stored.contributions(),
        order=stored.house.order,
        seating=stored.seating,
        undone=table.undone() if stored.scheme == FIRST_SCHEME else [],
        scheme=stored.scheme,
    )
