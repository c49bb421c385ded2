"""A beginner is led through the first turns of each game, and can go on alone at any time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from spieltisch.core.texts import load_texts
from spieltisch.web.games import PAGES
from tests.browser.conftest import Invite
from tests.browser.person import NEWS, Person
from tests.browser.test_games import each_game

pytestmark = pytest.mark.browser
each_room = pytest.mark.parametrize("room", sorted(PAGES))
DECISIONS = 3
MOST_HINTS = 12


def begin(person: Person, room: str) -> None:
    person.page.goto("/")
    person.page.locator(f"form[action='/first/{room}'] button").press("Enter")
    person.page.wait_for_url("**/tables/*")
    person.page.wait_for_selector(NEWS, state="attached")


def read(page: Page) -> list[str]:
    """All hints that come one after the other, put aside by key."""
    said: list[str] = []
    while page.locator("#guide").is_visible() and len(said) < MOST_HINTS:
        said.append(page.locator("#guide p").inner_text())
        page.locator("#guide [data-next]").press("Enter")
    return said


@each_room
def test_hints_come_when_they_matter_and_once(invite: Invite, room: str) -> None:
    person = invite()
    page = person.page
    begin(person, room)
    page.locator("#guide").wait_for()
    assert page.locator(".pointed").count() == 1
    assert page.locator(".guided-mark").count() == 1
    assert person.violations() == []
    said = read(page)
    for _ in range(DECISIONS):
        person.play_on(most=1)
        page.wait_for_selector(NEWS, state="attached")
        said += read(page)
    assert set(said) <= set(load_texts(room, "en").guide.values())
    assert len(said) == len(set(said)) >= 4


@each_game
def test_the_guide_can_be_left_and_the_game_goes_on(invite: Invite, name: str) -> None:
    person = invite(locale="de-DE", viewport={"width": 360, "height": 640}, color_scheme="dark")
    page = person.page
    begin(person, name)
    page.locator("#guide").wait_for()
    assert page.locator("#guide p").inner_text() in load_texts(name, "de").guide.values()
    assert person.overflow() == 0
    assert person.violations() == []
    page.locator("#guide [data-leave]").press("Enter")
    person.play_on(most=2)
    page.reload()
    page.wait_for_selector(NEWS, state="attached")
    assert not page.locator("#guide").is_visible()
