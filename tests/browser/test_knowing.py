"""What a newcomer is told at a table: the goal on the first turn, and what each thing is for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from spieltisch.games.holmes.view import HolmesView
from spieltisch.games.tatort_themse.view import ThemseView
from spieltisch.server.snapshot import Snapshot
from tests.browser.conftest import Invite
from tests.browser.house import House
from tests.browser.person import NEWS, Newcomer, Person
from tests.browser.posed import pose
from tests.web.looks import Telling

pytestmark = pytest.mark.browser


@pytest.fixture
def newcomer(browser: Browser, house: House) -> Person:
    return Newcomer(browser, house.address)


def test_the_goal_lies_over_the_first_turn_until_it_is_put_aside(newcomer: Person) -> None:
    page = newcomer.page
    newcomer.lay("tatort_themse", 2)
    page.locator("#goal:popover-open").wait_for()
    assert page.locator("#goal li span").count() == 3
    assert newcomer.violations() == []
    page.locator("#goal .btn").click()
    page.reload()
    page.wait_for_selector(NEWS, state="attached")
    newcomer.wait_until_it_listens()
    assert not page.locator("#goal:popover-open").count(), "put aside for this table"
    page.locator("[popovertarget=goal].icon").click()
    page.locator("#goal [data-never]").click()
    newcomer.lay("tatort_themse", 2)
    page.wait_for_selector(NEWS, state="attached")
    newcomer.wait_until_it_listens()
    assert not page.locator("#goal:popover-open").count(), "put aside for ever"
    newcomer.leave()


def test_the_goal_does_not_lie_over_a_guided_game(newcomer: Person) -> None:
    page = newcomer.page
    page.goto("/")
    page.locator('form[action="/first/tatort_themse"] button').click()
    page.locator("#guide").wait_for()
    newcomer.wait_until_it_listens()
    assert not page.locator("#goal:popover-open").count()
    newcomer.leave()


def test_a_thing_says_what_it_is_for(invite: Invite) -> None:
    person = invite()
    page = person.page
    person.lay("tatort_themse", 2)
    page.wait_for_selector(NEWS, state="attached")
    tip = page.locator("#tip:popover-open")
    page.locator(".case").first.hover()
    tip.wait_for()
    assert "last clue" in tip.inner_text()
    page.mouse.move(2, 2)
    tip.wait_for(state="hidden")
    page.locator("#pile").focus()
    page.keyboard.press("?")
    assert "top card" in tip.inner_text()
    assert page.locator("#pile").get_attribute("aria-describedby") == "tip"
    assert person.violations() == []
    page.keyboard.press("Escape")
    assert not tip.count()


LONG = """([one, time]) => new Promise((done) => {
  const at = { bubbles: true, cancelable: true, pointerType: 'touch', clientX: 5, clientY: 5 };
  one.dispatchEvent(new PointerEvent('pointerdown', at));
  setTimeout(() => {
    one.dispatchEvent(new PointerEvent('pointerup', at));
    one.click();
    done();
  }, time);
})"""


def test_a_long_press_explains_and_does_not_tap(invite: Invite) -> None:
    person = invite(viewport={"width": 390, "height": 844}, has_touch=True)
    page = person.page
    person.lay("tatort_themse", 2)
    page.wait_for_selector(NEWS, state="attached")
    person.wait_until_it_listens()
    thing = page.locator("#pile")
    page.evaluate(LONG, [thing.element_handle(), 500])
    page.locator("#tip:popover-open").wait_for()
    assert not page.locator(".sel").count(), "no click after it"
    page.evaluate(LONG, [thing.element_handle(), 50])
    assert not page.locator("#tip:popover-open").count()
    assert page.locator(".sel").count() == 1


def test_a_tip_ends_with_what_one_has_of_it(invite: Invite) -> None:
    """Of a clue, how many witnesses of its kind are in one's hand (TT-16)."""
    person = invite()
    look = next(
        look
        for look in Telling("tatort_themse", 2, 1, 0).steps()
        if isinstance(look.view, ThemseView) and look.legal and len(look.view.hand or "") > 5
    )
    person.lay("tatort_themse", 2)
    pose(person, look)
    view = look.view
    assert isinstance(view, ThemseView)
    page = person.page
    clue = next(column for column in view.grid if column)[-1]
    page.locator(f'.clue[data-card="{clue}"]').hover()
    page.locator("#tip:popover-open").wait_for()
    number = (view.hand or "").count(clue[2])
    assert page.locator("#tip small").inner_text() == f"In your hand for it: {number}"


def test_i_opens_the_rule_of_the_row_one_is_at(invite: Invite) -> None:
    person = invite()
    *_, over = Telling("tatort_themse", 2, 1, 0).steps()
    person.lay("tatort_themse", 2)
    pose(person, over)
    page = person.page
    mark = page.locator(".score-card .rule").first
    code = str(mark.get_attribute("href")).partition("#")[2]
    assert code not in page.locator("#ending").inner_text().replace(f"Rule {code}", "")
    mark.focus()
    page.keyboard.press("i")
    assert page.locator(".clause-card small").inner_text() == code
    page.keyboard.press("Escape")
    assert person.violations() == []


def test_ho22_open_clues_say_what_they_would_change(invite: Invite) -> None:
    """By the numbers that lie in both rows; a switch of the device takes them away."""
    person = invite()
    person.lay("holmes", 2)
    look = next(look for look in Telling("holmes", 2, 3, 0).steps() if fits_pills(look))
    pose(person, look)
    page = person.page
    view = look.view
    assert isinstance(view, HolmesView)
    me, other = view.players
    for at, letter in enumerate(view.display):
        if letter in "JM":
            continue
        mine, theirs = (one.rows.count(letter) + (letter in one.jokers) for one in (me, other))
        scored = [
            (int(letter) - b if a > b else 0) - (int(letter) - a if b > a else 0)
            for a, b in ((mine, theirs), (mine + 1, theirs))
        ]
        change = scored[1] - scored[0]
        shown = page.locator(f"#d{at + 1} .brings").inner_text().split()[-1]
        assert shown == (f"{change:+d}".replace("-", "\N{MINUS SIGN}") if change else "±0")
        pill, strip = (
            page.locator(f"#d{at + 1} {part}").bounding_box() for part in (".brings", ".strip")
        )
        assert pill and strip and pill["y"] > strip["y"] + strip["height"]
    page.evaluate("localStorage.setItem('spieltisch-brings', 'off')")
    page.reload()
    page.locator("#d1").wait_for()
    person.wait_until_it_listens()
    assert page.locator(".brings:visible").count() == 0


def fits_pills(look: Snapshot) -> bool:
    """No row is nearly whole: then there is a bonus on top (HO-23)."""
    view = look.view
    if not isinstance(view, HolmesView) or not look.legal or view.day < 3:
        return False
    kinds = [letter for letter in view.display if letter not in "JM"]
    return len(kinds) > 2 and all(
        one.rows.count(kind) < int(kind) - 1 for one in view.players for kind in kinds
    )
