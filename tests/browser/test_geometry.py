"""Every game in its states, at five widths, in both themes and three languages: nothing sticks out,
nothing is cut off, the dock lies over nothing that can be chosen, and a hint moves nothing. A
covering selection, not the product. With SPIELTISCH_PICTURES each is drawn into that folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from spieltisch.games import game
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import PAGES
from spieltisch.web.pages.environment import render
from spieltisch.web.pages.showing import Hint
from spieltisch.web.pages.speech import speech
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.posed import pose
from tests.browser.test_hints import PLACES
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
SIZES = [(360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080)]
LANGUAGES = ["de", "fr", "en"]
THEMES = ["light", "dark"]
IN_MAKE_TEST = 5  # of all


class Look(NamedTuple):
    """One picture of a table."""

    game: str
    state: str
    size: tuple[int, int]
    theme: str
    language: str
    seats: int

    def __str__(self) -> str:
        return f"{self.game}-{self.state}-{self.size[0]}-{self.theme}-{self.language}-{self.seats}"


def first_turn(looks: list[Snapshot]) -> Snapshot:
    return next(look for look in looks if look.legal)


def mid_game(looks: list[Snapshot]) -> Snapshot:
    """Where there is most to choose from, past the middle."""
    return max(looks[len(looks) // 2 :], key=lambda look: len(look.legal))


def waiting(looks: list[Snapshot]) -> Snapshot:
    return next(look for look in looks[len(looks) // 3 :] if not look.legal)


def round_end(looks: list[Snapshot]) -> Snapshot:
    """In Troika the result of a round lies over the table; in other games it is late."""
    told = [look for look in looks if getattr(look.view, "rounds", None)]
    return told[0] if told else last_question(looks)


def last_question(looks: list[Snapshot]) -> Snapshot:
    """In Zug um Zug the tickets to complete."""
    return next(look for look in reversed(looks) if look.legal)


def end_sheet(looks: list[Snapshot]) -> Snapshot:
    return looks[-1]


STATES: dict[str, Callable[[list[Snapshot]], Snapshot]] = {
    "first turn": first_turn,
    "mid-game": mid_game,
    "chosen": mid_game,
    "waiting": waiting,
    "round end": round_end,
    "final choice": last_question,
    "end sheet": end_sheet,
}


def covering() -> list[Look]:
    """Each game in each state at three widths; themes, languages and seats go round beside them."""
    found = []
    for at, name in enumerate(sorted(PAGES)):
        seats = range(game(name).least_seats, game(name).most_seats + 1)
        for row, state in enumerate(STATES):
            for turn in range(3):
                number = at + row + turn
                size = SIZES[(row + 2 * turn + at) % len(SIZES)]
                theme, language = THEMES[(row + turn) % 2], LANGUAGES[number % 3]
                found.append(
                    Look(name, state, size, theme, language, seats[(number + row) % len(seats)])
                )
    return found


@cache
def told(name: str, seats: int) -> list[Snapshot]:
    return list(Telling(name, seats, 2, 0).steps())


ALL = covering()
# Text that sticks out of a box which hides it, without a sign that there is more. At the end
# the sheet takes the place of the table.
CUT_OFF = """() => {
  const told = ({ textOverflow, webkitLineClamp, clipPath }) =>
    textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none';
  const seen = (one) => one.checkVisibility({ opacityProperty: true }) &&
    !one.closest('.vh, svg, script, noscript, [aria-hidden=true], #film') &&
    (!document.getElementById('ending') || one.closest('#ending, .dock'));
  const place = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };
  const cut = (text) => {
    const lies = place(text);
    const open = { overflowX: ['left', 'right'], overflowY: ['top', 'bottom'] };
    for (let box = text.parentElement; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (told(style)) return '';
      const round = box.getBoundingClientRect();
      for (const [axis, [from, to]] of Object.entries(open)) {
        if (/auto|scroll/.test(style[axis])) delete open[axis];
        const out = Math.max(round[from] - lies[from], lies[to] - round[to]);
        if (/hidden|clip/.test(style[axis]) && out > 2) return `${axis} ${Math.round(out)} px`;
      }
    }
    return '';
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const out = text.data.trim() && seen(text.parentElement) && cut(text);
    if (out) found.push(`cut off, ${out}: ${text.data.trim()} in ${text.parentElement.className}`);
  }
  return found;
}"""
# Scrolled to its end, the page shows the lowest of them above the dock.
UNDER_THE_DOCK = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const dock = document.querySelector('.dock').getBoundingClientRect().top;
  const below = (one) => one.getBoundingClientRect().bottom > dock + 1;
  const things = document.getElementById('ending')
    ? '#ending :is(a, button)'
    : '.board button, .side .legal, .side .may, [data-asked]';
  return [...document.querySelectorAll(things)]
    .filter((one) => one.checkVisibility() && !one.closest('.dock, [popover]') && below(one))
    .map((one) => `under the dock: ${one.outerHTML.slice(0, 80)}`);
}"""
SETTLED = "() => document.querySelector('.dock') && document.fonts.status === 'loaded'"


