"""A game over days in browsers: a reminder, a bot that plays on, and the person who comes back."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House

pytestmark = pytest.mark.browser
DAY = 24 * 3600
MINUTE = 60


def run_on(house: House, seconds: float) -> None:
    """The server has been running for so much longer when it is there again."""
    house.kill()
    with sqlite3.connect(house.database.removeprefix("sqlite:///")) as database:
        ran = "UPDATE notes SET text = CAST(text AS REAL) + ? WHERE name = 'running'"
        database.execute(ran, [seconds])
    house.open()


def somebody(browser: Browser, house: House) -> Page:
    context = browser.new_context(base_url=house.address, locale="en-GB", reduced_motion="reduce")
    return context.new_page()


def lay(host: Page, guest: Page) -> str:
    """With one day a decision; both sit at devices of their own."""
    host.goto("/new/tatort_themse?online=1")
    host.locator("[name=name]").fill("Ada")
    host.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    host.locator('[name=mode][value="online"]').check(force=True)
    host.locator('[name=players][value="2"]').check(force=True)
    host.locator('[name=pace][value="1440"]').check(force=True)
    host.locator(".start button").click()
    link = host.locator("#invite-link").input_value()
    guest.goto("/join/" + link.rpartition("/")[2])
    guest.locator("[name=name]").fill("Ben")
    guest.locator(".start button").click()
    for page in (host, guest):
        page.wait_for_selector("#table")
    return urlsplit(host.url).path


def test_a_game_over_days_with_a_reminder_a_bot_and_a_return(
    browser: Browser, tmp_path: Path
) -> None:
    house = House(tmp_path)
    house.open()
    try:
        ada, ben = somebody(browser, house), somebody(browser, house)
        path = lay(ada, ben)
        expect(ada.locator(".awaited")).to_contain_text("since")
        late, other = (ada, ben) if ada.locator(".act.yours").count() else (ben, ada)
        expect(late.locator(".awaited")).to_contain_text("Waiting for you since")
        run_on(house, DAY + MINUTE)
        for page in (late, other):
            page.goto(path)
        expect(late.locator(".awaited")).to_contain_text("Your time is over.")
        expect(other.locator(".awaited")).to_contain_text("was reminded")
        expect(late.locator(".act.yours")).to_be_attached()
        run_on(house, DAY / 4)
        for page in (late, other):
            page.goto(path)
        expect(late.locator("#return")).to_be_visible()
        expect(other.locator(".act.yours")).to_be_attached(timeout=20_000)
        late.locator("#return").click()
        expect(late.locator("#return")).to_have_count(0)
        other.goto("/")
        expect(other.locator("#going")).to_contain_text(re.compile("your turn.*since", re.DOTALL))
        for page in (late, other):
            page.context.close()
    finally:
        house.kill()
