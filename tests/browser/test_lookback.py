"""Looking back at a finished game, and trying again: whatever is tapped moves the board."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import httpx
import pytest

from spieltisch.games import game
from spieltisch.web.games import PAGES
from tests.browser.conftest import FIRST_TABLE, Invite
from tests.browser.house import House
from tests.browser.person import TURN, Person
from tests.browser.records import written
from tests.browser.test_replay import load

pytestmark = pytest.mark.browser
each_game = pytest.mark.parametrize("name", sorted(PAGES))
LONGEST = 300  # seconds, beside other tests
SIZES = ((1280, 800), (390, 844), (360, 740))


@pytest.fixture(scope="module", params=["few", pytest.param("all", marks=pytest.mark.long)])
def house(
    request: pytest.FixtureRequest, house: House, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """Which decisions are thought about; how all are judged is tested without a browser."""
    if request.param == "all":
        yield house
        return
    quick = House(tmp_path_factory.mktemp("thoughts"), "-m", "tests.browser.few_thoughts_server")
    quick.open()
    yield quick
    quick.kill()


@cache
def finished(house: House, name: str) -> tuple[str, str]:
    """A game of one person, who plays anything, against bots; the table and the credential. Played
    once, because it is thought about once."""
    seats = [{"kind": "person", "name": "Mila"}]
    seats += [{"kind": "bot", "level": "casual"}] * (game(name).least_seats - 1)
    with httpx.Client(base_url=house.address, timeout=60) as client:
        body = {"game": name, "seats": seats, "house": {"bot_pace": 0}}
        seated = client.post("/api/tables", json=body).json()
        table, chance = f"/api/tables/{seated['table']}", random.Random(3)
        client.headers["Authorization"] = f"Bearer {seated['credential']}"
        end = time.monotonic() + LONGEST
        while (look := client.get(table).json())["stage"] != "over":
            assert time.monotonic() < end
            if look["legal"]:
                move = chance.choice(look["legal"])
                at = {"number": look["number"]}
                client.post(f"{table}/move/{move}", params=at)
            else:
                time.sleep(0.02)
        return seated["table"], seated["credential"]


def looking_back(person: Person, house: House, name: str) -> str:
    table, credential = finished(house, name)
    cookie = {"name": "spieltisch", "value": credential, "url": house.address}
    person.context.add_cookies([cookie])  # type: ignore[list-item]
    person.page.goto(f"/tables/{table}/analysis")
    person.page.locator("#review:not([data-going])").wait_for(timeout=1000 * LONGEST)
    return table


@each_game
def test_a_finished_game_is_looked_back_at_and_tried_again(
    invite: Invite, house: House, name: str
) -> None:
    person = invite(locale="de-DE")
    table = looking_back(person, house, name)
    players = game(name).least_seats
    page = person.page
    assert page.locator(".curves polyline:not(.points)").count() == players
    assert page.locator(".accounts").first.locator("tbody tr").count() == players
    assert "Deine Fehler" in page.content()
    sees_the_worst(person)
    assert person.violations() == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert person.overflow() == 0
    page.set_viewport_size({"width": 1280, "height": 800})
    go_through(person)
    page.goto(f"/tables/{table}/analysis?whose=all")  # a second look is instant
    assert page.locator("#review:not([data-going])").count() == 1
    assert "Die teuersten Züge" in page.content()
    try_again(person, table)


def sees_the_worst(person: Person) -> None:
    """The table stands at the worst mistake, with what was played and what was better."""
    page = person.page
    first = page.locator(".mistakes a.to").first
    if first.count():
        step = first.get_attribute("data-step")
        page.locator("#slider").and_(page.locator(f"[aria-valuetext*=' {step} ']")).wait_for()
        assert page.locator(".judged").all_inner_texts()[0].startswith("gespielt")
        assert page.locator(".judged").all_inner_texts()[1].startswith("besser")


@each_game
def test_an_uploaded_record_is_looked_back_at_and_tried_again(
    invite: Invite, house: House, name: str, tmp_path: Path
) -> None:
    person = invite(locale="de-DE")
    page = person.page
    address = load(person, written(tmp_path, name, game(name).least_seats))
    page.locator(".viewers a", has_text="Rückblick").click()
    page.locator(".whose a").first.click()
    page.wait_for_url(f"{address}/analysis?whose=0")
    page.locator("#review:not([data-going])").wait_for(timeout=1000 * LONGEST)
    assert page.locator(".viewers [aria-current]").get_attribute("data-viewer") == "0"
    sees_the_worst(person)
    links = page.locator(".mistakes a.to")
    rings = 0
    for link in links.all():
        link.click()
        step = link.get_attribute("data-step")
        page.wait_for_function(
            "step => document.querySelector('.caption h2').textContent.includes(` ${step} `)",
            arg=step,
        )
        page.locator(".judged .mark.better").wait_for()
        rings += page.locator("#fragment .marked > .mark").count()
    assert rings or not links.count()
    assert person.violations() == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert person.overflow() == 0
    (
        page.locator(".mistakes form button") if links.count() else page.locator("#try button")
    ).first.click()
    page.locator(TURN).first.wait_for(state="attached")
    assert "/tables/" in page.url


def go_through(person: Person) -> None:
    page, slider = person.page, person.page.locator("#slider")
    page.locator("#run").wait_for()  # the page listens by now
    for link in page.locator(".mistakes a.to, .draw a.to").all():
        step = link.get_attribute("data-step") or ""
        link.click()
        page.wait_for_function(
            "step => document.querySelector('.caption h2').textContent.includes(` ${step} `)",
            arg=step,
        )
        assert slider.input_value() == step
        page.locator("body").press("ArrowRight")
        assert int(slider.input_value()) == int(step) + 1
    curve = page.locator("#curves")
    curve.scroll_into_view_if_needed()
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] / 2, "y": box["height"] * 0.3})
    last = int(slider.get_attribute("max") or 0)
    assert abs(int(slider.input_value()) - last / 2) <= last / 8


def try_again(person: Person, table: str) -> None:
    """A table of one's own, where it is one's turn again; the old game stays as it was."""
    page = person.page
    page.goto(f"/tables/{table}/analysis")
    mistake = page.locator(".mistakes form button")
    (mistake if mistake.count() else page.locator("#try button")).first.click()
    page.wait_for_url(lambda address: "/analysis" not in address)
    page.locator(TURN).first.wait_for(state="attached")
    assert table not in page.url
    page.goto(f"/tables/{table}")
    assert page.locator("#ending").count() == 1


def test_without_scripts_mistakes_and_steps_are_links(invite: Invite, house: House) -> None:
    person = invite()
    table = looking_back(person, house, FIRST_TABLE)
    plain = invite(java_script_enabled=False)
    plain.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
    plain.page.goto(f"/tables/{table}/analysis")
    link = plain.page.locator(".mistakes a.to").first
    step = link.get_attribute("data-step")
    link.click()
    assert plain.page.locator(".caption h2").text_content() == f"Step {step} of " + str(
        plain.page.locator("#slider").get_attribute("max")
    )
