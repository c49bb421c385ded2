"""Several people at one device. Until one of them says who they are, the page is a spectator's;
then it is theirs alone, until it is loaded again. While nothing is hidden, it needs no asking."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from litestar import Response
from litestar.datastructures import Cookie
from litestar.response import Redirect

from spieltisch.server.snapshot import Snapshot
from spieltisch.server.tables import Tables
from spieltisch.web.games import PAGES
from spieltisch.web.pages.page import AnyRequest, Form, field
from spieltisch.web.pages.scene import Player
from spieltisch.web.settings import Settings

HELD_COOKIE = "spieltisch-held"  # whose page the next load shows; spent by it
HELD_SECONDS = 30


class Sharing(msgspec.Struct, frozen=True):
    """`holder`: whose page this is, nobody's behind the curtain; `asked`: who has to decide;
    `people`: those at this device for whom no bot plays; `all_open`: nothing is hidden."""

    people: Sequence[Player]
    holder: Player | None
    asked: Player | None
    all_open: bool

    @property
    def others(self) -> list[Player]:
        """Who else may want to see their own cards."""
        return [one for one in self.people if one not in (self.asked, self.holder)]

    @property
    def passes_on(self) -> bool:
        """Somebody else is here: what is shown has to be covered after a turn."""
        return self.holder is not None and any(one != self.holder for one in self.people)


def is_shared(look: Snapshot) -> bool:
    return len(look.owned) > 1 and look.stage != "gathering"


def sharing(look: Snapshot, players: Sequence[Player]) -> Sharing | None:
    if not is_shared(look) or look.stage == "over":
        return None
    return Sharing(
        people=[players[seat] for seat in look.owned if not look.seats[seat].taken_over],
        holder=None if look.seat is None else players[look.seat],
        asked=None if look.asked is None else players[look.asked],
        all_open=all_open(look),
    )


def all_open(look: Snapshot) -> bool:
    return look.view is not None and PAGES[look.game].all_open(look.view)


async def on_loading(
    tables: Tables, table: str, credential: str | None, held: int | None
) -> Snapshot:
    """What a page begins with: while nobody has anything to hide, it is for whoever is asked."""
    look = await seen(tables, table, credential, held)
    if not is_shared(look) or look.seat is not None or look.asked is None or not all_open(look):
        return look
    return await seen(tables, table, credential, look.asked)


async def seen(tables: Tables, table: str, credential: str | None, held: int | None) -> Snapshot:
    """What this browser is shown: of a shared device nothing hidden unless somebody holds it, and
    at the end what all may see."""
    look = await tables.viewing.look(table, credential)
    if not is_shared(look):
        return look
    if held not in look.owned or look.stage == "over":
        return await tables.viewing.look(table, credential, public=True)
    return await tables.viewing.look(table, credential, held)


def seat_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) == 1 else None


def seat_in(form: Form) -> int | None:
    """Whose page a form was sent from; None where nobody else shares the device."""
    return seat_number(field(form, "seat"))


def held_seat(request: AnyRequest) -> int | None:
    return seat_number(request.cookies.get(HELD_COOKIE, ""))


def held_cookie(settings: Settings, table: str, seat: int | None) -> Cookie:
    return Cookie(
        key=HELD_COOKIE,
        value="" if seat is None else str(seat),
        path=f"/tables/{table}",
        max_age=0 if seat is None else HELD_SECONDS,
        httponly=True,
        samesite="strict",
        secure=settings.secure_cookies,
    )


def hand_to(table: str, seat: int, settings: Settings) -> Redirect:
    """The next page is this person's; loading it again closes the curtain."""
    cookie = held_cookie(settings, table, seat)
    return Redirect(f"/tables/{table}", status_code=303, cookies=[cookie])


def once(page: Response[str], table: str, settings: Settings) -> Response[str]:
    page.set_cookie(held_cookie(settings, table, None))
    return page
