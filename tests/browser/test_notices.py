"""Sound, notice and title when it is one's turn in a tab in the background."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.test_hot_seat import lay_here, take_turn

pytestmark = pytest.mark.browser
GAME = "tatort_themse"
AWAY = "window.isAway = true"
RECORDING = """
  window.isAway = false;
  window.heard = { notices: [], tones: 0, asked: 0 };
  document.hasFocus = () => !window.isAway;
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      window.heard.asked += 1;
      return (Notification.permission = window.answer ?? 'granted');
    }
    constructor(words) { window.heard.notices.push(words); }
    close() {}
  };
  OscillatorNode.prototype.start = () => { window.heard.tones += 1; };
  OscillatorNode.prototype.stop = () => {};
"""


def listener(invite: Invite) -> Person:
    person = invite()
    person.context.grant_permissions(["notifications"])
    person.page.add_init_script(RECORDING)
    return person


def heard(person: Person) -> dict[str, object]:
    found: dict[str, object] = person.page.evaluate("window.heard")
    return found


def switch_on(person: Person, *names: str) -> None:
    person.page.locator("[popovertarget=menu]").click()
    for name in names:
        person.page.locator(f"#{name}").click()
    person.page.keyboard.press("Escape")


def move_and_wait(person: Person) -> None:
    """Decide until the others had their turn and it is one's own again."""
    person.page.evaluate("""() => {
      window.mine = 0;
      new MutationObserver(() => {
        const yours = document.title.startsWith('●');
        window.mine += yours && !window.was ? 1 : 0;
        window.was = yours;
      }).observe(document.querySelector('title'), { childList: true });
      window.was = true;
    }""")
    while not person.page.evaluate("window.mine"):
        assert not person.play_on(most=1), "the game ended, and no turn was announced"


def test_nothing_is_heard_unless_it_was_switched_on(invite: Invite) -> None:
    person = listener(invite)
    person.lay_by_clicks(GAME, 2)
    person.page.wait_for_function("() => document.title.startsWith('●')")
    person.page.evaluate(AWAY)
    move_and_wait(person)
    assert heard(person) == {"notices": [], "tones": 0, "asked": 0}


def test_a_sound_and_a_notice_call_one_back(invite: Invite) -> None:
    person = listener(invite)
    person.lay_by_clicks(GAME, 2)
    person.page.wait_for_function("() => document.title.startsWith('●')")
    switch_on(person, "sound", "notice")
    person.page.wait_for_function("() => document.getElementById('notice').checked")
    person.page.wait_for_function("() => window.heard.tones === 2")
    assert heard(person) == {"notices": [], "tones": 2, "asked": 1}
    move_and_wait(person)
    assert heard(person)["notices"] == []
    person.page.evaluate(AWAY)
    move_and_wait(person)
    # One sound of two tones for each notice; there may be more than one turn meanwhile.
    person.page.wait_for_function(
        "() => heard.notices.length > 0 && heard.tones === 2 + 2 * heard.notices.length"
    )
    told = heard(person)
    assert told["notices"] == ["Your turn"] * ((int(str(told["tones"])) - 2) // 2)
    assert told["asked"] == 1
    person.page.reload()
    assert person.page.locator("#sound").is_checked()
    person.page.locator("[popovertarget=menu]").click()
    assert person.violations() == []


def test_a_browser_that_refuses_is_told_of_in_words(invite: Invite) -> None:
    person = listener(invite)
    person.page.add_init_script("window.answer = 'denied'")
    person.lay_by_clicks(GAME, 2)
    switch_on(person, "notice")
    person.page.wait_for_function("() => window.heard.asked")
    assert not person.page.locator("#notice").is_checked()
    assert "does not allow" in str(person.page.locator("#notices").text_content())


def test_at_a_shared_device_the_person_is_named(invite: Invite) -> None:
    person = listener(invite)
    lay_here(person, "troika", 3, "Bo")
    person.page.wait_for_selector("#hold")
    person.page.evaluate("localStorage.setItem('spieltisch-sound', 'on')")
    take_turn(person)
    person.page.evaluate(AWAY)
    person.page.wait_for_selector("#hold")
    assert " is to move" in person.page.title()
