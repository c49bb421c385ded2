"""A solved case and the end of a game are a short moment, in nobody's way."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from spieltisch.games.tatort_themse.view import ThemseView
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import PAGES
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.posed import pose
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LASTS = 2400
Moment = tuple[Snapshot, Snapshot]
GONE = """() => new Promise((done) => {
  const began = performance.now();
  const there = () => document.querySelector('.feast');
  const look = () => there() ? requestAnimationFrame(look) : done(performance.now() - began);
  look();
})"""


def moments(name: str, seats: int) -> Iterator[Moment]:
    games = (Telling(name, seats, seed, 0).steps() for seed in itertools.count(1))
    return itertools.chain.from_iterable(itertools.pairwise(steps) for steps in games)


def solved(look: Snapshot) -> dict[str, int | None]:
    assert isinstance(look.view, ThemseView)
    return {case.id: case.winner for case in look.view.cases if case.solved}


def solving(fits: Callable[[int | None], bool]) -> Moment:
    """Before and after a case is solved, and it goes to whom it should."""
    for before, after in moments("tatort_themse", 3):
        fresh = [solved(after)[one] for one in solved(after) if one not in solved(before)]
        if len(fresh) == 1 and fits(fresh[0]) and after.result is None:
            return before, after
    raise AssertionError


def ending(name: str, fits: Callable[[list[int]], bool]) -> Moment:
    for before, after in moments(name, 2):
        if after.result and fits(list(after.result.winners)):
            return before, after
    raise AssertionError


def celebrated(person: Person, moment: Moment, language: str = "en") -> Person:
    before, after = moment
    person.lay(before.game, len(before.seats))
    pose(person, before, language, then=after)
    person.page.locator(".feast").wait_for()
    return person


WHOSE = {
    "mine": (lambda winner: winner == 0, "The bonus is yours."),
    "theirs": (bool, "The bonus goes to "),
    "nobody's": (lambda winner: winner is None, "A tie: nobody gets the bonus."),
}


@pytest.mark.parametrize("whose", WHOSE)
def test_tt24_a_solved_case_says_who_had_how_much_and_whose_the_bonus_is(
    invite: Invite, whose: str
) -> None:
    fits, words = WHOSE[whose]
    moment = solving(fits)
    person = celebrated(invite(**PHONE), moment)
    feast = person.page.locator(".feast")
    assert words in feast.inner_text()
    [case] = solved(moment[1]).keys() - solved(moment[0]).keys()
    view = moment[1].view
    assert isinstance(view, ThemseView)
    at = [one.id for one in view.cases].index(case)
    sums = [sums[at] for sums in view.sums]
    assert [int(text) for text in feast.locator("li .num").all_text_contents()] == sums
    assert (
        feast.locator(".best").count() == feast.locator(".prize").count() == (whose != "nobody's")
    )
    spoken = person.page.locator("#live p", has_text=f"You {sums[0]}, Anna {sums[1]}")
    expect(spoken).to_have_count(1)
    assert person.violations() == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_moment_is_over_by_itself_and_still_where_motion_is_unwanted(
    invite: Invite, motion: str
) -> None:
    person = celebrated(invite(reduced_motion=motion), solving(lambda winner: winner == 0))
    page = person.page
    pieces = page.locator(".feast .piece").count()
    running = page.evaluate(
        "() => document.querySelector('.feast').getAnimations({subtree: true}).length"
    )
    assert (pieces, running) == (0, 0) if motion == "reduce" else pieces == 15 and running
    assert page.evaluate(GONE) <= LASTS + 100


# A thing that can be chosen in the middle of what the poster covers.
BELOW = """() => {
  const sheet = document.querySelector('.feast .sheet');
  const { left, right, top, bottom } = sheet.getBoundingClientRect();
  return [...document.querySelectorAll('.board .legal')]
    .map((one) => one.getBoundingClientRect())
    .map((box) => [box.left + box.width / 2, box.top + box.height / 2])
    .find(([x, y]) => x > left && x < right && y > top && y < bottom);
}"""


def test_a_tap_ends_it_and_does_what_it_always_does_below_it_too(invite: Invite) -> None:
    moment = next(
        (before, after)
        for before, after in moments("tatort_themse", 2)
        if len(solved(after)) > len(solved(before)) and after.legal and not after.result
    )
    person = celebrated(invite(), moment)
    page = person.page
    page.mouse.click(*page.evaluate(BELOW))
    assert page.locator(".feast").count() == 0 and page.locator(".sel").count() == 1
    page.reload()
    page.locator(".feast").wait_for()
    page.locator(".legal").first.click()
    assert page.locator(".feast").count() == 0 and page.locator(".sel").count() == 1


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_end_of_every_game_is_a_moment(invite: Invite, name: str) -> None:
    person = celebrated(invite(**PHONE), ending(name, lambda winners: winners == [0]), "de")
    feast = person.page.locator(".feast")
    assert "Du gewinnst!" in feast.inner_text() and feast.locator("li").count() == 2
    assert person.page.locator("#live p", has_text="Du gewinnst!").count() == 1
    assert person.violations() == []
    person.page.keyboard.press("Escape")
    assert person.page.locator("#ending").is_visible()
    assert feast.count() == 0


@pytest.mark.parametrize(
    ("winners", "words"), [([1], "Anna wins"), ([0, 1], "Shared victory: Mila, Anna")]
)
def test_tt28_wins_of_others_and_shared_ones_are_worded(
    invite: Invite, winners: list[int], words: str
) -> None:
    person = celebrated(
        invite(reduced_motion="no-preference"),
        ending("tatort_themse", lambda found: found == winners),
    )
    feast = person.page.locator(".feast")
    assert words in feast.inner_text()
    assert bool(feast.locator(".piece").count()) == (0 in winners)
