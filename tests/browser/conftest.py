"""One server and one browser for all, persons for each test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from spieltisch.games import ROOMS
from tests.browser.house import HOME_NETWORK, LOOPBACK, House
from tests.browser.person import Person

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
# The same engine without windows, menus and profiles takes a third less for the same pages.
WITHOUT_WINDOWS = shutil.which("chromium-headless-shell") or CHROMIUM
# Windows are opened by the hundred, and behind each one Chromium also loads two pages for menus of
# its address bar, and keeps a process ready for the next site: together half the work of a visit.
WITHOUT = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
# A browser goes by the last such list alone: these are Playwright's, which ours replaces.
WITHOUT_FOR_PLAYWRIGHT = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    f"--disable-features={','.join(WITHOUT + WITHOUT_FOR_PLAYWRIGHT)}",
)
Invite = Callable[..., Person]


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Closed after this folder: its event loop must not run beside those of other tests."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launched(playwright, WITHOUT_WINDOWS)
    yield browser
    browser.close()


def launched(playwright: Playwright, program: str) -> Browser:
    known = f"--host-resolver-rules=MAP {HOME_NETWORK} {LOOPBACK}"
    return playwright.chromium.launch(executable_path=program, args=[*SWITCHES, known])


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.kill()


@pytest.fixture(scope="session")
def home_network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The same over plain http, as the other devices at home see it."""
    house = House(tmp_path_factory.mktemp("home_network"), name=HOME_NETWORK)
    house.open()
    yield house
    house.kill()


@pytest.fixture
def invite(browser: Browser, house: House) -> Iterator[Invite]:
    """Persons who must have heard no complaint from the page when they leave."""
    came: list[Person] = []

    def welcome(**context: object) -> Person:
        came.append(Person(browser, house.address, **context))
        return came[-1]

    yield welcome
    for person in came:
        person.leave()


FIRST_TABLE = "tatort_themse"
# Of the later games make test plays these in a browser; what is the same for all games, the first
# table shows for them. make test-long runs everything for every game.
FOR_EVERY_GAME = frozenset(
    {
        "test_states_of_a_table",
        "test_the_first_load_is_light",
        "test_a_refused_thing_says_why_with_its_clause",
        "test_a_caption_tells_each_turn_and_everything_is_large",
    }
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        played = getattr(item, "callspec", None)
        name = played.params.get("name") if played else None
        if "tests/browser" not in str(item.path) or name not in ROOMS or name == FIRST_TABLE:
            continue
        if getattr(item, "originalname", "") not in FOR_EVERY_GAME:
            item.add_marker(pytest.mark.long)
