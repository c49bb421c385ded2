"""A table page that shows a position of our choice: for what a game seldom comes to."""

from __future__ import annotations

import itertools

from playwright.sync_api import Route

from spieltisch.server.snapshot import Snapshot
from spieltisch.web.pages.showing import fragment
from spieltisch.web.pages.speech import speech
from tests.browser.person import Person
from tests.web.looks import Telling

OPENS, CLOSES = '<div id="fragment" class="fragment">', "</div>\n</form>\n<nav"


def position(name: str, seats: int, seed: int, decision: int) -> Snapshot:
    """What the first seat sees before this decision of a game told by its heuristic."""
    steps = Telling(name, seats, seed, 0).steps()
    return next(itertools.islice(steps, decision, None))


def pose(
    person: Person,
    look: Snapshot,
    language: str = "en",
    then: Snapshot | None = None,
    once: str = "true",
) -> None:
    """Instead of the table the person sits at; nothing comes from the server but what it looks
    like `then`, `once` something is so in the page."""
    shown = fragment(look, speech(language))
    news = fragment(then, speech(language)) if then else ""

    def answer(route: Route) -> None:
        page = route.fetch().text()
        before, after = page.split(OPENS)[0], page.split(CLOSES)[1]
        route.fulfill(body=f"{before}{OPENS}{shown}{CLOSES}{after}", content_type="text/html")

    told = "retry: 600000\n\n"
    if news:
        told += "event: table\n" + "".join(f"data: {line}\n" for line in news.splitlines()) + "\n"

    def tell(route: Route) -> None:
        person.page.wait_for_function(once)
        route.fulfill(body=told, content_type="text/event-stream")

    person.page.route("**/events?*", tell)
    person.page.route("**/tables/*", answer)
    person.page.reload()
    person.page.wait_for_function("() => document.querySelector('[name=number]')")
    person.wait_until_it_listens()
