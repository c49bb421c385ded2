"""The look back at a finished game: expectations as curves, and the moves that cost most."""

from __future__ import annotations

import msgspec
from litestar import Response, get
from markupsafe import Markup

from spieltisch.bots.analysis import Analysis, Judged
from spieltisch.core.record import Record, positions
from spieltisch.server.credentials import hashed
from spieltisch.server.live_table import asking
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.auth import browser
from spieltisch.web.games import presenter_of
from spieltisch.web.origins import origin_of
from spieltisch.web.pages.page import AnyRequest, InPath, TheTables, html, speech_of
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.scene import names_of
from spieltisch.web.pages.speech import Speech

WIDTH = 640
HEIGHT = 200


class Curve(msgspec.Struct, frozen=True):
    seat: int
    name: str
    points: str
    last: int  # in per cent


class Costly(msgspec.Struct, frozen=True):
    step: int
    played: Markup
    better: Markup
    cost: int  # in per cent


@get("/tables/{table:str}/analysis")
async def analysis_page(request: AnyRequest, table: InPath, tables: TheTables) -> Response[str]:
    credential = browser(request)
    look = await tables.viewing.look(table, credential)
    speech = speech_of(request)
    record = await tables.viewing.record(table, credential)
    asker = asking(origin_of(request), hashed(credential))
    progress = tables.analyses.of(table, record, asker)
    names = names_of(look, speech)
    found = progress.analysis
    return html(
        request,
        "analysis.html",
        look=look,
        title=speech.texts(game_of(look)).title,
        progress=progress,
        curves=curves(names, found, len(record.steps)) if found else [],
        costly=costly(look, record, found, speech) if found else [],
    )


def curves(names: list[str], found: Analysis, steps: int) -> list[Curve]:
    """A line for each seat, through its own decisions."""
    drawn = []
    for seat, name in enumerate(names):
        values = found.curve(seat)
        points = " ".join(
            f"{WIDTH * step / steps:.0f},{HEIGHT - HEIGHT * value:.0f}" for step, value in values
        )
        last = round(100 * values[-1][1]) if values else 0
        drawn.append(Curve(seat, name, points, last))
    return drawn


def costly(look: Snapshot, record: Record, found: Analysis, speech: Speech) -> list[Costly]:
    rows = found.costly()
    words = sentences(look, record, rows, speech)
    return [
        Costly(
            one.step,
            words[one.step, one.played],
            words[one.step, one.best],
            round(100 * one.cost),
        )
        for one in rows
    ]


def sentences(
    look: Snapshot, record: Record, rows: list[Judged], speech: Speech
) -> dict[tuple[int, str], Markup]:
    """What was played and what would have been better, in the words of the log."""
    game = game_of(look)
    presenter = presenter_of(look, speech)
    names = names_of(look, speech)
    wanted = {one.step: (one.played, one.best) for one in rows}
    state = game.start(record.seats, record.options)
    said: dict[tuple[int, str], Markup] = {}
    for step, _ in positions(game, record, state):
        for text in wanted.get(step, ()):
            seen = game.mask(state, game.code(game.parse(text)), state.turn)
            assert seen is not None, "a seat sees its own decisions"
            said[step, text] = presenter.sentence(Entry(step, seen), names)
    return said
