"""People who come back: another device, a recovery sheet, home, their own page, links to games,
reactions; each with two browsers over plain http in a home network, where browsers withhold what
needs a secure address, and in nightly size also at an address they trust."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from spieltisch.core.rng import seeded
from spieltisch.server.lobby import SeatWish
from spieltisch.server.stored_table import House as Agreed
from tests.browser.conftest import Invite
from tests.browser.house import HOME_NETWORK, LOOPBACK, House
from tests.browser.person import Person
from tests.server.house import FAST, opened, person, play_to_the_end, run, two_people

THEMSE = "tatort_themse"
TWICE = "for (const one of [0, 1]) document.querySelectorAll('#react form button')[one].click()"
USED = "This link has already been used, is too old, or was replaced by a newer one."


@pytest.fixture(
    scope="module", params=[HOME_NETWORK, pytest.param(LOOPBACK, marks=pytest.mark.long)]
)
def name(request: pytest.FixtureRequest) -> str:
    called: str = request.param
    return called


@pytest.fixture(scope="module")
def house(name: str, house: House, home_network: House) -> House:
    return home_network if name == HOME_NETWORK else house


def test_browsers_trust_the_address_or_do_not(invite: Invite, name: str) -> None:
    """Else the tests below would not show what they say."""
    mila = invite()
    mila.page.goto("/")
    assert mila.page.evaluate("isSecureContext") == (name == LOOPBACK)


def sit_with_a_friend(mila: Person, ben: Person, game: str = "holmes") -> str:
    """Mila lays a table for two, Ben comes by her invitation; the table's path."""
    table = mila.lay_by_clicks(game, 2, online=True)
    link = mila.page.locator("#invite-link").input_value()
    ben.page.goto(link.replace(link.split("/join/")[0], ""))
    ben.page.locator("[name=name]").fill("Ben")
    ben.page.locator(".start button").click()
    ben.page.wait_for_selector("#act")
    mila.page.wait_for_selector("#act")
    return table


def device_link(mila: Person) -> str:
    mila.page.goto("/me")
    mila.page.get_by_role("button", name="Continue on another device").click()
    address = mila.page.locator("#device-link").input_value()
    return "/continue/" + address.split("/continue/")[1]


def test_the_same_seat_on_another_device_and_signed_out_again(invite: Invite) -> None:
    mila, phone, thief = invite(), invite(viewport={"width": 390, "height": 844}), invite()
    table = mila.lay_by_clicks(THEMSE, 3)
    link = device_link(mila)
    for _ in range(2):  # looking, as previews do, uses nothing up; the secret leaves the address
        phone.page.goto(link)
        assert phone.page.url.endswith("/continue")
    assert phone.violations() == []
    phone.page.get_by_role("heading", name="Continue here as Mila?").wait_for()
    phone.page.get_by_role("button", name="Continue as Mila").click()
    phone.page.get_by_role("link", name="Go on").first.click()
    phone.page.wait_for_selector("#act")
    assert table in phone.page.url and phone.page.locator("#act.yours, .hand").count() > 0
    thief.page.goto(link)
    thief.page.get_by_role("heading", name=USED).wait_for()
    thief.page.goto("/me")
    thief.page.get_by_role("heading", name="Nobody has taken a seat").wait_for()

    mila.page.goto("/me")
    assert mila.page.locator(".devices li").count() == 2
    other = mila.page.locator(".devices li").filter(has_not_text="this device")
    other.get_by_role("button", name="Sign out").click()
    assert mila.page.locator(".devices li").count() == 1
    phone.page.get_by_role("heading", name="This device has been signed out.").wait_for()
    assert phone.violations() == []
    phone.page.goto(table)
    phone.page.get_by_role("heading", name="There is no such table").wait_for()
    phone.page.goto("/")
    phone.page.get_by_role("heading", name="What shall we play today?").wait_for()


def test_games_of_the_other_browser_come_along(invite: Invite) -> None:
    mila, other = invite(), invite()
    tables = {mila.lay_by_clicks(THEMSE, 3), other.lay_by_clicks(THEMSE, 2)}
    other.page.goto(device_link(mila))
    assert other.page.locator("[name=bring]").is_checked()
    other.page.get_by_role("button", name="Continue as Mila").click()
    other.page.wait_for_selector(".going")
    found = other.page.locator(".going a").evaluate_all("all => all.map(one => one.pathname)")
    assert set(found) == tables


