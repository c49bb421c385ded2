"""Troika: one points at the tile one wants, and that one turns for everybody at the table."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from spieltisch.games.troika.view import TroikaView
from tests.browser.conftest import Invite
from tests.browser.posed import pose, position
from tests.browser.test_together import sit_down_together, whoever_is_asked
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
TURNED = "number => document.querySelector(`#f${number}.up`)"


def test_the_tile_that_is_tapped_turns_for_everybody(invite: Invite) -> None:
    """Nothing turns before that: not by itself, and not with the first tap."""
    ada, ben = invite(), invite()
    sit_down_together(ada, [ben], "troika")
    mover = whoever_is_asked([ada, ben])
    assert mover
    other = ben if mover is ada else ada
    page = mover.page
    page.wait_for_timeout(3200)
    assert page.locator(".field .up").count() == 1
    page.locator("#f17").click()
    assert page.locator(".field .sel").evaluate_all("all => all.map((one) => one.id)") == ["f17"]
    page.locator("#f17").click()
    for person in (mover, other):
        person.page.wait_for_function(TURNED, arg=17)
        assert person.page.locator(".field .up").count() == 2
    mover.page.reload()
    mover.page.wait_for_function(TURNED, arg=17)
    assert mover.violations() == []


def test_arrows_go_over_the_field_and_enter_chooses(invite: Invite) -> None:
    person = invite()
    person.lay("troika", 3)
    pose(person, position("troika", 3, seed=1, decision=0))
    page = person.page
    page.locator("#act").focus()
    for _ in range(100):  # until the page listens
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.id") != "act":
            break
        page.wait_for_timeout(100)
    first = int(page.evaluate("document.activeElement.id").removeprefix("f"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    below = int(page.evaluate("document.activeElement.id").removeprefix("f"))
    assert below > first + 5
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == f"f{first + 1}"
    page.keyboard.press("Enter")
    assert page.locator(".field .sel").get_attribute("id") == f"f{first + 1}"
    assert page.evaluate("document.activeElement.id") == "confirm"


def test_it_turns_by_itself_where_that_was_switched_on(invite: Invite) -> None:
    person = invite()
    person.lay("troika", 2)
    page = person.page
    page.wait_for_selector("#act.yours")
    page.locator("[popovertarget=menu]").click()
    page.locator("label:has([data-wish=alone])").click()
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.field .up').length > 1")


@pytest.mark.parametrize("tiles", [6, 14, 20])
def test_the_dock_holds_all_tiles_at_one_height(invite: Invite, tiles: int) -> None:
    person = invite()
    look = position("troika", 2, seed=2, decision=4)
    assert look.legal and isinstance(look.view, TroikaView)
    own = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 15, 15, 1, 1, 7, 11, 13][:tiles]
    containers = [sorted(own), look.view.containers[1]]
    view = msgspec.structs.replace(look.view, containers=containers)
    person.lay("troika", 2)
    pose(person, msgspec.structs.replace(look, view=view))
    page = person.page
    assert page.locator(".container .tile.up").count() == tiles
    assert page.locator(".dock").evaluate("one => one.offsetHeight") == 212
    sticking = "one => one.scrollHeight - one.clientHeight"
    assert page.locator(".container").evaluate(sticking) <= 0
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_on_a_phone_a_fresh_field_lies_whole_above_the_dock(invite: Invite, seats: int) -> None:
    person = invite(viewport={"width": 390, "height": 844}, has_touch=True)
    person.lay("troika", seats)
    for decision in range(4):
        pose(person, position("troika", seats, seed=1, decision=decision))
        assert person.page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


FLYING = """document.addEventListener('toggle', ({ target, newState }) => {
  if (newState !== 'open' || !target.matches('[data-news]')) return;
  const named = (one) => one.style.viewTransitionName;
  window.flying = [...document.querySelectorAll('[data-card]')].filter(named).length;
}, true);"""


def test_nothing_flies_over_the_result_of_a_round(invite: Invite) -> None:
    """Tiles of the next round did, and hid the headline as it was read."""
    person = invite(reduced_motion="no-preference")
    steps = itertools.pairwise(Telling("troika", 3, 1, 0).steps())
    before, after = next(pair for pair in steps if getattr(pair[1].view, "rounds", None))
    person.page.add_init_script(FLYING)
    person.lay("troika", 3)
    pose(person, before, then=after)
    person.page.locator("[data-news]:popover-open").wait_for()
    assert person.page.evaluate("window.flying") == 0
