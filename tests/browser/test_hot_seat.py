"""Several people at one device, a curtain between their turns."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from spieltisch.games import ROOMS
from spieltisch.web.pages.showing import sections_of
from tests.browser.conftest import Invite
from tests.browser.person import NEWS, STEPS, Person
from tests.browser.test_games import PHONE, SHORTEST, KeyboardUser, each_game, fewest
from tests.browser.test_pages import check

pytestmark = pytest.mark.browser
TURNS = 4
EACH_ONCE = 2
PRIVATE = re.compile(r'data-part|data-lead|id="plans"|data-zone="hand"')
HOLD = "#hold"
GAMES = 4


def lay_here(person: Person, name: str, players: int, *others: str) -> str:
    """A table for Mila and the others at this device; bots take the seats that are left."""
    page = person.page
    page.goto(f"/new/{name}")
    person.pick("mode", "here")
    person.pick("players", str(players))
    for number, other in enumerate(others, start=2):
        page.locator(f"[name=name{number}]").fill(other)
    page.locator("[name=name]").fill("Mila")
    page.locator("details.more summary").click()
    person.pick("bot_pace", "at_once")
    page.locator(".start button").click()
    page.wait_for_url("**/tables/*")
    return page.url.removeprefix(page.url.split("/tables/")[0])


def pass_around(
    person: Person, most: int, behind: Callable[[], None] | None = None, each: int = 1
) -> bool:
    """Lift the curtain, decide while asked, close it; so many turns. Whether the game is over."""
    for turn in range(most):
        person.page.wait_for_selector(f"{HOLD}, {NEWS}", state="attached")
        if person.is_over():
            return True
        if behind and turn % each == 0 and person.page.locator(HOLD).count():
            behind()
        take_turn(person)
    return person.is_over()


def hold(person: Person) -> None:
    """While nobody has anything to hide there is no curtain to lift."""
    person.put_news_aside()
    if person.page.locator(HOLD).count():
        person.page.locator(HOLD).click()
    person.page.wait_for_selector(NEWS, state="attached")


def decide_all(person: Person | KeyboardUser) -> None:
    for _ in range(STEPS):
        if not person.page.locator("#act.yours").count():
            return
        person.decide()
        person.page.wait_for_selector(f"{NEWS}, #cover, {HOLD}", state="attached")
    raise AssertionError("a turn without end")


def take_turn(person: Person) -> None:
    hold(person)
    decide_all(person)
    person.put_news_aside()
    if person.page.locator("#cover").count():
        person.page.locator("#cover").click()


def sections(person: Person, path: str) -> dict[str, str]:
    return dict(sections_of(person.context.request.get(f"{path}/fragment").text()))


def nothing_hidden(person: Person, spectator: Person, path: str) -> None:
    """Behind the curtain lies what somebody else who only watches is sent, byte by byte."""
    for source in (person.page.content(), person.context.request.get(path).text()):
        assert not PRIVATE.search(source)
    here, there = sections(person, path), sections(spectator, path)
    for name in here.keys() - {"curtain", "dock", "act", "buttons", "number", "top"}:
        assert here[name] == there[name], name
    assert not PRIVATE.search("".join(here.values()))


def watching(person: Person, invite: Invite, path: str) -> Person:
    spectator = invite()
    link = person.page.locator("#watch-link").input_value()
    spectator.page.goto("/watch/" + link.partition("/watch/")[2])
    assert spectator.page.url.endswith(path)
    spectator.page.goto("/about")  # only asks what is sent; no picture has to be drawn for it
    return spectator


@pytest.mark.parametrize(
    ("room", "turns"),
    [
        *((room, EACH_ONCE) for room in ROOMS if room != SHORTEST),
        *(pytest.param(room, TURNS, marks=pytest.mark.long) for room in ROOMS),
    ],
)
def test_the_device_goes_round_and_nothing_shows_behind_the_curtain(
    invite: Invite, room: str, turns: int
) -> None:
    """In make test Holmes has a test of its own below: there the curtain hangs late."""
    person = invite()
    path = lay_here(person, room, fewest(room), "Bo")
    spectator = watching(person, invite, path)
    pass_around(person, turns, lambda: nothing_hidden(person, spectator, path))


@pytest.mark.long
@each_game
def test_a_complete_game_at_one_device(invite: Invite, name: str) -> None:
    person = invite(locale="de-DE", color_scheme="dark", **PHONE)
    path = lay_here(person, name, fewest(name), "Bo")
    spectator = watching(person, invite, path)
    assert pass_around(person, 400, lambda: nothing_hidden(person, spectator, path), each=3)
    assert person.page.locator(".score-card").count() == fewest(name)
    assert person.page.locator("[data-part]").count() == 0
    assert "Du gewinnst" not in person.page.locator("#ending h2").inner_text()
    assert person.violations() == []
    finished = person.page.url
    person.page.locator("button[formaction$=again]").click()
    person.page.wait_for_url(lambda url: "/tables/" in url and url != finished)
    person.page.wait_for_selector(HOLD)


@each_game
def test_a_device_goes_round_by_keyboard_alone(invite: Invite, name: str) -> None:
    person = invite()
    lay_here(person, name, fewest(name), "Bo")
    user = KeyboardUser(person)
    for _ in range(4):
        person.page.wait_for_selector(f"{HOLD}, {NEWS}", state="attached")
        if person.page.locator(HOLD).count():
            assert person.page.evaluate("document.activeElement.id") == "hold"
            user.press("Enter")
        person.page.wait_for_selector(NEWS, state="attached")
        decide_all(user)
        if person.page.locator("#cover").count():
            user.enter("#cover", person.asked())
    person.page.wait_for_selector(f"{HOLD}, {NEWS}", state="attached")


def until_something_is_hidden(person: Person, seen: set[str | None]) -> str:
    """There are games in which nobody ever hides a clue: then another one is played."""
    page = person.page
    for _ in range(GAMES):
        path = lay_here(person, "holmes", 2, "Bo")
        page.wait_for_selector(f"{HOLD}, {NEWS}", state="attached")
        while not page.locator(HOLD).count() and not person.is_over():
            seen.add(page.locator("#table").get_attribute("data-seat"))
            assert page.locator(".drapes").count() == 0
            person.decide()
            page.wait_for_selector(f"{HOLD}, {NEWS}", state="attached")
        if not person.is_over():
            return path
    raise AssertionError("nobody hides a clue")


def test_nobody_hides_anything_in_holmes_at_first_so_there_is_no_curtain(invite: Invite) -> None:
    """The page is for whoever is asked; once a clue lies face down, the curtain hangs."""
    person, seen = invite(), set[str | None]()
    path = until_something_is_hidden(person, seen)
    spectator, page = watching(person, invite, path), person.page
    assert seen == {"0", "1"}
    assert page.locator(HOLD).count() and page.locator("[data-lead]").count() == 0
    nothing_hidden(person, spectator, path)
    hold(person)
    assert page.locator("[data-lead]").count()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_curtain_is_for_everyone(invite: Invite, scheme: str) -> None:
    person = invite(color_scheme=scheme, locale="de-DE")
    lay_here(person, "troika", 5, "Maximiliane-Charlotte", "Bo")
    person.page.wait_for_selector(HOLD)
    check(person, "curtain")
    person.page.locator("#peek").check(force=True)
    check(person, "the open table")
    person.page.locator("#peek").uncheck(force=True)
    hold(person)
    check(person, "lifted")


def test_the_curtain_closes_by_itself_after_a_turn_and_when_the_page_is_loaded_again(
    invite: Invite,
) -> None:
    person = invite()
    lay_here(person, "tatort_themse", 2, "Bo")
    first = person.page.locator(HOLD).inner_text()
    hold(person)
    person.page.reload()
    assert person.page.locator(HOLD).inner_text() == first
    hold(person)
    decide_all(person)
    assert person.page.locator("#linger").is_visible()
    person.page.wait_for_selector(HOLD)
    assert person.page.locator(HOLD).inner_text() != first
    assert person.page.title().startswith("● ")
    hold(person)
    decide_all(person)
    person.page.locator("#linger").click()
    assert person.page.locator("#linger").is_hidden()
    assert "closing" not in str(person.page.locator("#table").get_attribute("class"))


@pytest.mark.parametrize(
    ("decisions", "least"), [(8, 3), pytest.param(14, 5, marks=pytest.mark.long)]
)
def test_two_at_a_device_a_friend_elsewhere_and_a_bot(
    invite: Invite, decisions: int, least: int
) -> None:
    host, friend = invite(), invite()
    page = host.page
    page.goto("/new/troika")
    host.pick("mode", "here")
    host.pick("players", "4")
    page.locator("[name=name]").fill("Mila")
    page.locator("[name=name2]").fill("Bo")
    host.pick("rest", "friends")
    page.locator("details.more summary").click()
    host.pick("bots", "1")
    host.pick("bot_pace", "at_once")
    page.locator(".start button").click()
    link = page.locator("#invite-link").input_value()
    friend.page.goto("/join/" + link.rpartition("/")[2])
    friend.page.locator("[name=name]").fill("Cem")
    friend.page.locator(".start button").click()
    page.wait_for_selector("#table")
    turns = sum(whoever_is_asked(host, friend) for _ in range(decisions))
    assert turns >= least
    assert page.locator("[data-part], [data-lead]").count() == 0


def whoever_is_asked(host: Person, friend: Person) -> bool:
    """The friend decides once, or somebody at the device has a turn: whether it was they."""
    for _ in range(400):
        if friend.page.locator(NEWS).count():
            friend.decide()
            return False
        if host.page.locator(HOLD).count():
            take_turn(host)
            return True
        host.page.wait_for_timeout(50)
    asked = host.page.locator("#act").inner_text()
    raise AssertionError(f"nobody is asked; at the device: {asked}")
