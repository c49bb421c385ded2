"""Laying a table, sitting down, leaving, coming back, playing again."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from spieltisch.bots.levels import check_level
from spieltisch.table import first_game
from spieltisch.table import kept as keep
from spieltisch.table.credentials import hashed, new_credential, new_id
from spieltisch.table.errors import NoSuchTable, NotYours, Refused
from spieltisch.table.fairness import made_up
from spieltisch.table.hall import Hall
from spieltisch.table.kept import Kept, NumberTaken, Place
from spieltisch.table.living import Living
from spieltisch.table.look import Clock, Fair, House, Look, SeatKind
from spieltisch.table.names import clean_name, told_apart
from spieltisch.table.rooms import room
from spieltisch.table.table import Proposal

LONGEST_CONTRIBUTION = 64
LINK_SECONDS = 24 * 3600


class SeatWish(msgspec.Struct, frozen=True):
    """A chair as the host wants it: their own (person), a bot's, or open for somebody invited."""

    kind: SeatKind
    name: str = ""
    level: str = "casual"


class Seated(msgspec.Struct, frozen=True):
    """`credential` owns the seats taken; only its hash is kept here."""

    table: str
    credential: str
    look: Look


class Seating(Hall):
    async def at(self, table_id: str) -> Living:
        """A process may have died between the last one's sitting down and the beginning: then it
        begins when somebody looks."""
        living = await super().at(table_id)
        if is_full(living):
            async with living.lock:
                await self.begin_if_full(living)
        return living

    async def create(
        self,
        game: str,
        *,
        seats: Sequence[SeatWish],
        options: dict[str, str] | None = None,
        edition: dict[str, Any] | None = None,
        house: House | None = None,
        contribution: str = "",
        credential: str | None = None,
    ) -> Seated:
        credential = credential or new_credential()
        owner = hashed(credential)
        played = await asyncio.to_thread(room, game, edition)
        chosen = played.complete_options(options or {})
        played.start(len(seats), chosen)
        check_for_people([wish.kind for wish in seats])
        agreed = first_game.agreed(house or House(), [wish.kind for wish in seats])
        if agreed.guided:
            contribution = first_game.CONTRIBUTION
        kept = Kept(
            id=new_id(),
            created=self.now(),
            game=game,
            edition=edition,
            options=chosen,
            rules_version=played.rules_version,
            house=msgspec.structs.replace(agreed, closed=False),
            secret=first_game.secret(game) if agreed.guided else secrets.token_bytes(32),
            stage="gathering",
            seating=[],
            host=owner,
            next_table=None,
            places=with_names_of_their_own([as_place(wish, owner, contribution) for wish in seats]),
        )
        await self.store.write(lambda c: keep.insert_table(c, kept))
        living = Living(kept, played, [], set())
        self.remember(living)
        async with living.lock:
            await self.begin_if_full(living)
        return Seated(kept.id, credential, living.look(owner))

    async def begin_if_full(self, living: Living) -> None:
        kept = living.kept
        if not is_full(living):
            return
        table = living.lay()
        seats = len(kept.places)
        seating = table.dice.lot(seats) if kept.house.order == "lot" else list(range(seats))
        opening = table.propose_opening(self.now())
        if await self.write_opening(living, seating, opening):
            table.apply(opening.rows)
            kept.stage, kept.seating, living.table = "playing", seating, table
        else:
            await self.catch_up(living)
        living.changed()
        self.tell_news()
        self.wake(living)

    async def write_opening(self, living: Living, seating: list[int], opening: Proposal) -> bool:
        """False if another process was first, or somebody left there meanwhile."""
        kept, now = living.kept, self.now()
        due = living.due_for(opening.turn, now, seating)

        def work(connection: Connection) -> None:
            keep.begin(connection, kept, seating, now, due)
            keep.append_rows(connection, kept.id, opening.rows)

        try:
            await self.write_at(living, work)
        except NumberTaken:
            return False
        kept.due = due
        return True

    async def invited(self, invite: str) -> Look:
        """What somebody with an invitation may see before joining."""
        living = await self.by_invite(invite)
        look = living.look("")
        return look if living.may_look("") else from_outside(look)

    async def by_invite(self, invite: str) -> Living:
        table_id, _, token = invite.partition(".")
        living = await self.at(table_id)
        if not same(token, living.tokens["invite"]):
            raise NoSuchTable
        return living

    async def join(
        self,
        invite: str,
        name: str,
        contribution: str = "",
        credential: str | None = None,
        beside: Sequence[str] = (),
    ) -> Seated:
        """`beside`: who else sits down at the same device."""
        living = await self.by_invite(invite)
        names = [name, *beside]
        return await self.sit(living, names, contribution, credential or new_credential())

    async def sit(
        self, living: Living, names: list[str], contribution: str, credential: str
    ) -> Seated:
        owner = hashed(credential)
        async with living.lock:
            await self.catch_up_if_shared(living)
            wishes = [SeatWish("person", name) for name in names]
            chosen = [as_place(wish, owner, contribution) for wish in wishes]
            await self.take_open_places(living, chosen)
            await self.catch_up_if_shared(living)
            self.recognise(living, owner)
            living.changed()
            await self.begin_if_full(living)
        return Seated(living.kept.id, credential, living.look(owner))

    async def catch_up_if_shared(self, living: Living) -> None:
        """Somebody may be sitting down through another process just now."""
        if self.store.shared:
            await self.catch_up(living)

    async def take_open_places(self, living: Living, places: list[Place]) -> None:
        kept = living.kept
        if kept.stage != "gathering":
            raise Refused("already_started")
        if kept.house.closed:
            raise Refused("closed")
        named = with_names_of_their_own([*kept.places, *places])[len(kept.places) :]
        numbers = await self.write_at(living, lambda c: keep.sit_down(c, kept.id, named))
        for number, place in zip(numbers, named, strict=True):
            kept.places[number] = place

    async def fill(self, table_id: str, credential: str | None, level: str = "casual") -> Look:
        """The host lets bots take the open seats."""
        living = await self.at(table_id)
        owner = hashed(credential)
        if owner != living.kept.host:
            raise NotYours("not_the_host")
        place = as_place(SeatWish("bot", level=level), "", "")
        async with living.lock:
            if living.kept.stage != "gathering":
                raise Refused("already_started")
            await self.catch_up_if_shared(living)
            free = sum(there.kind == "open" for there in living.kept.places)
            check_for_people([there.kind for there in living.kept.places if there.kind != "open"])
            await self.take_open_places(living, [place] * free)
            await self.catch_up_if_shared(living)
            living.changed()
            await self.begin_if_full(living)
        return living.look(owner)

    async def leave(self, table_id: str, credential: str | None, seat: int | None = None) -> None:
        """Before the start the place is open again; later a bot takes the seat over."""
        living = await self.at(table_id)
        async with living.lock:
            await self.catch_up_if_shared(living)
            number = living.place_of(living.acting_seat(hashed(credential), seat))
            if living.kept.stage != "over":
                await self.change_place(living, number, keep.stood_up)
        self.wake(living)

    async def take_back(
        self, table_id: str, credential: str | None, seat: int | None = None
    ) -> Look:
        """The person plays on where the bot was."""
        living = await self.at(table_id)
        owner = hashed(credential)
        async with living.lock:
            await self.catch_up_if_shared(living)
            mine = living.acting_seat(owner, seat)
            if not living.seats_in_order()[mine].taken_over:
                raise Refused("not_taken_over")
            living.clock_from = self.now()
            await self.change_place(living, living.place_of(mine), keep.taken_back)
        self.wake(living)
        return living.look(owner, mine)

    async def again(self, table_id: str, credential: str, contribution: str = "") -> Seated:
        """A rematch: whoever asks first lays the table, the others sit down at it."""
        old = await self.at(table_id)
        owner = hashed(credential)
        names = [old.seats_in_order()[seat].name for seat in old.owned(owner)]
        if not names:
            raise NotYours("not_your_seat")
        if old.kept.stage != "over":
            raise Refused("not_over")
        async with old.lock:
            await self.catch_up_if_shared(old)
            if not await self.exists(old.kept.next_table):
                laid = await self.lay_again(old, owner, credential, contribution)
                if laid is not None:
                    return laid
        living = await self.at(old.kept.next_table or "")
        if living.owned(owner):
            return Seated(living.kept.id, credential, living.look(owner))
        return await self.sit(living, names, contribution, credential)

    async def exists(self, table_id: str | None) -> bool:
        if table_id is None:
            return False
        return await self.store.read(lambda c: keep.read_table(c, table_id)) is not None

    async def lay_again(
        self, old: Living, owner: str, credential: str, contribution: str
    ) -> Seated | None:
        """None if somebody was faster, through another process: then theirs is the rematch."""
        created = await self.create(
            old.kept.game,
            seats=[wish_again(place, owner) for place in old.kept.places],
            options=old.kept.options,
            edition=old.kept.edition,
            house=msgspec.structs.replace(old.kept.house, guided=False),
            contribution=contribution,
            credential=credential,
        )
        former, name = old.kept.next_table, created.table
        first = await self.write_at(old, lambda c: keep.link_next(c, old.kept.id, former, name))
        if not first:
            await self.store.write(lambda c: keep.drop_table(c, name), name)
            self.forget(name)
            await self.catch_up(old)
            return None
        old.kept.next_table = name
        old.changed()
        return created

    async def seat_link(
        self, table_id: str, credential: str | None, seat: int | None = None
    ) -> str:
        """A text that moves the seat, once, to whoever redeems it."""
        living = await self.at(table_id)
        owner = hashed(credential)
        place = living.place_of(living.acting_seat(owner, seat))
        link = new_credential()
        mark, expires = hashed(link), self.now() + LINK_SECONDS
        await self.store.write(
            lambda c: keep.add_seat_link(c, mark, table_id, place, owner, expires), table_id
        )
        return link

    async def redeem(self, link: str, credential: str | None = None) -> Seated:
        """Move a seat here; its former owner has it no more."""
        credential = credential or new_credential()
        owner, mark, now = hashed(credential), hashed(link), self.now()
        table_id = await self.store.write(lambda c: keep.redeem_seat_link(c, mark, owner, now))
        living = await self.at(table_id)
        async with living.lock:
            await self.catch_up(living)
        return Seated(table_id, credential, living.look(owner))

    async def admit(self, table_id: str, watch_link: str, credential: str) -> Look:
        """Exchange a watch link for the right to look with this credential."""
        living = await self.at(table_id)
        linked = living.kept.house.watch == "link"
        if not linked or not same(watch_link, living.tokens["watch"]):
            raise NoSuchTable
        owner = hashed(credential)
        async with living.lock:
            await self.write_at(living, lambda c: keep.admit(c, table_id, owner))
            living.watchers.add(owner)
        return living.look(owner)


