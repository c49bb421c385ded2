"""The hint at the table: a list of moves in words, and the same numbers on the board."""

from __future__ import annotations

import pytest

from spieltisch.web.games import PAGES
from tests.browser.conftest import Invite
from tests.browser.person import NEWS, Person

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def ask(person: Person) -> None:
    """Play on to the first question of a turn, then ask."""
    person.page.wait_for_selector(NEWS, state="attached")
    while not person.page.locator("#hint").count():
        assert not person.play_on(most=1), "the game ended, and no hint was offered"
        person.page.wait_for_selector(NEWS, state="attached")
    person.page.locator("#hint").click()
    person.page.locator("#hints li").first.wait_for()


@pytest.mark.parametrize("room", sorted(PAGES))
def test_a_hint_is_drawn_on_the_board(invite: Invite, room: str) -> None:
    person = invite()
    person.lay(room, 2)
    ask(person)
    page = person.page
    listed = page.locator("#hints li .hint-mark").all_inner_texts()
    assert listed == [str(number + 1) for number in range(len(listed))]
    assert page.locator(".hinted .hint-mark").first.is_visible()
    assert set(page.locator(".hinted .hint-mark").all_inner_texts()) <= set(listed)
    assert "%" in page.locator("#hints .odds").first.inner_text()
    assert page.evaluate("document.activeElement.id") == "hints"
    assert person.violations() == []


def test_a_hint_goes_with_its_question(invite: Invite) -> None:
    person = invite(locale="de-DE", color_scheme="dark", **PHONE)
    person.lay("tatort_themse", 2)
    ask(person)
    assert "Ein Könner würde spielen" in person.page.locator("#hints").inner_text()
    assert person.overflow() == 0
    person.decide()
    person.page.locator("#hints").wait_for(state="detached")
    assert person.page.locator(".hinted").count() == 0


def test_a_table_may_be_laid_without_hints(invite: Invite) -> None:
    person = invite()
    page = person.page
    page.goto("/new/tatort_themse")
    page.locator("details.more summary").click()
    page.locator("[name=hints]").uncheck()
    page.locator(".start button").click()
    page.wait_for_url("**/tables/*")
    page.wait_for_selector(NEWS, state="attached")
    assert page.locator("#hint").count() == 0