def faults(person: Person) -> list[str]:
    page: Page = person.page
    return [*person.sticking_out(), *page.evaluate(CUT_OFF), *page.evaluate(UNDER_THE_DOCK)]


def stand_in(page: Page, look: Snapshot, language: str) -> None:
    """Long hints for the first moves: the posed table is not the one the server knows."""
    words = "Nimm Kronjuwelen 5, und sieh dabei " * 2
    advice = [Hint(row, words, 62, words, words) for row in look.legal[:3]]
    html = render(speech(language), "hint.html", advice=advice)
    answer = {
        "html": html,
        "buttons": render(speech(language), "hint_buttons.html"),
        "rows": [[one.row, one.share] for one in advice],
    }
    page.route("**/hint", lambda route: route.fulfill(json=answer))


def moved_by_a_hint(page: Page) -> list[str]:
    if not page.locator("#hint:visible").count():
        return []
    page.wait_for_function("() => !document.querySelector('.say')")  # what led here is told
    before = page.evaluate(PLACES)
    page.locator("#hint").click()
    page.locator("#advice li").first.wait_for()
    return [] if page.evaluate(PLACES) == before else ["a hint moves something"]


def check(invite: Invite, look: Look) -> None:
    width, height = look.size
    person = invite(
        viewport={"width": width, "height": height},
        color_scheme=look.theme,
        locale=look.language,
        has_touch=width < 1000,
    )
    person.lay(look.game, look.seats)
    posed = STATES[look.state](told(look.game, look.seats))
    pose(person, posed, look.language)
    page = person.page
    stand_in(page, posed, look.language)
    page.wait_for_function(SETTLED)
    if look.state != "round end":
        person.put_news_aside()
    if look.state == "chosen" and page.locator(".board .legal").count():
        page.locator(".board .legal").first.click()
    page.wait_for_timeout(150)
    page.evaluate("document.getElementById('link').textContent = ''")  # nobody is at the other end
    if folder := os.environ.get("SPIELTISCH_PICTURES"):
        page.screenshot(path=Path(folder) / f"{look}.png".replace(" ", "_"))
    assert faults(person) + moved_by_a_hint(page) == []


@pytest.mark.parametrize("look", ALL[:: len(ALL) // IN_MAKE_TEST], ids=str)
def test_a_handful_of_tables_keeps_everything_in_its_place(invite: Invite, look: Look) -> None:
    check(invite, look)


@pytest.mark.long
@pytest.mark.parametrize("look", ALL, ids=str)
def test_tables_keep_everything_in_its_place(invite: Invite, look: Look) -> None:
    check(invite, look)


def test_the_selection_covers_everything() -> None:
    assert len(ALL) >= 80
    for part, all_of_them in (
        ("state", set(STATES)),
        ("size", set(SIZES)),
        ("theme", set(THEMES)),
        ("language", set(LANGUAGES)),
    ):
        for name in PAGES:
            assert {getattr(look, part) for look in ALL if look.game == name} == all_of_them
    for name in PAGES:
        seats = range(game(name).least_seats, game(name).most_seats + 1)
        assert {look.seats for look in ALL if look.game == name} == set(seats)


PLANTED = {
    "cut off": "#question { display: block; width: 30px; overflow: hidden; white-space: nowrap }",
    "sticking out": "#question { width: 120vw }",
    "under the dock": ".dock { position: fixed; inset: auto 0 0; height: 90vh }",
}


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_faults_are_found(invite: Invite, fault: str) -> None:
    person = invite()
    person.lay("tatort_themse", 2)
    pose(person, mid_game(told("tatort_themse", 2)))
    assert faults(person) == []
    person.page.evaluate(
        """(rule) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rule);
          document.adoptedStyleSheets = [sheet];
        }""",
        PLANTED[fault].replace(";", " !important;").replace(" }", " !important }"),
    )
    assert faults(person)
