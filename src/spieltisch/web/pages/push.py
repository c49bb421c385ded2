"""The switch for notices of this device."""

from __future__ import annotations

from litestar import Response, get, post

from spieltisch.server.notices import PushState
from spieltisch.server.push_service import Subscription
from spieltisch.web.auth import browser
from spieltisch.web.pages.page import AnyRequest, Form, TheTables, field


@get("/me/push")
async def push_state(request: AnyRequest, tables: TheTables) -> Response[PushState]:
    await tables.players.known(browser(request))
    return Response(await tables.notices.state(browser(request)))


@post("/me/push", status_code=204)
async def push_on(request: AnyRequest, tables: TheTables, data: Form) -> None:
    await tables.players.known(browser(request))
    to = Subscription(field(data, "endpoint"), field(data, "p256dh"), field(data, "auth"))
    await tables.notices.subscribe(browser(request), to, "hourly" in data)


@post("/me/push/off", status_code=204)
async def push_off(request: AnyRequest, tables: TheTables) -> None:
    await tables.notices.unsubscribe(browser(request))


handlers = [push_state, push_on, push_off]
