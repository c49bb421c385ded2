"""Notices in a real browser: switched on at the page, sent by the server, read by the worker, shown
and clicked. Only the push service between them is one of this machine: a browser without a window
has none, so what arrives there is handed to the worker as the browser itself would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Playwright, Worker

from spieltisch.web.settings import Settings
from tests.browser.conftest import CHROMIUM, launched
from tests.browser.house import House
from tests.browser.person import NEWS, Person, until
from tests.browser.test_days import lay
from tests.server.push_browser import PushBrowser, push_browser
from tests.web.inside import listening

pytestmark = pytest.mark.browser
READY = "() => navigator.serviceWorker.ready.then(() => true)"
# A browser without a window has no push service of its own; this is where its notices go instead.
SUBSCRIBING = """(keys) => {
  const made = { toJSON: () => keys, unsubscribe: async () => { given = null; return true; } };
  let given = null;
  window.asked = [];
  PushManager.prototype.subscribe = async (wish) => {
    window.asked.push(wish);
    return given = made;
  };
  PushManager.prototype.getSubscription = async () => given;
}"""
# What the worker does outside of pages, and a browser without a window does not show.
RECORDING = """() => {
  self.badges = [];
  self.opened = [];
  navigator.setAppBadge = async (number) => { self.badges.push(number); };
  self.clients.openWindow = async (url) => { self.opened.push(url); };
}"""
SHOWN = """async () => (await self.registration.getNotifications())
  .map(({ title, body, tag, data }) => ({ title, body, tag, url: data }))"""
CLICK = """async () => {
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
}"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The whole one: without windows it shows no notices at all."""
    browser = launched(playwright, CHROMIUM)
    yield browser
    browser.close()


@pytest.fixture
def service() -> Iterator[PushBrowser]:
    with push_browser() as service:
        yield service


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with listening(Settings(database=database, push_anywhere=True)) as address:
        yield address


