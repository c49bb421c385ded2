"""People who have read nothing: they see rings, buttons and words, and play a whole game by them.

What a decision needs at least is the fewest taps that any such answer to the same question took;
everything else somebody tapped, explanations put aside included, is a detour."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Locator, Request, TimeoutError

from tests.browser.house import House
from tests.browser.person import NEWS, Newcomer, Person
from tests.browser.test_taps import Counted
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
DEVICES: dict[str, dict[str, object]] = {
    "mouse": {},
    "touch": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
MOST_TAPS = 900
MOST_DETOURS = 1.3
SEATS = {"tatort_themse": 2, "troika": 3, "holmes": 2, "zug_um_zug": 2}
RINGS = ".board .legal:visible, .side .legal:visible"
WARNS = ".idle"  # dashed, and its words advise against it
ON_THE_WAY = ".may:visible:not([data-part])"


class Walk:
    """One newcomer's game. `taps` are counted, and what was sent after how many of them."""

    def __init__(self, newcomer: Newcomer, name: str, touch: bool) -> None:
        self.page, self.name, self.touch = newcomer.page, name, touch
        self.newcomer = newcomer
        self.taps = self.since = 0
        self.question = ""
        self.sent: list[tuple[str, int]] = []
        self.moves: Counter[str] = Counter()
        self.page.on("request", self.hear)

    def hear(self, request: Request) -> None:
        if request.method != "POST" or not request.url.endswith("/play"):
            return
        row = parse_qs(request.post_data or "").get("move", [""])[0].split("|")
        kind = " ".join(text.split("@")[0].split(" ")[0] for text in row)
        self.sent.append((f"{self.question}: {kind}", self.since))
        self.moves.update(kind.split())
        self.since = 0

    def tap(self, thing: Locator) -> None:
        self.taps += 1
        self.since += 1
        try:
            thing.tap(timeout=4000) if self.touch else thing.click(timeout=4000)
        except TimeoutError:
            self.taps -= 1
            self.since -= 1

    def play(self) -> None:
        while self.taps < MOST_TAPS:
            self.page.wait_for_selector(f"{NEWS}, :popover-open", state="attached")
            if self.page.locator("#ending").count():
                return
            before = self.newcomer.asked()
            asks = self.page.locator("#asks").get_attribute("data-text")
            self.question = asks or self.question
            self.look_and_tap()
            self.settle(before)
        raise AssertionError("the game did not end")

    def settle(self, before: str) -> None:
        """What is decided by a tap is held back; a newcomer waits for what comes of it."""
        if not self.page.locator(".counting").count() and not self.deciding:
            return
        self.newcomer.wait_for_change(before)

    def look_and_tap(self) -> None:
        self.deciding = False
        news = self.page.locator(":popover-open .btn:visible")
        confirm = self.page.locator("#confirm:visible:enabled")
        on_the_way = self.page.locator(ON_THE_WAY)
        if news.count():
            self.tap(news.first)
        elif self.page.locator(".counting").count():
            self.deciding = True
        elif confirm.count():
            self.deciding = True
            self.tap(confirm)
        elif self.page.locator(".sel:visible").count() and on_the_way.count():
            self.tap(on_the_way.first)
        else:
            self.begin()

    def begin(self) -> None:
        """A ring that nothing warns of, what goes furthest first; else a button with words."""
        found = self.page.locator(".board .legal:has(.reach:visible)")
        if self.name == "tatort_themse" and found.count() and not self.moves["eliminate"]:
            self.tap(found.first)
            return
        call = self.page.locator("button:visible:enabled", has_text="TROIKA").and_(
            self.page.locator("[data-lead]")
        )
        if call.count():
            self.tap(call.first)
            return
        rings = self.page.locator(RINGS)
        if rings.count():
            self.tap(rings.nth(self.newcomer.chance.randrange(rings.count())))
        else:
            self.deciding = True
            self.tap(self.page.locator("#act .choice:visible").first)

    @property
    def detours(self) -> float:
        least: dict[str, int] = {}
        for kind, taps in self.sent:
            least[kind] = min(taps, least.get(kind, taps))
        return self.taps / sum(least[kind] for kind, _ in self.sent)


@pytest.fixture
def welcome(browser: Browser, house: House) -> Iterator[list[Newcomer]]:
    came: list[Newcomer] = []
    yield came
    for newcomer in came:
        newcomer.leave()


# What nobody should have to be told of. A call is seldom possible: it has a test of its own.
FOUND = {"tatort_themse": "eliminate", "holmes": "use", "zug_um_zug": "keep", "troika": "take"}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", sorted(SEATS))
def test_a_newcomer_finds_the_way_through_a_game(
    browser: Browser, house: House, welcome: list[Newcomer], name: str, device: str
) -> None:
    newcomer = Newcomer(browser, house.address, **DEVICES[device])
    welcome.append(newcomer)
    newcomer.context.add_init_script("localStorage.setItem('spieltisch-pace', 'instant')")
    newcomer.lay(name, SEATS[name], level="beginner")
    walk = Walk(newcomer, name, device == "touch")
    walk.play()
    assert walk.moves[FOUND[name]], walk.moves
    assert walk.detours <= MOST_DETOURS, (walk.taps, walk.sent)
    print(f"{name} {device}: {walk.taps} taps, {walk.detours:.2f} times the fewest")


@pytest.mark.parametrize("device", DEVICES)
def test_tr09_a_newcomer_sees_when_troika_can_be_called(
    browser: Browser, house: House, device: str
) -> None:
    """The word stands there all the time; it can be pressed once the call is possible."""
    newcomer = Person(browser, house.address, **DEVICES[device])
    looks = itertools.chain.from_iterable(
        Telling("troika", 3, seed, 0).steps() for seed in range(1, 200)
    )
    counted = Counted(newcomer, next(look for look in looks if "troika" in look.legal))
    newcomer.put_news_aside()
    counted.tap("button:visible:has-text('TROIKA')")
    if newcomer.page.locator("#confirm:visible").count():
        counted.tap("#confirm")
    assert counted.until_sent() == ["troika"]
    assert counted.taps <= 2
    newcomer.leave()
