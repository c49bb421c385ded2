"""How a rule book opens: the table as somebody sees it in the middle of a game, and pictures of one
turn. The table is the game's own page, drawn from a game that is always the same."""

from __future__ import annotations

from functools import cache

from litestar import Response, get
from litestar.exceptions import NotFoundException
from markupsafe import Markup

from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, new_buffer
from spieltisch.core.view import Seen
from spieltisch.server.snapshot import Clock, Fair, SeatInfo, Snapshot
from spieltisch.server.stored_table import House
from spieltisch.server.viewer import Entry
from spieltisch.web.content_policy import content_policy
from spieltisch.web.games import PAGES
from spieltisch.web.pages.page import AnyRequest, InPath, html, speech_of
from spieltisch.web.pages.rooms import standard
from spieltisch.web.pages.showing import fragment

READER = 0
NAMES = ("Mila", "Ada", "Bruno")


@get("/rules/{name:str}/table")
async def pictured(request: AnyRequest, name: InPath) -> Response[str]:
    """For the frame in the rule book: nothing on it can be pressed."""
    if name not in PAGES:
        raise NotFoundException
    speech = speech_of(request)
    title = speech.texts(standard(name)).title
    table = Markup(fragment(sample(name), speech))
    page = html(request, "rules_table.html", game=name, title=title, fragment=table)
    page.headers["Content-Security-Policy"] = content_policy(framed_by="'self'")
    return page


@cache
def sample(name: str) -> Snapshot:
    """What the reader sees at one of their decisions of a game that a simple bot plays."""
    wanted = PAGES[name].opening
    game = standard(name)
    state, rng, buffer = (
        game.start(wanted.seats),
        seeded("opening", name),
        new_buffer(game.most_moves),
    )
    seen: list[Seen] = []
    decisions = 0
    while state.turn != OVER:
        decisions += state.turn == READER
        if decisions > wanted.decision:
            break
        chance = state.turn == CHANCE
        code = state.draw(rng, buffer) if chance else game.casual.choose(state, rng, buffer)
        before, told = state.copy(), game.mask(state, code, READER)
        state.play(code)
        seen += [*([told] if told else []), *game.aftermath(before, state)]
    entries = [Entry(at, one) for at, one in enumerate(seen)]
    return Snapshot(
        table="table",
        game=name,
        edition=game.edition,
        options=game.complete_options({}),
        house=House(hints=False),
        stage="playing",
        seats=[SeatInfo(one, "person", "", True) for one in NAMES[: wanted.seats]],
        seat=READER,
        owned=[READER],
        host=False,
        number=len(seen),
        changes=0,
        view=game.view(state, READER),
        legal=[game.texts_by_code[code] for code in game.legal(state)],
        log=entries,
        last=entries[-1:],
        can_undo=False,
        clock=Clock(0.0, 0.0, None),
        result=None,
        fairness=Fair(""),
        invite=None,
        watch_link=None,
        next_table=None,
    )
