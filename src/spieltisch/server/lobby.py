"""Laying a table, sitting down, leaving, coming back, playing again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from spieltisch.core.errors import BadOption
from spieltisch.core.game import Game, Options
from spieltisch.games import game as open_game
from spieltisch.server import fairness, first_game
from spieltisch.server.credentials import hashed, new_credential, new_id, same
from spieltisch.server.errors import NoSuchTable, NotYours, Refused
from spieltisch.server.fairness import FIXED, LONGEST_CONTRIBUTION, answered, made_up, offered
from spieltisch.server.keys import checked_key
from spieltisch.server.live_table import LiveTable
from spieltisch.server.live_tables import LiveTables
from spieltisch.server.names import clean_name, told_apart
from spieltisch.server.offers import Offer, Offers, spend
from spieltisch.server.snapshot import Snapshot, from_outside, snapshot
from spieltisch.server.store import people, queries
from spieltisch.server.stored_table import (
    House,
    Place,
    SeatKind,
    Start,
    StoredTable,
    stood_up,
    taken_back,
)
from spieltisch.server.thinking.roster import Roster

LINK_SECONDS = 24 * 3600


class SeatWish(msgspec.Struct, frozen=True):
    """A chair as the host wants it: their own (person), a bot's, or open for somebody invited."""

    kind: SeatKind
    name: str = ""
    level: str = "casual"


class Seated(msgspec.Struct, frozen=True):
    """`credential` owns the seats taken; only its hash is stored here."""

    table: str
    credential: str
    look: Snapshot


