"""What the strong bot would play: a list in words, and moves the page marks on the board."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec
from litestar import Response, post
from markupsafe import Markup

from spieltisch.server.errors import TableError
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.thinking.hints import Hint
from spieltisch.server.viewer import Entry
from spieltisch.web.auth import browser
from spieltisch.web.games import presenter_of
from spieltisch.web.pages.at_table import MOST_NUMBER, refuse, show
from spieltisch.web.pages.environment import render
from spieltisch.web.pages.laying import whole
from spieltisch.web.pages.page import (
    AnyRequest,
    Form,
    InPath,
    TheSettings,
    TheTables,
    field,
    speech_of,
    wants_json,
)
from spieltisch.web.pages.scene import names_of
from spieltisch.web.pages.sharing import seat_in, seen
from spieltisch.web.pages.speech import Speech


class Advice(msgspec.Struct, frozen=True):
    """`share` of the victory to expect, in per cent."""

    move: str
    text: Markup
    share: int
    visits: int


@post("/tables/{table:str}/hint")
async def hint(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Response[str]:
    credential = browser(request)
    number = whole(field(data, "number"), 0, MOST_NUMBER)
    try:
        hints = await tables.hints.ask(table, credential, number, seat_in(data))
    except TableError as error:
        return await refuse(request, table, tables, settings, error, seat_in(data))
    look = await seen(tables, table, credential, seat_in(data))
    speech = speech_of(request)
    found = advice(look, hints, speech)
    shown = Markup(render(speech, "hint.html", advice=found))
    if not wants_json(request):
        return show(request, look, settings, shown)
    body = json.dumps({"html": shown, "moves": [one.move for one in found]})
    return Response(body, media_type="application/json")


def advice(look: Snapshot, hints: Sequence[Hint], speech: Speech) -> list[Advice]:
    """In the words of the log."""
    presenter = presenter_of(look, speech)
    names = names_of(look, speech)
    return [
        Advice(
            one.move,
            presenter.sentence(Entry(0, one.seen), names),
            round(100 * one.value),
            one.visits,
        )
        for one in hints
    ]