def test_a_recovery_sheet_brings_everything_back_until_it_is_renewed(invite: Invite) -> None:
    mila, anew, late = invite(), invite(), invite()
    mila.lay_by_clicks(THEMSE, 2)
    sheets = []
    for label in ("Make a recovery sheet", "Make a new recovery sheet"):
        mila.page.goto("/me")
        mila.page.get_by_role("button", name=label).click()
        address = mila.page.locator("#recovery-link").input_value()
        sheets.append("/continue/" + address.split("/continue/")[1])
    assert mila.violations() == []
    late.page.goto(sheets[0])
    late.page.get_by_role("heading", name=USED).wait_for()
    anew.page.goto(sheets[1])
    anew.page.get_by_role("button", name="Continue as Mila").click()
    anew.page.get_by_role("heading", name="Good to have you back, Mila").wait_for()


def test_home_shows_whose_turn_it_is_without_a_reload(invite: Invite) -> None:
    mila, ben = invite(), invite()
    table = sit_with_a_friend(mila, ben)
    first = mila if mila.page.locator("#act.yours").count() else ben
    second = ben if first is mila else mila
    second.page.goto("/")
    row = second.page.locator(".going li")
    assert second.violations() == []
    assert "is to move" in row.inner_text() and table in str(row.locator("a").get_attribute("href"))
    loads: list[str] = []
    second.page.on("load", lambda page: loads.append(page.url))
    for _ in range(30):
        if second.page.locator(".mine-to-move").count():
            break
        first.page.wait_for_selector("#act")
        if first.page.locator("#act.yours").count():
            first.decide()
        second.page.wait_for_timeout(300)
    second.page.locator(".mine-to-move .flag", has_text="your turn").wait_for()
    assert loads == []
    second.page.locator(".mine-to-move a").click()
    second.page.wait_for_selector("#act.yours")


def test_without_scripts_a_code_takes_the_seat_along(invite: Invite) -> None:
    mila, phone = invite(), invite(java_script_enabled=False)
    table = mila.lay_by_clicks(THEMSE, 2)
    phone.page.goto(device_link(mila))
    phone.page.get_by_role("button", name="Continue as Mila").click()
    phone.page.goto("/me")
    phone.page.locator("[name=name]").fill("<b>Mila</b> & Co")
    phone.pick("colour", "3")
    phone.page.get_by_role("button", name="Save").click()
    assert phone.page.locator("h1").inner_text() == "B\n<b>Mila</b> & Co"
    phone.page.goto(table)
    assert phone.page.locator(".hand").count() == 1


def test_reactions_are_drawn_and_a_person_can_be_muted(invite: Invite) -> None:
    mila, ben = invite(), invite()
    sit_with_a_friend(mila, ben)
    ben.page.locator(".say-something").click()
    assert ben.violations() == []
    ben.page.get_by_role("button", name="Bravo!").click()
    mila.page.locator(".said-now", has_text="Bravo!").wait_for()
    assert mila.page.locator(".said-now").text_content() == "Ben: Bravo!"
    assert mila.violations() == []
    ben.page.evaluate(TWICE)
    ben.page.get_by_text("One reaction in three seconds is enough.").wait_for()
    mila.page.locator(".said-now").last.wait_for(state="detached")
    mila.page.wait_for_timeout(3000)
    mila.page.locator(".say-something").click()
    mila.page.locator(".react .switch", has_text="Ben").click()
    ben.page.locator(".say-something").click()
    ben.page.get_by_role("button", name="Cheeky!").click()
    ben.page.locator(".said-now", has_text="Cheeky!").wait_for()
    mila.page.wait_for_selector("#just-said li", state="attached")
    assert mila.page.locator(".said-now").count() == 0
    assert mila.page.locator("#hint").count() == ben.page.locator("#hint").count() == 0
    alone = invite()
    alone.lay_by_clicks(THEMSE, 2)
    assert alone.page.locator(".say-something").count() == 0


# Finished games: played beforehand, so that nobody has to wait for one.


@pytest.fixture(scope="module")
def after(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[House, str, str, str]]:
    """A server of its own with a finished game of Ada and Ben; their credentials, the table."""
    folder = tmp_path_factory.mktemp("played")

    async def play() -> tuple[str, str, str]:
        async with opened(folder) as tables:
            ada, ben = await two_people(tables, "holmes")
            both = [ada.credential, ben.credential]
            await play_to_the_end(tables, ada.table, both, seeded("played"))
            seats = [person("Ada"), SeatWish("bot", "Emil", "random")]
            bots = await tables.lobby.create(
                "troika", seats=seats, house=FAST, credential=ada.credential
            )
            await play_to_the_end(tables, bots.table, [ada.credential], seeded("bots"))
            waits = Agreed(bot_pace=0, pace=3 * 24 * 60)
            await tables.lobby.create(
                "tatort_themse",
                seats=[person("Ada"), SeatWish("open")],
                house=waits,
                credential=ada.credential,
            )
            return ada.credential, ben.credential, ada.table

    with ThreadPoolExecutor(1) as beside:  # the browser's event loop runs in this thread
        made = beside.submit(lambda: run(play())).result()
    house = House(folder, name=name)
    house.open()
    yield house, *made
    house.kill()


