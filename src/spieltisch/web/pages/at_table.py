"""At one table: the page, its live updates, and everything a seat can do."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from litestar import Response, get, post
from litestar.response import Redirect, Stream
from markupsafe import Markup

from spieltisch.core.record import dumps
from spieltisch.table.errors import Conflict, TableError
from spieltisch.table.look import Look
from spieltisch.table.service import Tables
from spieltisch.web.auth import browser
from spieltisch.web.live import HEADERS, LONGEST_VERSION, sse_event
from spieltisch.web.pages.laying import whole
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
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.scene import JOIN
from spieltisch.web.pages.showing import Changes, fragment, qr_code
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import explain, notice
from spieltisch.web.settings import Settings

MOST_MOVES = 100  # in one plan
MOST_NUMBER = 10**9
DONE = 204
REACHED = "Spieltisch-Number"


@get("/tables/{table:str}")
async def table_page(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings
) -> Response[str]:
    return show(request, await tables.look(table, browser(request)), settings)


def show(
    request: AnyRequest, look: Look, settings: Settings, trouble: Markup | None = None
) -> Response[str]:
    speech = speech_of(request)
    address = base_address(request, settings)
    watch = f"{address}/watch/{look.table}/{look.watch_link}" if look.watch_link else ""
    return html(
        request,
        "gathering_page.html" if look.stage == "gathering" else "table_page.html",
        look=look,
        title=speech.texts(game_of(look)).title,
        fragment=Markup(fragment(look, speech, address)),
        notice=trouble,
        watch=watch,
        private=only_for_this_machine(address),
    )


@get("/tables/{table:str}/fragment")
async def table_fragment(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings
) -> Response[str]:
    look = await tables.look(table, browser(request))
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
) -> Stream:
    last = (request.headers.get("last-event-id") or version)[:LONGEST_VERSION] or None
    changes = tables.watch(table, browser(request), last=last)
    address = base_address(request, settings)
    lines = told(changes, speech_of(request), address, stage == "gathering")
    return Stream(lines, media_type="text/event-stream", headers=HEADERS)


async def told(
    changes: AsyncIterator[Look | None], speech: Speech, address: str, gathering: bool
) -> AsyncIterator[bytes]:
    """The table as it changes; a page that shows a gathering is sent on when play begins."""
    yield b"retry: 1500\n\n"
    changed = Changes()
    async for look in changes:
        if look is None:
            yield b": here\n\n"
        elif gathering and look.stage != "gathering":
            yield sse_event(look.version, "go", f"/tables/{look.table}")
        else:
            text = fragment(look, speech, address)
            yield sse_event(look.version, "table", text if gathering else changed.of(text))


@post("/tables/{table:str}/play", status_code=303)
async def play(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Response[str] | Redirect:
    credential = browser(request)
    number = whole(field(data, "number"), 0, MOST_NUMBER)
    try:
        if field(data, "why"):
            await ask_why(tables, table, credential, number, field(data, "why"))
        else:
            number = await play_plan(tables, table, credential, number, data)
    except TableError as error:
        return await refuse(request, table, tables, settings, error)
    return done(request, table, number)


async def play_plan(
    tables: Tables, table: str, credential: str | None, number: int, data: Form
) -> int:
    """The number of the view after its last move."""
    key = field(data, "key")[:40]
    for at, text in enumerate(field(data, "move").split(JOIN)[:MOST_MOVES]):
        once = f"{key}.{at}" if key else ""
        number = (await tables.play(table, credential, number, text, once)).number
    return number


async def ask_why(
    tables: Tables, table: str, credential: str | None, number: int, text: str
) -> None:
    """Only asks: what has become legal meanwhile is not played."""
    look = await tables.look(table, credential)
    if text in look.legal or number != look.number:
        raise Conflict(look)
    await tables.play(table, credential, number, text)


async def refuse(
    request: AnyRequest, table: str, tables: Tables, settings: Settings, error: TableError
) -> Response[str]:
    look = await tables.look(table, browser(request))
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
        await tables.undo(table, browser(request), number)
    except TableError as error:
        return await refuse(request, table, tables, settings, error)
    return done(request, table)


@post("/tables/{table:str}/leave", status_code=303)
async def leave(request: AnyRequest, table: InPath, tables: TheTables) -> Redirect:
    await tables.leave(table, browser(request))
    return Redirect("/", status_code=303)


@post("/tables/{table:str}/back", status_code=303)
async def take_back(
    request: AnyRequest, table: InPath, tables: TheTables
) -> Response[str] | Redirect:
    """Into one's own seat, after a bot took it over."""
    await tables.take_back(table, browser(request))
    return done(request, table)


@post("/tables/{table:str}/fill", status_code=303)
async def fill(request: AnyRequest, table: InPath, tables: TheTables) -> Redirect:
    await tables.fill(table, browser(request))
    return Redirect(f"/tables/{table}", status_code=303)


@post("/tables/{table:str}/again", status_code=303)
async def again(request: AnyRequest, table: InPath, tables: TheTables) -> Redirect:
    seated = await tables.again(table, browser(request) or "")
    return Redirect(f"/tables/{seated.table}", status_code=303)


@post("/tables/{table:str}/seat-link")
async def seat_link(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings
) -> Response[str]:
    link = await tables.seat_link(table, browser(request))
    address = f"{base_address(request, settings)}/seat/{link}"
    return html(request, "seat_link.html", table=table, link=address, qr=qr_code(address))


@get("/tables/{table:str}/record")
async def record(request: AnyRequest, table: InPath, tables: TheTables) -> Response[str]:
    text = dumps(await tables.record(table, browser(request)))
    attached = {"Content-Disposition": f'attachment; filename="spieltisch-{table}.json"'}
    return Response(text, media_type="application/json", headers=attached)
