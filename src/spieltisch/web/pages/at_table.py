"""At one table: the page, its live updates, and everything a seat can do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect, Stream
from markupsafe import Markup

from spieltisch.core.record import dumps, with_choices
from spieltisch.games import game_of_record
from spieltisch.server.errors import TableError
from spieltisch.server.offers import Offer
from spieltisch.server.snapshot import Conflict, Snapshot
from spieltisch.server.tables import Tables
from spieltisch.web.auth import browser
from spieltisch.web.games import PAGES
from spieltisch.web.live import HEADERS, LONGEST_VERSION, sse_event
from spieltisch.web.origins import origin_of
from spieltisch.web.pages.guide import BETWEEN, untold
from spieltisch.web.pages.laying import BOT_PACES, whole
from spieltisch.web.pages.page import (
    AnyRequest,
    Form,
    InPath,
    InQuery,
    TheSettings,
    TheTables,
    base_address,
    field,
    html,
    only_for_this_machine,
    speech_of,
    wants_json,
)
from spieltisch.web.pages.rooms import book_of, game_of
from spieltisch.web.pages.scene import JOIN, POINTED, names_of
from spieltisch.web.pages.sharing import (
    all_open,
    hand_to,
    held_seat,
    is_shared,
    on_loading,
    once,
    seat_in,
    seat_number,
    seen,
)
from spieltisch.web.pages.showing import Changes, Hint, fragment, qr_code, worded_moves
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import explain, notice
from spieltisch.web.settings import Settings

MOST_MOVES = 100  # in one plan
MOST_NUMBER = 10**9
DONE = 204
TOLD_COOKIE = "spieltisch-told"
MOST_TOLD = 400
REACHED = "Spieltisch-Number"


@get("/tables/{table:str}")
async def table_page(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings
) -> Response[str]:
    held = held_seat(request)
    look = await on_loading(tables, table, browser(request), held)
    page = show(request, look, settings)
    return page if held is None else once(page, table, settings)


def show(
    request: AnyRequest,
    look: Snapshot,
    settings: Settings,
    trouble: Markup | None = None,
    advice: Sequence[Hint] = (),
    screen: bool = False,
) -> Response[str]:
    """`screen`: for the room, with nothing to touch."""
    speech = speech_of(request)
    address = base_address(request, settings)
    watch = f"{address}/watch/{look.table}/{look.watch_link}" if look.watch_link else ""
    return html(
        request,
        "gathering_page.html" if look.stage == "gathering" else "table_page.html",
        look=look,
        title=speech.texts(game_of(look)).title,
        goal=speech.texts(game_of(look)).goal,
        goal_pictures=PAGES[look.game].goal,
        tips=speech.texts(game_of(look)).tips,
        fragment=Markup(
            fragment(look, speech, address, worded_moves(look, speech), advice, screen)
        ),
        hints=untold(look, speech, request.cookies.get(TOLD_COOKIE, "")),
        notice=trouble,
        watch=watch,
        screen=screen,
        code=qr_code(watch) if screen and watch and look.stage == "playing" else "",
        private=only_for_this_machine(address),
        shared=is_shared(look),
        curtained=is_shared(look) and not all_open(look),
        names=names_of(look, speech),
        book=book_of(game_of(look), table=look.table),
        module=PAGES[look.game].module,
        bot_paces=BOT_PACES,
    )


@get("/tables/{table:str}/fragment")
async def table_fragment(
    request: AnyRequest,
    table: InPath,
    tables: TheTables,
    settings: TheSettings,
    seat: InQuery = "",
) -> Response[str]:
    look = await seen(tables, table, browser(request), seat_number(seat))
    text = fragment(look, speech_of(request), base_address(request, settings))
    return Response(text, media_type="text/html")


@get("/tables/{table:str}/events")
async def events(
    request: AnyRequest,
    table: InPath,
    tables: TheTables,
    settings: TheSettings,
    stage: InQuery = "playing",
    version: InQuery = "",
    seat: InQuery = "",
) -> Stream:
    last = (request.headers.get("last-event-id") or version)[:LONGEST_VERSION] or None
    credential = browser(request)
    look = await seen(tables, table, credential, seat_number(seat))
    shown = look.seat if is_shared(look) else None
    public = is_shared(look) and shown is None
    changes = tables.viewing.watch(table, credential, shown, last, public=public)
    address = base_address(request, settings)
    lines = told(changes, speech_of(request), address, stage == "gathering")
    return Stream(lines, media_type="text/event-stream", headers=HEADERS)


async def told(
    changes: AsyncIterator[Snapshot | None],
    speech: Speech,
    address: str,
    gathering: bool,
    screen: bool = False,
) -> AsyncIterator[bytes]:
    """The table as it changes. A page that shows a gathering is sent on when play begins, one of
    several people's at the end, which is for all of them."""
    yield b"retry: 1500\n\n"
    changed = Changes()
    async for look in changes:
        if look is None:
            yield b": here\n\n"
        elif moves_on(look, gathering):
            page = f"/tv/{look.table}/screen" if screen else f"/tables/{look.table}"
            yield sse_event(look.version, "go", page)
        else:
            text = fragment(look, speech, address, screen=screen)
            yield sse_event(look.version, "table", text if gathering else changed.of(text))


