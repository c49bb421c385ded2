"""The host's page in a browser: every act, at every width, and what guests see of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.house import House
from tests.browser.person import Person
from tests.browser.test_pages import check

pytestmark = pytest.mark.browser


def test_the_host_sees_to_the_tables(browser: Browser, tmp_path: Path) -> None:
    house = House(tmp_path)
    house.open()
    host, guest = Person(browser, house.address), Person(browser, house.address)
    try:
        path = guest.lay("tatort_themse", 2)
        printed = re.search(r"/host/enter/\S+", house.log.read_text())
        assert printed is not None
        enter(host, printed[0])
        check(host, "the host's page")
        say_to_all(host, guest, "Tea at five")
        close_and_open(host, guest)
        host.page.get_by_role("button", name="Remove Mila").click()
        guest.page.goto(path)
        assert guest.page.locator("#table").count() == 0
        host.page.locator(".sure summary").click()
        host.page.get_by_role("button", name="Delete for good").click()
        assert "0 tables" in host.page.locator(".hosting > h2").inner_text()
        guest.page.goto(printed[0])
        assert guest.page.url.endswith(printed[0]) and guest.page.locator(".hosting").count() == 0
        host.page.goto("/privacy")
        check(host, "privacy")
    finally:
        host.leave()
        guest.leave()
        house.kill()


def enter(host: Person, address: str) -> None:
    host.page.goto(address)
    assert host.page.url.endswith("/host")
    assert "Mila" in host.page.locator(".guests").inner_text()


def say_to_all(host: Person, guest: Person, message: str) -> None:
    host.page.locator("[name=message]").fill(message)
    host.page.get_by_role("button", name="Save").click()
    guest.page.reload()
    assert guest.page.locator(".house-note").inner_text() == message
    check(guest, "a table with a message")


def close_and_open(host: Person, guest: Person) -> None:
    host.page.get_by_role("button", name="Close").click()
    guest.page.wait_for_selector("#act .notice")
    host.page.get_by_role("button", name="Open again").click()
    guest.page.wait_for_selector("#act .notice", state="detached")
