"""Where devices want their notices, and the notices that wait to be sent."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from spieltisch.server.push_service import Subscription
from spieltisch.server.store import schema

subscriptions, waiting = schema.push_subscriptions, schema.push_notices
devices, players = schema.devices, schema.players


class Notice(msgspec.Struct, frozen=True):
    """That it is somebody's turn, or that their time is over. `turn` counts the turns of the seat,
    as that seat can count them."""

    table_id: str
    place: int
    kind: str
    turn: int


class Waiting(msgspec.Struct, frozen=True):
    """A notice for one device. Moments are of the server's running time."""

    device: str
    player: str
    language: str
    notice: Notice
    tries: int
    hourly: bool
    sent: float
    to: Subscription


def subscribe(connection: Connection, device: str, to: Subscription, hourly: bool) -> None:
    """In the place of what the device had."""
    mine = subscriptions.c.device == device
    same = subscriptions.c.endpoint == to.endpoint  # another player's before, at the same browser
    connection.execute(delete(subscriptions).where(mine | same))
    values = {"device": device, "hourly": hourly, **msgspec.to_builtins(to)}
    connection.execute(insert(subscriptions), values)


def unsubscribe(connection: Connection, device: str) -> None:
    connection.execute(delete(subscriptions).where(subscriptions.c.device == device))


def subscribed(connection: Connection, device: str) -> bool | None:
    """Whether it wants one notice an hour at most; None if it wants none."""
    query = select(subscriptions.c.hourly).where(subscriptions.c.device == device)
    found: bool | None = connection.execute(query).scalar_one_or_none()
    return found


def listening(connection: Connection) -> set[str]:
    """Players with a device that wants notices."""
    query = select(devices.c.player).join(subscriptions, subscriptions.c.device == devices.c.hash)
    return set(connection.execute(query.where(devices.c.ended.is_(None))).scalars())


def add(connection: Connection, player: str, notice: Notice) -> None:
    """For every device of the player, once, whoever comes first. What the seat was told before is
    over."""
    query = select(subscriptions.c.device).join(devices, devices.c.hash == subscriptions.c.device)
    query = query.where(devices.c.player == player, devices.c.ended.is_(None))
    told = msgspec.to_builtins(notice)
    here = (waiting.c.table_id == notice.table_id) & (waiting.c.place == notice.place)
    connection.execute(delete(waiting).where(here, waiting.c.turn != notice.turn))
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    for device in connection.execute(query).scalars().all():
        adding = dialect.insert(waiting).values(device=device, **told)
        connection.execute(adding.on_conflict_do_nothing())


def due(connection: Connection, now: float, hour_ago: float) -> list[Waiting]:
    """Those whose device has not been told of too much lately."""
    query = (
        select(waiting, subscriptions, devices.c.player, players.c.language)
        .join(subscriptions, subscriptions.c.device == waiting.c.device)
        .join(devices, devices.c.hash == waiting.c.device)
        .join(players, players.c.id == devices.c.player)
        .where(waiting.c.claimed.is_(False), waiting.c.after <= now, devices.c.ended.is_(None))
        .where(subscriptions.c.hourly.is_(False) | (subscriptions.c.sent <= hour_ago))
    )
    return [as_waiting(row) for row in connection.execute(query).mappings()]


def as_waiting(row: Any) -> Waiting:
    return Waiting(
        row[waiting.c.device],
        row[devices.c.player],
        row[players.c.language],
        Notice(*(row[waiting.c[name]] for name in Notice.__struct_fields__)),
        row[waiting.c.tries],
        row[subscriptions.c.hourly],
        row[subscriptions.c.sent],
        Subscription(*(row[subscriptions.c[name]] for name in Subscription.__struct_fields__)),
    )


def this(one: Waiting) -> Any:
    notice = one.notice
    return (
        (waiting.c.device == one.device)
        & (waiting.c.table_id == notice.table_id)
        & (waiting.c.place == notice.place)
        & (waiting.c.kind == notice.kind)
        & (waiting.c.turn == notice.turn)
    )


def claim(connection: Connection, one: Waiting) -> bool:
    """Whether it is this process that sends it."""
    mine = update(waiting).where(this(one), waiting.c.claimed.is_(False)).values(claimed=True)
    return connection.execute(mine).rowcount == 1


def may_tell(connection: Connection, one: Waiting, now: float, hour_ago: float) -> bool:
    """Whether the device may be told now; then the next hour begins, whoever else would tell it."""
    late = subscriptions.c.hourly.is_(False) | (subscriptions.c.sent <= hour_ago)
    telling = update(subscriptions).where(subscriptions.c.device == one.device, late)
    return connection.execute(telling.values(sent=now)).rowcount == 1


def put_back(connection: Connection, several: list[Waiting], after: float) -> None:
    """The push service did not take them."""
    for one in several:
        values = {"claimed": False, "after": after, "tries": one.tries + 1}
        connection.execute(update(waiting).where(this(one)).values(**values))
