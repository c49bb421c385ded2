"""Complete games through the page, for every game that has one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

from spieltisch.games import game
from spieltisch.web.games import PAGES
from tests.browser.conftest import FIRST_TABLE, Invite
from tests.browser.person import MOST_STEPS, OFFERED, STEPS, Person

pytestmark = pytest.mark.browser
GAMES = sorted(PAGES)
SHORTEST = "holmes"  # game
BEGINNING = 8  # decisions; by keyboard, by Tab and then by arrows
FEW_CLUES = 3
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
each_game = pytest.mark.parametrize("name", GAMES)


def fewest(name: str) -> int:
    return game(name).least_seats


def nearly_over(look: Mapping[str, Any]) -> bool:
    """Of Tatort Themse: few clues are left, and one is asked."""
    left = sum(case["left"] for case in look["view"]["cases"] if not case["solved"])
    return left <= FEW_CLUES and bool(look["legal"])


@pytest.mark.parametrize(
    ("room", "whole"),
    [(FIRST_TABLE, False), *(pytest.param(name, True, marks=pytest.mark.long) for name in GAMES)],
    ids=lambda one: one if isinstance(one, str) else "whole" if one else "begun-and-ended",
)
def test_a_complete_game_against_bots(invite: Invite, room: str, whole: bool) -> None:
    """In make test the middle is played without the page: newcomers find the way through it all."""
    person, name = invite(), room
    path = person.lay_by_clicks(name, fewest(name))
    person.page.wait_for_function("() => document.title.startsWith('●')")
    if not whole:
        assert not person.play_on(BEGINNING)
        person.decide_elsewhere(path, nearly_over)
    assert person.play_on()
    assert not person.page.title().startswith("●")
    scores = person.page.locator(".score-card")
    assert scores.count() == fewest(name)
    assert person.page.locator(".score-card.won").count() >= 1
    assert person.violations() == []
    with person.page.expect_download() as record:
        person.page.locator("a[download]:not([data-receipt])").click()
    assert record.value.suggested_filename.endswith(".json")
    find_own_contribution(person)
    finished = person.page.url
    check_in_the_browser(person)
    person.page.goto(finished)
    person.page.locator("button[formaction$=again]").click()
    person.page.wait_for_url(lambda url: "/tables/" in url and url != finished)
    assert len(contributed(person)) == 2


def find_own_contribution(person: Person) -> None:
    """The proof tells which one came from here."""
    [own] = contributed(person)
    proof = person.page.locator(".proof")
    proof.locator("summary").click()
    proof.get_by_text("sent by this browser").wait_for()
    assert proof.locator("[data-sent]:visible").get_attribute("data-sent") == own
    assert not proof.locator("[data-none-sent]").is_visible()
    assert person.violations() == []


def check_in_the_browser(person: Person) -> None:
    """The page works all of chance out again by itself, and the receipt proves its part."""
    with person.page.expect_download() as record:
        person.page.locator("a[href$='outcomes=yes']").click()
    [own] = contributed(person)
    person.page.goto("/verify")
    verdict = person.page.locator("#verify [role=status]")
    person.page.locator("input[type=file]").set_input_files(record.value.path())
    person.page.locator("[data-verdict=proved]").wait_for()
    assert "Proved for your contribution (number 1)" in verdict.inner_text()
    assert person.violations() == []
    bent = record.value.path().read_text().replace(own, own[:-1] + "x")
    file = {"name": "bent.json", "mimeType": "application/json", "buffer": bent.encode()}
    person.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    person.page.locator("[data-verdict=wrong]").wait_for()
    person.page.evaluate("localStorage.removeItem('spieltisch-contributions')")
    person.page.reload()
    person.page.locator("input[type=file]").set_input_files(record.value.path())
    person.page.locator("[data-verdict=consistent]").wait_for()
    person.page.evaluate(
        "own => localStorage.setItem('spieltisch-contributions', own)", f'["{own}"]'
    )


def contributed(person: Person) -> list[str]:
    kept = "JSON.parse(localStorage.getItem('spieltisch-contributions') ?? '[]')"
    found = [str(one) for one in person.page.evaluate(kept)]
    assert all(len(one) == 64 + 1 + 32 for one in found) and len(set(found)) == len(found)
    return found


def how_far(*begun: str) -> pytest.MarkDecorator:
    """The whole game; in make test only of the shortest, with the beginning of these."""
    longer = [name for name in GAMES if name != SHORTEST]
    nightly = [pytest.param(name, STEPS, marks=pytest.mark.long) for name in longer]
    gate = [(SHORTEST, STEPS), *((name, BEGINNING) for name in begun)]
    return pytest.mark.parametrize(("room", "most"), [*gate, *nightly])


@how_far(FIRST_TABLE)
def test_a_game_in_german_on_a_phone(invite: Invite, room: str, most: int) -> None:
    person = invite(locale="de-DE", color_scheme="dark", **PHONE)
    person.lay_by_clicks(room, fewest(room))
    person.page.wait_for_function("() => document.title.includes('am Zug')")
    assert person.play_on(most, each=lambda: fits(person)) == (most == STEPS)
    assert person.overflow() == 0


def fits(person: Person) -> None:
    assert person.sticking_out() == []


@how_far(*(name for name in GAMES if name != SHORTEST))
def test_a_game_by_keyboard_alone(invite: Invite, room: str, most: int) -> None:
    person = KeyboardUser(invite())
    person.lay(room, fewest(room))
    assert person.play_on(most) == (most == STEPS)


class KeyboardUser:
    """Sits down with the mouse, then presses keys only: Tab in the first turns, as in any page,
    later the arrows, which go past all that cannot be chosen."""

    TABBED = 4

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.decisions = 0

    def lay(self, name: str, players: int) -> None:
        self.person.lay_by_clicks(name, players)

    def play_on(self, most: int) -> bool:
        self.person.decide = self.decide  # type: ignore[method-assign]
        return self.person.play_on(most)

    def decide(self) -> None:
        self.decisions += 1
        before = self.person.asked()
        self.put_news_aside()
        if not self.page.locator("#confirm:visible:enabled").count():
            self.enter("[data-lead], .choice", before)
        self.go_on(before)
        if self.page.locator("#confirm:visible:enabled").count():
            self.enter("#confirm", before)
        self.person.wait_for_change(before)

    def go_on(self, before: str) -> None:
        """As with the mouse: what is answered meanwhile has steps of another question."""
        for _ in range(MOST_STEPS):
            steps = self.page.evaluate(OFFERED)["steps"]
            if not steps or self.person.asked() != before:
                return
            self.enter(", ".join(f"#{one}" for one in steps), before)
        raise AssertionError("the choice is never complete")

    def put_news_aside(self) -> None:
        if self.page.locator("[data-news]:popover-open").count():
            self.press("Escape")

    def enter(self, selector: str, before: str) -> None:
        """Unless the only way was gone by itself meanwhile."""
        tabs = self.decisions <= self.TABBED
        for _ in range(150):
            if self.person.asked() != before:
                return
            way = self.page.evaluate(WAY_TO, [selector, BY_TAB if tabs else BY_ARROWS])
            if way["forward"] == 0:
                self.press("Enter")
                return
            self.go(way, tabs)
        raise AssertionError(f"no way to {selector} by keyboard")

    def press(self, key: str) -> None:
        """At what has the focus. If that leads to another page, or the page is very busy, the
        answer to the key may be lost, and the keyboard itself would wait for it without end."""
        with suppress(TimeoutError):
            self.page.locator(FOCUSED).press(key, timeout=ANSWERED)

    def go(self, way: dict[str, int], tabs: bool) -> None:
        back = not tabs and way["back"] < way["forward"]
        key = "Tab" if tabs else "ArrowLeft" if back else "ArrowRight"
        for _ in range(way["back"] if back else way["forward"]):
            self.press(key)


ANSWERED = 5000  # milliseconds a key may take
FOCUSED = ":focus, body:not(:has(:focus))"

# Where each key stops.
BY_TAB = "a[href], button, input, summary"
BY_ARROWS = "[data-lead], [data-part], [data-pack], .may, .choice, .buttons .btn"
# How often to press a key, either way, until the first such thing has the focus; at least once if
# there is none ahead.
WAY_TO = """([selector, all]) => {
  const here = document.activeElement;
  if (here.matches(selector)) return { forward: 0, back: 0 };
  const stops = [...document.querySelectorAll(all)].filter(
    (one) => one.checkVisibility() && !one.disabled && one.type !== 'hidden' &&
      (one.tabIndex >= 0 || one.dataset.again !== undefined && !all.startsWith('a[')));
  const past = stops.filter((one) => one === here || one.compareDocumentPosition(here) & 4);
  const next = stops.findIndex((one, at) => at >= past.length && one.matches(selector));
  const last = stops.findLastIndex((one) => one.matches(selector));
  const before = past.length - stops.includes(here);
  return {
    forward: next < 0 ? Math.max(1, stops.length - past.length) : next - past.length + 1,
    back: last < 0 ? stops.length : last < before ? before - last : before + stops.length - last,
  };
}"""
