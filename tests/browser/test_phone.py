"""On phones: what is asked about stays in sight, and words and buttons have room."""

from __future__ import annotations

import msgspec
import pytest

from tests.browser.conftest import Invite
from tests.browser.posed import pose, position

pytestmark = pytest.mark.browser
PHONES = [(360, 640), (390, 844)]
IN_SIGHT = """selector => {
  const dock = document.querySelector('.dock').getBoundingClientRect().top;
  return [...document.querySelectorAll(selector)].every((one) => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= dock;
  });
}"""


@pytest.mark.parametrize("size", PHONES)
def test_four_equal_witnesses_are_in_sight_when_asked_about(
    invite: Invite, size: tuple[int, int]
) -> None:
    person = invite(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    look = position("tatort_themse", 5, seed=0, decision=126)
    assert look.legal == ["renew", "keep"]
    person.lay("tatort_themse", 5)
    pose(person, look)
    person.page.wait_for_function(IN_SIGHT, arg=".display .card.wit")
    assert person.page.locator(".choice:visible").count() == 2


def test_a_hint_leaves_the_table_in_sight_that_it_speaks_of(invite: Invite) -> None:
    person = invite(viewport={"width": 390, "height": 844}, has_touch=True)
    look = position("holmes", 2, seed=0, decision=2)
    assert look.legal[0].startswith("take")
    person.lay("holmes", 2)
    pose(person, look)
    words = "<b>Take this one</b><span>Three lines are what a hint has to say at most, here.</span>"
    advice = {
        "html": f"<ol><li>{words}</li></ol>",
        "rows": [[look.legal[0], 62]],
        "buttons": '<i id="advice-next"></i>',
    }
    person.page.route("**/hint", lambda route: route.fulfill(json=advice))
    person.page.locator("#hint").click()
    line = person.page.locator("#advice").bounding_box()
    for thing in person.page.locator(".open [data-lead]").all():
        place = thing.bounding_box()
        assert line is not None and place is not None
        assert place["y"] + place["height"] <= line["y"]
    assert person.page.locator(".open .lamp").is_visible()


@pytest.mark.parametrize("size", PHONES)
def test_answers_hint_and_undo_stand_in_one_row(invite: Invite, size: tuple[int, int]) -> None:
    person = invite(viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    look = position("holmes", 2, seed=0, decision=1)
    assert look.legal == ["use", "decline"]
    person.lay("holmes", 2)
    pose(person, msgspec.structs.replace(look, can_undo=True), "de")
    person.page.wait_for_selector("#undo")
    tops = person.page.locator(".buttons > :visible:not(#hint)").evaluate_all(TOPS)
    assert len(tops) == 3 and len(set(tops)) == 1
    lamp = person.page.locator("#hint").bounding_box()
    assert lamp is not None and lamp["width"] < 50


TOPS = "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])
def test_the_ring_around_a_person_leaves_the_day_above_legible(
    invite: Invite, size: tuple[int, int]
) -> None:
    person = invite(viewport={"width": size[0], "height": size[1]})
    person.lay("holmes", 2)
    pose(person, position("holmes", 2, seed=0, decision=0))
    rooms = person.page.locator(".slot:has(.legal)").evaluate_all(ROOM_FOR_THE_DAY)
    assert len(rooms) >= 4 and min(rooms) >= 0


RING = 5  # pixels: its gap and its line
ROOM_FOR_THE_DAY = f"""all => all.map((slot) => {{
  const [day, card] = [slot.querySelector('.day'), slot.querySelector('.legal')];
  const room = card.getBoundingClientRect().top - {RING} - day.getBoundingClientRect().top;
  const {{ fontSize, lineHeight }} = getComputedStyle(day);
  return room - (parseFloat(fontSize) + parseFloat(lineHeight)) / 2;
}})"""


@pytest.mark.parametrize(("players", "decision"), [(2, 5), (3, 7), (4, 9)])
def test_a_table_of_tatort_themse_needs_no_scrolling_on_a_phone(
    invite: Invite, players: int, decision: int
) -> None:
    person = invite(viewport={"width": 390, "height": 844}, locale="de-DE")
    look = position("tatort_themse", players, seed=0, decision=decision)
    assert look.legal
    person.lay("tatort_themse", players)
    pose(person, look, "de")
    person.page.wait_for_function("() => document.querySelector('.film').children.length > 1")
    below = "document.documentElement.scrollHeight - innerHeight"
    assert person.page.evaluate(below) == 0


def test_the_newest_line_stands_on_one_baseline(invite: Invite) -> None:
    """While nobody has played since one's own turn. And where a clue was taken, the taker's sign
    alone fits into the slot."""
    person = invite(viewport={"width": 360, "height": 640}, locale="de-DE")
    person.lay("tatort_themse", 2)
    pose(person, position("tatort_themse", 2, seed=0, decision=2), "de")
    paid = person.page.locator(".newest .mini-w")
    assert paid.evaluate("one => getComputedStyle(one).verticalAlign") == "baseline"
    ghost = person.page.locator(".ghost").first
    assert ghost.evaluate("one => one.scrollWidth - one.clientWidth") == 0


def test_by_keyboard_a_choice_leads_to_its_button_and_back(invite: Invite) -> None:
    person = invite()
    person.lay("holmes", 2)
    pose(person, position("holmes", 2, seed=0, decision=0))
    page = person.page
    page.locator("#act").focus()
    page.keyboard.press("ArrowRight")
    first = page.locator("[data-lead]").first.get_attribute("id")
    assert page.evaluate(FOCUS) == first
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) == "confirm"
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUS) == first


FOCUS = "document.activeElement.id"
