"""How light the web table is: bytes of the first load and of a move, and the time from a click
in one browser to the change in another.

    python bench/web.py [--json FILE] [GAME …]
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import http.client
import json
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.conftest import CHROMIUM
from tests.browser.house import House
from tests.browser.person import NEWS, Person, weight
from tests.browser.test_games import fewest
from tests.browser.test_together import sit_down_together, whoever_is_asked

from spieltisch.web.games import PAGES

MOVES = 20
QUIET = 0.25
SECRET = 2000  # milliseconds in which nothing was to be seen


class Stream:
    """A live connection as a browser has it, compressed; counts what arrives."""

    def __init__(self, person: Person, house: House) -> None:
        path = person.page.url.partition(str(house.port))[2]
        cookies = "; ".join(
            f"{one['name']}={one['value']}" for one in person.context.cookies(house.address)
        )
        self.connection = http.client.HTTPConnection("127.0.0.1", house.port)
        headers = {"Cookie": cookies, "Accept-Encoding": "gzip"}
        self.connection.request("GET", f"{path}/events", headers=headers)
        self.answer = self.connection.getresponse()
        self.bytes = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        with contextlib.suppress(http.client.HTTPException, OSError):
            while chunk := self.answer.read1(65536):
                self.bytes += len(chunk)


def first_load(browser: Browser, house: House, name: str) -> dict[str, int]:
    """A table, by a browser that has nothing yet."""
    person = Person(browser, house.address)
    table = person.lay(name, fewest(name))
    newcomer = Person(browser, house.address, storage_state=person.context.storage_state())
    files = newcomer.files()
    newcomer.page.goto(table)
    newcomer.page.wait_for_selector(NEWS, state="attached")
    page = len(gzip.compress(newcomer.page.content().encode()))
    person.context.close()
    newcomer.context.close()
    return {
        "text": page + sum(weight(url) for url in files if url.endswith((".css", ".js"))),
        "pictures": sum(weight(url) for url in files if ".svg" in url),
    }


def moves(browser: Browser, house: House, name: str) -> dict[str, float]:
    people = [Person(browser, house.address) for _ in range(fewest(name))]
    sit_down_together(people[0], people[1:], name)
    stream = Stream(people[0], house)
    time.sleep(1)
    delays: list[float] = []
    sizes: list[int] = []
    while len(delays) < MOVES:
        mover = whoever_is_asked(people)
        if mover is None:
            break
        before = stream.bytes
        delay = seen_after(mover, next(one for one in people if one is not mover))
        time.sleep(QUIET)
        if delay is not None:
            delays.append(delay)
            sizes.append(stream.bytes - before)
    for person in people:
        person.context.close()
    return {
        "click_to_other_dom_ms_median": statistics.median(delays),
        "click_to_other_dom_ms_worst": max(delays),
        "bytes_of_a_move_median": statistics.median(sizes),
        "bytes_of_a_move_worst": max(sizes),
    }


WATCH = """() => { window.changed = new Promise((done) => new MutationObserver((_, watcher) => {
  watcher.disconnect(); done(Date.now()); }).observe(document.getElementById('fragment'),
  { childList: true })); }"""
CLICKED = """() => document.getElementById('confirm').addEventListener(
  'click', () => { window.clicked = Date.now(); }, { capture: true, once: true })"""


SEEN = f"""() => Promise.race([window.changed,
  new Promise((done) => setTimeout(() => done(0), {SECRET}))])"""


def seen_after(mover: Person, other: Person) -> float | None:
    """Milliseconds; None if the other one is told nothing, as of a secret choice."""
    other.page.evaluate(WATCH)
    before = mover.asked()
    if not mover.page.locator("#confirm:visible:enabled").count():
        mover.choose()
        mover.go_on(before)
    confirm = mover.page.locator("#confirm:visible:enabled")
    if not confirm.count():  # the offer had a button of its own
        mover.wait_for_change(before)
        return None
    mover.page.evaluate(CLICKED)
    confirm.click()
    mover.wait_for_change(before)
    seen = float(other.page.evaluate(SEEN))
    return seen - float(mover.page.evaluate("() => window.clicked")) if seen else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("games", nargs="*", default=sorted(PAGES))
    chosen = parser.parse_args()
    results: dict[str, object] = {}
    house = House(Path(tempfile.mkdtemp()))
    house.open()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            for name in chosen.games:
                loaded = first_load(browser, house, name)
                results[name] = {"first_load_bytes": loaded, **moves(browser, house, name)}
                print(name, json.dumps(results[name], indent=1))
    finally:
        house.kill()
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