class Lobby:
    def __init__(self, live: LiveTables, offers: Offers, roster: Roster) -> None:
        self.live = live
        self.roster = roster
        self.store = live.store
        self.offers = offers

    def offer(self) -> Offer:
        """What whoever wants to lay a table is told before contributing to its chance."""
        return self.offers.new(self.live.running.now())

    async def create(
        self,
        game: str,
        *,
        seats: Sequence[SeatWish],
        options: dict[str, str] | None = None,
        edition: dict[str, Any] | None = None,
        house: House | None = None,
        offer: str = "",
        contribution: str = "",
        credential: str | None = None,
        first_deal: int = 0,
        origin: str = "",
    ) -> Seated:
        """The contribution answers the commitment of the offer. `first_deal`: which of the deals
        it is, if the table is guided. `origin`: whence it is laid; its bots wait in turn by that.
        """
        running = self.live.running.now()
        offer = offer or self.offers.new(running).offer
        return await self.lay(
            game,
            seats=seats,
            options=options,
            edition=edition,
            house=house,
            offer=offer,
            secret=self.offers.accepted(offer, running),
            contribution=contribution,
            credential=credential,
            first_deal=first_deal,
            origin=origin,
        )

    async def lay(
        self,
        game: str,
        *,
        seats: Sequence[SeatWish],
        options: dict[str, str] | None,
        edition: dict[str, Any] | None,
        house: House | None,
        offer: str | None,
        secret: bytes,
        contribution: str,
        credential: str | None,
        first_deal: int = 0,
        origin: str = "",
        start: Start | None = None,
        rules_version: int | None = None,
    ) -> Seated:
        """`offer`: the one used up by this, if any. `start`: a position to begin from, by the rules
        of that version."""
        credential = credential or new_credential()
        owner, now = await self.live.devices.sitter(credential), self.live.now()
        played = await asyncio.to_thread(open_game, game, edition, rules_version)
        chosen = played.complete_options(options or {})
        refuse_study(played, chosen)
        played.start(len(seats), chosen)
        check_for_people([wish.kind for wish in seats])
        agreed = first_game.agreed(house or House(), [wish.kind for wish in seats])
        if agreed.guided:
            secret, given = fairness.first_deal(game, first_deal), FIXED
        else:
            given = checked_contribution(contribution, [offered(secret)])
        stored = StoredTable(
            id=new_id(),
            created=now,
            game=game,
            edition=edition,
            options=chosen,
            rules_version=played.rules_version,
            house=msgspec.structs.replace(
                agreed, closed=False, shared=0, hints=hints_agreed(agreed, seats)
            ),
            secret=secret,
            stage="gathering",
            seating=[],
            host=owner,
            next_table=None,
            origin=origin,
            start=start,
            places=with_token(
                with_names_of_their_own([self.as_place(wish, owner, given) for wish in seats]),
                await self.token_of(owner),
            ),
        )

        def work(connection: Connection) -> None:
            if offer is not None:
                spend(connection, offer, self.live.running.now())
            people.enter(connection, hashed(credential), owner, name_in(stored.places), now)
            queries.insert_table(connection, stored)

        await self.store.write(work)
        self.live.devices.note(hashed(credential), owner)
        live = LiveTable(stored, played, [], set())
        self.live.remember(live)
        async with live.lock:
            await self.live.begin_if_full(live)
        return Seated(stored.id, credential, snapshot(live, owner))

    async def invited(self, invite: str) -> Snapshot:
        """What somebody with an invitation may see before joining."""
        live = await self.by_invite(invite)
        seen = snapshot(live, "")
        return seen if live.may_look("") else from_outside(seen)

    async def by_invite(self, invite: str) -> LiveTable:
        table_id, _, token = invite.partition(".")
        live = await self.live.at(table_id)
        if not same(token, live.tokens["invite"]):
            raise NoSuchTable
        return live

    async def join(
        self,
        invite: str,
        name: str,
        contribution: str = "",
        credential: str | None = None,
        beside: Sequence[str] = (),
        key: str = "",
        another: bool = False,
    ) -> Seated:
        """`beside`: who else sits down at the same device. Whoever has a seat gets that one,
        unless they want `another`; of those the same key takes one."""
        live = await self.by_invite(invite)
        names = [name, *beside]
        mine = credential or new_credential()
        return await self.sit(live, names, contribution, mine, checked_key(key), another)

    async def sit(
        self,
        live: LiveTable,
        names: list[str],
        contribution: str,
        credential: str,
        key: str = "",
        another: bool = False,
    ) -> Seated:
        owner = await self.live.devices.sitter(credential)
        async with live.lock:
            await self.live.cluster.catch_up(live)
            wishes = [SeatWish("person", name) for name in names]
            given = checked_contribution(contribution, live.commitments)
            chosen = with_token(
                [self.as_place(wish, owner, given, key) for wish in wishes],
                await self.token_of(owner),
            )
            await self.take_open_places(live, chosen, hashed(credential), another)
            self.live.devices.note(hashed(credential), owner)
            await self.live.cluster.catch_up(live)
            self.live.recognise(live, owner)
            live.changed()
            await self.live.begin_if_full(live)
        return Seated(live.id, credential, snapshot(live, owner))

    async def token_of(self, player: str) -> str:
        profile = await self.store.read(lambda c: people.profile(c, player))
        return profile.token if profile else ""

    async def take_open_places(
        self, live: LiveTable, places: list[Place], mark: str = "", another: bool = False
    ) -> None:
        """`mark`: of the device that sits down. Nothing is taken if they sit there already, unless
        they want `another` place."""
        stored, now = live.stored, self.live.now()
        if stored.house.closed:
            raise Refused("closed")
        named = with_names_of_their_own([*stored.places, *places])[len(stored.places) :]

        def work(connection: Connection) -> list[int]:
            if mark:
                people.enter(connection, mark, places[0].owner, places[0].name, now)
            return queries.sit_down(connection, stored.id, named, another)

        numbers = await self.live.write(live, work)
        for number, place in zip(numbers, named, strict=False):
            stored.places[number] = place

    def as_place(self, wish: SeatWish, owner: str, contribution: str, key: str = "") -> Place:
        """For a person who contributed nothing the server makes something up, which says so."""
        if wish.kind == "open":
            return Place("open")
        if wish.kind == "bot":
            self.roster.check(wish.level)
            return Place("bot", wish.name and clean_name(wish.name), wish.level)
        given = contribution or made_up()
        return Place("person", clean_name(wish.name), owner=owner, contribution=given, key=key)

    def wish_again(self, place: Place, owner: str) -> SeatWish:
        if place.kind == "person" and place.owner != owner:
            return SeatWish("open")
        return SeatWish(place.kind, place.name, self.roster.still(place.level))

    async def fill(self, table_id: str, credential: str | None, level: str = "casual") -> Snapshot:
        """The host lets bots take the open seats."""
        live = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)
        if not live.is_host(owner):
            raise NotYours("not_the_host")
        place = self.as_place(SeatWish("bot", level=level), "", "")
        async with live.lock:
            if live.stored.stage != "gathering":
                raise Refused("already_started")
            await self.live.cluster.catch_up(live)
            free = sum(there.kind == "open" for there in live.stored.places)
            check_for_people([there.kind for there in live.stored.places if there.kind != "open"])
            await self.take_open_places(live, [place] * free)
            await self.live.cluster.catch_up(live)
            live.changed()
            await self.live.begin_if_full(live)
        return snapshot(live, owner)

    async def pace_bots(self, table_id: str, credential: str | None, seconds: float) -> None:
        """The host lets bots wait longer or shorter before they move; it counts from their next
        decision on."""
        live = await self.live.at(table_id)
        if not live.is_host(await self.live.devices.owner(credential)):
            raise NotYours("not_the_host")
        async with live.lock:
            await self.live.cluster.catch_up(live)
            house = msgspec.structs.replace(live.stored.house, bot_pace=seconds)
            values = {"house": msgspec.to_builtins(house)}
            await self.live.write(live, lambda c: queries.change_table(c, table_id, **values))
            live.stored.house = house
            live.changed()

    async def leave(self, table_id: str, credential: str | None, seat: int | None = None) -> None:
        """Before the start the place is open again; later a bot takes the seat over."""
        live = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)
        async with live.lock:
            await self.live.cluster.catch_up(live)
            number = live.place_of(live.acting_seat(owner, seat))
            if live.stored.stage != "over":
                await self.live.change_place(live, number, stood_up)
        self.live.wake(live)

    async def take_back(
        self, table_id: str, credential: str | None, seat: int | None = None
    ) -> Snapshot:
        """The person plays on where the bot was."""
        live = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)
        async with live.lock:
            await self.live.cluster.catch_up(live)
            mine = live.acting_seat(owner, seat)
            if not live.seats_in_order()[mine].taken_over:
                raise Refused("not_taken_over")
            if live.asked([mine]) or not live.is_choosing():  # else all would learn of it
                live.stored.clock_from = self.live.running.now()
            await self.live.change_place(live, live.place_of(mine), taken_back)
        self.live.wake(live)
        return snapshot(live, owner, mine)

    async def again(
        self, table_id: str, credential: str, contribution: str = "", origin: str = ""
    ) -> Seated:
        """A rematch: whoever asks first lays the table, the others sit down at it."""
        old = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)
        async with old.lock:
            await self.live.cluster.catch_up(old)
            names = [old.seats_in_order()[seat].name for seat in old.owned(owner)]
            if not names:
                raise NotYours("not_your_seat")
            if old.stored.stage != "over":
                raise Refused("not_over")
            if not await self.exists(old.stored.next_table):
                laid = await self.lay_again(old, owner, credential, contribution, origin)
                if laid is not None:
                    return laid
        live = await self.live.at(old.stored.next_table or "")
        if live.owned(owner):
            return Seated(live.id, credential, snapshot(live, owner))
        return await self.sit(live, names, contribution, credential)

    async def offer_again(self, table_id: str, credential: str | None) -> Offer:
        """The commitment to answer for a rematch, whether or not somebody has laid it yet."""
        old = await self.live.at(table_id)
        if not old.owned(await self.live.devices.owner(credential)):
            raise NotYours("not_your_seat")
        following = old.stored.next_table
        if following is not None and await self.exists(following):
            return Offer("", (await self.live.at(following)).commitment)
        return self.offers.for_rematch(old.id, following)

    async def exists(self, table_id: str | None) -> bool:
        if table_id is None:
            return False
        return await self.store.read(lambda c: queries.read_table(c, table_id)) is not None

    async def lay_again(
        self, old: LiveTable, owner: str, credential: str, contribution: str, origin: str
    ) -> Seated | None:
        """None if somebody was faster, through another process: then theirs is the rematch."""
        offered_name = self.offers.for_rematch(old.id, old.stored.next_table).offer
        created = await self.lay(
            old.stored.game,
            seats=[self.wish_again(place, owner) for place in old.stored.places],
            options=old.stored.options,
            edition=old.stored.edition,
            house=msgspec.structs.replace(old.stored.house, guided=False),
            offer=None,
            secret=self.offers.secret(offered_name),
            contribution=contribution,
            credential=credential,
            origin=origin,
        )
        former, name = old.stored.next_table, created.table
        first = await self.live.write(
            old, lambda c: queries.link_next(c, old.stored.id, former, name)
        )
        if not first:
            await self.store.write(lambda c: queries.drop_table(c, name), name)
            self.live.forget(name)
            await self.live.catch_up(old)
            return None
        old.stored.next_table = name
        old.changed()
        return created

    async def seat_link(
        self, table_id: str, credential: str | None, seat: int | None = None
    ) -> str:
        """A text that moves the seat, once, to whoever redeems it."""
        live = await self.live.at(table_id)
        owner = await self.live.devices.owner(credential)
        place = live.place_of(live.acting_seat(owner, seat))
        link = new_credential()
        mark, expires = hashed(link), self.live.now() + LINK_SECONDS
        await self.store.write(
            lambda c: queries.add_seat_link(c, mark, table_id, place, owner, expires), table_id
        )
        return link

    async def redeem(self, link: str, credential: str | None = None) -> Seated:
        """Move a seat here; its former owner has it no more."""
        credential = credential or new_credential()
        owner, now = await self.live.devices.sitter(credential), self.live.now()
        mark = hashed(credential)

        def work(connection: Connection) -> str:
            people.enter(connection, mark, owner, "", now)
            return queries.redeem_seat_link(connection, hashed(link), owner, now)

        table_id = await self.store.write(work)
        self.live.devices.note(mark, owner)
        live = await self.live.at(table_id)
        async with live.lock:
            await self.live.catch_up(live)
        return Seated(table_id, credential, snapshot(live, owner))

    async def admit(self, table_id: str, watch_link: str, credential: str) -> Snapshot:
        """Exchange a watch link for the right to look with this credential."""
        live = await self.live.at(table_id)
        linked = live.stored.house.watch == "link"
        if not linked or not same(watch_link, live.tokens["watch"]):
            raise NoSuchTable
        owner, now = await self.live.devices.sitter(credential), self.live.now()

        def work(connection: Connection) -> None:
            people.enter(connection, hashed(credential), owner, "", now)
            queries.admit(connection, table_id, owner)

        async with live.lock:
            await self.live.write(live, work)
            live.admitted.add(owner)
        return snapshot(live, owner)


