"""Tatort Themse: what can be done is seen at a glance, and takes few taps."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from playwright.sync_api import Page

from spieltisch.games.tatort_themse.view import ThemseView
from spieltisch.server.snapshot import Snapshot
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.posed import pose, position
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
SIZES = [(360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080)]


def posed(invite: Invite, look: Snapshot, size: tuple[int, int] = (1280, 800)) -> Person:
    person = invite(viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    assert look.view
    person.lay("tatort_themse", look.view.seats)
    pose(person, look, "de")
    person.page.wait_for_selector(".path")
    return person


def billed(page: Page) -> list[str]:
    rows = page.locator("#bill li").all_inner_texts()
    return [row.replace("\N{NO-BREAK SPACE}", " ") for row in rows]


def with_all_three() -> Snapshot:
    look = position("tatort_themse", 3, seed=3, decision=21)
    assert sum(move.startswith("eliminate") for move in look.legal) == 3
    assert sum(move.startswith("take") for move in look.legal) == 2
    return look


def poor() -> Snapshot:
    """Nothing can be paid for."""
    looks = (position("tatort_themse", 3, seed, 0) for seed in range(40))
    return next(look for look in looks if look.legal == ["pass"])


def test_the_parts_of_a_turn_are_named_and_lift_their_things(invite: Invite) -> None:
    page = posed(invite, with_all_three()).page
    assert page.locator(".path button").all_inner_texts() == [
        "Beseitigen\n3 möglich",
        "Nehmen\n2 möglich",
        "Befragen\nzum Schluss",
    ]
    assert page.locator(".under.legal .reach").all_inner_texts() == ["1", "1", "1"]
    assert page.locator(".bracket").inner_text() == "Befragen"
    ring = "all => all.map((one) => getComputedStyle(one).boxShadow)"
    page.mouse.move(5, 5)
    [before] = set(page.locator(".under.legal").evaluate_all(ring))
    page.locator("#p-eliminate").click()
    assert page.locator("#p-eliminate").get_attribute("aria-pressed") == "true"
    page.mouse.move(5, 5)
    page.wait_for_function(
        "before => getComputedStyle(document.querySelector('.under.legal')).boxShadow !== before",
        arg=before,
    )


def test_a_clue_is_taken_with_two_taps_and_the_bill_says_how(invite: Invite) -> None:
    person = posed(invite, with_all_three())
    page = person.page
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.post_data or ""))
    page.locator("#c2-3").click()
    assert page.locator("#question").inner_text() == "Gold 3 nehmen"
    assert billed(page) == [
        "2 Bobbys beseitigen Kronjuwelen 5",
        "3 Straßenjungen zahlen den ganzen Preis",
    ]
    assert "fällt weg" in page.locator("#c2-4.going").inner_text()
    assert page.locator(".hand .use").all_inner_texts() == ["2", "3"]
    assert person.violations() == []
    page.locator("#confirm").click()
    page.wait_for_timeout(200)
    assert any("eliminate+2+1%7Cpay+BB%7Cpay+UUU" in body for body in sent)


def test_another_card_of_the_hand_changes_the_payment_and_leaves_it_whole(invite: Invite) -> None:
    page = posed(invite, with_all_three()).page
    page.locator("#c2-3").click()
    page.locator("#h3").click(position={"x": 12, "y": 14})
    assert billed(page) == [
        "2 Musiker beseitigen Kronjuwelen 5",
        "3 Straßenjungen zahlen den ganzen Preis",
    ]
    page.locator("#h5").click(position={"x": 12, "y": 14})
    assert billed(page) == [
        "2 Musiker beseitigen Kronjuwelen 5",
        "2 Straßenjungen zahlen 2 der 3",
        "2 Bobbys als Joker für 1 Straßenjunge",
    ]
    assert page.locator("#confirm").is_enabled()


def test_a_price_that_is_not_met_says_what_is_missing(invite: Invite) -> None:
    page = posed(invite, position("tatort_themse", 3, seed=2, decision=123)).page
    page.locator("#c1-3").click()
    page.locator("#h1").click(position={"x": 12, "y": 14})
    assert page.locator("#confirm").is_disabled()
    assert billed(page) == ["Es fehlt noch: 1 Bobby"]


def test_a_card_tapped_first_shows_what_it_can_pay_for(invite: Invite) -> None:
    person = posed(invite, with_all_three(), (390, 844))
    page = person.page
    page.locator("#h1").click(position={"x": 12, "y": 14})
    assert page.locator("#question").inner_text() == "Bobby: wofür?"
    assert page.locator(".way").count() == 5
    assert page.locator("#confirm").is_hidden()
    assert page.locator(".display .legal:not(.out)").count() == 0
    assert person.violations() == []
    page.get_by_role("button", name="Dokumente 2 nehmen").click()
    assert any("2 Bobbys" in row for row in billed(page))
    assert page.locator("#confirm").is_enabled()


# What the bill said, however soon it is gone again.
KEEP_BILLS = """() => {
  window.bills = '';
  const keep = () => { window.bills += document.querySelector('#bill')?.innerText ?? ''; };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(keep).observe(document.body, all);
}"""


def test_a_card_that_pays_for_nothing_sinks_by_itself(invite: Invite) -> None:
    look = poor()
    page = posed(invite, look).page
    page.evaluate(KEEP_BILLS)
    page.locator("#h1").click(position={"x": 12, "y": 14})
    page.wait_for_function("() => bills.includes('keine Spur bezahlen')")
    page.wait_for_function("() => !document.querySelector('.hand .sel')")
    assert page.locator(".path .none").count() == 2


@pytest.mark.parametrize("size", SIZES)
def test_the_dock_lies_over_nothing_that_can_be_chosen(
    invite: Invite, size: tuple[int, int]
) -> None:
    look = position("tatort_themse", 5, seed=0, decision=58)
    assert {move.split()[0] for move in look.legal} == {"take", "eliminate", "pass"}
    person = posed(invite, look, size)
    page = person.page
    assert person.sticking_out() == []
    page.wait_for_function(IN_SIGHT)
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    page.locator(".under.legal").first.click()
    assert person.sticking_out() == []


IN_SIGHT = """() => {
  const dock = document.querySelector('.dock').getBoundingClientRect().top;
  return [...document.querySelectorAll('.board .legal')].every(
    (one) => one.getBoundingClientRect().bottom <= dock);
}"""


def test_solved_cases_leave_the_log_where_it_is(invite: Invite) -> None:
    heights = []
    for decision in (0, 198):
        look = position("tatort_themse", 2, seed=0, decision=decision)
        assert look.view
        person = posed(invite, look)
        cases = person.page.locator(".cases").bounding_box()
        assert cases is not None
        heights.append((person.page.locator(".case.solved").count(), cases["height"]))
    (none, before), (some, after) = heights
    assert none == 0 < some and before == after


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_on_a_phone_a_choice_moves_no_card_of_the_board(invite: Invite, seats: int) -> None:
    """But for a bill of three rows, with witnesses to eliminate, to pay and as jokers."""
    looks = itertools.islice(Telling("tatort_themse", seats, 3, 0).steps(), 40)
    most = max(looks, key=lambda look: len(look.legal))
    page = posed(invite, most, (390, 844)).page
    before = page.evaluate(TOPS)
    for lead in page.locator(".board [data-lead]:visible").all():
        lead.evaluate("one => one.click()")
        page.locator("#confirm").wait_for()
        if page.locator("#bill li").count() < 3:
            assert page.evaluate(TOPS) == pytest.approx(before, abs=1)
        page.locator("#back").click()


TOPS = """() => ['.columns', '.display', '.hand'].map((part) =>
  document.querySelector(part).getBoundingClientRect().top + scrollY)"""


def test_on_a_phone_a_short_name_stands_whole_beside_what_one_has(invite: Invite) -> None:
    looks = (look for seed in range(40) for look in Telling("tatort_themse", 3, seed, 0).steps())
    look = next(look for look in looks if has_much(look))
    rivals = [msgspec.structs.replace(one, name="Charly") for one in look.seats]
    person = invite(viewport={"width": 390, "height": 844}, locale="fr-FR")
    person.lay("tatort_themse", 3)
    pose(person, msgspec.structs.replace(look, seats=rivals), "fr")
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert person.page.locator(".player .who b").evaluate_all(cut) == 0


def has_much(look: Snapshot) -> bool:
    """Rivals with two figures of witnesses and of points."""
    assert isinstance(look.view, ThemseView)
    return any(
        hand.size > 9 and sum(int(clue[1]) for clue in clues) > 9
        for hand, clues in zip(look.view.hands[1:], look.view.clues[1:], strict=True)
    )
