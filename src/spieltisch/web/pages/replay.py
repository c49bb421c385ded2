"""Games played before, step by step: the pages around a replay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import BodyKwarg
from litestar.response import Redirect
from markupsafe import Markup

from spieltisch.core.errors import BadRecord, SpieltischError
from spieltisch.server.errors import TableError
from spieltisch.server.replays import OPEN, Replay, Viewer
from spieltisch.server.shares import BETWEEN
from spieltisch.server.tables import Tables
from spieltisch.web.auth import browser, person
from spieltisch.web.limits import SITTING_DOWN
from spieltisch.web.origins import origin_of
from spieltisch.web.pages.laying import welcome, whole
from spieltisch.web.pages.marks import Mark, no_marks
from spieltisch.web.pages.page import (
    AnyRequest,
    Form,
    InPath,
    TheSettings,
    TheTables,
    field,
    html,
    page_of,
    speech_of,
)
from spieltisch.web.pages.record_words import said_of
from spieltisch.web.pages.replay_scene import Rewound
from spieltisch.web.pages.speech import Speech

MOST_BYTES = 2_000_000
MOST_SHOWN_AGAIN = 100_000
MOST_STEPS = 100_000
AT_ONCE = 8  # steps sent together, so that stepping quickly asks seldom
WATCHING = "watching"


class Seat(msgspec.Struct, frozen=True):
    """Whose view can be chosen."""

    key: str
    name: str
    at: int | None
    chosen: bool


@get("/replay")
async def choose_record(request: AnyRequest) -> Response[str]:
    return html(request, "replay_load.html", trouble=None, text="")


@post("/replay", status_code=303, request_max_body_size=MOST_BYTES, opt={SITTING_DOWN: True})
async def load_record(
    request: AnyRequest,
    tables: TheTables,
    data: Annotated[dict[str, object], BodyKwarg(media_type=RequestEncodingType.MULTI_PART)],
) -> Response[str] | Redirect:
    text = str(data.get("text", ""))
    record = await file_in(data) or text.strip().encode()
    try:
        origin = origin_of(request)
        name = await tables.replays.keep(written(record), tables.live.now(), origin)
    except TableError:
        raise
    except SpieltischError as error:
        trouble = said_of(error, record, speech_of(request))
        again = text[:MOST_SHOWN_AGAIN]
        return html(request, "replay_load.html", status=422, trouble=trouble, text=again)
    return Redirect(f"/replay/{name}", status_code=303)


async def file_in(data: dict[str, object]) -> bytes:
    file = data.get("file")
    return await file.read() if isinstance(file, UploadFile) else b""


def written(record: bytes) -> bytes:
    if not record:
        raise BadRecord("record: empty", "nothing")
    return record


@get("/replay/{name:str}")
async def replay_page(request: AnyRequest, name: InPath, tables: TheTables) -> Response[str]:
    replay = await tables.viewing.replay(name, browser(request))
    rewound = Rewound(replay, viewer_of(request, replay), speech_of(request), name)
    here = f"/replay/{name}"
    return html(
        request,
        "replay_page.html",
        **stepping(rewound, step_of(request, replay), name),
        here=here,
        address=here,
        whose="",
        look_back=f"{here}/analysis",
        lines=rewound.lines(),
        result=Markup(rewound.ending()),
        **await sharing(name, tables, browser(request)),
    )


def stepping(
    rewound: Rewound, step: int, name: str, marks: Callable[[int], Sequence[Mark]] = no_marks
) -> dict[str, Any]:
    """What every page needs that goes through a game step by step."""
    replay, viewer, speech = rewound.replay, rewound.viewer, rewound.speech
    return {
        "name": name,
        "game": replay.game.name,
        "title": speech.texts(replay.game).title,
        "book": rewound.book,
        "fragment": Markup(rewound.fragment(step, marks(step))),
        "step": step,
        "first": replay.first_decision(),
        "last": replay.last,
        "viewer": key_of(viewer),
        "seats": seats(viewer, rewound.names, speech),
        "players": rewound.players(),
        "at_once": AT_ONCE,
        "deciding": rewound.deciding(step),
    }


async def sharing(name: str, tables: Tables, credential: str | None) -> dict[str, Any]:
    """Under which name others find this replay, and whether the viewer has a say in that. A
    loaded record, and one that was shared, is found under the name it has."""
    try:
        return {"share": await tables.shares.of(name, credential), "own": True}
    except TableError:
        return {
            "share": name if BETWEEN in name or await is_loaded(name, tables) else "",
            "own": False,
        }


async def is_loaded(name: str, tables: Tables) -> bool:
    return await tables.replays.loaded(name, tables.live.now()) is not None


@post("/replay/{name:str}/share", status_code=303)
async def share(request: AnyRequest, name: InPath, tables: TheTables, data: Form) -> Redirect:
    """Let links to a finished game open for everybody, or withdraw them."""
    await tables.shares.change(name, browser(request), field(data, "share") == "yes")
    return Redirect(f"/replay/{name}", status_code=303)


@post("/replay/{name:str}/try", status_code=303, opt={SITTING_DOWN: True})
async def try_again(
    request: AnyRequest, name: InPath, tables: TheTables, settings: TheSettings, data: Form
) -> Redirect:
    """Play on from a decision of a finished game, from what its seat knew then."""
    me = page_of(request).name or speech_of(request).say("Guest")
    seated = await tables.tries.again(
        name,
        whole(field(data, "step"), 0, MOST_STEPS),
        me,
        await person(request),
        origin=origin_of(request),
    )
    return await welcome(request, tables, seated, settings)


@get("/replay/{name:str}/steps")
async def replay_steps(request: AnyRequest, name: InPath, tables: TheTables) -> list[str]:
    replay = await tables.viewing.replay(name, browser(request))
    return await pictures(
        request, Rewound(replay, viewer_of(request, replay), speech_of(request), name)
    )


async def pictures(
    request: AnyRequest, rewound: Rewound, marks: Callable[[int], Sequence[Mark]] = no_marks
) -> list[str]:
    """Some steps that follow each other, each as the page shows it."""
    first = step_of(request, rewound.replay)
    steps = range(first, min(first + AT_ONCE, rewound.replay.last + 1))
    return await asyncio.to_thread(lambda: [rewound.fragment(step, marks(step)) for step in steps])


def step_of(request: AnyRequest, replay: Replay) -> int:
    asked = request.query_params.get("step", "")
    return whole(asked, 0, replay.last) if asked else replay.first_decision()


def viewer_of(request: AnyRequest, replay: Replay) -> Viewer:
    asked = request.query_params.get("as", OPEN)
    seats = {str(seat): seat for seat in range(replay.record.seats)}
    if asked in seats:
        return seats[asked]
    return None if asked == WATCHING else OPEN


def key_of(viewer: Viewer) -> str:
    return WATCHING if viewer is None else str(viewer)


def seats(viewer: Viewer, names: list[str], speech: Speech) -> list[Seat]:
    say = speech.say
    people = [Seat(str(at), name, at, at == viewer) for at, name in enumerate(names)]
    return [
        Seat(OPEN, say("All open"), None, viewer == OPEN),
        *people,
        Seat(WATCHING, say("Watching"), None, viewer is None),
    ]
