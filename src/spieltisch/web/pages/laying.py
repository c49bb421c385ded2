"""Laying a table and sitting down: alone, by invitation, with a seat link, to watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from spieltisch.core.errors import BadEdition
from spieltisch.core.game import Game, Option
from spieltisch.core.texts import Texts
from spieltisch.server.credentials import new_credential
from spieltisch.server.fairness import answer
from spieltisch.server.lobby import Seated, SeatWish
from spieltisch.server.offers import Offer
from spieltisch.server.stored_table import MINUTES_OF_A_DAY, House
from spieltisch.server.tables import Tables
from spieltisch.web.auth import browser, fresh_cookie, person
from spieltisch.web.games import PAGES
from spieltisch.web.limits import SITTING_DOWN
from spieltisch.web.origins import origin_of
from spieltisch.web.pages.device_names import device_name
from spieltisch.web.pages.home import tile
from spieltisch.web.pages.page import (
    NAME_COOKIE,
    AnyRequest,
    Form,
    InPath,
    InQuery,
    TheSettings,
    TheTables,
    field,
    html,
    remember,
    speech_of,
)
from spieltisch.web.pages.rooms import book_of, game_of, own_box, standard
from spieltisch.web.pages.scene import names_of
from spieltisch.web.settings import Settings

BOT_NAMES = ("Ada", "Bruno", "Clara", "Dario", "Emil")
OWN_BOXES = frozenset({"holmes", "tatort_themse"})
TOGETHER = ("here", "online")
PACES = (0, 2, 5, 15, *(days * MINUTES_OF_A_DAY for days in (1, 3, 7)))  # minutes a decision
BOT_PACES = {"at_once": 0.0, "quick": 0.4, "calm": 1.2, "slow": 2.5}


def shown_game(name: str) -> Game:
    if name not in PAGES:
        raise NotFoundException
    return standard(name)


@get("/new/{name:str}")
async def new_table(
    request: AnyRequest, name: InPath, tables: TheTables, online: InQuery = ""
) -> Response[str]:
    offer = tables.lobby.offer()
    return page_of_new_table(request, shown_game(name), offer, online=bool(online))


def page_of_new_table(
    request: AnyRequest, room: Game, offer: Offer, *, online: bool = False, edition: str = ""
) -> Response[str]:
    """`edition`: a card list of its own, as JSON, to play with."""
    tables: Tables = request.app.state.tables
    speech = speech_of(request)
    texts = speech.texts(room)
    return html(
        request,
        "new.html",
        offer=offer,
        tile=tile(room, speech),
        room=room,
        online=online,
        edition=edition,
        own_box=room.name in OWN_BOXES,
        levels=[
            (level, speech.level(level), speech.level_told(level)) for level in tables.roster.names
        ],
        default_players=min(room.most_seats, max(room.least_seats, 3)),
        options=[(one, switch_text(one, texts)) for one in room.options if not one.study],
        paces=PACES,
    )


def switch_text(option: Option, texts: Texts) -> str:
    """What ticking its box means. An option whose name is a word of the game besides has a text for
    that of its own."""
    return texts.words.get(f"{option.name}_{option.values[1]}", texts.word(option.name))


@get("/offer")
async def offer(tables: TheTables) -> Response[Offer]:
    """For the browser to answer just before a table is laid."""
    return Response(tables.lobby.offer(), headers={"Cache-Control": "no-store"})


@post("/new/{name:str}", status_code=303, opt={SITTING_DOWN: True})
async def lay_table(
    request: AnyRequest, name: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Redirect:
    room = shown_game(name)
    speech = speech_of(request)
    me = field(data, "name").strip() or speech.say("Guest")
    seated = await tables.lobby.create(
        name,
        seats=wishes(room, data, me, speech.say("Person %(number)s", number=2)),
        options={
            one.name: field(data, f"option-{one.name}", one.values[0])
            for one in room.options
            if not one.study
        },
        edition=own_edition(data),
        house=house(data),
        offer=field(data, "offer"),
        contribution=contribution_in(data),
        credential=await person(request),
        origin=origin_of(request),
    )
    return await welcome(request, tables, seated, settings, me)


def contribution_in(data: Form) -> str:
    """What the script has put together; without scripts, words of one's own."""
    own = field(data, "words").strip()
    if field(data, "contribution") or not own:
        return field(data, "contribution")
    return answer(field(data, "commitment"), own)


def own_edition(data: Form) -> dict[str, Any] | None:
    """The card list given with the form, if there is one; the room's loader judges it."""
    text = field(data, "edition")
    if not text:
        return None
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        raise BadEdition("edition: not JSON") from None


