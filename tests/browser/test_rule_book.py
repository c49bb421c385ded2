"""The rule book in the page: found as one types, opened beside the table at its clause."""

from __future__ import annotations

import pytest

from spieltisch.games import game
from spieltisch.web.games import PAGES
from tests.browser.conftest import Invite
from tests.browser.person import NEWS
from tests.browser.test_games import each_game

pytestmark = pytest.mark.browser
each_room = pytest.mark.parametrize("room", sorted(PAGES))


@each_game
def test_the_book_is_searched_as_one_types(invite: Invite, name: str) -> None:
    person = invite()
    page = person.page
    page.goto(f"/rules/{name}")
    whole = page.locator(".clause:visible").count()
    page.locator("#find").press_sequentially("two")
    page.locator(".find [role=status]", has_text="found").wait_for()
    assert 0 < page.locator(".clause:visible").count() < whole
    assert page.locator("dd mark").count() > 0
    page.locator("#find").fill("")
    assert page.locator(".clause:visible").count() == whole
    assert page.locator(".toc a").count() == page.locator("section.panel").count()
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert person.overflow() == 0
    assert person.violations() == []


@each_room
def test_clauses_open_beside_the_table(invite: Invite, room: str) -> None:
    """From the log and from a refusal, by keyboard, without leaving the game."""
    person = invite()
    page = person.page
    path = person.lay(room, game(room).least_seats)
    person.play_on(most=1)
    page.wait_for_selector(NEWS, state="attached")
    here = page.locator(".rulesheet .clause.here")
    if not page.locator("#log").is_visible():  # behind its button
        page.locator("header [popovertarget=log]").press("Enter")
    logged = page.locator("#log li a[href*='#']").first
    logged.press("Enter")
    page.locator(".clause-card a").press("Enter")
    here.wait_for()
    assert (
        here.locator("dt")
        .inner_text()
        .startswith(str(logged.get_attribute("href")).partition("#")[2])
    )
    assert person.violations() == []
    page.keyboard.press("Escape")
    assert not page.locator(".rulesheet").is_visible()
    refused = page.locator("main button[name=why]:visible").first
    if refused.count():
        refused.press("Enter")
        page.locator(".toast summary").press("Enter")
        cited = page.locator(".toast a[href*='#']")
        clause = cited.inner_text().rpartition(" ")[2]
        cited.press("Enter")
        page.locator(f".rulesheet .here#{clause}").wait_for()
    assert page.url.endswith(path)


@each_room
@pytest.mark.parametrize("language", ["de-DE", "fr-FR", "en-GB"])
def test_the_book_opens_with_goal_table_and_a_turn(
    invite: Invite, room: str, language: str
) -> None:
    """The numbers lie on the table's picture; everything they show is told beside it."""
    person = invite(locale=language)
    page = person.page
    page.goto(f"/rules/{room}")
    table = page.frame_locator(".picture iframe")
    table.locator(".board").wait_for()
    assert table.locator("body[inert]").count() == 1
    assert page.locator(".picture[aria-hidden=true] circle").count() == 5
    assert page.locator(".sight li span").count() == 5
    assert (
        page.locator(".example li").count() == page.locator(".scene[aria-hidden=true]").count() == 4
    )
    assert page.locator(".aim li").count() == 3
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert person.sticking_out() == []
    first, clause = (page.locator(one).first.bounding_box() for one in (".opening", ".clause"))
    assert first and clause and first["y"] < clause["y"]
    assert person.violations() == []


@pytest.mark.parametrize("room", ["holmes"])
def test_ho14_an_address_with_a_clause_opens_at_it(invite: Invite, room: str) -> None:
    person = invite(viewport={"width": 390, "height": 844}, has_touch=True)
    page = person.page
    page.goto(f"/rules/{room}#HO-14")
    page.wait_for_load_state("networkidle")
    clause = page.locator("#HO-14").bounding_box()
    assert clause and 0 <= clause["y"] < 844 - clause["height"]
    page.locator("#find").fill("two")
    assert not page.locator(".opening").is_visible(), "a search shows what it found"


def test_on_paper_the_clauses_begin_a_page(invite: Invite) -> None:
    page = invite().page
    page.goto("/rules/troika")
    page.emulate_media(media="print")
    clauses = page.locator(".all-rules")
    assert clauses.evaluate("one => getComputedStyle(one).breakBefore") == "page"
