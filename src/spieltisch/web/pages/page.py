"""What every page needs to know of a request: language, theme, CSRF token, where it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

import msgspec
from litestar import Request, Response
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import BodyKwarg, PathParameter, QueryParameter
from litestar.utils.empty import value_or_default
from litestar.utils.scope.state import ScopeState

from spieltisch.core.texts import LANGUAGES
from spieltisch.server.tables import Tables
from spieltisch.web.auth import COOKIE, browser, cookie_name
from spieltisch.web.pages.environment import render
from spieltisch.web.pages.speech import NAMES, Speech, best_language, speech
from spieltisch.web.settings import Settings

AnyRequest = Request[object, object, State]
TheTables = NamedDependency[Tables]
TheSettings = NamedDependency[Settings]
InPath = Annotated[str, PathParameter(max_length=80)]
InQuery = Annotated[str, QueryParameter(max_length=80)]
Form = Annotated[dict[str, str], BodyKwarg(media_type=RequestEncodingType.URL_ENCODED)]
LANGUAGE_COOKIE = "spieltisch-language"
THEME_COOKIE = "spieltisch-theme"
NAME_COOKIE = "spieltisch-name"
TOKEN_COOKIE = "spieltisch-token"
THEMES = ("light", "dark")
CSRF_FIELD = "_csrf_token"
YEAR = 365 * 24 * 3600
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Page(msgspec.Struct, frozen=True):
    here: str
    theme: str
    csrf: str
    name: str
    letter: str = "?"
    token: str = "00"
    known: bool = False  # somebody has taken a seat with this browser
    message: str = ""
    public_list: bool = True
    csrf_name: str = CSRF_FIELD
    languages: tuple[tuple[str, str], ...] = tuple(NAMES.items())


def page_of(request: AnyRequest) -> Page:
    theme = request.cookies.get(THEME_COOKIE, "")
    name = request.cookies.get(NAME_COOKIE, "")
    tables: Tables = request.app.state.tables
    token = value_or_default(ScopeState.from_scope(request.scope).csrf_token, "")
    return Page(
        here=here(request),
        theme=theme if theme in THEMES else "",
        csrf=token or "",
        name=name,
        letter=letter(name),
        token=token_in(request.cookies.get(TOKEN_COOKIE, "")),
        known=browser(request) is not None,
        message=tables.noticeboard.message,
        public_list=tables.noticeboard.public_list,
    )


def letter(name: str) -> str:
    return next((sign.upper() for sign in name if sign.isalnum()), "?")


def token_in(cookie: str) -> str:
    """Anybody can write into a cookie."""
    return cookie if re.fullmatch("[0-4][0-4]", cookie, re.ASCII) else "00"


def here(request: AnyRequest) -> str:
    """Path and query: where language and theme lead back to. That the board is on the big screen is
    said once."""
    query = request.url.query.removesuffix("hand")
    return f"{request.url.path}?{query}" if query else request.url.path


def speech_of(request: AnyRequest) -> Speech:
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return speech(chosen)
    return speech(best_language(request.headers.get("accept-language", "")))


def html(request: AnyRequest, template: str, status: int = 200, **context: object) -> Response[str]:
    words = speech_of(request)
    text = render(words, template, page=page_of(request), status=status, **context)
    return Response(text, status_code=status, media_type="text/html")


def wants_json(request: AnyRequest) -> bool:
    return "application/json" in request.headers.get("accept", "")


def remember(settings: Settings, key: str, value: str) -> Cookie:
    return Cookie(
        key=key,
        value=value,
        path="/",
        max_age=YEAR if value else 0,
        samesite="lax",
        secure=settings.secure_cookies,
    )


def stranger(settings: Settings) -> list[Cookie]:
    """Take back what tells who this browser is."""
    kept = {cookie_name(settings, COOKIE), COOKIE}
    secret = [
        Cookie(key=name, value="", path="/", max_age=0, secure=settings.secure_cookies)
        for name in sorted(kept)
    ]
    return [*secret, remember(settings, NAME_COOKIE, ""), remember(settings, TOKEN_COOKIE, "")]


def base_address(request: AnyRequest, settings: Settings) -> str:
    """Where a guest's device finds this server: the home network's address rather than the
    name this browser happens to use for its own machine."""
    url = request.base_url
    if url.hostname in LOOPBACK:
        return settings.address()
    return f"{url.scheme}://{url.netloc}"


def only_for_this_machine(address: str) -> bool:
    return any(f"//{name}:" in address for name in LOOPBACK)


def field(form: Mapping[str, str], name: str, default: str = "") -> str:
    return str(form.get(name, default))
