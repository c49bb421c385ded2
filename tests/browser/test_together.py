"""Several browsers at one table, and a server that dies."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.conftest import Invite
from tests.browser.house import House
from tests.browser.person import NEWS, Person
from tests.browser.test_games import contributed, each_game, fewest

pytestmark = pytest.mark.browser
ROUNDS = 6


def sit_down_together(host: Person, guests: list[Person], name: str) -> str:
    """The host lays a table with as many seats; the guests come by the invitation."""
    path = host.lay_by_clicks(name, 1 + len(guests), online=True)
    link = host.page.locator("#invite-link").input_value()
    for guest in guests:
        guest.page.goto("/join/" + link.rpartition("/")[2])
        guest.page.locator("[name=name]").fill("Bo")
        guest.page.locator(".start button").click()
    host.page.wait_for_selector("#table")
    return path


def watch(host: Person, spectator: Person) -> None:
    link = host.page.locator("#watch-link").input_value()
    spectator.page.goto("/watch/" + link.partition("/watch/")[2])
    spectator.page.wait_for_selector("#table")


def test_who_waits_for_friends_goes_on_asking_a_server_that_was_busy(invite: Invite) -> None:
    host, guest = invite(), invite()
    answers = iter([503, 503])

    def answer(route: Route) -> None:
        status = next(answers, None)
        if status:
            route.fulfill(status=status)
        else:
            route.continue_()

    host.page.route("**/events?stage=gathering", answer)
    sit_down_together(host, [guest], "holmes")
    assert next(answers, None) is None
    host.complaints.clear()  # the console says that it was refused


def take_turns(people: list[Person], decisions: int) -> None:
    for _ in range(decisions):
        mover = whoever_is_asked(people)
        if mover is None:
            return
        mover.decide()


def whoever_is_asked(people: list[Person]) -> Person | None:
    for _ in range(400):
        for person in people:
            if person.page.locator(NEWS).count():
                return None if person.is_over() else person
        people[0].page.wait_for_timeout(25)
    raise AssertionError("nobody is asked")


@each_game
def test_two_browsers_and_a_spectator(invite: Invite, name: str) -> None:
    host, spectator = invite(), invite()
    guests = [invite() for _ in range(fewest(name) - 1)]
    sit_down_together(host, guests, name)
    watch(host, spectator)
    people = [host, *guests]
    assert [len(contributed(person)) for person in people] == [1] * len(people)
    take_turns(people, ROUNDS)
    assert spectator.page.locator("[data-part], [data-lead]").count() == 0
    spectator.page.wait_for_selector("#log li[data-line]")
    for person in people:
        others = person.page.locator(".player")
        assert others.count() == len(people) - 1
    spectator.page.wait_for_function(
        "() => Number(document.querySelector('#log [data-line]').dataset.line) > 5"
    )


@each_game
def test_a_refused_thing_says_why_with_its_clause(invite: Invite, name: str) -> None:
    person = invite()
    person.lay_by_clicks(name, fewest(name))
    person.page.wait_for_selector(NEWS, state="attached")
    refused = person.page.locator("main button[name=why]:visible").first
    if refused.count():
        refused.click()
        clause = person.page.locator(".toast a[href*='#']")
        person.page.locator(".toast summary").click()
        clause.wait_for()
        assert person.violations() == []
        clause.click()
        person.page.locator(".rulesheet .here").wait_for()


@each_game
def test_play_goes_on_after_the_server_was_killed(
    browser: Browser, name: str, tmp_path: Path
) -> None:
    house = House(tmp_path)
    house.open()
    person = Person(browser, house.address)
    try:
        person.lay_by_clicks(name, fewest(name))
        person.play_on(most=3)
        person.page.wait_for_selector(NEWS, state="attached")
        before = person.page.locator("#log").inner_text()
        house.kill()
        person.page.wait_for_function("() => document.getElementById('link').textContent")
        house.open()
        person.page.wait_for_function("() => !document.getElementById('link').textContent")
        assert person.page.locator("#log").inner_text() == before
        person.play_on(most=2)
    finally:
        person.context.close()
        house.kill()


@each_game
def test_a_seat_moves_to_another_device(invite: Invite, name: str) -> None:
    old, new = invite(), invite()
    path = old.lay_by_clicks(name, fewest(name))
    old.page.locator("[popovertarget=menu]").click()
    old.page.locator(".rare summary").click()
    old.page.locator("form[action$=seat-link] button").click()
    link = old.page.locator("#seat-link").input_value()
    assert old.violations() == []
    new.page.goto("/seat/" + link.rpartition("/")[2])
    new.page.locator("form[action^='/seat/'] button").click()
    new.page.wait_for_url(f"**{path}")
    new.play_on(most=1)


@each_game
def test_it_plays_without_javascript(invite: Invite, name: str) -> None:
    person = invite(java_script_enabled=False)
    person.lay_by_clicks(name, fewest(name))
    for _ in range(8):
        offers = person.page.locator("button[name=move]:visible")
        if not offers.count():
            person.page.wait_for_selector("button[name=move]:visible")  # it looks again by itself
            continue
        offers.first.click()
        assert person.page.locator(".notice").count() == 0
    assert person.page.locator("#log li").count() > 1
