"""What is asked of the database about players and their devices, and written of them."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from spieltisch.server.errors import NotYours, Refused
from spieltisch.server.store import queries, schema

players, devices, links = schema.players, schema.devices, schema.device_links


class Profile(msgspec.Struct, frozen=True):
    """`token`: the shape and the colour as two digits, empty for those of the seat. `recovery`:
    when the recovery sheet that works now was made."""

    id: str
    name: str
    token: str
    language: str
    created: float
    recovery: float | None


class Device(msgspec.Struct, frozen=True):
    hash: str
    player: str
    name: str
    created: float
    seen: float
    ended: float | None


def device(connection: Connection, mark: str) -> Device | None:
    row = connection.execute(select(devices).where(devices.c.hash == mark)).one_or_none()
    return None if row is None else Device(*row)


def devices_of(connection: Connection, player: str) -> list[Device]:
    """Those that are signed in, the newest first."""
    query = select(devices).where(devices.c.player == player, devices.c.ended.is_(None))
    return [Device(*row) for row in connection.execute(query.order_by(devices.c.created.desc()))]


def profile(connection: Connection, player: str) -> Profile | None:
    row = connection.execute(select(players).where(players.c.id == player)).one_or_none()
    if row is None:
        return None
    return Profile(row.id, row.name, row.token, row.language, row.created, row.recovery_made)


def enter(connection: Connection, mark: str, player: str, name: str, at: float) -> None:
    """A device that takes a seat is somebody's: a new one makes a new player."""
    if is_in(connection, mark, player):
        if name:
            nameless = (players.c.id == player) & (players.c.name == "")
            connection.execute(update(players).where(nameless).values(name=name))
        return
    try:
        with connection.begin_nested():
            fresh = {"id": player, "name": name, "token": "", "language": "", "created": at}
            connection.execute(insert(players), fresh)
            add_device(connection, mark, player, "", at)
    except IntegrityError:  # the same device was quicker, or it was signed out long ago
        if not is_in(connection, mark, player):
            raise NotYours("signed_out") from None


def is_in(connection: Connection, mark: str, player: str) -> bool:
    found = device(connection, mark)
    if found is not None and (found.ended is not None or found.player != player):
        raise NotYours("signed_out")
    return found is not None


def add_device(connection: Connection, mark: str, player: str, name: str, at: float) -> None:
    values = {"hash": mark, "player": player, "name": name, "created": at, "seen": at}
    connection.execute(insert(devices), values)


def change_device(connection: Connection, mark: str, **values: object) -> None:
    connection.execute(update(devices).where(devices.c.hash == mark).values(**values))


def change_player(connection: Connection, player: str, **values: object) -> None:
    connection.execute(update(players).where(players.c.id == player).values(**values))


def sign_out(connection: Connection, mark: str, player: str, at: float) -> bool:
    """Whether it was signed in until now."""
    its = (devices.c.hash == mark) & (devices.c.player == player) & devices.c.ended.is_(None)
    done = connection.execute(update(devices).where(its).values(ended=at)).rowcount == 1
    told = schema.push_subscriptions
    connection.execute(delete(told).where(told.c.device == mark))
    queries.tell(connection, queries.SIGNED_OUT, mark)
    return done


def add_link(connection: Connection, mark: str, player: str, expires: float) -> None:
    """In the place of the one there was: only the newest code works."""
    connection.execute(delete(links).where(links.c.player == player))
    connection.execute(insert(links), {"hash": mark, "player": player, "expires": expires})


def link_leads_to(connection: Connection, mark: str, at: float) -> str | None:
    """The player of a one-time link, or of a recovery sheet."""
    query = select(links.c.player).where(links.c.hash == mark, links.c.expires > at)
    found: str | None = connection.execute(query).scalar_one_or_none()
    if found is not None:
        return found
    sheet = select(players.c.id).where(players.c.recovery == mark)
    recovered: str | None = connection.execute(sheet).scalar_one_or_none()
    return recovered


def redeem(connection: Connection, link: str, mark: str, name: str, at: float, most: int) -> str:
    """Make the device of this mark one of the player's the link leads to."""
    player = link_leads_to(connection, link, at)
    if player is None:
        raise Refused("device_link_used_or_expired")
    used = connection.execute(delete(links).where(links.c.hash == link)).rowcount
    recovery = connection.execute(
        select(players.c.recovery).where(players.c.id == player)
    ).scalar_one()
    if used != 1 and recovery != link:  # of two who came at once, one was quicker
        raise Refused("device_link_used_or_expired")
    if len(devices_of(connection, player)) >= most:
        raise Refused("too_many_devices", facts={"most": most})
    add_device(connection, mark, player, name, at)
    return player


