"""The private page of whoever runs the server. For everybody else there is no such page."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from spieltisch.server.admin import PASS_SECONDS
from spieltisch.server.noticeboard import LONGEST_MESSAGE
from spieltisch.server.store.overview import Chair, ListedTable
from spieltisch.server.tables import Tables
from spieltisch.web.games import PAGES
from spieltisch.web.limits import SITTING_DOWN
from spieltisch.web.pages.laying import whole
from spieltisch.web.pages.page import (
    AnyRequest,
    Form,
    InPath,
    TheSettings,
    TheTables,
    field,
    html,
    speech_of,
)
from spieltisch.web.pages.played_words import ago
from spieltisch.web.pages.rooms import standard
from spieltisch.web.pages.speech import Speech
from spieltisch.web.settings import Settings

HOST_COOKIE = "spieltisch-host"


class Guest(msgspec.Struct, frozen=True):
    place: int
    name: str
    note: str
    removable: bool


class TableCard(msgspec.Struct, frozen=True):
    line: ListedTable
    title: str
    stage: str
    laid: str
    moved: str
    guests: list[Guest]


def host_cookie(settings: Settings, value: str) -> Cookie:
    """Sent to the host's page alone."""
    return Cookie(
        key=HOST_COOKIE,
        value=value,
        path="/host",
        max_age=PASS_SECONDS if value else 0,
        httponly=True,
        samesite="strict",
        secure=settings.secure_cookies,
    )


def only_the_host(request: AnyRequest, tables: Tables) -> None:
    if not tables.admin.is_host(request.cookies.get(HOST_COOKIE, "")):
        raise NotFoundException


@get("/host/enter/{token:str}", opt={SITTING_DOWN: True})
async def enter(token: InPath, tables: TheTables, settings: TheSettings) -> Redirect:
    """The token of the address is spent for a cookie and gone from the address."""
    if not await tables.admin.spend_token(token):
        raise NotFoundException
    return Redirect(
        "/host", status_code=303, cookies=[host_cookie(settings, tables.admin.host_pass())]
    )


@get("/host")
async def host_page(request: AnyRequest, tables: TheTables) -> Response[str]:
    only_the_host(request, tables)
    lines, number = await tables.admin.all_tables()
    speech = speech_of(request)
    return html(
        request,
        "host.html",
        cards=[card(line, tables.live.now(), speech) for line in lines],
        number=number,
        message=tables.noticeboard.message,
        longest=LONGEST_MESSAGE,
        public_list=tables.noticeboard.public_list,
    )


def card(line: ListedTable, now: float, speech: Speech) -> TableCard:
    title = speech.texts(standard(line.game)).title if line.game in PAGES else line.game
    return TableCard(
        line=line,
        title=title,
        stage=speech.say("closed") if line.closed else stage_words(line.stage, speech),
        laid=ago(now - line.created, speech),
        moved=ago(now - line.moved, speech),
        guests=[guest(chair, line, speech) for chair in line.chairs],
    )


def stage_words(stage: str, speech: Speech) -> str:
    say = speech.say
    words = {"gathering": say("gathering"), "playing": say("running"), "over": say("over")}
    return words[stage]


def guest(chair: Chair, line: ListedTable, speech: Speech) -> Guest:
    if chair.kind == "open":
        return Guest(chair.place, speech.say("free seat"), "", False)
    if chair.kind == "bot":
        name = chair.name or speech.say("Bot %(number)s", number=chair.place + 1)
        return Guest(chair.place, name, speech.level(chair.level), False)
    note = speech.say("a bot plays for them") if chair.taken_over else ""
    return Guest(chair.place, chair.name, note, chair.owned and line.stage != "over")


def back() -> Redirect:
    return Redirect("/host", status_code=303)


@post("/host/say", status_code=303)
async def say(request: AnyRequest, tables: TheTables, data: Form) -> Redirect:
    only_the_host(request, tables)
    await tables.noticeboard.say_to_all(field(data, "message"))
    await tables.noticeboard.show_list("public_list" in data)
    return back()


@post("/host/tables/{table:str}/close", status_code=303)
async def close(request: AnyRequest, table: InPath, tables: TheTables) -> Redirect:
    only_the_host(request, tables)
    await tables.admin.close_table(table)
    return back()


@post("/host/tables/{table:str}/open", status_code=303)
async def reopen(request: AnyRequest, table: InPath, tables: TheTables) -> Redirect:
    only_the_host(request, tables)
    await tables.admin.close_table(table, False)
    return back()


@post("/host/tables/{table:str}/delete", status_code=303)
async def delete(request: AnyRequest, table: InPath, tables: TheTables) -> Redirect:
    only_the_host(request, tables)
    await tables.admin.delete_table(table)
    return back()


@post("/host/tables/{table:str}/remove", status_code=303)
async def remove(request: AnyRequest, table: InPath, tables: TheTables, data: Form) -> Redirect:
    only_the_host(request, tables)
    await tables.admin.remove_guest(table, whole(field(data, "place"), 0, 9))
    return back()


@post("/host/leave", status_code=303)
async def sign_out(request: AnyRequest, tables: TheTables, settings: TheSettings) -> Redirect:
    only_the_host(request, tables)
    return Redirect("/", status_code=303, cookies=[host_cookie(settings, "")])
