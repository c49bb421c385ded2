"""The app of the device: installable, honest without its server, updated amid a choice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.browser.conftest import CHROMIUM
from tests.browser.house import House
from tests.browser.next_version_server import NEXT
from tests.browser.person import NEWS, Person, until

pytestmark = pytest.mark.browser
GAME = "tatort_themse"
NEXT_VERSION = ("-m", "tests.browser.next_version_server")
KEPT = """async () => {
  const found = async (name) => (await caches.open(name)).keys();
  const all = await Promise.all((await caches.keys()).map(found));
  return all.flat().map((one) => new URL(one.url).pathname);
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
# The new one: the old one stays active, and is so all the while, until nothing is on its way.
TAKEN_OVER = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.ready;
  return !installing && !waiting && active.state === 'activated';
}"""
READY = "() => navigator.serviceWorker.ready.then(() => true)"


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    house.open()
    yield house
    house.kill()


def with_the_app(browser: Browser, house: House) -> Iterator[Person]:
    person = Person(browser, house.address, service_workers="allow", locale="de-DE")
    yield person
    person.context.close()


@pytest.fixture
def person(browser: Browser, house: House) -> Iterator[Person]:
    yield from with_the_app(browser, house)


@pytest.fixture
def left_alone(browser: Browser, own_house: House) -> Iterator[Person]:
    """Somebody whose server goes away."""
    yield from with_the_app(browser, own_house)


def with_worker(person: Person) -> None:
    """Loaded once more: the worker stands beside the pages that come after it."""
    person.page.evaluate(READY)
    person.page.reload()
    person.page.wait_for_function(CONTROLLED)


def kept(person: Person) -> list[str]:
    return [str(one) for one in person.page.evaluate(KEPT)]


def test_a_browser_would_install_it(person: Person) -> None:
    person.page.goto("/")
    with_worker(person)
    asking = person.context.new_cdp_session(person.page)
    manifest = asking.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert "Ein Tisch" in manifest["data"]


@pytest.fixture
def at_home(playwright: Playwright, house: House, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser as people have it: with a profile in which apps stay."""
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "profile",
        executable_path=CHROMIUM,
        args=["--no-sandbox", "--disable-gpu"],
        base_url=house.address,
        service_workers="allow",
        reduced_motion="reduce",
    )
    yield context
    context.close()


def test_it_is_installed_and_opens_at_the_running_game(
    at_home: BrowserContext, house: House
) -> None:
    page = at_home.pages[0]
    page.goto("/")
    page.evaluate(READY)
    page.reload()
    asking = at_home.new_cdp_session(page)
    assert asking.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    app = {"manifestId": asking.send("Page.getAppId")["appId"]}
    asking.send("PWA.install", {**app, "installUrlOrBundleUrl": page.url})
    with at_home.expect_page() as first:
        asking.send("PWA.launch", app)
    first.value.wait_for_url(f"{house.address}/")
    first.value.close()
    page.goto(f"/new/{GAME}")
    page.locator("[name=name]").fill("Mila")
    page.locator(".start button").click()
    page.wait_for_selector("#table")
    with at_home.expect_page() as second:
        asking.send("PWA.launch", app)
    second.value.wait_for_selector("#table")
    assert second.value.url == page.url
    second.value.wait_for_selector(NEWS, state="attached")
    page.goto("/")
    page.wait_for_selector(".mine-to-move")
    until(page, lambda: asking.send("PWA.getOsAppState", app)["badgeCount"] == 1)
    asking.send("PWA.uninstall", app)


def test_only_static_files_are_kept(person: Person) -> None:
    person.page.goto("/")
    with_worker(person)
    person.lay_by_clicks(GAME, 2)
    person.play_on(most=2)
    files = kept(person)
    assert any(path.endswith("/table.css") for path in files)
    assert {path for path in files if not path.startswith("/static/")} == {"/offline"}


def test_without_the_server_a_page_says_so_and_comes_back(
    left_alone: Person, own_house: House
) -> None:
    person = left_alone
    table = person.lay_by_clicks(GAME, 2)
    with_worker(person)
    person.page.wait_for_selector(NEWS, state="attached")
    own_house.kill()
    person.page.goto(table)
    person.page.get_by_role("heading", name="Der Server antwortet nicht.").wait_for()
    assert person.page.get_by_role("status").inner_text().startswith("Dein Tisch ist sicher")
    assert person.page.locator("main:visible").count() == 1
    assert person.violations_in_both_schemes() == []
    for width in (360, 1280):
        person.page.set_viewport_size({"width": width, "height": 740})
        assert person.overflow() == 0
    own_house.open()
    person.page.wait_for_selector(NEWS, state="attached", timeout=40_000)
    assert person.page.url.endswith(table)
    person.play_on(most=1)


def test_an_update_takes_over_and_a_half_made_choice_stays(
    left_alone: Person, own_house: House
) -> None:
    person = left_alone
    person.lay_by_clicks(GAME, 2)
    with_worker(person)
    person.page.wait_for_selector(NEWS, state="attached")
    person.choose()
    chosen = person.page.locator(".sel").evaluate_all("all => all.map((one) => one.id)")
    assert chosen
    person.page.evaluate("window.sameAsBefore = true")
    before = kept(person)
    own_house.kill()
    own_house.program = NEXT_VERSION
    own_house.open()
    person.page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    person.page.wait_for_function(f"async () => (await caches.keys()).includes('{NEXT}')")
    person.page.wait_for_function(TAKEN_OVER)
    person.page.wait_for_function("() => !document.getElementById('link').textContent")
    assert person.page.evaluate("window.sameAsBefore")
    assert person.page.locator(".sel").evaluate_all("all => all.map((one) => one.id)") == chosen
    assert set(before) <= set(kept(person))  # the open page may still need its parts
    asked = person.asked()
    person.go_on(asked)
    if person.page.locator("#confirm:visible").count():
        person.press(person.page.locator("#confirm"), asked)
    person.wait_for_change(asked)
    person.page.reload()
    assert person.page.locator(f'link[href="{NEXT}/table.css"]').count() == 1


def test_ones_own_page_tells_how_to_install(person: Person) -> None:
    person.lay_by_clicks(GAME, 2)
    person.page.goto("/me")
    section = person.page.locator("#as-app")
    section.scroll_into_view_if_needed()
    assert section.locator("[data-by-hand]").is_visible()
    assert not section.locator("[data-insecure], [data-installed]").filter(visible=True).count()


def test_an_insecure_address_says_why_not(browser: Browser, home_network: House) -> None:
    person = Person(browser, home_network.address, service_workers="allow", locale="de-DE")
    person.lay_by_clicks(GAME, 2)
    person.play_on(most=1)
    person.page.goto("/me")
    section = person.page.locator("#as-app")
    section.locator("[data-insecure]").wait_for()
    assert "beginnt mit http://" in section.locator("[data-insecure]").inner_text()
    assert not section.locator("[data-by-hand], [data-install]").filter(visible=True).count()
    assert person.violations() == []
    person.leave()
