"""What to play: a line in the dock, best first, and moves the page marks on the board."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from litestar import Response, post

from spieltisch.bots.advice import Advice
from spieltisch.core.rng import seeded
from spieltisch.core.view import Seen
from spieltisch.server.errors import TableError
from spieltisch.server.snapshot import Snapshot
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
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.scene import JOIN, Presenter, names_of
from spieltisch.web.pages.sharing import seat_in, seen
from spieltisch.web.pages.showing import Hint
from spieltisch.web.pages.speech import Speech

ABOUT_EQUAL = 3  # in a hundred games: no more than chance
SMALLEST = 0.1  # of the points that are shown


@post("/tables/{table:str}/hint")
async def hint(
    request: AnyRequest, table: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Response[str]:
    credential = browser(request)
    number = whole(field(data, "number"), 0, MOST_NUMBER)
    try:
        found = await tables.hints.ask(table, credential, number, seat_in(data))
    except TableError as error:
        return await refuse(request, table, tables, settings, error, seat_in(data))
    look = await seen(tables, table, credential, seat_in(data))
    speech = speech_of(request)
    hints = worded_advice(look, found, speech)
    if not wants_json(request):
        return show(request, look, settings, advice=hints)
    shown = {
        "html": render(speech, "hint.html", advice=hints),
        "buttons": render(speech, "hint_buttons.html"),
        "rows": [[one.row, one.share] for one in hints],
    }
    return Response(json.dumps(shown), media_type="application/json")


def worded_advice(look: Snapshot, found: Sequence[Advice], speech: Speech) -> list[Hint]:
    """The first beside the second, each other one beside the first."""
    presenter, names = presenter_of(look, speech), names_of(look, speech)
    titles = [title(look, one, presenter, names) for one in found]
    hints = []
    for at, one in enumerate(found):
        other = 1 if at == 0 else 0
        beside = "" if len(found) == 1 else compared(one, found[other], presenter, titles[other])
        odds = odds_of(one, speech)
        hints.append(Hint(JOIN.join(one.moves), titles[at], one.per_cent, odds, beside))
    return hints


def title(look: Snapshot, one: Advice, presenter: Presenter, names: Sequence[str]) -> str:
    """Of several moves of a row the first that can be told, with how many there are of its kind."""
    told = list(seen_by_mover(look, one.moves))
    first = next(step for step in told if presenter.can_advise(step))
    count = sum(step.what == first.what for step in told)
    return presenter.advice(first, count, names)


def seen_by_mover(look: Snapshot, moves: Sequence[str]) -> Iterator[Seen]:
    """Whoever decides knows all that is needed: any state that agrees with the view tells it."""
    assert look.view is not None
    game = game_of(look)
    state = game.determinize(look.view, seeded("worded advice"))
    for text in moves:
        code = game.code_of(text)
        told = game.mask(state, code, look.seat)
        assert told is not None, "a seat sees its own moves"
        yield told
        state.play(code)


def odds_of(one: Advice, speech: Speech) -> str:
    if one.of_round:
        return speech.say(
            "You then win this round in about %(share)s of 100 cases.", share=one.per_cent
        )
    return speech.say("You then win in about %(share)s of 100 games.", share=one.per_cent)


def compared(one: Advice, other: Advice, presenter: Presenter, named: str) -> str:
    """In points, unless chance alone could have made the difference."""
    better = one.ahead - other.ahead
    if abs(one.per_cent - other.per_cent) <= ABOUT_EQUAL or abs(better) < SMALLEST:
        return presenter.speech.say("About as good as “%(other)s”.", other=named)
    points = presenter.speech.decimal(abs(better))
    return presenter.more(points, named) if better > 0 else presenter.less(points, named)
