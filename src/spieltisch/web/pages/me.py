"""A player's own page: name and token, games played, devices, and the ways back and out."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from spieltisch.core.texts import LANGUAGES
from spieltisch.server.errors import NotYours, Refused
from spieltisch.server.played import numbers
from spieltisch.server.players import LINK_SECONDS, SHAPES
from spieltisch.server.store.people import Profile
from spieltisch.server.tables import Tables
from spieltisch.web.auth import Mint, browser, fresh_cookie
from spieltisch.web.limits import SITTING_DOWN
from spieltisch.web.pages.device_names import device_name
from spieltisch.web.pages.page import (
    LANGUAGE_COOKIE,
    NAME_COOKIE,
    TOKEN_COOKIE,
    AnyRequest,
    Form,
    InPath,
    InQuery,
    TheSettings,
    TheTables,
    base_address,
    field,
    html,
    remember,
    speech_of,
    stranger,
)
from spieltisch.web.pages.played_words import ago, badge, by_game, game_rows, standings
from spieltisch.web.pages.showing import qr_code
from spieltisch.web.pages.speech import Speech
from spieltisch.web.settings import Settings

CONTINUE_COOKIE = "spieltisch-continue"  # the secret of a link, on its way to the button
CONTINUE = "/continue"
MOST_SHOWN = 12


async def player_here(request: AnyRequest, tables: Tables) -> Profile | None:
    """None for strangers, and for a device that was signed out: pages for everybody go on."""
    try:
        return await tables.players.me(browser(request))
    except NotYours:
        return None


@get("/me")
async def me(
    request: AnyRequest, tables: TheTables, settings: TheSettings, show: InQuery = ""
) -> Response[str]:
    credential, speech = browser(request), speech_of(request)
    known = await tables.players.known(credential)
    history = await tables.played.history(credential)
    counted = numbers(history)
    now = tables.live.now()
    shown = history if show else history[:MOST_SHOWN]
    played = {one.table: one.seat for one in shown if one.open and one.seat is not None}
    fairer = await tables.analyses.without_luck(played)
    return html(
        request,
        "me.html",
        me=known,
        badge=badge(known.name, known.token),
        shapes=range(SHAPES),
        colours=colour_names(speech),
        shape_names=shape_names(speech),
        rows=game_rows(shown, now, speech, fairer),
        number=len(history),
        games=by_game(counted.games, speech),
        opponents=standings(counted.opponents, speech),
        devices=[
            (one, ago(now - one.seen, speech))
            for one in await tables.players.own_devices(credential)
        ],
        recovery=ago(now - known.recovery, speech) if known.recovery else "",
        keep=settings.keep_finished,
    )


def shape_names(speech: Speech) -> list[str]:
    say = speech.say
    return [say("circle"), say("square"), say("hexagon"), say("diamond"), say("triangle")]


def colour_names(speech: Speech) -> list[str]:
    say = speech.say
    return [say("green"), say("blue"), say("brown"), say("violet"), say("crimson")]


@post("/me", status_code=303)
async def change(
    request: AnyRequest, tables: TheTables, settings: TheSettings, data: Form
) -> Redirect:
    token = field(data, "shape") + field(data, "colour")
    known = await tables.players.change(browser(request), field(data, "name"), token)
    return Redirect("/me", status_code=303, cookies=about(known, settings))


def about(known: Profile, settings: Settings) -> list[Cookie]:
    """What every page proposes, without asking for it."""
    return [
        remember(settings, NAME_COOKIE, known.name),
        remember(settings, TOKEN_COOKIE, known.token),
    ]


# Other devices.


@post("/me/device")
async def device_link(
    request: AnyRequest, tables: TheTables, settings: TheSettings
) -> Response[str]:
    made = await tables.players.device_link(browser(request))
    address = f"{base_address(request, settings)}{CONTINUE}/{made.link}"
    minutes = LINK_SECONDS // 60
    return html(request, "device_link.html", link=address, qr=qr_code(address), minutes=minutes)


@post("/me/device/out", status_code=303)
async def sign_out(
    request: AnyRequest, tables: TheTables, settings: TheSettings, data: Form
) -> Redirect:
    credential, device = browser(request), field(data, "device")
    own = [one.device for one in await tables.players.own_devices(credential) if one.here]
    await tables.players.sign_out(credential, device)
    if device in own:
        return Redirect("/", status_code=303, cookies=stranger(settings))
    return Redirect("/me#devices", status_code=303)


@post("/me/recovery")
async def recovery(request: AnyRequest, tables: TheTables, settings: TheSettings) -> Response[str]:
    credential = browser(request)
    link = await tables.players.recovery_sheet(credential)
    known = await tables.players.known(credential)
    address = f"{base_address(request, settings)}{CONTINUE}/{link}"
    return html(
        request,
        "recovery.html",
        link=address,
        qr=qr_code(address),
        me=known,
        badge=badge(known.name, known.token),
    )


@get(CONTINUE + "/{secret:str}")
async def follow(secret: InPath, settings: TheSettings) -> Redirect:
    """The secret leaves the address at once, and is not used yet: previews open links, too."""
    cookie = continue_cookie(settings, secret)
    return Redirect(CONTINUE, status_code=303, cookies=[cookie])


def continue_cookie(settings: Settings, secret: str) -> Cookie:
    return Cookie(
        key=CONTINUE_COOKIE,
        value=secret,
        path=CONTINUE,
        max_age=LINK_SECONDS if secret else 0,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )


def secret_of(request: AnyRequest) -> str:
    secret = request.cookies.get(CONTINUE_COOKIE, "")
    if not secret:
        raise Refused("device_link_used_or_expired")
    return secret


@get(CONTINUE)
async def confirm(request: AnyRequest, tables: TheTables) -> Response[str] | Redirect:
    secret = secret_of(request)
    known = await tables.players.behind(secret)
    here = await player_here(request, tables)
    if here is not None and here.id == known.id:
        return Redirect("/me", status_code=303)
    bring = here is not None and await tables.players.may_bring(secret, browser(request))
    return html(
        request,
        "continue.html",
        known=known,
        badge=badge(known.name, known.token),
        here=here,
        bring=bring,
    )


@post(CONTINUE, status_code=303, opt={SITTING_DOWN: True})
async def go_on(
    request: AnyRequest, tables: TheTables, settings: TheSettings, data: Form
) -> Redirect:
    mint: Mint = request.app.state.mint
    credential = mint.new()
    device = device_name(request.headers.get("user-agent", ""))
    former = browser(request) if "bring" in data else None
    known = await tables.players.arrive(secret_of(request), credential, device, former)
    cookies = [fresh_cookie(settings, credential), *about(known, settings)]
    if known.language in LANGUAGES:
        cookies.append(remember(settings, LANGUAGE_COOKIE, known.language))
    cookies.append(continue_cookie(settings, ""))
    return Redirect("/", status_code=303, cookies=cookies)


# All of it, and the way out.


@get("/me/records")
async def records(request: AnyRequest, tables: TheTables) -> Response[bytes]:
    await tables.players.known(browser(request))
    packed = await tables.played.records(browser(request))
    attached = {"Content-Disposition": 'attachment; filename="spieltisch.zip"'}
    return Response(packed, media_type="application/zip", headers=attached)


@get("/me/forget")
async def before_forgetting(request: AnyRequest, tables: TheTables) -> Response[str]:
    known = await tables.players.known(browser(request))
    mine = await tables.viewing.mine(browser(request))
    running = sum(look.stage != "over" for look in mine)
    return html(request, "forget.html", me=known, running=running)


@post("/me/forget", status_code=303)
async def forget(
    request: AnyRequest, tables: TheTables, settings: TheSettings, data: Form
) -> Redirect:
    if field(data, "sure") != "yes":
        raise NotFoundException
    await tables.players.forget(browser(request))
    return Redirect("/", status_code=303, cookies=stranger(settings))


handlers = [
    me,
    change,
    device_link,
    sign_out,
    recovery,
    follow,
    confirm,
    go_on,
    records,
    before_forgetting,
    forget,
]