def moves_on(look: Snapshot, gathering: bool) -> bool:
    if gathering:
        return look.stage != "gathering"
    return is_shared(look) and look.stage == "over" and look.seat is not None


@post("/tables/{table:str}/play", status_code=303)
async def play(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Response[str] | Redirect:
    asked = Asked(tables, table, browser(request), seat_in(data))
    number = whole(field(data, "number"), 0, MOST_NUMBER)
    try:
        if field(data, "why"):
            look = await asked.why(number, field(data, "why"))
        else:
            look = await asked.play(number, data)
    except TableError as error:
        return await refuse(request, table, tables, settings, error, seat_in(data))
    if is_shared(look) and look.legal and look.seat is not None and not wants_json(request):
        return hand_to(table, look.seat, settings)
    answer = done(request, table, look.number)
    if told := field(data, "told"):
        answer.set_cookie(told_cookie(request, settings, table, told))
    return answer


def told_cookie(request: AnyRequest, settings: Settings, table: str, told: str) -> Cookie:
    """Which hints of a first game were on the page, so that each comes once without scripts."""
    before = request.cookies.get(TOLD_COOKIE, "")
    ids = dict.fromkeys([*before.split(BETWEEN), *told.split(BETWEEN)])
    kept = BETWEEN.join(one for one in ids if one.isidentifier())[:MOST_TOLD]
    return Cookie(
        key=TOLD_COOKIE,
        value=kept,
        path=f"/tables/{table}",
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )


class Asked(msgspec.Struct, frozen=True):
    """Who answers a question of a table, and for which of their seats."""

    tables: Tables
    table: str
    credential: str | None
    seat: int | None

    async def play(self, number: int, data: Form) -> Snapshot:
        """All moves of a plan; the view after the last one."""
        key = field(data, "key")[:40]
        first, *more = field(data, "move").split(JOIN)[:MOST_MOVES]
        look = await self.step(number, first, key and f"{key}.0")
        for at, text in enumerate(more, start=1):
            look = await self.step(look.number, text, key and f"{key}.{at}")
        return look

    async def step(self, number: int, text: str, once: str) -> Snapshot:
        move, _, place = text.partition(POINTED)
        pointed = int(place) if place.isdecimal() and len(place) < 4 else 0
        return await self.tables.play.move(
            self.table, self.credential, number, move, once, self.seat, pointed
        )

    async def why(self, number: int, text: str) -> Snapshot:
        """Only asks: what has become legal meanwhile is not played."""
        look = await self.tables.viewing.look(self.table, self.credential, self.seat)
        if text in look.legal or number != look.number:
            raise Conflict(look)
        return await self.step(number, text, "")


async def refuse(
    request: AnyRequest,
    table: str,
    tables: Tables,
    settings: Settings,
    error: TableError,
    seat: int | None,
) -> Response[str]:
    look = await seen(tables, table, browser(request), seat)
    speech = speech_of(request)
    said = explain(error, look, speech)
    if wants_json(request):
        body = json.dumps({"html": notice(said, look, speech, toast=True)})
        status = 409 if isinstance(error, Conflict) else 422
        return Response(body, status_code=status, media_type="application/json")
    return show(request, look, settings, notice(said, look, speech))


def done(request: AnyRequest, table: str, number: int = 0) -> Response[str] | Redirect:
    """`number`: the view that is reached; the page need not show those on the way."""
    if wants_json(request):
        return Response("", status_code=DONE, headers={REACHED: str(number)})
    return Redirect(f"/tables/{table}", status_code=303)


@post("/tables/{table:str}/undo", status_code=303)
async def undo(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Response[str] | Redirect:
    number = whole(field(data, "number"), 0, MOST_NUMBER)
    try:
        look = await tables.play.undo(table, browser(request), number, seat=seat_in(data))
    except TableError as error:
        return await refuse(request, table, tables, settings, error, seat_in(data))
    if is_shared(look) and look.seat is not None and not wants_json(request):
        return hand_to(table, look.seat, settings)
    return done(request, table)


@post("/tables/{table:str}/hold", status_code=303)
async def hold(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Redirect:
    """One of several people takes the device."""
    look = await seen(tables, table, browser(request), seat_in(data))
    if look.seat is None:
        return Redirect(f"/tables/{table}", status_code=303)
    return hand_to(table, look.seat, settings)


@post("/tables/{table:str}/react", status_code=303)
async def react(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Response[str] | Redirect:
    try:
        await tables.play.react(table, browser(request), field(data, "reaction"))
    except TableError as error:
        return await refuse(request, table, tables, settings, error, None)
    return done(request, table)


@post("/tables/{table:str}/leave", status_code=303)
async def leave(request: AnyRequest, table: InPath, tables: TheTables, data: Form) -> Redirect:
    """Before the start all of a device, later one person: where others stay, their table does."""
    look = await tables.viewing.look(table, browser(request))
    for seat in look.owned if look.stage == "gathering" else [seat_in(data)]:
        await tables.lobby.leave(table, browser(request), seat)
    return Redirect(f"/tables/{table}" if is_shared(look) else "/", status_code=303)


@post("/tables/{table:str}/back", status_code=303)
async def take_back(
    request: AnyRequest, table: InPath, tables: TheTables, data: Form
) -> Response[str] | Redirect:
    """Into one's own seat, after a bot took it over."""
    await tables.lobby.take_back(table, browser(request), seat_in(data))
    return done(request, table)


@post("/tables/{table:str}/fill", status_code=303)
async def fill(request: AnyRequest, table: InPath, tables: TheTables) -> Redirect:
    await tables.lobby.fill(table, browser(request))
    return Redirect(f"/tables/{table}", status_code=303)


@post("/tables/{table:str}/bot-pace", status_code=303)
async def bot_pace(
    request: AnyRequest, table: InPath, tables: TheTables, data: Form
) -> Response[str] | Redirect:
    seconds = BOT_PACES.get(field(data, "bot_pace"), BOT_PACES["calm"])
    await tables.lobby.pace_bots(table, browser(request), seconds)
    return done(request, table)


@get("/tables/{table:str}/again")
async def offer_again(request: AnyRequest, table: InPath, tables: TheTables) -> Offer:
    return await tables.lobby.offer_again(table, browser(request))


@post("/tables/{table:str}/again", status_code=303)
async def again(request: AnyRequest, table: InPath, tables: TheTables, data: Form) -> Redirect:
    seated = await tables.lobby.again(
        table, browser(request) or "", field(data, "contribution"), origin_of(request)
    )
    return Redirect(f"/tables/{seated.table}", status_code=303)


@post("/tables/{table:str}/seat-link")
async def seat_link(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Response[str]:
    link = await tables.lobby.seat_link(table, browser(request), seat_in(data))
    address = f"{base_address(request, settings)}/seat/{link}"
    return html(request, "seat_link.html", table=table, link=address, qr=qr_code(address))


@get("/tables/{table:str}/record")
async def record(
    request: AnyRequest, table: InPath, tables: TheTables, outcomes: InQuery = ""
) -> Response[str]:
    """`outcomes`: with what each step could have been, so that a page can check chance."""
    written = await tables.viewing.record(table, browser(request))
    if outcomes:
        room = game_of_record(written)
        written = await asyncio.to_thread(with_choices, room, written)
    text = dumps(written)
    attached = {"Content-Disposition": f'attachment; filename="spieltisch-{table}.json"'}
    return Response(text, media_type="application/json", headers=attached)
