"""Zug um Zug in a browser: packs, the plan in the own yard, tickets, and the last choice."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Page

from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.stored_table import House
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.posed import pose
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
SIZES = [(360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
UNDER_THE_DOCK = """selector => {
  const dock = document.querySelector('.dock').getBoundingClientRect().top;
  return [...document.querySelectorAll(selector)]
    .filter((one) => one.getBoundingClientRect().bottom > dock + 1)
    .map((one) => one.outerHTML.slice(0, 90));
}"""
CUT_OFF = """() => [...document.querySelectorAll('.plate, .every, .worth, .below > span')]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""


def told(seats: int, seed: int) -> list[tuple[Snapshot, ZugView]]:
    looks = [(look, look.view) for look in Telling("zug_um_zug", seats, seed, 0).steps()]
    return [(look, view) for look, view in looks if isinstance(view, ZugView)]


def ousting(seats: int = 2) -> tuple[Snapshot, str, int]:
    """A turn in which a whole pack ousts a train; its letter and how many they are."""
    for seed in range(40):
        for look, view in told(seats, seed):
            rivals = {train.colour for yard in view.yards[1:] for train in yard}
            for letter in rivals:
                number = (view.hand or "").count(letter)
                if f"lay {letter * number}" in look.legal and number > 1:
                    return look, letter, number
    raise AssertionError("nobody ever ousts a train")


def fullest(seats: int, seed: int) -> Snapshot:
    """The turn with the most in the yards."""
    turns = [(look, view) for look, view in told(seats, seed) if look.legal and view.phase == "act"]
    return max(turns, key=lambda turn: sum(map(len, turn[1].yards)))[0]


def last_choice(seats: int, seed: int, most: int = 0) -> Snapshot:
    found = [look for look, view in told(seats, seed) if look.legal and view.phase == "complete"]
    return found[most]


def seat(person: Person, look: Snapshot, seats: int, language: str = "en") -> Page:
    person.lay("zug_um_zug", seats)
    pose(person, look, language)
    return person.page


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desk", "phone"])
def test_zz16_a_plan_stands_in_the_own_yard_and_marks_what_it_ousts(
    invite: Invite, context: dict[str, object]
) -> None:
    person = invite(**context)
    look, letter, number = ousting()
    page = seat(person, look, 2)
    own = page.locator(".lane.own")
    assert own.locator(".plan").count() == 0
    page.locator(f"#h{letter}").click()
    assert page.locator(".hand .sel").count() == number
    plan = own.locator(".plan.sound")
    assert plan.locator(".car").count() == number and "your plan" in plan.inner_text()
    ousted = page.locator(".lane:not(.own) .train.goes")
    assert ousted.count() == 1 and "you oust it" in ousted.inner_text()
    assert page.locator("#confirm").inner_text().strip() == f"Lay {number} cards"
    assert f"{number} cards" in page.locator("#asks").inner_text()
    assert page.evaluate(UNDER_THE_DOCK, ".lane, .plan .below") == []
    assert person.violations() == []
    page.locator(f"#h{letter}").click()
    assert page.locator(".hand .sel, .plan, .goes, .below.now").count() == 0


def test_a_pack_takes_the_place_of_another_but_is_joined_by_locomotives(invite: Invite) -> None:
    look, pair, other = next(
        (look, letter, another)
        for seed in range(40)
        for look, view in told(2, seed)
        for letter in "PBOWGYKR"
        for another in "PBOWGYKR"
        if f"lay {letter * 2}L" in look.legal
        and (view.hand or "").count(letter) == 2
        and (view.hand or "").count("L") == 1
        and another != letter
        and f"lay {another * 2}" in look.legal
    )
    page = seat(invite(), look, 2)
    page.locator(f"#h{other}").click()
    page.locator(f"#h{pair}").click()
    chosen = page.locator(".hand .sel").evaluate_all("all => all.map((one) => one.dataset.part)")
    assert chosen == [pair, pair]
    page.locator("#hL").click()
    assert page.locator(".plan .car").count() == 3 and page.locator(".plan .engine").count() == 1
    page.locator(f"#h{pair}1").click(position={"x": 8, "y": 24})
    assert page.locator(".plan .car").count() == 2