def hints_agreed(house: House, seats: Sequence[SeatWish]) -> bool:
    """Where nothing was said: not where people play against each other."""
    if house.hints is not None:
        return house.hints
    return sum(wish.kind != "bot" for wish in seats) < 2


def refuse_study(game: Game, options: Options) -> None:
    """What is there for study has no page of its own."""
    for option in game.options:
        if option.study and option.name in options:
            raise BadOption(f"{option.name} is for study, not for tables: see docs/research.md")


def check_for_people(kinds: Sequence[SeatKind]) -> None:
    """Bots among themselves would think for nobody, and keep those of others waiting."""
    if all(kind == "bot" for kind in kinds):
        raise Refused("no_person")


def name_in(places: Sequence[Place]) -> str:
    """Of the first person there."""
    return next((place.name for place in places if place.kind == "person"), "")


def with_token(places: Sequence[Place], token: str) -> list[Place]:
    """It is the first person's; whoever shares the device has another."""
    wished = iter([token])
    return [
        msgspec.structs.replace(one, token=next(wished, "")) if one.kind == "person" else one
        for one in places
    ]


def checked_contribution(contribution: str, commitments: Sequence[str]) -> str:
    if not contribution:
        return ""
    if len(contribution) > LONGEST_CONTRIBUTION:
        raise Refused("contribution_too_long", facts={"longest": LONGEST_CONTRIBUTION})
    if not contribution.isprintable():
        raise Refused("contribution_unreadable")
    if answered(contribution) not in commitments:
        raise Refused("answers_another_commitment")
    return contribution


def with_names_of_their_own(places: Sequence[Place]) -> list[Place]:
    """Two of the same name would be one in every sentence of the log."""
    told: list[Place] = []
    for place in places:
        name = told_apart(place.name, [other.name for other in told])
        told.append(msgspec.structs.replace(place, name=name))
    return told
