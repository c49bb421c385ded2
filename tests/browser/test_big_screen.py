"""A television in the middle, a phone in the hand."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import FrameLocator, TimeoutError

from spieltisch.games import game
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.test_games import GAMES, PHONE, SHORTEST, each_game, fewest
from tests.browser.test_together import sit_down_together, take_turns

pytestmark = pytest.mark.browser
SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
AT_1080 = 1.5  # pixels of the screen for one of the frame
CAPTION, LEAST_TEXT, LEAST_NUMERAL = 128, 18, 28
# Texts and numerals that stand by themselves, smaller than they may be in the frame. Those within a
# sentence or on a small picture are text. What is drawn is as large as its drawing makes it.
SMALL = """([text, numeral]) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    const said = walk.currentNode.textContent.trim();
    const silent = one.closest('.vh, script, noscript, [popover]:not(.log)');
    if (!said || silent || !one.checkVisibility({ visibilityProperty: true })) continue;
    const alone = /^[^a-z]?\\d+$/.test(said) && !one.closest('.log, .caption, .mark');
    const size = parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1);
    if (size < (alone ? numeral : text)) found.push(`${said}: ${size}`);
  }
  return found;
}"""


FILLED = """([width, height]) => {
  const box = document.getElementById('tv').getBoundingClientRect();
  return Math.round(box.width) === width && Math.round(box.height) === height;
}"""


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
        screen.wait_for_function(FILLED, arg=[width, height])
    assert table.locator("[data-part], [data-lead]").count() == 0
    assert table.locator(":is(.buttons, header.top) button:visible").count() == 0
    before = newest(table)
    person.play_on(most=2)
    table.locator(f'.lines li:first-child:not([data-line="{before}"])').wait_for(state="attached")


@pytest.mark.parametrize("size", [(390, 844), (1024, 768), (1280, 600)])
def test_a_screen_smaller_than_the_frame_shows_all_of_it(
    invite: Invite, size: tuple[int, int]
) -> None:
    person = invite(viewport={"width": size[0], "height": size[1]})
    path = person.lay("troika", 2)
    person.page.goto(path.replace("/tables/", "/tv/"))
    person.page.locator("#tv.scaled").wait_for()
    frame = person.page.locator("#tv").bounding_box()
    assert frame is not None
    assert frame["x"] >= 0 and frame["x"] + frame["width"] <= size[0] + 0.5
    assert frame["y"] >= 0 and frame["y"] + frame["height"] <= size[1] + 0.5


def newest(table: FrameLocator) -> str | None:
    """The id of the log's newest line; none if nothing has happened yet."""
    first = table.locator(".lines li").first
    return first.get_attribute("data-line") if first.count() else None


@each_game
def test_a_caption_tells_each_turn_and_everything_is_large(invite: Invite, name: str) -> None:
    person = invite(locale="de-DE", color_scheme="dark")
    path = person.lay(name, game(name).most_seats).replace("/tables/", "/tv/")
    screen = person.context.new_page()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    screen.goto(path)
    table = screen.frame_locator("#tv")
    table.locator("#question").wait_for()
    caption = table.locator("#caption")
    for _ in range(3):  # whoever begins has nobody's turn told after a first secret choice
        person.play_on(most=1)
        with suppress(TimeoutError):
            caption.wait_for(timeout=5000)
            break
    box = caption.bounding_box()
    assert box is not None and round(box["height"]) == CAPTION + 1
    assert caption.locator("b").first.inner_text().strip()
    smallest = [(least - 1) / AT_1080 for least in (LEAST_TEXT, LEAST_NUMERAL)]
    assert screen.frames[-1].evaluate(SMALL, smallest) == []
    person.page.set_viewport_size({"width": 1280, "height": 720})
    person.page.goto(f"{path}/screen")
    assert person.sticking_out() == []
    assert person.violations() == []