def test_the_route_of_the_ticket_one_is_at_stands_out(invite: Invite) -> None:
    page = seat(invite(), fullest(2, 3), 2)
    rows = page.locator(".ticket-row")
    assert rows.count() > 1 and page.locator(".map.all .line").count() == rows.count()
    rows.nth(1).hover()
    assert page.locator(".line.hot").count() == 1
    hot = page.locator(".map.all .line").nth(1).get_attribute("class")
    assert "hot" in str(hot)


def test_on_a_phone_tickets_open_as_a_sheet_without_scrolling(invite: Invite) -> None:
    person = invite(**PHONE)
    page = seat(person, fullest(2, 3), 2, "de")
    assert not page.locator(".map.all").is_visible() and page.locator(".need").first.is_visible()
    page.locator(".show-tickets").click()
    assert page.locator(".map.all").is_visible() and page.locator(".names").last.is_visible()
    sheet = page.locator("#my-tickets")
    assert sheet.evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    assert person.violations_in_both_schemes() == []
    page.locator(".show-tickets").click()
    assert not page.locator(".map.all").is_visible()


@pytest.mark.parametrize("size", SIZES)
def test_zz23_the_last_choice_counts_live_and_lies_under_nothing(
    invite: Invite, size: tuple[int, int]
) -> None:
    person = invite(viewport={"width": size[0], "height": size[1]})
    page = seat(person, last_choice(2, 7), 2)
    offered = page.locator(".offer .ticket")
    page.locator("[data-left] small:not(:empty)").first.wait_for()
    proposed = page.locator(".offer .ticket.sel").count()
    total = page.locator("[data-total=all]").inner_text()
    left = page.locator("[data-left] small").all_inner_texts()
    assert all(text.endswith("left") for text in left) and not page.locator("#back").is_visible()
    assert offered.count() > 6 and proposed > 1
    assert page.evaluate(UNDER_THE_DOCK, ".offer .ticket") == []
    page.locator(".offer .ticket.sel").last.click()
    assert page.locator("[data-total=all]").inner_text() != total
    assert page.locator("[data-left] small").all_inner_texts() != left
    assert page.locator("#confirm").inner_text().strip() == f"Complete {proposed - 1}"
    page.get_by_role("button", name="Proposal").click()
    assert page.locator("[data-total=all]").inner_text() == total
    assert page.locator("[data-left] small").all_inner_texts() == left
    assert person.overflow() == 0
    assert person.violations() == []


def test_fifteen_tickets_need_no_scrolling_at_the_last_choice(invite: Invite) -> None:
    look = last_choice(2, 7)
    view = look.view
    assert isinstance(view, ZugView)
    many = sorted({*view.held, *range(1, 30)})[:15]
    look = msgspec.structs.replace(look, view=msgspec.structs.replace(view, held=many))
    page = seat(invite(), look, 2, "de")
    assert page.locator(".offer .ticket").count() == 15
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("memory_aid", [False, True])
def test_a_table_has_room_at_every_size(invite: Invite, players: int, memory_aid: bool) -> None:
    person = invite(locale="de-DE")
    look = fullest(players, 3)
    look = msgspec.structs.replace(look, house=House(memory_aid=memory_aid))
    page = seat(person, look, players, "de")
    page.add_style_tag(content="#link { display: none !important }")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert person.sticking_out() == [], width
        assert page.evaluate(CUT_OFF) == [], width
        assert page.evaluate(UNDER_THE_DOCK, ".lane, .display > *") == [], (width, height)


def test_the_last_turns_are_announced_and_four_lanes_still_have_room(invite: Invite) -> None:
    turns = (turn for seed in range(40) for turn in told(4, seed))
    look = next(
        look for look, view in turns if view.last_turns and view.phase == "act" and look.legal
    )
    page = seat(invite(), look, 4, "de")
    assert page.locator(".news").is_visible()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
