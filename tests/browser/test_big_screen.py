"""A television in the middle, a phone in the hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import FrameLocator

from tests.browser.conftest import Invite
from tests.browser.test_games import each_game, fewest

pytestmark = pytest.mark.browser
SIZES = [(1280, 720), (3840, 2160)]


@each_game
def test_the_screen_follows_the_game_at_every_size(invite: Invite, name: str) -> None:
    person = invite()
    path = person.lay(name, fewest(name))
    screen = person.context.new_page()
    screen.goto(path.replace("/tables/", "/tv/"))
    table = screen.frame_locator("#tv")
    table.locator("#question").wait_for()
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        box = screen.locator("#tv").bounding_box()
        assert box is not None
        assert (round(box["width"]), round(box["height"])) == (width, height)
    assert table.locator("[data-part], [data-lead], .buttons button:visible").count() == 0
    before = newest(table)
    person.play_on(most=2)
    table.locator(f'.lines li:first-child:not([data-line="{before}"])').wait_for(state="attached")


def newest(table: FrameLocator) -> str | None:
    """The id of the log's newest line; none if nothing has happened yet."""
    first = table.locator(".lines li").first
    return first.get_attribute("data-line") if first.count() else None
