"""Take the pictures of the README and the gallery anew, from real games: `make pictures`.

For every game a table on a desk (light), on a tablet and on a phone (dark), and the end of a game;
and the home page. Each in a language of its own. Look at each one before committing it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import CHROMIUM  # noqa: E402
from tests.browser.house import House  # noqa: E402
from tests.browser.person import NEWS, OFFERED, Person  # noqa: E402

from spieltisch.games import game  # noqa: E402
from spieltisch.web.games import PAGES  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
DESK: dict[str, object] = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
HOME: dict[str, object] = {"viewport": {"width": 1280, "height": 1010}, "color_scheme": "light"}
TABLET: dict[str, object] = {
    "viewport": {"width": 820, "height": 1180},
    "color_scheme": "light",
    "locale": "fr-FR",
}
PHONE: dict[str, object] = {
    "viewport": {"width": 390, "height": 844},
    "color_scheme": "dark",
    "locale": "de-DE",
    "device_scale_factor": 2,
}
INTO_THE_GAME = 12
MOST_TRIES = 40
SETTLE = 600
NOTHING_PASSES = "() => !document.querySelector('.feast, .say, .tip:popover-open')"
QUALITY = 82  # of JPEG: the drawings stay crisp, and all pictures together under 3 MB


def shoot(person: Person, name: str) -> None:
    """From the top: a question may have scrolled to what it is about. Nothing that passes lies over
    it."""
    person.page.mouse.move(0, 0)
    person.page.wait_for_timeout(SETTLE)
    person.page.wait_for_function(NOTHING_PASSES)
    person.page.evaluate("scrollTo(0, 0)")
    person.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
    print(f"docs/pictures/{name}.jpg", flush=True)


def begin(browser: Browser, address: str, name: str, look: dict[str, object]) -> Person:
    person = Person(browser, address, **look)
    person.lay(name, min(3, game(name).most_seats))
    return person


def to_a_good_moment(person: Person) -> None:
    """Some way into the game, with something chosen that takes cards from the hand."""
    person.play_on(most=INTO_THE_GAME)
    for _ in range(MOST_TRIES):
        person.page.wait_for_selector(NEWS, state="attached")
        offers = person.page.locator("main [data-lead]")
        if person.is_over() or (offers.count() and chooses_cards(person)):
            return
        person.page.keyboard.press("Escape")
        person.decide()


def chooses_cards(person: Person) -> bool:
    """Rather cards of the hand, or something that shows its price or a set it makes, than the first
    thing there is. Where nothing is paid with cards, any choice among several will do."""
    if person.page.locator("#act[data-alone]").count():
        return False
    person.lay_out(person.page.evaluate(OFFERED)["parts"], "")
    if person.page.locator("[data-part].sel").count() > 0:
        return True
    good = person.page.locator("main [data-lead]:not([data-warns])")
    priced = good.filter(has=person.page.locator(".pill, .set"))
    if not good.count():
        return False
    (priced if priced.count() else good).first.click()
    wanted = "[data-part].sel" if person.page.locator("[data-part]").count() else ".sel"
    return person.page.locator(wanted).count() > 0


def pictures_of(browser: Browser, address: str, name: str) -> None:
    for look, kind in ((DESK, "desk"), (TABLET, "tablet"), (PHONE, "phone")):
        person = begin(browser, address, name, look)
        to_a_good_moment(person)
        shoot(person, f"{name}-{kind}")
        if kind == "desk":
            person.page.keyboard.press("Escape")
            person.play_on()
            shoot(person, f"{name}-end")
        person.context.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    house = House(Path(tempfile.mkdtemp()))
    house.open()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            visitor = Person(browser, house.address, **HOME)
            visitor.page.goto("/")
            shoot(visitor, "home")
            for name in sys.argv[1:] or sorted(PAGES):
                pictures_of(browser, house.address, name)
    finally:
        house.kill()


if __name__ == "__main__":
    main()
