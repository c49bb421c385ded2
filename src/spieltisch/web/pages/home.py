"""The pages around the tables: home, about, privacy, preferences."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect, Stream
from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import ROOMS
from spieltisch.server.played import numbers
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.store.people import Profile
from spieltisch.server.tables import Tables
from spieltisch.web.auth import browser
from spieltisch.web.games import PAGES
from spieltisch.web.live import HEADERS, sse_event
from spieltisch.web.pages.environment import render
from spieltisch.web.pages.page import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    AnyRequest,
    Form,
    TheSettings,
    TheTables,
    html,
    letter,
    remember,
    speech_of,
)
from spieltisch.web.pages.played_words import Badge, game_rows, standings
from spieltisch.web.pages.rooms import game_of, standard
from spieltisch.web.pages.scene import names_of, tokens
from spieltisch.web.pages.speech import Speech

MOST_ON_HOME = 6
MOST_GOING = 12
MOST_LATELY = 3


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


class Going(msgspec.Struct, frozen=True):
    """One of the viewer's own games that is not over."""

    table: str
    game: str
    title: str
    names: str
    badges: list[Badge]
    to_move: bool
    state: str
    all_here: bool
    days: bool
    since: float


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
    """People who come back find their games first; to others the house introduces itself."""
    speech = speech_of(request)
    credential = browser(request)
    mine = await tables.viewing.mine(credential) if credential else []
    own = {look.table for look in mine}
    others = [look for look in await tables.viewing.listed() if look.table not in own]
    known = await tables.players.me(credential)
    back = await coming_back(known, credential, mine, tables, speech) if known else {}
    return html(
        request,
        "home_back.html" if back else "home.html",
        tiles=[tile(room, speech) for room in games()],
        mine=[row(look, speech) for look in mine if look.stage != "over"][:MOST_ON_HOME],
        waiting=[row(look, speech) for look in others if look.stage == "gathering"],
        running=[row(look, speech) for look in others if look.stage == "playing"],
        **back,
    )


async def coming_back(
    known: Profile, credential: str | None, mine: list[Snapshot], tables: Tables, speech: Speech
) -> dict[str, Any]:
    """What only they are shown; nothing for somebody who never had a game."""
    history = await tables.played.history(credential)
    going = [look for look in mine if look.stage != "over"]
    if not going and not history:
        return {}
    now = tables.live.now()
    return {
        "me": known,
        "going": Markup(going_games(going, speech)),
        "lately": game_rows(history[:MOST_LATELY], now, speech),
        "number": len(history),
        "opponents": standings(numbers(history).opponents[:MOST_LATELY], speech),
    }


@get("/home/events")
async def home_events(request: AnyRequest, tables: TheTables) -> Stream:
    """The running games of somebody who looks at home, as they change."""
    credential, speech = browser(request), speech_of(request)
    await tables.players.known(credential)
    changes = tables.viewing.watch_mine(credential)
    return Stream(told(changes, speech), media_type="text/event-stream", headers=HEADERS)


async def told(
    changes: AsyncIterator[list[Snapshot] | None], speech: Speech
) -> AsyncIterator[bytes]:
    yield b"retry: 3000\n\n"
    last = ""
    async for looks in changes:
        if looks is None:
            yield b": here\n\n"
        elif (text := going_games(looks, speech)) != last:
            last = text
            yield sse_event("", "going", text)


def going_games(looks: list[Snapshot], speech: Speech) -> str:
    """Only what each look tells its owner anyway, and nothing that passes with time: else a change
    nobody may know of would be seen by its being sent."""
    shown = [going(look, speech) for look in looks][:MOST_GOING]
    first_mine = sorted(shown, key=lambda one: not one.to_move)
    return render(
        speech,
        "going.html",
        now=[one for one in first_mine if not one.days],
        days=[one for one in first_mine if one.days],
    )


def going(look: Snapshot, speech: Speech) -> Going:
    names = names_of(look, speech)
    others = [seat for seat in range(len(look.seats)) if seat not in look.owned and names[seat]]
    shapes = tokens(look.seats)
    people = [seat for seat in others if look.seats[seat].kind == "person"]
    return Going(
        table=look.table,
        game=look.game,
        title=speech.texts(game_of(look)).title,
        names=", ".join(names[seat] for seat in others),
        badges=[Badge(letter(names[seat]), *shapes[seat]) for seat in others],
        to_move=look.stage == "playing" and bool(look.legal),
        state=state_words(look, names, speech),
        all_here=bool(people) and all(look.seats[seat].online for seat in people),
        days=look.house.days,
        since=look.clock.asked if look.house.days and look.stage == "playing" else 0.0,
    )


def state_words(look: Snapshot, names: tuple[str, ...], speech: Speech) -> str:
    if look.house.closed:
        return speech.say("closed")
    if look.stage == "gathering":
        free = sum(seat.kind == "open" for seat in look.seats)
        return speech.count("%(number)s seat is free", "%(number)s seats are free", free)
    turn = -1 if look.view is None else look.view.turn
    if look.legal:
        return speech.say("your turn")
    if 0 <= turn < len(names):
        return speech.say("%(name)s is to move", name=names[turn])
    return speech.say("running")


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
