"""The companion through the page: by taps on a phone, by keyboard alone, without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.test_pages import check

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}

# What to tap for each game, and what it comes to: seat by seat.
TAPS: dict[str, tuple[list[str], list[int]]] = {
    "troika": (["0-7+", "0-7+", "0-7+", "0-4+", "0-5+", "0-6+", "0-1+"], [5, 0, 0]),
    "holmes": (["0-9+", "0-9+", "0-M+"], [8, 0]),
    "zug_um_zug": (["0-Y+"], [32, 0, 0]),
    "tatort_themse": ([], [8, 0, 0]),
}
TICKS = {
    "zug_um_zug": ["0-t1"],
    "tatort_themse": ["openG", "0-P6U"],
}
TABLES = pytest.mark.parametrize("table", sorted(TAPS))


def standing(page: Page) -> list[int]:
    return [int(text) for text in page.locator("#standing b").all_text_contents()]


def fill_in(person: Person, table: str) -> None:
    taps, _ = TAPS[table]
    for tap in taps:
        person.page.locator(f'.face[value="{tap}"]').tap()
    for tick in TICKS.get(table, []):
        person.page.locator(f'[id="i-{tick}"]').check(force=True)


@TABLES
def test_tapping_on_a_phone(invite: Invite, table: str) -> None:
    person = invite(locale="de-DE", color_scheme="dark", **PHONE)
    page = person.page
    page.goto(f"/companion/{table}")
    check(person, "empty")
    page.set_viewport_size({"width": 360, "height": 640})
    fill_in(person, table)
    expected = TAPS[table][1]
    page.wait_for_function(
        "text => document.getElementById('standing').textContent.includes(text)",
        arg=str(expected[0]),
    )
    assert standing(page) == expected
    check(person, "counted")
    link = page.locator("#companion-link").input_value()
    guest = invite(locale="fr-FR")
    guest.page.goto(link)
    assert standing(guest.page) == expected


def test_a_wrong_number_is_told_at_its_field_and_mended(invite: Invite) -> None:
    person = invite(color_scheme="light")
    page = person.page
    page.goto("/companion/troika?players=3&0-7=3")
    field = page.locator('[id="i-0-5"]')
    field.fill("nine")
    page.locator('[id="w-0-5"]', has_text="Please enter a whole number.").wait_for()
    assert field.get_attribute("aria-invalid") == "true"
    check(person, "wrong")
    field.fill("3")
    page.locator("#standing b").first.wait_for(state="attached")
    assert page.locator('[id="w-0-5"]').text_content() == ""
    assert field.get_attribute("aria-invalid") is None


def test_a_clue_lies_before_one_player_only(invite: Invite) -> None:
    page = invite().page
    page.goto("/companion/tatort_themse?players=3&openG=1&0-P6U=1")
    page.locator("#at1").check(force=True)
    page.locator('[id="i-1-P6U"]').check(force=True)
    page.wait_for_function("() => location.search.includes('1-P6U')")
    assert standing(page) == [0, 8, 0]


def test_more_players_keep_what_is_entered(invite: Invite) -> None:
    page = invite().page
    page.goto("/companion/troika?players=3&0-7=3&0-4=1&0-5=1&0-6=1&name-0=Mila")
    page.locator('[name=players][value="5"]').check(force=True)
    page.locator("#of4").wait_for(state="attached")
    assert page.locator('[id="i-0-7"]').input_value() == "3"
    assert standing(page) == [6, 0, 0, 0, 0]


def press_until(page: Page, selector: str, key: str = "Tab") -> None:
    for _ in range(120):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no way to {selector} by keyboard")


def test_counting_by_keyboard_alone(invite: Invite) -> None:
    person = invite()
    page = person.page
    page.goto("/companion/holmes")
    press_until(page, '[name=tap][value="0-3+"]')
    page.keyboard.press("Enter")
    press_until(page, '[name="0-J3"]')
    page.keyboard.press("Space")
    press_until(page, '[name="0-9"]')
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('standing').textContent.includes('12')")
    assert standing(page) == [12, 0]
    assert page.locator("#told").text_content() == "Sherlock wins"


def test_counting_without_scripts(invite: Invite) -> None:
    page = invite(java_script_enabled=False).page
    page.goto("/companion/troika")
    for tap in TAPS["troika"][0]:
        page.locator(f'.face[value="{tap}"]').click()
    expect(page.locator("#standing b")).to_have_text([str(one) for one in TAPS["troika"][1]])
    page.goto("/companion/tatort_themse")
    for tick in TICKS["tatort_themse"]:
        page.locator(f'[id="i-{tick}"]').check(force=True)
    page.locator(".go button").click()
    expect(page.locator("#standing b")).to_have_text([str(one) for one in TAPS["tatort_themse"][1]])


def test_a_city_is_found_among_the_tickets(invite: Invite) -> None:
    page = invite().page
    page.goto("/companion/zug_um_zug")
    page.locator("#of0 [data-finds]").fill("montreal")
    shown = page.locator("#of0 .journey:visible .from-to").all_text_contents()
    assert 0 < len(shown) < 10
    assert all("Montreal" in one for one in shown)


def test_home_leads_to_the_companion(invite: Invite) -> None:
    person = invite()
    person.page.goto("/")
    person.page.locator('nav a[href="/companion"]').click()
    check(person, "companion")
    person.page.locator('a[href="/companion/holmes"]').click()
    assert "Holmes" in (person.page.locator("h1").text_content() or "")


def test_a_silent_server_is_told_and_forgotten_with_the_next_answer(invite: Invite) -> None:
    person = invite(locale="de-DE")
    page = person.page
    page.goto("/companion/troika")
    page.route("**/companion/troika?*", lambda route: route.abort())
    page.locator('.face[value="0-7+"]').click()
    page.locator("#result .notice", has_text="Der Server antwortet nicht").wait_for()
    page.unroute("**/companion/troika?*")
    page.locator('.face[value="0-7+"]').click()
    page.locator("#result h2").wait_for()
    assert page.locator("#result .notice").count() == 0
    person.complaints.clear()  # the console tells of the request that did not get through
