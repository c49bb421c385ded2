"""The pace of bots, changed in mid-game without losing a choice, and the sounds of the table."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Invite
from tests.browser.person import NEWS, Person

pytestmark = pytest.mark.browser
GAME = "tatort_themse"
RECORDING = """
  window.heard = [];
  OscillatorNode.prototype.start = function () {
    window.heard.push(Math.round(this.frequency.value));
  };
  OscillatorNode.prototype.stop = () => {};
"""
CARD, TURN = 311, [659, 880]


def open_menu(person: Person) -> None:
    person.page.locator("[popovertarget=menu]").click()


def test_the_host_paces_the_bots_and_a_half_made_choice_stays(invite: Invite) -> None:
    person = invite()
    person.lay(GAME, 2)
    person.page.wait_for_selector(NEWS, state="attached")
    person.choose()
    chosen = person.page.locator(".sel").count()
    open_menu(person)
    slow = person.page.locator("[name=bot_pace][value=slow]")
    with person.page.expect_response("**/bot-pace") as answer:
        slow.click()
    assert answer.value.status == 204
    assert slow.get_attribute("aria-pressed") == "true"
    assert person.violations() == []
    assert chosen and person.page.locator(".sel").count() == chosen
    person.page.reload()
    open_menu(person)
    assert slow.get_attribute("aria-pressed") == "true"


def test_sounds_are_off_until_they_are_switched_on(invite: Invite) -> None:
    person = invite()
    person.page.add_init_script(RECORDING)
    files = person.files()
    person.lay(GAME, 2)
    person.play_on(most=3)
    assert person.page.evaluate("window.heard") == []
    assert not any(one.endswith("/sounds.js") for one in files)
    open_menu(person)
    person.page.locator("[data-wish=sounds]").check()
    person.page.wait_for_function(f"() => window.heard.includes({CARD})")
    person.page.keyboard.press("Escape")
    person.play_on(most=8)
    person.page.wait_for_function(f"() => window.heard.join().includes('{TURN[0]},{TURN[1]}')")
