"""The companion for a real table: people enter what lies there, the rooms count it. Everything is
in the address, so an answer is a link, and the page works without scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from markupsafe import Markup

from spieltisch.core.companion import THE_TABLE, Entered, Trouble
from spieltisch.core.errors import BadEdition
from spieltisch.core.game import Game
from spieltisch.core.result import Result
from spieltisch.games import game
from spieltisch.web.games import PAGES
from spieltisch.web.pages.box_files import unpacked
from spieltisch.web.pages.companion_forms import Form
from spieltisch.web.pages.companion_reading import Reading, address, field_name, read, tapped
from spieltisch.web.pages.companion_words import trouble_words, unknown_words
from spieltisch.web.pages.home import games, tile
from spieltisch.web.pages.page import (
    AnyRequest,
    InPath,
    TheSettings,
    base_address,
    html,
    letter,
    speech_of,
)
from spieltisch.web.pages.rooms import standard
from spieltisch.web.pages.scene import Presenter
from spieltisch.web.pages.showing import Ending, Score, SheetLine
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import Said

SUBMITTED = frozenset({"go", "tap"})
UNFINISHED = frozenset({"one_stays_open"})  # not wrong, only not said yet


class Guest(msgspec.Struct, frozen=True):
    """Somebody at the real table, with a token as at ours."""

    seat: int
    name: str
    letter: str
    me: bool = False

    @property
    def shape(self) -> int:
        return self.seat

    @property
    def colour(self) -> int:
        return self.seat


class Answer(msgspec.Struct, frozen=True):
    """What the entries come to; nothing while they are empty or something is wrong."""

    result: Result
    ending: Ending
    more: object


@get("/companion")
async def companion_home(request: AnyRequest) -> Response[str]:
    speech = speech_of(request)
    forms = [PAGES[room.name].companion(room, speech) for room in games()]
    tiles = [tile(form.game, speech, form.about()) for form in forms]
    return html(request, "companion_home.html", tiles=tiles)


@get("/companion/{name:str}")
async def companion(
    request: AnyRequest, name: InPath, settings: TheSettings
) -> Response[str] | Redirect:
    if name not in PAGES:
        raise NotFoundException
    speech = speech_of(request)
    query = dict(request.query_params.items())
    room, box = room_with(name, query.get("box", ""))
    form = PAGES[name].companion(room, speech)
    reading = read(query, form, box)
    path = f"/companion/{name}"
    if SUBMITTED & query.keys():
        return Redirect(
            address(path, *tapped(reading, form, query.get("tap", ""))), status_code=303
        )
    found = form.companion.troubles(reading.entered) if not reading.wrong else []
    troubles = [one for one in found if one.reason not in UNFINISHED]
    answer = None
    if not reading.empty and not reading.wrong and not found:
        answer = await asyncio.to_thread(answered, form, reading, speech)
    said = words_at_fields(reading, troubles, form)
    return html(
        request,
        "companion.html",
        tile=tile(form.game, speech),
        form=form,
        box=box,
        has_box=PAGES[name].box is not None,
        box_lost="box" in query and not box,
        reading=reading,
        guests=guests(reading, form),
        said=said,
        strange=unknown_words(reading.unknown, speech),
        sections=[form.sections(reading, seat) for seat in range(reading.players)],
        table=form.table_sections(reading),
        answer=answer,
        unfinished=not reading.empty and troubles != found,
        scene=form.scene(reading.entered, guests(reading, form)) if answer else None,
        link=f"{base_address(request, settings)}{address(path, reading.texts)}",
    )


def room_with(name: str, box: str) -> tuple[Game, str]:
    """The game with the box that an address carries, if it is one, and that box again."""
    if not box or PAGES[name].box is None:
        return standard(name), ""
    try:
        return game(name, unpacked(box)), box
    except BadEdition:
        return standard(name), ""


def words_at_fields(
    reading: Reading, troubles: Sequence[Trouble], form: Form
) -> Mapping[str, Said]:
    """The first trouble of each field, by the field's name."""
    said = {name: trouble_words(reason, form) for name, reason in reading.wrong.items()}
    for trouble in troubles:
        name = trouble.key if trouble.seat == THE_TABLE else field_name(trouble.seat, trouble.key)
        said.setdefault(name, trouble_words(trouble, form))
    return said


def guests(reading: Reading, form: Form) -> list[Guest]:
    found = []
    for seat in range(reading.players):
        name = reading.names[seat] or form.default_name(seat)
        token = letter(reading.names[seat]) if reading.names[seat] else str(seat + 1)
        found.append(Guest(seat, name, token))
    return found


def presenter_of_room(form: Form, speech: Speech) -> Presenter:
    return PAGES[form.game.name].presenter(form.game, speech)


def answered(form: Form, reading: Reading, speech: Speech) -> Answer:
    result = form.companion.reckon(reading.entered)
    names = [guest.name for guest in guests(reading, form)]
    presenter = presenter_of_room(form, speech)
    return Answer(result, ending(form, result, names, presenter, reading.entered), result.more)


def ending(
    form: Form, result: Result, names: Sequence[str], presenter: Presenter, entered: Entered
) -> Ending:
    order = sorted(range(len(names)), key=lambda seat: (result.ranking[seat], seat))
    return Ending(
        title=form.title(result, names),
        reason=Markup.escape(form.reason(result, entered)),
        clause=result.ending_clause,
        scores=[score(result, seat, presenter) for seat in order],
    )


def score(result: Result, seat: int, presenter: Presenter) -> Score:
    return Score(
        seat=seat,
        rank=result.ranking[seat],
        total=result.scores[seat],
        won=seat in result.winners,
        lines=[
            SheetLine(line.amount, presenter.sheet_line(line), line.clause, line.what, line.facts)
            for line in result.sheet
            if line.seat == seat
        ],
    )
