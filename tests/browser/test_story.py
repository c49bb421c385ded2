"""The table tells the story: captions, marks, the line on a phone, rules on demand, the menu."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Invite
from tests.browser.person import NEWS, TURN, Person
from tests.browser.posed import pose
from tests.web.looks import Telling
from tests.web.test_story import Recorded, own_turns

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
PLACES = """() => [...document.querySelectorAll('.card, .column, .case, .player, .stack, .dock')]
  .map((one) => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round).join())"""
WITHOUT_MARKS = """() => { for (const one of document.querySelectorAll('.mark')) one.remove(); }"""


def wish(person: Person, **wishes: str) -> None:
    for name, value in wishes.items():
        person.context.add_init_script(f"localStorage.setItem('spieltisch-{name}', '{value}')")


def whole_turn(person: Person) -> None:
    """Until the others have played and it is one's turn again."""
    while True:
        person.play_on(most=1)
        person.page.wait_for_selector(TURN, state="attached")
        if person.page.locator(".since[data-seen]").count() == 0:
            return


def test_tt00_on_a_phone_the_page_names_every_decision_of_four_others(invite: Invite) -> None:
    """Against the moves as the record has them."""
    person = invite(viewport=PHONE, has_touch=True)
    person.lay("tatort_themse", 5)
    told = Recorded("tatort_themse", 5, 3, 0)
    game, named = told.game, 0
    for number, look in enumerate(own_turns(told)):
        if number % 5 != 4:
            continue
        pose(person, look)
        film = person.page.locator(".film")
        assert film.locator(".frame").count() == 4 and film.bounding_box()["height"] == 44  # type: ignore[index]
        film.click()
        rows = {
            int(row.get_attribute("data-seat") or ""): row.inner_text()
            for row in person.page.locator(".told").all()
        }
        paid = [one.seen for one in look.log if one.seen.what == "pay_clue"][::-1]
        for seat, text in told.since_own():
            kind, _, what = text.partition(" ")
            if kind == "eliminate":
                assert "eliminates" in rows[seat]
            elif kind == "take":
                clue = next(str(one.facts["clue"]) for one in paid if one.who == seat)
                name = game.card_name("clue", clue, game.texts("en")).partition(",")[0]
                assert f"takes {name}" in rows[seat]
            elif kind in ("open", "blind"):
                witness = {"B": "Bobby", "M": "Musician", "U": "Urchin", "L": "Lady"}.get(what)
                assert (f"questions: {witness}" if witness else "draws unseen") in rows[seat]
            else:
                assert kind in ("pay", "pass", "renew", "keep")
            named += kind not in ("pay", "pass")
        if number == 4:
            assert person.violations() == []
        if number == 19:
            break
    assert named > 12


def test_captions_tell_over_the_newest_state_until_a_key_or_tap(invite: Invite) -> None:
    person = invite()
    page = person.page
    wish(person, pace="calm")
    person.lay("tatort_themse", 3)
    person.page.wait_for_selector(TURN, state="attached")
    whole_turn(person)
    caption = page.locator(".player .say")
    caption.wait_for()
    assert page.locator("#act.yours").count() == 1  # one can play already
    name = caption.locator("b").inner_text()
    row = page.locator(".told.now")
    assert name in row.inner_text() and page.locator(".told.yet").count() <= 1
    assert caption.locator("xpath=..").locator(".who b").inner_text() == name
    with_caption = page.evaluate(PLACES)
    page.keyboard.press("Escape")
    expect(page.locator(".say")).to_have_count(0)
    assert page.evaluate(PLACES) == with_caption
    assert page.locator(".told").count() == 2
    whole_turn(person)
    caption.wait_for()
    page.locator("h1").click()
    page.locator(".ground").click(position={"x": 400, "y": 300}, force=True)
    page.keyboard.press("Space")
    expect(page.locator(".say")).to_have_count(0)


def test_at_once_nothing_is_told_but_the_row(invite: Invite) -> None:
    person = invite()
    wish(person, pace="instant")
    person.lay("tatort_themse", 2)
    person.page.wait_for_selector(TURN, state="attached")
    person.page.evaluate(COUNT_CAPTIONS)
    whole_turn(person)
    assert person.page.locator(".told").count() == 1
    assert person.page.evaluate("window.captions") == 0


COUNT_CAPTIONS = """() => { window.captions = 0; new MutationObserver((all) => {
  for (const { addedNodes } of all) for (const node of addedNodes) {
    window.captions += node.className === 'say';
  }
}).observe(document.body, { childList: true, subtree: true }); }"""


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}])
def test_marks_say_who_changed_what_and_move_nothing(invite: Invite, size: dict[str, int]) -> None:
    person = invite(viewport=size)
    person.lay("tatort_themse", 4)
    told = Recorded("tatort_themse", 4, 3, 0)
    look = next(look for look in own_turns(told) if any_takes(told))
    pose(person, look)
    page = person.page
    page.wait_for_selector(".column > .mark")
    column = page.locator(".column:has(> .mark)").first
    assert "takes" in (column.get_attribute("aria-label") or "")
    assert page.locator(".stack.marked").count() and page.locator(".wit.marked").count()
    assert person.violations() == []
    before = page.evaluate(PLACES)
    page.evaluate(WITHOUT_MARKS)
    assert page.evaluate(PLACES) == before