class Listener(Person):
    """Somebody with the app's worker, whose browser gives out this push service."""

    def __init__(self, browser: Browser, address: str, service: PushBrowser) -> None:
        super().__init__(browser, address, service_workers="allow")
        self.address = address
        self.service = service
        self.delivered = 0
        self.context.grant_permissions(["notifications"], origin=address)
        keys = msgspec.to_builtins(service.subscription())
        made = {"endpoint": keys.pop("endpoint"), "keys": keys}
        self.page.add_init_script(f"({SUBSCRIBING})({json.dumps(made)})")
        self.browser_door = self.context.new_cdp_session(self.page)
        self.browser_door.on("ServiceWorker.workerRegistrationUpdated", self.note_worker)
        self.browser_door.send("ServiceWorker.enable")
        self.registration = ""

    def note_worker(self, told: dict[str, Any]) -> None:
        for one in told["registrations"]:
            self.registration = one["registrationId"]

    def record(self) -> None:
        self.page.evaluate(READY)
        self.worker.evaluate(RECORDING)

    @property
    def worker(self) -> Worker:
        return self.context.service_workers[-1]

    def switch(self, on: bool) -> None:
        self.page.locator("[popovertarget=menu]").click()
        box = self.page.locator("#push [name=on]")
        with self.page.expect_response(lambda one: one.request.method == "POST") as answer:
            box.set_checked(on)
        assert answer.value.status == 204
        self.page.wait_for_function("() => !document.querySelector('#push [name=on]').disabled")
        assert box.is_checked() is on
        assert self.page.locator("#push [role=status]").inner_text() == ""
        self.page.keyboard.press("Escape")

    def receive(self) -> None:
        """What the push service has for this browser."""
        for notice in self.service.read[self.delivered :]:
            self.delivered += 1
            push = {"origin": self.address, "registrationId": self.registration}
            data = {"data": json.dumps(notice)}
            self.browser_door.send("ServiceWorker.deliverPushMessage", {**push, **data})

    def shown(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.worker.evaluate(SHOWN)
        return found


def take_turn(person: Person) -> None:
    """All decisions until others are asked."""
    person.page.wait_for_selector(NEWS, state="attached")
    while person.page.locator(NEWS).count():
        person.decide()


def quiet(person: Person) -> None:
    """Longer than the server takes to look for notices that are due."""
    person.page.wait_for_timeout(2500)


def put_first_turn_aside(ben: Person, service: PushBrowser) -> None:
    """If he begins; the notice of that turn may come while he plays."""
    if ben.page.locator(NEWS).count():
        take_turn(ben)
        quiet(ben)
    service.read.clear()


def test_a_notice_is_switched_on_sent_shown_and_clicked_and_none_comes_after_leaving(
    browser: Browser, address: str, service: PushBrowser
) -> None:
    ada, ben = Person(browser, address), Listener(browser, address, service)
    path = lay(ada.page, ben.page)
    ben.record()
    ben.switch(True)
    (wish,) = ben.page.evaluate("window.asked")
    assert wish["userVisibleOnly"] and len(wish["applicationServerKey"]) == 87
    put_first_turn_aside(ben, service)
    ben.page.goto("/rules")

    take_turn(ada)
    until(ben.page, lambda: len(service.read) == 1)
    quiet(ben)
    assert len(service.read) == 1
    ben.receive()
    until(ben.page, lambda: bool(ben.shown()))
    table = path.rpartition("/")[2]
    assert ben.shown() == [
        {"title": "Tatort Themse", "body": "It is your turn.", "tag": table, "url": path}
    ]
    assert ben.worker.evaluate("self.badges") == [1]

    ben.worker.evaluate(CLICK)
    until(ben.page, lambda: ben.worker.evaluate("self.opened") == [path])
    assert ben.shown() == []
    ben.page.goto(ben.worker.evaluate("self.opened[0]"))
    take_turn(ben)

    take_turn(ada)
    until(ben.page, lambda: len(service.read) == 2)
    ben.page.wait_for_selector(NEWS, state="attached")
    ben.receive()  # he looks at the table, and sees it there
    until(ben.page, lambda: len(ben.worker.evaluate("self.badges")) == 2)
    assert ben.shown() == []

    ben.page.locator("[popovertarget=menu]").click()
    ben.page.locator("form[action$='/leave'] button").click()
    ben.page.wait_for_url("**/")
    ada.page.wait_for_selector(NEWS, state="attached")  # a bot plays for him
    take_turn(ada)
    quiet(ben)
    assert len(service.read) == 2
    for person in (ada, ben):
        person.leave()


def test_the_badge_counts_what_waits_and_a_seen_notice_goes(
    browser: Browser, address: str, service: PushBrowser
) -> None:
    """He is told elsewhere, and comes without a click."""
    ada, ben = Person(browser, address), Listener(browser, address, service)
    ben.page.add_init_script(
        "window.badges = []; navigator.setAppBadge = async (one) => { window.badges.push(one); }"
    )
    path = lay(ada.page, ben.page)
    ben.record()
    ben.switch(True)
    put_first_turn_aside(ben, service)
    ben.page.goto("/rules")
    take_turn(ada)
    until(ben.page, lambda: len(service.read) == 1)
    ben.receive()
    until(ben.page, lambda: len(ben.shown()) == 1)
    ben.page.goto(path)
    until(ben.page, lambda: ben.shown() == [])
    until(ben.page, lambda: ben.page.evaluate("window.badges") == [1])
    take_turn(ben)
    until(ben.page, lambda: ben.page.evaluate("window.badges.at(-1)") == 0)

    ben.switch(False)
    told = len(service.read)
    ben.page.goto("/rules")
    take_turn(ada)
    quiet(ben)
    assert len(service.read) == told
    for person in (ada, ben):
        person.leave()


def test_an_insecure_address_says_why_there_are_no_notices(
    browser: Browser, home_network: House
) -> None:
    person = Person(browser, home_network.address, service_workers="allow", locale="de-DE")
    person.lay_by_clicks("tatort_themse", 2)
    person.page.goto("/me")
    said = person.page.locator("#push [role=status]")
    said.filter(has_text="https").wait_for()
    assert said.inner_text().startswith("Browser erlauben Hinweise nur")
    assert person.page.locator("#push input:enabled").count() == 0
    assert person.violations() == []
    person.leave()
