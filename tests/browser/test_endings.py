"""Ends on a phone: everything that matters without scrolling."""

from __future__ import annotations

import pytest

from spieltisch.server.snapshot import Snapshot
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.posed import pose
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
BELOW = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"


def at_phone(invite: Invite, look: Snapshot) -> Person:
    person = invite(**PHONE)
    person.lay("troika", 5)
    pose(person, look)
    return person


def test_a_round_of_five_ends_without_scrolling(invite: Invite) -> None:
    steps = Telling("troika", 5, 1, 0).steps()
    person = at_phone(invite, next(one for one in steps if getattr(one.view, "rounds", None)))
    page = person.page
    page.locator(".ceremony:popover-open").wait_for()
    assert page.locator(".ceremony:popover-open .share").count() == 5
    scrolls = "(one) => one.scrollHeight - one.clientHeight"
    assert page.locator(".ceremony:popover-open").evaluate(scrolls) <= 0
    assert page.locator(".ceremony:popover-open .onward .btn").is_visible()
    assert person.violations() == []


def test_a_game_of_five_ends_without_scrolling(invite: Invite) -> None:
    *_, look = Telling("troika", 5, 1, 0).steps()
    person = at_phone(invite, look)
    page = person.page
    page.locator("#ending").wait_for()
    assert page.evaluate("scrollY") == 0
    rows = page.locator(".score-card")
    assert rows.count() == 5
    dock = page.locator(".dock").bounding_box()
    assert dock is not None and rows.evaluate_all(BELOW) <= dock["y"]
    assert page.locator(".score-card details[open]").count() == len(look.result.winners)  # type: ignore[union-attr]
    rows.nth(0).locator("summary").click()
    assert rows.nth(0).locator(".rounds").is_visible()
    assert person.violations() == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
def test_home_offers_friends_and_the_first_game_without_scrolling(
    invite: Invite, language: str
) -> None:
    person = invite(locale=language, viewport={"width": 1280, "height": 800})
    person.page.goto("/")
    offers = person.page.locator(".tile .go a, .tile .learn button")
    assert offers.count() == 12
    assert offers.evaluate_all(BELOW) <= 800
