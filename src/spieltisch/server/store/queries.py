"""Every question asked of the database about tables, and all that is written of them."""

from __future__ import annotations

import msgspec
from sqlalchemy import (
    Connection,
    RowMapping,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError

from spieltisch.server.errors import NoSuchTable, NotYours, Refused
from spieltisch.server.store import schema
from spieltisch.server.stored_table import (
    House,
    Place,
    PlaceChange,
    Row,
    Stage,
    Start,
    StoredTable,
    owned_by,
)

CHANNEL = "spieltisch"
# What a notice tells.
STEPPED, CHANGED, SIGNED_OUT, REACTED = "stepped", "changed", "signed_out", "reacted"
# What every move needs is built once: building it costs more than running it.
INSERT_STEPS = insert(schema.steps)
NOTIFY = text("SELECT pg_notify(:channel, :told)")
ONE_TABLE = update(schema.tables).where(schema.tables.c.id == bindparam("of"))
COUNT_CHANGE = ONE_TABLE.values(changes=schema.tables.c.changes + 1)
THERE = schema.tables.c.put_aside.is_(None)  # unlike those that were old (store.leaving)
SET_DUE = ONE_TABLE.values(due=bindparam("to"))
SET_CLOCK = SET_DUE.values(clock_from=bindparam("begins"))


class NumberTaken(Exception):
    """Another writer was first; the rows that count are in the database."""


def insert_table(connection: Connection, stored: StoredTable) -> None:
    values = {name: getattr(stored, name) for name in stored.__struct_fields__ if name != "places"}
    values |= {"house": msgspec.to_builtins(stored.house), "active": stored.created}
    values["start"] = msgspec.to_builtins(stored.start)
    connection.execute(insert(schema.tables), values)
    connection.execute(
        insert(schema.seats),
        [
            {"table_id": stored.id, "place": number, **msgspec.to_builtins(place)}
            for number, place in enumerate(stored.places)
        ],
    )


def read_table(connection: Connection, table_id: str) -> StoredTable | None:
    query = select(schema.tables).where(schema.tables.c.id == table_id, THERE)
    found = connection.execute(query).mappings().one_or_none()
    return None if found is None else stored_table(found, places_of(connection, table_id))


def stored_table(found: RowMapping, places: list[Place]) -> StoredTable:
    values = {name: found[name] for name in StoredTable.__struct_fields__ if name != "places"}
    house = msgspec.convert(found["house"], House)
    if house.hints is None:  # from before there was a choice
        house = msgspec.structs.replace(house, hints=True)
    start = msgspec.convert(found["start"], Start | None)
    return StoredTable(**{**values, "house": house, "start": start, "places": places})


def places_of(connection: Connection, table_id: str) -> list[Place]:
    columns = [schema.seats.c[name] for name in Place.__struct_fields__]
    query = select(*columns).where(schema.seats.c.table_id == table_id)
    return [Place(*row) for row in connection.execute(query.order_by(schema.seats.c.place))]


def rows_after(connection: Connection, table_id: str, number: int) -> list[Row]:
    steps = schema.steps
    query = select(*[steps.c[name] for name in Row.__struct_fields__])
    query = query.where(steps.c.table_id == table_id, steps.c.number > number)
    return [Row(*row) for row in connection.execute(query.order_by(steps.c.number))]


def append_rows(connection: Connection, table_id: str, rows: list[Row]) -> None:
    try:
        connection.execute(
            INSERT_STEPS,
            [{"table_id": table_id, **msgspec.to_builtins(row)} for row in rows],
        )
    except IntegrityError:
        raise NumberTaken from None
    tell(connection, STEPPED, table_id)


def tell(connection: Connection, what: str, whom: str) -> None:
    """A notice for the other processes, of a table or a device, sent when and only when the
    transaction is on disk."""
    if connection.dialect.name == "postgresql":
        origin = connection.get_execution_options().get("origin", "")
        connection.execute(NOTIFY, {"channel": CHANNEL, "told": f"{what} {whom} {origin}"})


def count_change(connection: Connection, table_id: str) -> None:
    """Something other than a step: processes that missed the notice find the number changed."""
    connection.execute(COUNT_CHANGE, {"of": table_id})
    tell(connection, CHANGED, table_id)


def change_table(connection: Connection, table_id: str, **values: object) -> None:
    connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(**values))
    count_change(connection, table_id)