def wishes(room: Game, data: Form, me: str, nameless: str) -> list[SeatWish]:
    seats = whole(field(data, "players"), room.least_seats, room.most_seats)
    here = field(data, "mode") == "here"
    people = [me, *(beside(data, seats) or [nameless] if here else ())]
    left = seats - len(people)
    bots = whole(field(data, "bots", "0"), 0, left) if invites(data) else left
    level = field(data, "level", "casual")
    wished = [SeatWish("person", name) for name in people] + [SeatWish("open")] * (left - bots)
    return wished + [SeatWish("bot", bot, level) for bot in bot_names(room, people)[:bots]]


def invites(data: Form) -> bool:
    """Whether seats stay open for friends."""
    mode = field(data, "mode")
    return mode == "online" or (mode == "here" and field(data, "rest") == "friends")


def beside(data: Form, seats: int) -> list[str]:
    """Who else sits at this device."""
    given = [field(data, f"name{number}").strip() for number in range(2, seats + 1)]
    return [name for name in given if name]


def bot_names(room: Game, people: Sequence[str]) -> Sequence[str]:
    """Bots who play a part are called by it; none is called like one of the people."""
    if room.role(0, room.complete_options({})):
        return [""] * room.most_seats
    taken = {name.casefold() for name in people}
    return [name for name in BOT_NAMES if name.casefold() not in taken]


def house(data: Form) -> House:
    return House(
        watch="public" if "watch" in data else "link",
        listed="listed" in data,
        pace=whole(field(data, "pace", "0"), 0, PACES[-1]),
        late="wait" if field(data, "late") == "wait" else "bot",
        memory_aid="memory_aid" in data,
        hints=("hints_together" if field(data, "mode") in TOGETHER else "hints") in data,
        share="share" in data,
        reactions="reactions" in data,
        bot_pace=BOT_PACES.get(field(data, "bot_pace"), BOT_PACES["calm"]),
    )


def whole(text: str, least: int, most: int) -> int:
    """The number if it is one between the two, else the nearest."""
    try:
        return max(least, min(most, int(text)))
    except ValueError:
        return least


async def welcome(
    request: AnyRequest, tables: Tables, seated: Seated, settings: Settings, name: str = ""
) -> Redirect:
    """Whoever is new here is a player from now on, without being asked anything."""
    if browser(request) != seated.credential:
        device = device_name(request.headers.get("user-agent", ""))
        await tables.players.introduce(seated.credential, speech_of(request).language, device)
    elif name and NAME_COOKIE not in request.cookies:  # until now they had not chosen one
        await tables.players.change(seated.credential, name)
    cookies = [fresh_cookie(settings, seated.credential)]
    if name:
        cookies.append(remember(settings, NAME_COOKIE, name))
    return Redirect(f"/tables/{seated.table}", status_code=303, cookies=cookies)


@get("/join/{invite:str}")
async def invited(
    request: AnyRequest, invite: InPath, tables: TheTables
) -> Response[str] | Redirect:
    look = await tables.lobby.invited(invite)
    if await tables.players.sits_at(browser(request), look.table):
        return Redirect(f"/tables/{look.table}", status_code=303)
    speech = speech_of(request)
    return html(
        request,
        "join.html",
        look=look,
        key=new_credential(),
        invite=invite,
        title=speech.texts(game_of(look)).title,
        names=[name for name in names_of(look, speech) if name],
        book=book_of(game_of(look), invite=invite),
        own=own_box(game_of(look)),
        full=look.stage != "gathering",
        free=sum(seat.kind == "open" for seat in look.seats),
    )


@post("/join/{invite:str}", status_code=303, opt={SITTING_DOWN: True})
async def join(
    request: AnyRequest, invite: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Redirect:
    name = field(data, "name").strip() or speech_of(request).say("Guest")
    seats = len((await tables.lobby.invited(invite)).seats)
    others = beside(data, seats)
    mine = await person(request, field(data, "key"), invite)
    seated = await tables.lobby.join(invite, name, contribution_in(data), mine, beside=others)
    return await welcome(request, tables, seated, settings, name)


@get("/seat/{link:str}")
async def offered_seat(request: AnyRequest, link: InPath) -> Response[str]:
    return html(request, "seat.html", link=link)


@post("/seat/{link:str}", status_code=303, opt={SITTING_DOWN: True})
async def redeem(
    request: AnyRequest, link: InPath, tables: TheTables, settings: TheSettings
) -> Redirect:
    seated = await tables.lobby.redeem(link, await person(request))
    return await welcome(request, tables, seated, settings)


@get("/watch/{table:str}/{link:str}")
async def watch(
    request: AnyRequest, table: InPath, link: InPath, tables: TheTables, settings: TheSettings
) -> Redirect:
    """The link is exchanged for this browser's cookie, then it is out of the address."""
    credential = await person(request)
    await tables.lobby.admit(table, link, credential)
    cookie = fresh_cookie(settings, credential)
    return Redirect(f"/tables/{table}", status_code=303, cookies=[cookie])
