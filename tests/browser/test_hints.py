"""The hint at the table: one line in the dock, the chances on the things themselves."""

from __future__ import annotations

import re

import pytest

from spieltisch.web.games import PAGES
from tests.browser.conftest import Invite
from tests.browser.person import NEWS, Person

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PLACES = """() => [...document.querySelectorAll('.table *')]
  .filter((one) => !one.closest('#advice, .lamp, svg'))
  .map((one) => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })"""
SHIFTED = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
    .observe({ type: 'layout-shift', buffered: false });
  window.shifted = () => sum;
  requestAnimationFrame(() => done());
})"""


def wait_for_choice(person: Person) -> None:
    """Play on to the first question that has more than one answer."""
    person.page.wait_for_selector(NEWS, state="attached")
    while not person.page.locator("#hint").count():
        assert not person.play_on(most=1), "the game ended, and no hint was offered"
        person.page.wait_for_selector(NEWS, state="attached")


def ask(person: Person) -> None:
    wait_for_choice(person)
    person.page.locator("#hint").click()
    person.page.locator("#advice li").first.wait_for()


def shown(person: Person) -> str:
    return person.page.locator("#advice li:visible").inner_text()


@pytest.mark.parametrize("room", sorted(PAGES))
def test_a_hint_moves_nothing_and_is_drawn_on_the_things(invite: Invite, room: str) -> None:
    person = invite(**PHONE) if room in ("holmes", "troika") else invite()
    person.lay(room, 2)
    person.wait_until_it_listens()
    wait_for_choice(person)
    page = person.page
    page.wait_for_function("() => !document.querySelector('.say')")  # what led here is told
    before = page.evaluate(PLACES)
    page.evaluate(SHIFTED)
    ask(person)
    assert page.evaluate(PLACES) == before, "0 px"
    assert page.evaluate("shifted()") == 0
    lamps = [int(one) for one in page.locator(".hinted .lamp").all_inner_texts()]
    assert lamps
    assert page.locator(".lamp.best").first.is_visible()
    assert max(lamps) == int(page.locator(".lamp.best").first.inner_text())
    assert re.search(rf"about {max(lamps)} of 100", shown(person))
    assert page.evaluate("document.activeElement.id") == "hint", "where one was"
    assert person.violations() == []


def test_hints_are_gone_through_and_closed(invite: Invite) -> None:
    person = invite()
    page = person.page
    person.lay("tatort_themse", 2)
    ask(person)
    texts = page.locator("#advice li").all_text_contents()
    seen = []
    for _ in texts:
        seen.append(shown(person))
        page.locator("#advice-next").click()
    assert len(set(seen)) == len(texts) > 1
    page.locator("#advice-close").click()
    assert page.locator("#advice li").count() == page.locator(".lamp").count() == 0
    assert page.evaluate("document.activeElement.id") == "hint"


def test_a_hint_goes_with_its_question(invite: Invite) -> None:
    person = invite(locale="de-DE", color_scheme="dark", **PHONE)
    person.lay("tatort_themse", 2)
    ask(person)
    assert re.search(r"Du gewinnst dann in etwa \d+ von 100 Partien", shown(person))
    assert person.overflow() == 0
    person.decide()
    person.page.locator("#advice li").first.wait_for(state="detached")
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


def test_without_scripts_the_answered_page_has_the_hints(invite: Invite) -> None:
    person = invite(java_script_enabled=False)
    page = person.page
    page.goto("/new/troika")
    page.locator(".start button").click()
    page.wait_for_url("**/tables/*")
    for _ in range(20):
        if page.locator("#hint").count():
            break
        choices = page.locator(".by-hand button")
        if choices.count():
            choices.first.click()
        else:
            page.wait_for_timeout(500)
            page.goto(re.sub(r"/play$", "", page.url))
    page.locator("#hint").click()
    assert page.locator("#advice li").count() >= 1
    assert page.locator(".by-hand .lamp").count() >= 1