def set_due(connection: Connection, table_id: str, due: float | None) -> None:
    """Nobody needs a notice: whoever moved has it in memory, the others look when it is due."""
    connection.execute(SET_DUE, {"of": table_id, "to": due})


def set_clock(connection: Connection, table_id: str, due: float | None, begins: float) -> None:
    """Somebody has their time anew."""
    connection.execute(SET_CLOCK, {"of": table_id, "to": due, "begins": begins})


def note_reminder(
    connection: Connection, table_id: str, deadline: float, due: float | None
) -> bool:
    """Whether this is the first to remind of that deadline."""
    tables = schema.tables
    first = (tables.c.id == table_id) & (tables.c.reminded < deadline)
    done = connection.execute(update(tables).where(first).values(reminded=deadline, due=due))
    return done.rowcount == 1


def due_tables(connection: Connection, before: float) -> list[str]:
    tables = schema.tables
    late = (tables.c.stage == "playing") & (tables.c.due <= before) & THERE
    return list(connection.execute(select(tables.c.id).where(late)).scalars())


def heads(connection: Connection, ids: list[str]) -> dict[str, tuple[int, int]]:
    """The count of changes and the number of the last step of each table."""
    tables, steps = schema.tables, schema.steps
    last = select(func.max(steps.c.number)).where(steps.c.table_id == tables.c.id).scalar_subquery()
    query = select(tables.c.id, tables.c.changes, func.coalesce(last, 0))
    found = connection.execute(query.where(tables.c.id.in_(ids)))
    return {table_id: (changes, number) for table_id, changes, number in found}


def lock_stage(connection: Connection, table_id: str) -> Stage:
    """The stage, and nobody changes it before this transaction ends."""
    query = select(schema.tables.c.stage).where(schema.tables.c.id == table_id, THERE)
    stage: Stage | None = connection.execute(query.with_for_update()).scalar_one_or_none()
    if stage is None:
        raise NoSuchTable
    return stage


def change_place(connection: Connection, table_id: str, number: int, change: PlaceChange) -> Place:
    """What becomes of a place follows from what it is by now: a game may have begun, or somebody
    else may have taken it, through another process."""
    stage = lock_stage(connection, table_id)
    before = places_of(connection, table_id)[number]
    after = change(before, stage)
    write_place(connection, table_id, number, after)
    if after.owner != before.owner:
        void_links(connection, table_id, number)
    return after


def write_place(connection: Connection, table_id: str, number: int, place: Place) -> None:
    seats = schema.seats
    this_seat = (seats.c.table_id == table_id) & (seats.c.place == number)
    connection.execute(update(seats).where(this_seat).values(**msgspec.to_builtins(place)))
    count_change(connection, table_id)


def void_links(connection: Connection, table_id: str, number: int) -> None:
    """Links made by who had the place before open it no more."""
    links = schema.seat_links
    old = (links.c.table_id == table_id) & (links.c.place == number)
    connection.execute(delete(links).where(old))


def sit_down(
    connection: Connection, table_id: str, places: list[Place], another: bool = False
) -> list[int]:
    """Take the first open places, all or none; their numbers. None if whoever asks has sat down
    before: with the same key, or at all unless they want another place."""
    stage = lock_stage(connection, table_id)
    there = places_of(connection, table_id)
    if any(has_sat_down(place, places[0], another) for place in there):
        return []
    if stage != "gathering":
        raise Refused("already_started")
    free = [number for number, place in enumerate(there) if place.kind == "open"]
    if len(free) < len(places):
        raise Refused("seat_taken")
    for number, place in zip(free, places, strict=False):
        write_place(connection, table_id, number, place)
    return free[: len(places)]


def has_sat_down(there: Place, asked: Place, another: bool) -> bool:
    if not asked.owner or there.owner != asked.owner:
        return False
    return there.key == asked.key if another and asked.key else not another


