"""The first game of a beginner: a table with hints, one click from home."""

from __future__ import annotations

from litestar import post
from litestar.response import Redirect

from spieltisch.server.lobby import SeatWish
from spieltisch.server.stored_table import House
from spieltisch.web.auth import person
from spieltisch.web.games import PAGES
from spieltisch.web.limits import SITTING_DOWN
from spieltisch.web.origins import origin_of
from spieltisch.web.pages.laying import bot_names, shown_game, welcome
from spieltisch.web.pages.page import AnyRequest, InPath, TheSettings, TheTables, page_of, speech_of

LEVEL = "beginner"


@post("/first/{name:str}", status_code=303, opt={SITTING_DOWN: True})
async def first(
    request: AnyRequest, name: InPath, tables: TheTables, settings: TheSettings
) -> Redirect:
    room, deal = shown_game(name), PAGES[name].first_deal
    me = page_of(request).name or speech_of(request).say("Guest")
    others = bot_names(room, [me])[: deal.seats - 1]
    seated = await tables.lobby.create(
        name,
        seats=[SeatWish("person", me), *(SeatWish("bot", bot, LEVEL) for bot in others)],
        house=House(guided=True, bot_pace=1.2),
        credential=await person(request),
        first_deal=deal.number,
        origin=origin_of(request),
    )
    return await welcome(request, tables, seated, settings)