def test_of_many_turns_only_the_newest_is_told(invite: Invite) -> None:
    """Turns that wait longer than captions last are skipped, and the caption says how many."""
    person = invite()
    path = person.lay("tatort_themse", 5)
    screen = person.context.new_page()
    screen.goto(path.replace("/tables/", "/tv/"))
    caption = screen.frame_locator("#tv").locator("#caption")
    screen.frame_locator("#tv").locator("#question").wait_for()
    for _ in range(12):
        if caption.locator("> div > small").count():
            break
        person.play_on(most=1)
    assert "turns later" in caption.locator("> div > small").inner_text(timeout=20_000)


# Cards of one's own that a phone hides, or shows too small to be read.
NOT_SHOWN = """() => document.getElementById('ending') ? 0 :
  [...document.querySelectorAll('[data-zone="hand"] :is(.card, .tile)')]
    .filter((one) => !one.checkVisibility() || one.offsetWidth < 28).length"""


def sits_with_a_hand(person: Person, path: str) -> None:
    person.page.goto(f"{path}?hand")
    person.page.wait_for_selector("html[data-hand=on] #table")
    assert not person.page.locator(".others").is_visible()


@pytest.mark.parametrize(
    ("room", "most"),
    [(SHORTEST, 10), *(pytest.param(one, None, marks=pytest.mark.long) for one in GAMES)],
)
def test_a_screen_and_phones_play_together(invite: Invite, room: str, most: int | None) -> None:
    """The whole game; in make test its first decisions."""
    host = invite(**PHONE)
    guests = [invite(**PHONE) for _ in range(fewest(room) - 1)]
    people = [host, *guests]
    path = sit_down_together(host, guests, room)
    screen = host.context.new_page()
    screen.goto(path.replace("/tables/", "/tv/"))
    table = screen.frame_locator("#tv")
    told = 0
    for person in people:
        sits_with_a_hand(person, path)
    decided = 0
    while decided != most and not any(person.is_over() for person in people):
        take_turns(people, 5)
        decided += 5
        told += table.locator("#caption:visible").count()
        assert table.locator("[data-part], [data-lead], #plans").count() == 0
        for person in people:
            assert person.sticking_out() == []
            assert person.page.evaluate(NOT_SHOWN) == 0
    if most is None:
        table.locator("#ending").wait_for(state="attached")
    assert told > 0


def test_a_hand_can_be_covered_and_the_board_fetched_back(invite: Invite) -> None:
    person = invite(viewport={"width": 360, "height": 740}, has_touch=True, locale="de-DE")
    path = person.lay("zug_um_zug", 4)
    sits_with_a_hand(person, path)
    person.page.wait_for_selector("#act.yours")
    on_the_board = person.page.locator("#pile")  # not asked for while tickets are chosen
    assert not on_the_board.is_visible()
    assert person.sticking_out() == []
    assert person.violations_in_both_schemes() == []
    person.page.get_by_role("button", name="Verdecken").click()
    seen = (
        "() => [60, 400, 700].map((y) => document.elementFromPoint(180, y).closest('dialog')?.id)"
    )
    assert person.page.evaluate(seen) == ["covered"] * 3
    assert person.page.locator("dialog:modal").inner_text().strip() == "Meine Hand zeigen"
    assert person.violations() == []
    person.page.reload()  # the wish stays, the cover does not
    person.page.locator("html[data-hand=on] #act.yours").wait_for()
    person.page.get_by_role("button", name="Hier zeigen").click()
    on_the_board.wait_for()
    assert not person.page.locator("#elsewhere").is_visible()
    assert person.page.url.endswith(path)
    person.page.reload()
    on_the_board.wait_for()


def test_at_a_desk_the_board_stays_and_nothing_says_that_it_is_elsewhere(invite: Invite) -> None:
    person = invite()
    path = person.lay("tatort_themse", 2)
    person.page.goto(f"{path}?hand")
    person.page.wait_for_selector("html[data-hand=on] #act.yours")
    assert person.page.locator(".others").is_visible()
    assert not person.page.locator("#elsewhere").is_visible()


def test_without_scripts_a_hand_is_the_whole_table(invite: Invite) -> None:
    person = invite(java_script_enabled=False, **PHONE)
    path = person.lay("tatort_themse", 2)
    person.page.goto(f"{path}?hand")
    assert person.page.locator(".others").is_visible()
    assert not person.page.locator("#elsewhere").is_visible()
