"""The table in the middle of the room: what everybody may see, large, for a television or tablet.

The screen is a spectator's page, laid out for 1280 × 720 in a frame that is scaled to whatever the
device has. It shows no private card, even if this browser sits at the table.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from litestar import Response, get
from litestar.response import Stream

from spieltisch.server.snapshot import Snapshot
from spieltisch.server.tables import Tables
from spieltisch.web.auth import browser
from spieltisch.web.content_policy import content_policy
from spieltisch.web.live import HEADERS, LONGEST_VERSION
from spieltisch.web.pages.at_table import show, told
from spieltisch.web.pages.page import (
    AnyRequest,
    InPath,
    InQuery,
    TheSettings,
    TheTables,
    base_address,
    html,
    speech_of,
)
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.showing import fragment

POLICY = "Content-Security-Policy"


@get("/tv/{table:str}")
async def big_screen(request: AnyRequest, table: InPath, tables: TheTables) -> Response[str]:
    look = await seen_by_all(tables, table, browser(request))
    title = speech_of(request).texts(game_of(look)).title
    page = html(request, "big_screen.html", look=look, title=title)
    page.headers[POLICY] = content_policy(frames="'self'")
    return page


@get("/tv/{table:str}/screen")
async def screen(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings
) -> Response[str]:
    look = await seen_by_all(tables, table, browser(request))
    page = show(request, look, settings, screen=True)
    page.headers[POLICY] = content_policy(framed_by="'self'")
    return page


@get("/tv/{table:str}/screen/fragment")
async def screen_fragment(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings
) -> Response[str]:
    look = await seen_by_all(tables, table, browser(request))
    text = fragment(look, speech_of(request), base_address(request, settings), screen=True)
    return Response(text, media_type="text/html")


@get("/tv/{table:str}/screen/events")
async def screen_events(
    request: AnyRequest,
    table: InPath,
    tables: TheTables,
    settings: TheSettings,
    stage: InQuery = "playing",
    version: InQuery = "",
) -> Stream:
    credential = browser(request)
    await seen_by_all(tables, table, credential)
    last = (request.headers.get("last-event-id") or version)[:LONGEST_VERSION] or None
    changes = tables.viewing.watch(table, credential, None, last, public=True)
    address = base_address(request, settings)
    gathering = stage == "gathering"
    lines = told(for_all(changes), speech_of(request), address, gathering, screen=True)
    return Stream(lines, media_type="text/event-stream", headers=HEADERS)


async def seen_by_all(tables: Tables, table: str, credential: str | None) -> Snapshot:
    return spectators(await tables.viewing.look(table, credential, public=True))


async def for_all(changes: AsyncIterator[Snapshot | None]) -> AsyncIterator[Snapshot | None]:
    async for look in changes:
        yield look and spectators(look)


def spectators(look: Snapshot) -> Snapshot:
    """Nothing of whose device this is. While people gather the invitation stays: it is what the
    screen is for then."""
    return msgspec.structs.replace(
        look, owned=[], asked=None, host=False, can_undo=False, next_table=None
    )
