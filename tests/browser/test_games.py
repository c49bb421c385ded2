"""Complete games through the page, for every game that has one."""

from __future__ import annotations

import pytest

from spieltisch.games import game
from spieltisch.web.pages.registry import PRESENTERS
from tests.browser.conftest import Invite
from tests.browser.person import NEWS, Person

pytestmark = pytest.mark.browser
GAMES = sorted(PRESENTERS)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LOOKED_BACK_AT = "tatort_themse"  # one game is enough: the page is the same for all
each_game = pytest.mark.parametrize("name", GAMES)


def fewest(name: str) -> int:
    return game(name).least_seats


@each_game
def test_a_complete_game_against_bots(invite: Invite, name: str) -> None:
    person = invite()
    person.lay(name, fewest(name))
    person.page.wait_for_function("() => document.title.startsWith('●')")
    assert person.play_on()
    assert not person.page.title().startswith("●")
    scores = person.page.locator(".score-card")
    assert scores.count() == fewest(name)
    assert person.page.locator(".score-card.won").count() >= 1
    assert person.violations() == []
    with person.page.expect_download() as record:
        person.page.locator("a[download]").click()
    assert record.value.suggested_filename.endswith(".json")
    finished = person.page.url
    person.page.locator("button[formaction$=again]").click()
    person.page.wait_for_url(lambda url: "/tables/" in url and url != finished)


@each_game
def test_a_complete_game_in_german_on_a_phone(invite: Invite, name: str) -> None:
    person = invite(locale="de-DE", color_scheme="dark", **PHONE)
    person.lay(name, fewest(name))
    person.page.wait_for_selector(NEWS, state="attached")
    assert "am Zug" in person.page.title()
    assert person.play_on(each=lambda: fits(person))
    assert person.overflow() == 0
    if name == LOOKED_BACK_AT:
        look_back(person)


def look_back(person: Person) -> None:
    """The analysis thinks in the workers, shows how far it is, and ends with curve and table."""
    person.page.locator("a[href$='/analysis']").click()
    person.page.locator(".curves").wait_for(timeout=180_000)
    assert "Die teuersten Züge" in person.page.content()
    assert person.page.locator(".curves polyline").count() == fewest(LOOKED_BACK_AT)
    assert person.overflow() == 0
    assert person.violations() == []


def fits(person: Person) -> None:
    assert person.overflow() == 0


@each_game
def test_a_complete_game_by_keyboard_alone(invite: Invite, name: str) -> None:
    person = KeyboardUser(invite())
    person.lay(name, fewest(name))
    assert person.play_on()


class KeyboardUser:
    """Sits down with the mouse, then only tabs and presses Enter."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def lay(self, name: str, players: int) -> None:
        self.person.lay(name, players)

    def play_on(self) -> bool:
        self.person.decide = self.decide  # type: ignore[method-assign]
        return self.person.play_on()

    def decide(self) -> None:
        before = self.person.asked()
        if not self.page.locator("#confirm:visible:enabled").count():
            self.enter("[data-lead], .choice", before)
        if self.page.locator("#confirm:visible:enabled").count():
            self.enter("#confirm", before)
        self.person.wait_for_change(before)

    def enter(self, selector: str, before: str) -> None:
        """Unless the only way was gone by itself meanwhile."""
        for _ in range(150):
            if self.person.asked() != before:
                return
            steps = int(self.page.evaluate(STEPS_TO, selector))
            if steps == 0:
                self.page.keyboard.press("Enter")
                return
            for _ in range(steps):
                self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector} by keyboard")


# How often to press Tab until the first such thing ahead has the focus; at least once if not there.
STEPS_TO = """(selector) => {
  if (document.activeElement.matches(selector)) return 0;
  const stops = [...document.querySelectorAll('a[href], button, input, summary')].filter(
    (one) => one.checkVisibility() && !one.disabled && one.type !== 'hidden' && one.tabIndex >= 0);
  const here = stops.indexOf(document.activeElement);
  const next = stops.findIndex((one, at) => at > here && one.matches(selector));
  return next < 0 ? Math.max(1, stops.length - here) : next - here;
}"""
