"""People who come back: who they are, on which devices, and how they are forgotten.

A player is made at the first seat, without being asked anything (`people.enter`), and known by the
devices that have a credential. Everything here takes such a credential.
"""

from __future__ import annotations

import secrets

import msgspec
from sqlalchemy import Connection

from spieltisch.server.credentials import hashed
from spieltisch.server.errors import NotYours, Refused
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.names import clean_name
from spieltisch.server.store import people
from spieltisch.server.store.people import Profile
from spieltisch.server.stored_table import forgotten

LINK_SECONDS = 600
SHAPES = COLOURS = 5
LONGEST_DEVICE = 60
MOST_DEVICES = 20


class OwnDevice(msgspec.Struct, frozen=True):
    """`device` names it among the player's own; `here`: the one that asks."""

    device: str
    name: str
    created: float
    seen: float
    here: bool


class DeviceLink(msgspec.Struct, frozen=True):
    """A text that makes one more device the player's, once; `expires` in seconds since 1970."""

    link: str
    expires: float


class Players:
    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self.store = live.store
        self.devices = live.devices

    async def me(self, credential: str | None) -> Profile | None:
        """None for who has never taken a seat."""
        player = await self.devices.owner(credential)
        return await self.store.read(lambda c: people.profile(c, player)) if player else None

    async def known(self, credential: str | None) -> Profile:
        found = await self.me(credential)
        if found is None:
            raise NotYours("no_player")
        return found

    async def sits_at(self, credential: str | None, table_id: str) -> bool:
        try:
            player = await self.devices.owner(credential)
        except NotYours:
            return False
        return bool((await self.live.at(table_id)).owned(player))

    async def introduce(self, credential: str, language: str, device: str) -> None:
        """What a page knows of a device that is new here."""
        mark, player = hashed(credential), await self.devices.owner(credential)
        name = device[:LONGEST_DEVICE]

        def work(connection: Connection) -> None:
            people.change_device(connection, mark, name=name)
            people.change_player(connection, player, language=language)

        await self.store.write(work)

    async def change(
        self,
        credential: str | None,
        name: str | None = None,
        token: str | None = None,
        language: str | None = None,
    ) -> Profile:
        """What is None stays."""
        player = (await self.known(credential)).id
        values: dict[str, object] = {}
        if name is not None:
            values["name"] = clean_name(name)
        if token is not None:
            values["token"] = checked_token(token)
        if language is not None:
            values["language"] = language
        if values:
            await self.store.write(lambda c: people.change_player(c, player, **values))
        return await self.known(credential)

    # Devices.

    async def own_devices(self, credential: str | None) -> list[OwnDevice]:
        player = (await self.known(credential)).id
        found = await self.store.read(lambda c: people.devices_of(c, player))
        here = hashed(credential)
        return [
            OwnDevice(handle(one.hash), one.name, one.created, one.seen, one.hash == here)
            for one in found
        ]

    async def sign_out(self, credential: str | None, device: str) -> None:
        """That device is nobody's from now on; its open pages end."""
        player, now = (await self.known(credential)).id, self.live.now()
        found = await self.store.read(lambda c: people.devices_of(c, player))
        mark = next((one.hash for one in found if handle(one.hash) == device), "")
        if not mark:
            raise Refused("no_such_device")
        await self.store.write(lambda c: people.sign_out(c, mark, player, now))
        self.devices.note(mark, player)
        self.live.sign_out(mark)

    async def device_link(self, credential: str | None) -> DeviceLink:
        player = (await self.known(credential)).id
        link, expires = secrets.token_urlsafe(24), self.live.now() + LINK_SECONDS
        await self.store.write(lambda c: people.add_link(c, hashed(link), player, expires))
        return DeviceLink(link, expires)

    async def recovery_sheet(self, credential: str | None) -> str:
        """A text that always leads back to the player. Older ones do not any more."""
        player, now = (await self.known(credential)).id, self.live.now()
        link = secrets.token_urlsafe(33)
        values = {"recovery": hashed(link), "recovery_made": now}
        await self.store.write(lambda c: people.change_player(c, player, **values))
        return link

    async def behind(self, link: str) -> Profile:
        """Whose link it is; looking does not use it up."""
        mark, now = hashed(link), self.live.now()

        def work(connection: Connection) -> Profile | None:
            player = people.link_leads_to(connection, mark, now)
            return people.profile(connection, player) if player else None

        found = await self.store.read(work)
        if found is None:
            raise Refused("device_link_used_or_expired")
        return found

    async def may_bring(self, link: str, former: str | None) -> bool:
        """Whether this device's own games could come along: two people who sit at one table stay
        two."""
        mine, theirs = await self.me(former), await self.behind(link)
        if mine is None or mine.id == theirs.id:
            return False
        return not await self.store.read(lambda c: people.sit_together(c, mine.id, theirs.id))

    async def arrive(
        self, link: str, credential: str, device: str = "", former: str | None = None
    ) -> Profile:
        """Make the device with this new credential the player's. `former`: what it was known by,
        if the games of the player it was come along."""
        mark, now = hashed(credential), self.live.now()
        mine = await self.me(former)

        def work(connection: Connection) -> tuple[str, list[str]]:
            player = people.redeem(
                connection, hashed(link), mark, device[:LONGEST_DEVICE], now, MOST_DEVICES
            )
            if mine is None or mine.id == player:
                return player, []
            if people.sit_together(connection, mine.id, player):
                raise Refused("sit_together")
            changed = people.hand_over(connection, mine.id, player)
            people.forget(connection, mine.id)
            return player, changed

        player, changed = await self.store.write(work)
        self.devices.doubt()
        await self.live.reread(changed)
        self.devices.note(mark, player)
        return await self.known(credential)

    # Going.

    async def forget(self, credential: str | None) -> None:
        """Nothing leads to the player any more. Games of others stay readable: where the name
        stood, there is none."""
        player = (await self.known(credential)).id
        over, going = await self.store.read(lambda c: people.seats_of(c, player))
        for table_id, number in going:
            live = await self.live.at(table_id)
            async with live.lock:
                await self.live.cluster.catch_up(live)
                await self.live.change_place(live, number, forgotten)
            self.live.wake(live)

        def work(connection: Connection) -> list[str]:
            marks = [one.hash for one in people.devices_of(connection, player)]
            people.forget(connection, player)
            return marks

        for mark in await self.store.write(work):
            self.devices.note(mark, player)
            self.live.sign_out(mark)
        await self.live.reread(over)


def handle(mark: str) -> str:
    """Names a device in a list, and tells nothing."""
    return mark[:16]


def checked_token(token: str) -> str:
    """Two digits, shape and colour; none for those of the seat."""
    wanted = token[:2]
    fits = len(token) == 2 and wanted.isascii() and wanted.isdigit()
    if token and not (fits and int(wanted[0]) < SHAPES and int(wanted[1]) < COLOURS):
        raise Refused("bad_token")
    return token