def hand_over(connection: Connection, player: str, to: str) -> list[str]:
    """All that one player owns is another's; the tables this concerns."""
    seats, tables, watchers = schema.seats, schema.tables, schema.watchers
    ids = tables_with(connection, player)
    connection.execute(update(seats).where(seats.c.owner == player).values(owner=to))
    connection.execute(update(tables).where(tables.c.host == player).values(host=to))
    both = select(watchers.c.table_id).where(watchers.c.owner == to)
    connection.execute(
        delete(watchers).where(watchers.c.owner == player, watchers.c.table_id.in_(both))
    )
    connection.execute(update(watchers).where(watchers.c.owner == player).values(owner=to))
    results = schema.results
    connection.execute(update(results).where(results.c.player == player).values(player=to))
    for table_id in ids:
        queries.count_change(connection, table_id)
    return ids


def tables_with(connection: Connection, player: str) -> list[str]:
    seats, tables, watchers = schema.seats, schema.tables, schema.watchers
    owned = select(seats.c.table_id).where(seats.c.owner == player)
    watched = select(watchers.c.table_id).where(watchers.c.owner == player)
    hosted = select(tables.c.id).where(tables.c.host == player)
    return sorted(connection.execute(owned.union(watched, hosted)).scalars())


def seats_of(connection: Connection, player: str) -> tuple[list[str], list[tuple[str, int]]]:
    """The finished tables, and the seats at the others."""
    seats, tables = schema.seats, schema.tables
    query = select(tables.c.id, seats.c.place, tables.c.stage)
    query = query.join(tables, tables.c.id == seats.c.table_id).where(seats.c.owner == player)
    found = connection.execute(query).all()
    over = sorted({row.id for row in found if row.stage == "over"})
    return over, [(row.id, row.place) for row in found if row.stage != "over"]


def sit_together(connection: Connection, one: str, other: str) -> bool:
    """Whether they have a running table in common."""
    seats, tables = schema.seats, schema.tables
    theirs = select(seats.c.table_id).where(seats.c.owner == other)
    query = (
        select(func.count())
        .select_from(seats.join(tables, tables.c.id == seats.c.table_id))
        .where(seats.c.owner == one, seats.c.table_id.in_(theirs), tables.c.stage != "over")
    )
    return bool(connection.execute(query).scalar_one())


def forget(connection: Connection, player: str) -> None:
    """Nothing leads to the player any more; running games were left before."""
    watchers, results, seats = schema.watchers, schema.results, schema.seats
    concerned = tables_with(connection, player)
    connection.execute(update(seats).where(seats.c.owner == player).values(owner="", name=""))
    connection.execute(delete(watchers).where(watchers.c.owner == player))
    tables = schema.tables
    connection.execute(update(tables).where(tables.c.host == player).values(host=""))
    for table_id in concerned:
        queries.count_change(connection, table_id)
    mine = results.c.player == player
    connection.execute(update(results).where(mine).values(player="", name=""))
    known = select(results.c.table_id).where(results.c.player != "")
    connection.execute(delete(results).where(results.c.table_id.not_in(known)))
    for (mark,) in connection.execute(select(devices.c.hash).where(devices.c.player == player)):
        queries.tell(connection, queries.SIGNED_OUT, mark)
    connection.execute(delete(players).where(players.c.id == player))


def expire_players(
    connection: Connection, unseen_since: float, marked_before: float, now: float
) -> None:
    """Those of whom nothing is left but a device that nobody uses. They are marked first, like
    tables (store.leaving): `marked_before` and `now` are of the server's running time."""
    seats, tables, watchers = schema.seats, schema.tables, schema.watchers
    used = select(devices.c.player).where(devices.c.seen >= unseen_since)
    gone = players.c.created < unseen_since
    for there in (
        used,
        select(seats.c.owner),
        select(tables.c.host),
        select(watchers.c.owner),
        select(schema.results.c.player),
    ):
        gone = gone & players.c.id.not_in(there)
    gone = gone & players.c.recovery.is_(None)
    connection.execute(update(players).where(~gone).values(marked=None))
    connection.execute(update(players).where(gone, players.c.marked.is_(None)).values(marked=now))
    connection.execute(delete(players).where(gone, players.c.marked <= marked_before))
