"""Your box through the page: written down, mended, kept, shared, played."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Invite
from tests.browser.person import NEWS, Person
from tests.browser.test_companion import press_until
from tests.browser.test_pages import check

pytestmark = pytest.mark.browser


def type_into(person: Person, field: str, text: str) -> None:
    person.page.locator(f'[id="i-{field}"]').fill(text)


def told(person: Person, field: str, words: str) -> None:
    person.page.locator(f'[id="w-{field}"]', has_text=words).wait_for()


def lay_with_it(person: Person) -> None:
    """From the box to a table, with quick bots."""
    page = person.page
    page.locator("#play-box:enabled").click()
    page.locator(".notice.box").wait_for()
    page.locator("details.more summary").click()
    person.pick("bot_pace", "at_once")
    page.locator(".start button").click()
    page.wait_for_url("**/tables/*")
    page.wait_for_selector(NEWS, state="attached")


def in_every_language(person: Person, words: str) -> None:
    """The table names the card of this box whatever the language."""
    page = person.page
    cookie = {"name": "spieltisch-language", "url": page.url}
    for language in ("de", "fr", "en"):
        person.context.add_cookies([{**cookie, "value": language}])  # type: ignore[typeddict-item]
        page.reload()
        page.wait_for_selector(NEWS, state="attached")
        assert page.locator("html").get_attribute("lang") == language
        assert words in page.content()
        assert person.overflow() == 0


def test_a_box_of_tatort_themse_is_written_shared_and_played(invite: Invite) -> None:
    person = invite(locale="de-DE", color_scheme="dark")
    page = person.page
    page.goto("/box/tatort_themse")
    check(person, "our own box")
    page.locator('[id="i-case-1"]').select_option("")
    told(person, "own-1", "Bitte 1 bis 60 Zeichen")
    assert page.locator("#play-box").is_disabled()
    check(person, "a mistake")
    type_into(person, "own-1", "Smaragd")
    page.locator("#verdict", has_text="spielbar").wait_for()
    page.locator('[id="i-c1-4B"]').check(force=True)
    told(person, "clues", "jetzt sind es 26")
    page.locator('[id="i-c1-4M"]').uncheck(force=True)
    page.locator("#verdict", has_text="spielbar").wait_for()
    page.reload()
    page.locator('[id="i-own-1"]').wait_for()
    assert page.locator('[id="i-own-1"]').input_value() == "Smaragd"
    link = page.locator("#box-link").input_value()
    guest = invite(locale="fr-FR")
    guest.page.goto(link)
    guest.page.locator('[id="i-own-1"]').wait_for()
    assert guest.page.locator('[id="i-own-1"]').input_value() == "Smaragd"
    assert guest.page.locator('[id="i-c1-4B"]').is_checked()
    assert "#" not in guest.page.url
    lay_with_it(guest)
    guest.play_on(most=3)
    in_every_language(guest, "Smaragd")
    check(guest, "a table with another box")


def test_a_box_of_holmes_is_written_saved_and_played(invite: Invite) -> None:
    person = invite(locale="en-GB")
    page = person.page
    page.goto("/box/holmes")
    check(person, "our own box")
    type_into(person, "p3-name", "Professor Cairns")
    page.locator('[id="i-p3-portrait"]').select_option("")
    page.locator('[id="i-p3-s2"]').select_option("gain")
    page.locator('[id="i-p3-n2"]').fill("many")
    told(person, "p3-n2", "a whole number from 1 to 999")
    check(person, "a mistake")
    page.locator('[id="i-p3-n2"]').fill("2")
    page.locator("#r-p3", has_text="Gain 2 glasses.").wait_for()
    type_into(person, "kind-3", "Cigar ash")
    page.locator("#verdict", has_text="can be played").wait_for()
    with page.expect_download() as saved:
        page.locator("#file-box").click()
    guest = invite(locale="de-DE", viewport={"width": 390, "height": 844})
    guest.page.goto("/box/holmes")
    guest.page.locator(".from-file summary").click()
    guest.page.locator("#box-file").set_input_files(saved.value.path())
    guest.page.wait_for_function(
        "() => document.getElementById('i-p3-name').value === 'Professor Cairns'"
    )
    lay_with_it(guest)
    guest.play_on(most=3)
    in_every_language(guest, "Cigar ash")


def test_writing_by_keyboard_alone(invite: Invite) -> None:
    page = invite().page
    page.goto("/box/holmes")
    page.locator("#share-box:not([hidden])").wait_for()
    press_until(page, '[name="p0-name"]')
    page.keyboard.press("Control+A")
    page.keyboard.type("Doctor W.")
    press_until(page, '[name=act][value="remove-0"]')
    page.keyboard.press("Enter")
    page.locator("#verdict", has_text="3 persons are always there").wait_for()
    assert page.locator('[name="p0-name"]').count() == 0


def test_a_broken_link_says_so(invite: Invite) -> None:
    page = invite().page
    page.goto("/box/holmes#nothing-of-the-kind")
    page.locator('[id="w-text"]', has_text="not a card list").wait_for()


def test_writing_without_scripts(invite: Invite) -> None:
    page = invite(java_script_enabled=False).page
    page.goto("/box/tatort_themse")
    page.locator('[id="i-bonus-0"]').fill("a lot")
    page.locator(".plain-check").click()
    assert "from 0 to 99" in (page.locator('[id="w-bonus-0"]').text_content() or "")
    page.locator('[id="i-bonus-0"]').fill("8")
    page.locator("#play-box").click()
    page.locator(".start button").click()
    page.wait_for_url("**/tables/*")


@pytest.mark.long
@pytest.mark.parametrize("name", ["tatort_themse", "holmes"])
def test_a_whole_game_with_another_box(invite: Invite, name: str) -> None:
    person = invite(locale="fr-FR")
    page = person.page
    page.goto(f"/box/{name}")
    if name == "holmes":
        type_into(person, "kind-9", "Cendre")
    else:
        page.locator('[id="i-case-0"]').select_option("")
        type_into(person, "own-0", "Perles")
    page.locator("#verdict", has_text="jouable").wait_for()
    lay_with_it(person)
    assert person.play_on()
    assert ("Cendre" if name == "holmes" else "Perles") in page.content()
