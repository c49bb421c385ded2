"""The table as an app of the device: what browsers want to know to install it, the worker beside
the pages, the page for when the server is away, and where the app opens."""

from __future__ import annotations

import json
from functools import cache

import msgspec
from litestar import Response, get
from litestar.response import Redirect

from spieltisch.core.texts import LANGUAGES
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.auth import browser
from spieltisch.web.pages.environment import render, static_path, web_folder
from spieltisch.web.pages.page import AnyRequest, TheTables, speech_of
from spieltisch.web.pages.speech import Speech, speech

WRITTEN = "const FILES = '/static';"
GROUND, GREEN = "#f3ead8", "#0b6b50"


@get("/manifest.webmanifest")
async def manifest(request: AnyRequest) -> Response[str]:
    words = speech_of(request)
    about = {
        "id": "/",
        "name": "Spieltisch",
        "short_name": "Spieltisch",
        "description": words.say("One table for four card and board games."),
        "lang": words.language,
        "start_url": "/app",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GREEN,
        "icons": [
            icon("icon.svg", "image/svg+xml", "any"),
            icon("icon-192.png", "image/png", "192x192"),
            icon("icon-512.png", "image/png", "512x512"),
            icon("icon-512.png", "image/png", "512x512", "maskable"),
        ],
    }
    return Response(json.dumps(about), media_type="application/manifest+json")


def icon(name: str, kind: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    return {"src": f"{static_path()}/{name}", "type": kind, "sizes": sizes, "purpose": purpose}


@get("/worker.js")
async def worker() -> Response[str]:
    return Response(worker_script(), media_type="text/javascript")


@cache
def worker_script() -> str:
    """Another script with every version, because browsers compare its bytes."""
    source = (web_folder("static") / "worker.js").read_text("utf-8")
    assert WRITTEN in source
    return source.replace(WRITTEN, f"const FILES = '{static_path()}';")


class Away(msgspec.Struct, frozen=True):
    """What is said in one language while the server is away."""

    language: str
    title: str
    words: str
    again: str


@get("/offline")
async def offline() -> Response[str]:
    texts = [away(speech(language)) for language in LANGUAGES]
    return Response(render(speech("en"), "offline.html", texts=texts), media_type="text/html")


def away(words: Speech) -> Away:
    return Away(
        words.language,
        words.say("The server does not answer."),
        words.say("Your table is safe; trying again."),
        words.say("Try again now"),
    )


@get("/app")
async def opened(request: AnyRequest, tables: TheTables) -> Redirect:
    """At the running game; where there are several, at the one that waits for its owner."""
    credential = browser(request)
    mine = await tables.viewing.mine(credential) if credential else []
    table = running_game([look for look in mine if look.stage != "over"])
    return Redirect(f"/tables/{table}" if table else "/", status_code=303)


def running_game(going: list[Snapshot]) -> str:
    waiting = [look for look in going if look.legal or look.asked is not None]
    for looks in (going, waiting):
        if len(looks) == 1:
            return looks[0].table
    return ""


handlers = [manifest, worker, offline, opened]
