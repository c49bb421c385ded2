"""All pages as one router, and the static files beside them."""

from __future__ import annotations

from pathlib import Path

from litestar import Response, Router
from litestar.datastructures import CacheControlHeader
from litestar.static_files import create_static_files_router

from spieltisch.web.pages import (
    analysis,
    app,
    at_table,
    big_screen,
    box,
    companion,
    first,
    hints,
    home,
    hosting,
    laying,
    me,
    opening,
    push,
    replay,
    rules,
    trouble,
)
from spieltisch.web.pages.environment import static_folders, static_path, web_folder
from spieltisch.web.pages.page import YEAR, AnyRequest

pages = Router(
    "/",
    route_handlers=[
        home.home,
        home.home_events,
        home.about,
        rules.rules,
        opening.pictured,
        home.preferences,
        box.boxes,
        box.box,
        box.checked_box,
        box.box_file,
        box.table_with_box,
        box.count_with_box,
        companion.companion_home,
        companion.companion,
        first.first,
        laying.new_table,
        laying.offer,
        laying.lay_table,
        laying.invited,
        laying.join,
        laying.offered_seat,
        laying.redeem,
        laying.watch,
        at_table.table_page,
        big_screen.big_screen,
        big_screen.screen,
        big_screen.screen_fragment,
        big_screen.screen_events,
        at_table.table_fragment,
        at_table.events,
        at_table.play,
        at_table.undo,
        at_table.hold,
        at_table.leave,
        at_table.react,
        at_table.take_back,
        at_table.fill,
        at_table.bot_pace,
        at_table.again,
        at_table.offer_again,
        at_table.seat_link,
        at_table.record,
        hints.hint,
        analysis.analysis_page,
        analysis.marked_steps,
        home.privacy,
        home.verify,
        hosting.enter,
        hosting.host_page,
        hosting.say,
        hosting.close,
        hosting.reopen,
        hosting.delete,
        hosting.remove,
        hosting.sign_out,
        replay.choose_record,
        replay.load_record,
        replay.replay_page,
        replay.replay_steps,
        replay.share,
        replay.try_again,
        *me.handlers,
        *push.handlers,
        *app.handlers,
    ],
    exception_handlers=trouble.HANDLERS,  # type: ignore[arg-type]
    include_in_schema=False,
)


def no_such_file(_: AnyRequest, __: ValueError) -> Response[str]:
    """No file can have such a name."""
    return Response("not found", status_code=404, media_type="text/plain")


def static_router(path: str, folder: Path) -> Router:
    return create_static_files_router(
        path,
        directories=[folder],
        cache_control=CacheControlHeader(public=True, max_age=YEAR, immutable=True),
        exception_handlers={ValueError: no_such_file},
        include_in_schema=False,
        name=path,
    )


static_files = [
    static_router(static_path(), web_folder("static")),
    *(static_router(f"{static_path()}/{game}", at) for game, at in static_folders().items()),
]
