"""What a newcomer is told at a table: the goal on the first turn, and what each thing is for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Invite
from tests.browser.house import House
from tests.browser.person import NEWS, Newcomer, Person

pytestmark = pytest.mark.browser


@pytest.fixture
def newcomer(browser: Browser, house: House) -> Person:
    return Newcomer(browser, house.address)


def test_the_goal_lies_over_the_first_turn_until_it_is_put_aside(newcomer: Person) -> None:
    page = newcomer.page
    newcomer.lay("tatort_themse", 2)
    page.locator("#goal:popover-open").wait_for()
    assert page.locator("#goal li span").count() == 3
    assert newcomer.violations() == []
    page.locator("#goal .btn").click()
    page.reload()
    page.wait_for_selector(NEWS, state="attached")
    assert not page.locator("#goal:popover-open").count(), "put aside for this table"
    page.locator("[popovertarget=goal].icon").click()
    page.locator("#goal [data-never]").click()
    newcomer.lay("tatort_themse", 2)
    page.wait_for_selector(NEWS, state="attached")
    page.wait_for_timeout(300)
    assert not page.locator("#goal:popover-open").count(), "put aside for ever"
    newcomer.leave()


def test_the_goal_does_not_lie_over_a_guided_game(newcomer: Person) -> None:
    page = newcomer.page
    page.goto("/")
    page.locator('form[action="/first/tatort_themse"] button').click()
    page.locator("#guide").wait_for()
    assert not page.locator("#goal:popover-open").count()
    newcomer.leave()


def test_a_thing_says_what_it_is_for(invite: Invite) -> None:
    person = invite()
    page = person.page
    person.lay("tatort_themse", 2)
    page.wait_for_selector(NEWS, state="attached")
    tip = page.locator("#tip:popover-open")
    page.locator(".case").first.hover()
    tip.wait_for()
    assert "last clue" in tip.inner_text()
    page.mouse.move(2, 2)
    tip.wait_for(state="hidden")
    page.locator("#pile").focus()
    page.keyboard.press("?")
    assert "top card" in tip.inner_text()
    assert page.locator("#pile").get_attribute("aria-describedby") == "tip"
    assert person.violations() == []
    page.keyboard.press("Escape")
    assert not tip.count()


LONG = """([one, time]) => new Promise((done) => {
  const at = { bubbles: true, cancelable: true, pointerType: 'touch', clientX: 5, clientY: 5 };
  one.dispatchEvent(new PointerEvent('pointerdown', at));
  setTimeout(() => {
    one.dispatchEvent(new PointerEvent('pointerup', at));
    one.click();
    done();
  }, time);
})"""


def test_a_long_press_explains_and_does_not_tap(invite: Invite) -> None:
    person = invite(viewport={"width": 390, "height": 844}, has_touch=True)
    page = person.page
    person.lay("tatort_themse", 2)
    page.wait_for_selector(NEWS, state="attached")
    thing = page.locator("#pile")
    page.evaluate(LONG, [thing.element_handle(), 500])
    assert page.locator("#tip:popover-open").count() == 1
    assert not page.locator(".sel").count(), "no click after it"
    page.evaluate(LONG, [thing.element_handle(), 50])
    assert not page.locator("#tip:popover-open").count()
    assert page.locator(".sel").count() == 1