def begin(
    connection: Connection, stored: StoredTable, seating: list[int], at: float, due: float | None
) -> None:
    """NumberTaken if somebody was first, or sat down or left meanwhile: the lot and all chance
    follow from what those at the table contributed."""
    stage = lock_stage(connection, stored.id)
    if stage != "gathering" or places_of(connection, stored.id) != stored.places:
        raise NumberTaken
    change_table(connection, stored.id, stage="playing", seating=seating, active=at, due=due)


def link_next(connection: Connection, table_id: str, former: str | None, following: str) -> bool:
    """Name the rematch; False if meanwhile there is another than the former one."""
    tables = schema.tables
    unchanged = (tables.c.id == table_id) & tables.c.next_table.is_not_distinct_from(former)
    done = connection.execute(update(tables).where(unchanged).values(next_table=following))
    count_change(connection, table_id)
    return done.rowcount == 1


def admit(connection: Connection, table_id: str, owner: str) -> None:
    """Let the owner of a credential watch."""
    if not watches(connection, table_id, owner):
        connection.execute(insert(schema.watchers), {"table_id": table_id, "owner": owner})
        count_change(connection, table_id)


def watches(connection: Connection, table_id: str, owner: str) -> bool:
    watchers = schema.watchers
    query = select(watchers.c.owner).where(
        watchers.c.table_id == table_id, watchers.c.owner == owner
    )
    return connection.execute(query).first() is not None


def admitted(connection: Connection, table_id: str) -> set[str]:
    query = select(schema.watchers.c.owner).where(schema.watchers.c.table_id == table_id)
    return set(connection.execute(query).scalars())


def add_seat_link(
    connection: Connection, hashed: str, table_id: str, place: int, owner: str, expires: float
) -> None:
    """For who has the place in this moment, and nobody else."""
    lock_stage(connection, table_id)
    if places_of(connection, table_id)[place].owner != owner:
        raise NotYours("not_your_seat")
    values = {"hash": hashed, "table_id": table_id, "place": place, "expires": expires}
    connection.execute(insert(schema.seat_links), values)


def redeem_seat_link(connection: Connection, hashed: str, owner: str, at: float) -> str:
    """Give the seat of a link to its new owner; works once. The table."""
    links = schema.seat_links
    query = select(links.c.table_id, links.c.place).where(
        links.c.hash == hashed, links.c.expires > at
    )
    found = connection.execute(query).one_or_none()
    if found is None:
        raise Refused("link_used_or_expired")
    table_id, number = str(found[0]), int(found[1])
    lock_stage(connection, table_id)  # always before its links, or two could wait for each other
    if connection.execute(delete(links).where(links.c.hash == hashed)).rowcount != 1:
        raise Refused("link_used_or_expired")
    change_place(connection, table_id, number, owned_by(owner))
    return table_id


def drop_table(connection: Connection, table_id: str) -> None:
    connection.execute(delete(schema.tables).where(schema.tables.c.id == table_id))
    tell(connection, CHANGED, table_id)


def add_record(
    connection: Connection, name: str, text: bytes, expires: float, origin: str, most: int
) -> None:
    """When there are too many, the oldest of wherever most came from make room: who loads one after
    the other loses their own, nobody else's."""
    records = schema.records
    values = {"id": name, "text": text, "expires": expires, "origin": origin}
    connection.execute(insert(records), values)
    too_many = connection.execute(select(func.count()).select_from(records)).scalar_one() - most
    if too_many <= 0:
        return
    by_number = select(records.c.origin).group_by(records.c.origin).order_by(func.count().desc())
    theirs = records.c.origin == by_number.limit(1).scalar_subquery()
    oldest = select(records.c.id).where(theirs).order_by(records.c.expires).limit(too_many)
    connection.execute(delete(records).where(records.c.id.in_(oldest.scalar_subquery())))


def record_text(connection: Connection, name: str, at: float) -> bytes | None:
    records = schema.records
    query = select(records.c.text).where(records.c.id == name, records.c.expires > at)
    text: bytes | None = connection.execute(query).scalar_one_or_none()
    return text