def any_takes(told: Recorded) -> bool:
    return sum(text.startswith("take") for _, text in told.since_own()) >= 2


def test_a_rule_is_a_mark_that_opens_in_short_and_then_in_the_book(invite: Invite) -> None:
    person = invite()
    page = person.page
    wish(person, pace="instant")
    person.lay("tatort_themse", 2)
    page.wait_for_selector(NEWS, state="attached")
    whole_turn(person)
    mark = page.locator(".told .rule").first
    assert (mark.text_content() or "").strip().startswith("Rule TT-")
    assert "TT-" not in shown_after(mark)
    mark.focus()
    expect(mark).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    card = page.locator(".clause-card")
    card.wait_for()
    code = card.locator("small").inner_text()
    assert code in str(mark.get_attribute("href")) and person.violations() == []
    card.locator("a").click()
    page.locator(f".rulesheet .here#{code}").wait_for()


def test_the_menu_keeps_pace_and_rule_numbers_on_the_device(invite: Invite) -> None:
    person = invite(locale="de-DE")
    page = person.page
    person.lay("tatort_themse", 2)
    menu(page)
    page.locator("#menu [data-pace=brisk]").click()
    page.locator("#menu [data-wish=codes]").check()
    assert person.violations() == []
    page.reload()
    page.wait_for_selector(NEWS, state="attached")
    menu(page)
    assert page.locator("#menu [data-pace=brisk]").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    whole_turn(person)
    assert shown_after(page.locator(".lines .rule").first).startswith("TT-")
    last = page.locator("#menu form").last
    assert str(last.get_attribute("action")).endswith("/leave")


def shown_after(mark: Locator) -> str:
    return str(mark.evaluate("one => getComputedStyle(one, '::after').content")).strip('"')


def menu(page: Page) -> None:
    page.locator("[popovertarget=menu]").click()


def test_without_scripts_the_line_opens_the_story(invite: Invite) -> None:
    person = invite(viewport=PHONE, java_script_enabled=False)
    person.lay("tatort_themse", 2)
    page = person.page
    for _ in range(4):
        if page.locator(".frame").count():
            break
        offers = page.locator("button[name=move]:visible")
        if offers.count():
            offers.first.click()
        else:
            page.wait_for_selector("button[name=move]:visible")
    page.locator(".film").click()
    assert page.locator(".told .words").first.is_visible()


def test_the_round_is_told_again_on_demand(invite: Invite) -> None:
    """Even where nothing is told by itself."""
    person = invite()
    wish(person, pace="instant")
    person.lay("tatort_themse", 3)
    told = Recorded("tatort_themse", 3, 3, 0)
    pose(person, next(itertools.islice(own_turns(told), 4, None)))
    page = person.page
    assert page.locator(".say").count() == 0
    page.locator("#anew").click()
    page.locator(".player .say").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(".say")).to_have_count(0)


DOCK = "() => Math.round(document.querySelector('.dock').getBoundingClientRect().top)"
OUTSIDE = """() => [...document.querySelectorAll('.say > span:not(.run), .buttons > *')]
  .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 ||
    one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth))
  .map((one) => one.textContent)"""


@pytest.mark.parametrize(
    ("name", "seats", "width", "height"),
    [
        ("tatort_themse", 5, 390, 844),
        ("tatort_themse", 5, 360, 740),
        ("holmes", 2, 360, 740),
        ("holmes", 2, 1280, 800),
    ],
)
def test_the_dock_does_not_grow_while_something_is_told(
    invite: Invite, name: str, seats: int, width: int, height: int
) -> None:
    """Who skips finds the button beside the pace; the caption is whole, and so are the buttons."""
    person = invite(
        viewport={"width": width, "height": height}, has_touch=width < 1000, locale="de-DE"
    )
    wish(person, pace="calm")
    person.lay(name, seats)
    looks = list(Telling(name, seats, 2, 0).steps())
    before, after = next(
        (one, two) for one, two in itertools.pairwise(looks[20:]) if not one.legal and not two.legal
    )
    pose(person, before, "de", then=after)
    page = person.page
    page.locator(".say").wait_for()
    assert page.locator("#skip").is_visible() and page.evaluate(OUTSIDE) == []
    told = page.evaluate(DOCK)
    page.keyboard.press("Escape")
    expect(page.locator("#skip")).to_be_hidden()
    assert page.evaluate(DOCK) == told


def test_nothing_stands_above_the_first_question_of_a_game(invite: Invite) -> None:
    person = invite(viewport=PHONE, has_touch=True)
    person.lay("tatort_themse", 2)
    pose(person, next(Telling("tatort_themse", 2, 2, 0).steps()))
    assert person.page.locator("#film").count() == 1
    assert person.page.locator("#film").is_hidden()
    path, lamp = (person.page.locator(one).bounding_box() for one in (".path", "#hint"))
    assert path and lamp and lamp["y"] + lamp["height"] <= path["y"]


def test_the_question_mark_is_seen_in_the_dark(invite: Invite) -> None:
    """It is cut out of its disc: the ground shows through."""
    person = invite(color_scheme="dark")
    person.lay("tatort_themse", 2)
    hole, ground, disc = person.page.evaluate(
        """() => ['--hole', '--table', '--ink'].map((one) => getComputedStyle(
          document.querySelector('.top [popovertarget=goal]')).getPropertyValue(one))"""
    )
    assert hole == ground != disc