def known_as(one: Person, house: House, credential: str) -> None:
    cookie = {"name": "spieltisch", "value": credential, "url": house.address}
    one.context.add_cookies([cookie])  # type: ignore[list-item]


def test_a_link_to_a_step_opens_for_a_stranger_until_it_is_withdrawn(
    browser: Browser, after: tuple[House, str, str, str]
) -> None:
    house, credential, _, table = after
    ada = Person(browser, house.address)
    eve = Person(browser, house.address)
    known_as(ada, house, credential)
    ada.page.goto(f"/replay/{table}?step=12&as=0")
    ada.page.get_by_role("button", name="Menu").click()
    link = ada.page.locator("#step-link").input_value()
    assert table in link and "step=12" in link
    eve.page.goto(link)
    eve.page.get_by_role("heading", name="Step 12 of").wait_for()
    assert eve.page.get_by_role("button", name="Withdraw").count() == 0
    eve.page.locator("#after").click()
    eve.page.get_by_role("heading", name="Step 13 of").wait_for()
    eve.page.goto(f"/replay/{table}")
    eve.page.get_by_role("heading", name="There is no such table").wait_for()
    eve.page.goto(f"/replay/{table}.{'0' * 32}")
    eve.page.get_by_role("heading", name="There is no such table").wait_for()
    ada.page.get_by_role("button", name="Withdraw all links").click()
    ada.page.get_by_role("button", name="Menu").click()
    assert ada.page.locator("#step-link").count() == 0
    eve.page.goto(link)
    eve.page.get_by_role("heading", name="The players have withdrawn").wait_for()
    ada.page.get_by_role("button", name="Let links open for others").click()
    ada.page.get_by_role("button", name="Menu").click()
    newer = ada.page.locator("#step-link").input_value()
    eve.page.goto(link)
    eve.page.get_by_role("heading", name="The players have withdrawn").wait_for()
    eve.page.goto(newer)
    assert eve.page.locator("#replay").count() == 1
    for one in (ada, eve):
        one.leave()


@pytest.mark.parametrize("width", [360, 1280])
def test_home_and_the_own_page_of_who_has_played(
    browser: Browser, after: tuple[House, str, str, str], width: int
) -> None:
    house, credential, _, _ = after
    for language, theme in (("de-DE", "dark"), ("fr-FR", "light")):
        ada = Person(
            browser,
            house.address,
            viewport={"width": width, "height": 800},
            locale=language,
            color_scheme=theme,
        )
        known_as(ada, house, credential)
        for path in ("/", "/me", "/me/forget"):
            ada.page.goto(path)
            assert ada.violations() == []
            assert ada.sticking_out() == []
        ada.leave()


def test_history_numbers_download_and_forgetting(
    browser: Browser, after: tuple[House, str, str, str]
) -> None:
    house, credential, ben_has, table = after
    ada = Person(browser, house.address)
    known_as(ada, house, credential)
    ada.page.goto("/")
    assert ada.page.get_by_role("heading", name="With days to think").count() == 1
    ada.page.goto("/me")
    games = ada.page.locator("#history .games li")
    assert games.count() == 2
    assert "Ben" in games.nth(1).inner_text() and "Emil" in games.nth(0).inner_text()
    assert {"Ben", "Bots: Random"} <= set(ada.page.locator(".bars > li b").all_inner_texts())
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="All records as a zip").click()
    packed = zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes()))
    assert len(packed.namelist()) == 2
    ada.page.get_by_role("link", name="What happens then").click()
    ada.page.get_by_text("in place of your name there is a number").wait_for()
    ada.page.get_by_role("button", name="Forget me").click()
    ada.page.get_by_role("heading", name="What shall we play today?").wait_for()
    ada.page.goto("/me")
    ada.page.get_by_role("heading", name="Nobody has taken a seat").wait_for()
    ada.leave()
    ben = Person(browser, house.address)
    known_as(ben, house, ben_has)
    ben.page.goto(f"/replay/{table}")
    text = ben.page.locator("body").inner_text()
    assert "Ada" not in text and "Ben" in text
    ben.leave()
