"""The pace of bots, changed in mid-game without losing a choice, and the sounds of the table."""

from __future__ import annotations

import itertools

import pytest

from spieltisch.server.snapshot import Snapshot
from spieltisch.web.pages.showing import fragment
from spieltisch.web.pages.speech import speech
from tests.browser.conftest import Invite
from tests.browser.person import NEWS, Person
from tests.browser.posed import pose
from tests.web.looks import Telling

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
CALL, SOLVED, END = [440, 554, 659], [523, 659, 784, 1047], [784, 659, 784, 1047]
LISTENS = """() => performance.getEntriesByType('resource')
  .some(({ name }) => name.endsWith('/sounds.js'))"""


def open_menu(person: Person) -> None:
    person.page.locator("[popovertarget=menu]").click()


def test_the_host_paces_the_bots_and_a_half_made_choice_stays(invite: Invite) -> None:
    person = invite()
    person.lay_by_clicks(GAME, 2)
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
    person.lay_by_clicks(GAME, 2)
    person.play_on(most=3)
    assert person.page.evaluate("window.heard") == []
    assert not any(one.endswith("/sounds.js") for one in files)
    open_menu(person)
    person.page.locator("[data-wish=sounds]").check()
    person.page.wait_for_function(f"() => window.heard.includes({CARD})")
    person.page.keyboard.press("Escape")
    person.play_on(most=8)
    person.page.wait_for_function(f"() => window.heard.join().includes('{TURN[0]},{TURN[1]}')")


def when(room: str, seats: int, sign: str) -> tuple[Snapshot, Snapshot]:
    """The last look before something is on the page more often than before, and the first with
    it."""

    def shown(look: Snapshot) -> int:
        return fragment(look, speech("en")).count(sign)

    looks = itertools.pairwise(Telling(room, seats, 3, 0).steps())
    return next((one, then) for one, then in looks if shown(then) > shown(one))


@pytest.mark.parametrize(
    ("room", "seats", "sign", "equal", "tones"),
    [
        ("troika", 3, "departed", ".player.departed .left", CALL),
        ("tatort_themse", 2, " solved", ".case.solved .done", SOLVED),
        ("tatort_themse", 2, 'id="ending"', "#ending .score-card", END),
        ("holmes", 2, 'id="ending"', "#ending .score-card", END),
    ],
)
def test_a_call_a_solved_case_and_the_end_are_heard_once_and_seen(
    invite: Invite, room: str, seats: int, sign: str, equal: str, tones: list[int]
) -> None:
    person = invite()
    person.page.add_init_script(RECORDING)
    person.page.add_init_script("localStorage.setItem('spieltisch-sounds', 'on')")
    before, after = when(room, seats, sign)
    person.lay_by_clicks(room, 2)
    pose(person, before, then=after, once=LISTENS)
    seen = person.page.locator(equal)
    seen.first.wait_for()
    person.page.wait_for_function(f"() => window.heard.length >= {len(tones)}")
    person.page.wait_for_timeout(500)
    assert person.page.evaluate("window.heard") == tones
