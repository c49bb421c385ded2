"""The pages around the tables: home, about, privacy, preferences."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from spieltisch.core.game import Game
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import ROOMS
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.auth import browser
from spieltisch.web.games import PAGES
from spieltisch.web.pages.page import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    AnyRequest,
    Form,
    TheSettings,
    TheTables,
    html,
    remember,
    speech_of,
)
from spieltisch.web.pages.rooms import game_of, standard
from spieltisch.web.pages.scene import names_of
from spieltisch.web.pages.speech import Speech

MOST_ON_HOME = 6


class Tile(msgspec.Struct, frozen=True):
    game: str
    title: str
    about: str
    players: str
    minutes: int
    reconstructed: bool


class Row(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    title: str
    names: str
    stage: str
    to_move: bool
    join: str = ""


def games() -> list[Game]:
    return [standard(name) for name in ROOMS if name in PAGES]


def tile(room: Game, speech: Speech, about: str = "") -> Tile:
    least, most = room.least_seats, room.most_seats
    return Tile(
        game=room.name,
        title=speech.texts(room).title,
        about=about or speech.texts(room).about,
        players=str(least) if least == most else f"{least}–{most}",
        minutes=room.minutes,
        reconstructed=room.reconstructed,
    )


def row(look: Snapshot, speech: Speech) -> Row:
    return Row(
        table=look.table,
        game=look.game,
        title=speech.texts(game_of(look)).title,
        names=", ".join(name for name in names_of(look, speech) if name),
        stage=look.stage,
        to_move=bool(look.legal),
        join=look.invite or "",
    )


@get("/")
async def home(request: AnyRequest, tables: TheTables) -> Response[str]:
    speech = speech_of(request)
    credential = browser(request)
    mine = await tables.viewing.mine(credential) if credential else []
    own = {look.table for look in mine}
    others = [look for look in await tables.viewing.listed() if look.table not in own]
    return html(
        request,
        "home.html",
        tiles=[tile(room, speech) for room in games()],
        mine=[row(look, speech) for look in mine if look.stage != "over"][:MOST_ON_HOME],
        waiting=[row(look, speech) for look in others if look.stage == "gathering"],
        running=[row(look, speech) for look in others if look.stage == "playing"],
    )


@get("/about")
async def about(request: AnyRequest) -> Response[str]:
    speech = speech_of(request)
    return html(request, "about.html", tiles=[tile(room, speech) for room in games()])


@get("/privacy")
async def privacy(request: AnyRequest, settings: TheSettings) -> Response[str]:
    days = {"finished": settings.keep_finished, "idle": settings.keep_idle}
    return html(request, "privacy.html", **days)


@get("/verify")
async def verify(request: AnyRequest) -> Response[str]:
    """The check itself is the browser's: nothing is sent here."""
    return html(request, "verify.html")


@post("/preferences", status_code=303)
async def preferences(settings: TheSettings, data: Form) -> Redirect:
    """Language and theme are the browser's own; nothing is kept here."""
    back = data.get("back", "/")
    safe = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    cookies = []
    if data.get("language") in LANGUAGES:
        cookies.append(remember(settings, LANGUAGE_COOKIE, data["language"]))
    if "theme" in data:
        theme = data["theme"] if data["theme"] in THEMES else ""
        cookies.append(remember(settings, THEME_COOKIE, theme))
    return Redirect(safe, status_code=303, cookies=cookies)