def from_outside(look: Look) -> Look:
    """Who sits there and what was agreed, nothing of the game: who was invited may not watch."""
    return msgspec.structs.replace(
        look,
        number=0,
        view=None,
        log=[],
        last=[],
        clock=Clock(look.clock.now, 0.0, None),
        result=None,
        fairness=Fair(look.fairness.commitment),
    )


def is_full(living: Living) -> bool:
    """Everybody is there, and the game has not begun."""
    kept = living.kept
    if kept.stage != "gathering" or kept.house.closed:
        return False
    return all(place.kind != "open" for place in kept.places)


def check_for_people(kinds: Sequence[SeatKind]) -> None:
    """Bots among themselves would think for nobody, and keep those of others waiting."""
    if all(kind == "bot" for kind in kinds):
        raise Refused("no_person")


def same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())


def as_place(wish: SeatWish, owner: str, contribution: str) -> Place:
    """A person without a contribution of their own gets a random one from the server, which says
    that it is."""
    if wish.kind == "open":
        return Place("open")
    if wish.kind == "bot":
        check_level(wish.level)
        return Place("bot", wish.name and clean_name(wish.name), wish.level)
    if len(contribution) > LONGEST_CONTRIBUTION:
        raise Refused("contribution_too_long", facts={"longest": LONGEST_CONTRIBUTION})
    if not contribution.isprintable():
        raise Refused("contribution_unreadable")
    given = contribution or made_up()
    return Place("person", clean_name(wish.name), owner=owner, contribution=given)


def with_names_of_their_own(places: Sequence[Place]) -> list[Place]:
    """Two of the same name would be one in every sentence of the log."""
    told: list[Place] = []
    for place in places:
        name = told_apart(place.name, [other.name for other in told])
        told.append(msgspec.structs.replace(place, name=name))
    return told


def wish_again(place: Place, owner: str) -> SeatWish:
    if place.kind == "person" and place.owner != owner:
        return SeatWish("open")
    return SeatWish(place.kind, place.name, place.level)
