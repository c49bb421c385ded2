"""Games played before: loaded, gone through by keys, from every side of the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from spieltisch.core.texts import load_texts
from spieltisch.games import game
from spieltisch.server.replays import OPEN, Replay
from spieltisch.web.games import PAGES
from spieltisch.web.pages.replay_scene import Rewound
from spieltisch.web.pages.speech import speech
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.records import recorded, written

pytestmark = pytest.mark.browser
SIZES = ((360, 640), (390, 844), (768, 1024), (1280, 800))
SHOWN = """() => ({
  step: Number(document.getElementById('slider').value),
  title: document.querySelector('.caption h2').textContent,
  told: document.querySelector('.told').textContent.replace(/\\s+/g, ' ').trim(),
  cards: [...document.querySelectorAll('#fragment [data-card]')]
    .map((one) => one.dataset.card).join(' '),
})"""
# Not `name`: these are quick, so those of all games run in make test.
each_room = pytest.mark.parametrize("room", sorted(PAGES))
ALL_STEPS = 10_000
far_enough = pytest.mark.parametrize(
    ("room", "most"),
    [
        ("holmes", 40),
        *(pytest.param(room, ALL_STEPS, marks=pytest.mark.long) for room in sorted(PAGES)),
    ],
)


def load(person: Person, path: Path, *, scripts: bool = True) -> str:
    page = person.page
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(path)
    page.locator("form[action='/replay'] button").press("Enter")
    page.wait_for_url("**/replay/*")
    if scripts:
        page.locator("#run").wait_for()  # the page listens by now
    return page.url.partition("?")[0]


def shown_at(page: Page, step: int) -> dict[str, str]:
    page.wait_for_function(
        "step => document.querySelector('.caption h2').textContent.startsWith(`Step ${step} of`)",
        arg=step,
    )
    shown: dict[str, str] = page.evaluate(SHOWN)
    return shown


@far_enough
def test_every_step_of_a_record_by_keys(
    invite: Invite, room: str, most: int, tmp_path: Path
) -> None:
    """All open: the page tells every step of the record, chance included, in its order."""
    person = invite()
    seats = game(room).least_seats
    load(person, written(tmp_path, room, seats))
    record = recorded(room, seats)
    sentences = told_by_steps(Replay(record))
    page = person.page
    page.keyboard.press("Home")
    assert shown_at(page, 0)["told"] == "Before the first step."
    last = min(most, len(record.steps))
    for step in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        assert shown_at(page, step)["told"] == sentences[step]
    assert page.locator("#log a.to[aria-current=step]").count() == 1
    page.keyboard.press("ArrowLeft")
    shown_at(page, last - 1)


def told_by_steps(replay: Replay) -> dict[int, str]:
    told: dict[int, list[str]] = {}
    for one in Rewound(replay, OPEN, speech("en")).lines():
        said = one.line.text.striptags()
        told.setdefault(one.step, []).append(f"{said} {one.line.clause}".strip())
    return {step: " ".join(" ".join(lines).split()) for step, lines in told.items()}


@each_room
def test_a_link_opens_at_a_step_and_a_viewer(invite: Invite, room: str, tmp_path: Path) -> None:
    person, friend = invite(), invite()
    address = load(person, written(tmp_path, room, game(room).least_seats))
    page = person.page
    last = int(page.locator("#replay").get_attribute("data-last") or 0)
    page.locator("#slider").fill(str(last // 2))
    opened = shown_at(page, last // 2)
    page.locator(".viewers a[data-viewer='1']").press("Enter")
    page.wait_for_url(f"{address}?step={last // 2}&as=1")
    seat = shown_at(page, last // 2)
    assert seat["cards"].count("?") > opened["cards"].count("?")
    friend.page.goto(page.url)
    assert shown_at(friend.page, last // 2) == seat
    page.keyboard.press("End")
    shown_at(page, last)
    page.locator(".viewers [popovertarget=result]").click()
    assert page.locator("#result .score-card").count() == game(room).least_seats


@pytest.mark.parametrize(
    ("room", "scheme", "viewer"),
    [
        ("holmes", "light", OPEN),
        ("tatort_themse", "dark", OPEN),
        ("troika", "light", "0"),
        ("zug_um_zug", "dark", OPEN),
    ],
)
def test_a_replay_is_for_everyone(
    invite: Invite, room: str, tmp_path: Path, scheme: str, viewer: str
) -> None:
    person = invite(color_scheme=scheme, locale="de-DE")
    address = load(person, written(tmp_path, room, game(room).most_seats))
    person.page.goto(f"{address}?step=90&as={viewer}")
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.overflow() == 0, f"{viewer} at {width}"
    assert person.violations() == [], viewer
    assert person.page.locator("#fragment button:not([popovertarget])").count() == 0


def test_the_way_to_the_beginning_stops_where_the_deal_is_over(
    invite: Invite, tmp_path: Path
) -> None:
    person = invite()
    load(person, written(tmp_path, "zug_um_zug", 2))
    first = Replay(recorded("zug_um_zug", 2)).first_decision()
    assert first > 20
    for key, focus in (("Home", "body"), ("Enter", "#first")):
        person.page.keyboard.press("End")
        for step in (first, 0):
            person.page.locator(focus).press(key)
            shown_at(person.page, step)


def test_the_log_leads_to_its_step(invite: Invite, tmp_path: Path) -> None:
    person = invite()
    load(person, written(tmp_path, "tatort_themse", 2))
    person.page.locator("#log a.to[data-step='60']").click()
    shown_at(person.page, 60)
    person.page.locator("#run").click()
    shown_at(person.page, 62)
    person.page.keyboard.press("ArrowLeft")
    assert person.page.locator("#run[aria-pressed=false]").count() == 1


def test_a_wrong_record_is_refused_in_one_line(invite: Invite) -> None:
    person = invite()
    person.page.goto("/replay")
    assert person.violations() == []
    person.page.locator("textarea").fill('{"game": "chess"}')
    person.page.locator("form[action='/replay'] button").click()
    notice = person.page.locator(".notice[role=alert]")
    assert "The part “seats” is missing" in notice.inner_text()
    assert person.violations() == []


def test_it_replays_without_javascript(invite: Invite, tmp_path: Path) -> None:
    person = invite(java_script_enabled=False)
    address = load(person, written(tmp_path, "troika", 2), scripts=False)
    person.page.goto(f"{address}?step=40")
    person.page.locator("#after").click()
    assert person.page.locator(".caption h2").inner_text().startswith("Step 41 of")
    assert load_texts("troika", "en").title in person.page.title()
