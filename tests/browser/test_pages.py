"""Every page and state: for everyone, at every width, without an untranslated word."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from spieltisch.games import game
from tests.browser.conftest import Invite
from tests.browser.house import House
from tests.browser.person import NEWS, Person, weight
from tests.browser.test_games import each_game, fewest

pytestmark = pytest.mark.browser
WIDTHS = (360, 390, 768, 1280)
HEIGHTS = {360: 640, 390: 844, 768: 1024, 1280: 800}
FIRST_LOAD = 66_000
WITH_PICTURES = 200_000


def places(name: str) -> list[str]:
    return [
        "/",
        "/about",
        "/replay",
        f"/rules/{name}",
        f"/new/{name}",
        f"/new/{name}?online=1",
        "/nowhere",
    ]


def check(person: Person, at: str) -> None:
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        assert person.overflow() == 0, f"{at} at {width}"
    assert person.violations_in_both_schemes() == [], at


@each_game
def test_pages_around_the_table(invite: Invite, name: str) -> None:
    person = invite()
    for place in places(name):
        person.page.goto(place)
        if place.startswith("/new"):
            person.page.locator("details.more summary").click()
        check(person, place)


@each_game
def test_states_of_a_table(invite: Invite, name: str) -> None:
    """Full tables: as many players as the game takes."""
    person = invite(locale="de-DE")
    person.lay(name, game(name).most_seats)
    person.page.wait_for_selector(NEWS, state="attached")
    check(person, "asked")
    person.page.locator("[popovertarget=menu]").click()
    check(person, "menu")
    person.page.keyboard.press("Escape")
    offers = person.page.locator("[data-lead]:visible")
    if offers.count():
        offers.first.click()
        check(person, "chosen")
        person.page.keyboard.press("Escape")
    person.play_on(most=4)
    check(person, "later")


@each_game
def test_a_gathering_and_an_invitation(invite: Invite, name: str) -> None:
    host, guest = invite(), invite()
    host.lay(name, game(name).most_seats, online=True)
    check(host, "gathering")
    link = host.page.locator("#invite-link").input_value()
    guest.page.goto("/join/" + link.rpartition("/")[2])
    check(guest, "invitation")


@each_game
def test_the_first_load_is_light(invite: Invite, name: str) -> None:
    person = invite()
    table = person.lay(name, fewest(name))
    newcomer = invite(storage_state=person.context.storage_state())
    files = newcomer.files()
    newcomer.page.goto(table)
    newcomer.page.wait_for_selector(NEWS, state="attached")
    newcomer.page.wait_for_function("() => document.readyState === 'complete'")
    page = len(gzip.compress(newcomer.page.content().encode()))
    pictures = sum(weight(url) for url in files if ".svg" in url)
    text = page + sum(weight(url) for url in files if url.endswith((".css", ".js")))
    assert len([url for url in files if ".svg" in url]) >= 2
    assert text <= FIRST_LOAD
    assert text + pictures <= WITH_PICTURES


@pytest.fixture(scope="module")
def pseudo_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("pseudo"), "-m", "tests.browser.pseudo_server")
    house.open()
    yield house
    house.kill()


@each_game
def test_no_word_is_untranslated(browser: Browser, pseudo_house: House, name: str) -> None:
    person = Person(browser, pseudo_house.address)
    for place in places(name)[:-1]:
        answer = person.page.goto(place)
        assert answer and answer.ok, place  # a page of trouble has no untranslated word either
        assert unmarked(person.page) == [], place
    person.lay(name, fewest(name))
    person.play_on(most=12, each=lambda: none_unmarked(person.page))
    none_unmarked(person.page)
    person.leave()


def none_unmarked(page: Page) -> None:
    assert unmarked(page) == []


SILENT = (
    "script, noscript, [translate=no], .who b, .who small, .seats b, .me header b, .tables small,"
    " .proof dd"
)
SAID = ["aria-label", "title", "placeholder", "alt", "data-say", "data-act", "data-name"]
COLLECT = """([silent, keys]) => {
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.parentElement.closest(silent)) said.push(node.textContent);
  }
  for (const one of document.body.querySelectorAll('*'))
    for (const key of keys) if (one.hasAttribute(key)) said.push(one.getAttribute(key));
  return said;
}"""
SAME_EVERYWHERE = re.compile(
    r"Spieltisch|Deutsch|Français|English|[A-Z]{2}-[A-Z]?\d+[a-z]?|Mila|Guest|Ada|Bruno|Clara|Dario"
    r"|https?://\S+|\d+"
)


def unmarked(page: Page) -> list[str]:
    """What the page says outside of all brackets: text nodes are pieces of marked sentences, so
    brackets are matched over all of them together."""
    text = " ".join(str(one) for one in page.evaluate(COLLECT, [SILENT, SAID]))
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = shorter
    return re.findall(r"\w*[^\W\d_]{2,}\w*", SAME_EVERYWHERE.sub(" ", text))
