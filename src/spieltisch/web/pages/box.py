"""Your box: a page to write down the cards of one's own box, checked by the room's own loader.
The server keeps nothing of it; the browser does, and links carry it behind the #."""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from spieltisch.core.errors import BadEdition
from spieltisch.games import game
from spieltisch.web.games import PAGES
from spieltisch.web.pages.box_files import MOST_TEXT, as_toml, packed, read_text
from spieltisch.web.pages.box_forms import BoxForm, Fields, Table
from spieltisch.web.pages.box_words import said_of
from spieltisch.web.pages.home import tile
from spieltisch.web.pages.laying import page_of_new_table
from spieltisch.web.pages.page import (
    AnyRequest,
    Form,
    InPath,
    TheSettings,
    TheTables,
    base_address,
    html,
    speech_of,
)
from spieltisch.web.pages.rooms import standard
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import Said
from spieltisch.web.settings import Settings


class Checked(msgspec.Struct, frozen=True):
    """What was entered, and what the loader says: a word at a field, or nothing."""

    fields: Fields
    table: Table
    said: Mapping[str, Said]


def form_of(name: str, speech: Speech) -> BoxForm:
    page = PAGES.get(name)
    if page is None or page.box is None:
        raise NotFoundException
    return page.box(speech)


def check(form: BoxForm, fields: Fields, speech: Speech) -> Checked:
    table: Table = {}
    try:
        table = form.table(fields)
        form.judge(table)
    except BadEdition as error:
        return Checked(fields, table, {form.field_at(error.path, fields): said_of(error, speech)})
    return Checked(fields, table, {})


def read(form: BoxForm, data: Mapping[str, str], speech: Speech) -> Checked:
    """From the text of a file or link, or from the fields of the form."""
    text = data.get("text", "").strip()
    if not text:
        return check(form, acted(form, dict(data)), speech)
    try:
        table = read_text(text[:MOST_TEXT])
        form.judge(table)
    except BadEdition as error:
        filled = check(form, fields_or_none(form, text), speech)
        return msgspec.structs.replace(filled, said={**filled.said, "text": said_of(error, speech)})
    return check(form, form.fields(table), speech)


def fields_or_none(form: BoxForm, text: str) -> Fields:
    """As much of a broken file as fits into the form."""
    try:
        return form.fields(read_text(text[:MOST_TEXT]))
    except (BadEdition, AttributeError, TypeError, ValueError):
        return form.fields(form.template())


def acted(form: BoxForm, fields: Fields) -> Fields:
    act = fields.pop("act", "")
    return form.fields(form.template()) if act == "reset" else form.acted(act, fields)


@get("/box")
async def boxes(request: AnyRequest) -> Response[str]:
    speech = speech_of(request)
    forms = [page.box(speech) for page in PAGES.values() if page.box]
    tiles = [tile(standard(form.game), speech, form.about()) for form in forms]
    return html(request, "boxes.html", tiles=tiles)


@get("/box/{name:str}")
async def box(request: AnyRequest, name: InPath, settings: TheSettings) -> Response[str]:
    speech = speech_of(request)
    form = form_of(name, speech)
    return shown(request, form, check(form, form.fields(form.template()), speech), settings)


@post("/box/{name:str}", status_code=200)
async def checked_box(
    request: AnyRequest, name: InPath, data: Form, settings: TheSettings
) -> Response[str]:
    speech = speech_of(request)
    form = form_of(name, speech)
    return shown(request, form, read(form, data, speech), settings)


@post("/box/{name:str}/file", status_code=200)
async def box_file(
    request: AnyRequest, name: InPath, data: Form, settings: TheSettings
) -> Response[str]:
    speech = speech_of(request)
    form = form_of(name, speech)
    filled = read(form, data, speech)
    if filled.said:
        return shown(request, form, filled, settings)
    return Response(
        as_toml(filled.table),
        media_type="application/toml",
        headers={"Content-Disposition": f'attachment; filename="{name}.toml"'},
    )


@post("/box/{name:str}/table", status_code=200)
async def table_with_box(
    request: AnyRequest, name: InPath, data: Form, tables: TheTables, settings: TheSettings
) -> Response[str]:
    speech = speech_of(request)
    form = form_of(name, speech)
    filled = read(form, data, speech)
    if filled.said:
        return shown(request, form, filled, settings)
    edition = json.dumps(filled.table, ensure_ascii=False)
    return page_of_new_table(
        request, game(name, filled.table), tables.lobby.offer(), edition=edition
    )


@post("/box/{name:str}/count", status_code=303)
async def count_with_box(
    request: AnyRequest, name: InPath, data: Form, settings: TheSettings
) -> Response[str] | Redirect:
    speech = speech_of(request)
    form = form_of(name, speech)
    filled = read(form, data, speech)
    if filled.said:
        return shown(request, form, filled, settings)
    return Redirect(f"/companion/{name}?box={packed(filled.table)}", status_code=303)


def shown(request: AnyRequest, form: BoxForm, filled: Checked, settings: Settings) -> Response[str]:
    speech = speech_of(request)
    room = standard(form.game)
    return html(
        request,
        f"{form.game}/box.html",
        200,
        tile=tile(room, speech),
        words=speech.texts(room).words,
        fields=filled.fields,
        said=filled.said,
        edition="" if filled.said else json.dumps(filled.table, ensure_ascii=False),
        address=f"{base_address(request, settings)}/box/{form.game}",
        **form.more(filled.fields),
    )
