"""Every game in its states, at five widths, in both themes and three languages: nothing sticks out,
nothing is cut off, and the dock lies over nothing that can be chosen. A covering selection, not the
product."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from spieltisch.games import game
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import PAGES
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.posed import pose
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
# What cuts off its own text without a sign that there is more.
CUT_OFF = """() => [
    ...document.querySelectorAll('#act *, .ending *, .player *, .since *, .ceremony *')
  ]
  .filter((one) => one.checkVisibility() && !one.closest('.vh, [aria-hidden=true], svg'))
  .filter((one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim()))
  .filter((one) => {
    const { overflowX, textOverflow, clipPath } = getComputedStyle(one);
    return overflowX !== 'visible' && textOverflow !== 'ellipsis' && clipPath === 'none'
      && one.scrollWidth > one.clientWidth + 1;
  })
  .map((one) => one.outerHTML.slice(0, 120))"""
# Scrolled to its end, the page shows the lowest of them above the dock.
UNDER_THE_DOCK = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const dock = document.querySelector('.dock').getBoundingClientRect().top;
  const below = (one) => one.getBoundingClientRect().bottom > dock + 1;
  return [...document.querySelectorAll('.board .legal, [data-asked]')]
    .filter((one) => one.checkVisibility() && !one.closest('.dock') && below(one))
    .map((one) => `under the dock: ${one.id}`);
}"""
SETTLED = "() => document.querySelector('.dock') && document.fonts.status === 'loaded'"


def faults(person: Person) -> list[str]:
    page: Page = person.page
    return [*person.sticking_out(), *page.evaluate(CUT_OFF), *page.evaluate(UNDER_THE_DOCK)]


def check(invite: Invite, look: Look) -> None:
    width, height = look.size
    person = invite(
        viewport={"width": width, "height": height},
        color_scheme=look.theme,
        locale=look.language,
        has_touch=width < 1000,
    )
    person.lay(look.game, look.seats)
    pose(person, STATES[look.state](told(look.game, look.seats)), look.language)
    page = person.page
    page.wait_for_function(SETTLED)
    if look.state != "round end":
        person.put_news_aside()
    if look.state == "chosen" and page.locator(".board .legal").count():
        page.locator(".board .legal").first.click()
    page.wait_for_timeout(150)
    assert faults(person) == []


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
    "cut off": "#asks { display: block; width: 30px; overflow: hidden; white-space: nowrap }",
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
