"""All pages as one router, and the static files beside them."""

from __future__ import annotations

from litestar import Router
from litestar.datastructures import CacheControlHeader
from litestar.static_files import create_static_files_router

from spieltisch.web.pages import (
    analysis,
    at_table,
    box,
    companion,
    first,
    hints,
    home,
    hosting,
    laying,
    replay,
    rules,
    trouble,
)
from spieltisch.web.pages.environment import static_path, web_folder
from spieltisch.web.pages.page import YEAR

pages = Router(
    "/",
    route_handlers=[
        home.home,
        home.about,
        rules.rules,
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
        laying.lay_table,
        laying.invited,
        laying.join,
        laying.offered_seat,
        laying.redeem,
        laying.watch,
        at_table.table_page,
        at_table.table_fragment,
        at_table.events,
        at_table.play,
        at_table.undo,
        at_table.hold,
        at_table.leave,
        at_table.take_back,
        at_table.fill,
        at_table.again,
        at_table.seat_link,
        at_table.record,
        hints.hint,
        analysis.analysis_page,
        home.privacy,
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
    ],
    exception_handlers=trouble.HANDLERS,  # type: ignore[arg-type]
    include_in_schema=False,
)
static_files = create_static_files_router(
    static_path(),
    directories=[web_folder("static")],
    cache_control=CacheControlHeader(public=True, max_age=YEAR, immutable=True),
    include_in_schema=False,
)
