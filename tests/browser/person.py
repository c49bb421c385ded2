"""Somebody at a browser: finds their way by what the page offers, whatever the game."""

from __future__ import annotations

import random
import re
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    TimeoutError,
)

from spieltisch.web.games import PAGES

STEPS = 600
MOST_LOOKS = 5_000  # at a game that is played elsewhere, most of them while bots think
MOST_STEPS = 30  # of one choice
WAIT = 20_000
TURN = "#act.yours #confirm, #act.yours .choice"
NEWS = f"{TURN}, #ending"
TOKEN = re.compile(r'name="_csrf_token" value="(\w+)"')
AXE = Axe()
ALL_RULES: Mapping[str, object] = {}
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
# A place of a card that others leave uncovered, at the height of the corner.
UNCOVERED = """card => {
  card.scrollIntoView({ block: 'nearest' });
  const { left, top, width } = card.getBoundingClientRect();
  const free = (x) => x < width && card.contains(document.elementFromPoint(left + x, top + 24));
  const x = [18, 14, 10, 6, 2].find((one) => free(one) && free(one + 4));
  return x ? { x, y: 24 } : null;
}"""


# Which question of whom: at one device the page may be another person's, who counts for themselves.
ASKED = """(() => {
  const number = document.querySelector('[name=number]')?.value;
  return number ? `${number}.${document.getElementById('table').dataset.seat ?? ''}` : 'reloading';
})"""
OFFERED = (
    f"""() => {{
  const asked = {ASKED};
"""
    """
  const confirm = document.getElementById('confirm');
  const things = [...document.querySelectorAll('[data-lead], .choice')];
  const plans = JSON.parse(document.getElementById('plans')?.textContent ?? '[]');
  const leads = things.map((one) => one.dataset.lead || one.value);
  const begins = (moves, lead) => ['', '|', ' '].includes(moves.replace(lead, '').slice(0, 1));
  const led = ([moves]) => leads.some((lead) => begins(moves, lead));
  const free = plans.filter((plan) => typeof plan[1] === 'string' && plan[1] && !led(plan));
  const most = free.sort((a, b) => b[1].length - a[1].length)[0];
  const hand = [...document.querySelectorAll('[data-part]')];
  // A question at the end of a choice is a row of buttons; what lies on the table swaps it then.
  const further = [...document.querySelectorAll('.further:not([hidden], [data-step=decline])')];
  const more = [...document.querySelectorAll('.may:not([data-part])')];
  const pick = (part) => hand.splice(hand.findIndex((one) => one.dataset.part === part), 1)[0].id;
  return {
    number: asked(),
    ready: Boolean(confirm && !confirm.hidden && !confirm.disabled),
    things: things.filter((one) => one.checkVisibility()).map((one) => one.id),
    steps: confirm && confirm.hidden ? (further.length ? further : more).map((one) => one.id) : [],
    parts: most ? most[1].split(' ').map(pick) : [],
  };
}"""
)


# Its scripts have run to their end, with those they fetched. A module runs once, however often
# it is imported.
LISTENS = """async () => {
  const { src } = document.querySelector('script[type=module][src]');
  await import(src);
  const own = document.getElementById('table')?.dataset.module;
  if (own) await import(new URL(own, src));
}"""


# Somebody who knows the games: their goals were put aside for ever.
PUT_ASIDE = f"for (const one of {sorted(PAGES)}) localStorage.setItem('goal ' + one, 'never')"


class Person:
    knows_the_games = True

    def __init__(self, browser: Browser, address: str, **context: object) -> None:
        settings: dict[str, object] = {
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "viewport": {"width": 1280, "height": 800},
            "service_workers": "block",  # tests that stand in for the server must be asked
            **context,
        }
        self.context = browser.new_context(base_url=address, **settings)  # type: ignore[arg-type]
        self.context.set_default_timeout(WAIT)
        if self.knows_the_games:
            self.context.add_init_script(PUT_ASIDE)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.chance = random.Random(7)

    def hear(self, message: ConsoleMessage) -> None:
        """Refusals and unknown pages are answers too, but the console repeats their status; and
        Playwright remarks that it blocks workers."""
        answered = any(f"status of {status}" in message.text for status in (403, 404, 409, 422))
        answered |= message.text.startswith("Service Worker registration blocked")
        if message.type in ("error", "warning") and not answered:
            self.complaints.append(message.text)

    def leave(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints

    # Sitting down.

    def lay(self, game: str, players: int, *, online: bool = False, level: str = "casual") -> str:
        """What the form of a new table sends, without its page and the way there. Answers the
        table's path, at which the person now sits."""
        token = TOKEN.search(self.context.request.get("/").text())
        assert token
        form = {
            "_csrf_token": token[1],
            "mode": "online" if online else "bots",
            "players": str(players),
            "level": level,
            "name": "Mila",
            **dict.fromkeys(("hints", "reactions", "share"), "on"),
            "bot_pace": "at_once",
        }
        laid = self.context.request.post(f"/new/{game}", form=form, max_redirects=0)
        path = laid.headers["location"]
        self.page.goto(path)
        return path

    def lay_by_clicks(
        self, game: str, players: int, *, online: bool = False, level: str = "casual"
    ) -> str:
        """Two clicks from home: play now, start. Answers the table's path."""
        page = self.page
        page.goto("/")
        page.locator(f'a[href^="/new/{game}"]').nth(1 if online else 0).click()
        page.wait_for_selector(".start button")  # the form's end: all it lets choose is there
        self.pick("players", str(players))
        self.pick("level", level)
        page.locator("details.more summary").click()
        self.pick("bot_pace", "at_once")
        page.locator("[name=name]").fill("Mila")
        page.locator(".start button").click()
        page.wait_for_url("**/tables/*")
        return page.url.removeprefix(page.url.split("/tables/")[0])

    def pick(self, group: str, value: str) -> None:
        choice = self.page.locator(f'input[type=radio][name={group}][value="{value}"]')
        if choice.count():
            choice.check(force=True)

    # Playing.

    def play_on(self, most: int = STEPS, each: Callable[[], None] | None = None) -> bool:
        """Decide up to so many times; whether the game is over."""
        for _ in range(most):
            self.page.wait_for_selector(NEWS, state="attached")
            if self.is_over():
                return True
            self.decide()
            if each:
                each()
        return self.is_over()

    def decide_elsewhere(self, path: str, enough: Callable[[Mapping[str, Any]], bool]) -> None:
        """By the interface for programs, until it is enough: there no move costs a picture."""
        self.page.goto("/about")
        [own] = [one for one in self.context.cookies() if one["name"] == "spieltisch"]
        headers, table = {"Authorization": f"Bearer {own['value']}"}, f"/api{path}"
        for _ in range(MOST_LOOKS):
            look = self.context.request.get(table, headers=headers).json()
            if enough(look):
                self.page.goto(path)
                return
            if look["legal"]:
                move = f"{table}/move/{quote(self.chance.choice(look['legal']))}"
                self.context.request.post(f"{move}?number={look['number']}", headers=headers)
            else:  # asking all the time would be too many requests
                self.page.wait_for_timeout(100)
        raise AssertionError("it is never enough")

    def is_over(self) -> bool:
        return self.page.locator("#ending").count() > 0

    def put_news_aside(self) -> None:
        """What lies over the table, such as the result of a round."""
        closing = self.page.locator("[data-news]:popover-open [popovertargetaction=hide]")
        if closing.count():
            closing.first.click()

    def decide(self) -> None:
        """Take what the page proposes, else the first thing offered, sometimes another one."""
        self.put_news_aside()
        offered = self.page.evaluate(OFFERED)
        before = str(offered["number"])
        if not offered["ready"] and offered["parts"] and self.chance.random() < 0.5:
            self.lay_out(offered["parts"], before)
        elif not offered["ready"] and offered["things"]:
            self.press(self.page.locator(f"#{self.preferred(offered['things'])}"), before)
        self.go_on(before)
        if self.page.evaluate(OFFERED)["ready"]:
            self.press(self.page.locator("#confirm"), before)
        self.wait_for_change(before)

    def go_on(self, before: str) -> None:
        """Tap what the choice asks for next, until nothing more is missing. What is on its way may
        be answered meanwhile: then these are the steps of another question."""
        for _ in range(MOST_STEPS):
            steps = self.page.evaluate(OFFERED)["steps"]
            if not steps or self.asked() != before:
                return
            self.press(self.page.locator(f"#{self.preferred(steps)}"), before)
        raise AssertionError(f"the choice is never complete: {steps}")

    def lay_out(self, parts: list[str], before: str) -> None:
        """Cards that make a plan by themselves, as many as go together; each is tapped where the
        next one does not cover it, or chosen by keyboard where too little of it is in sight."""
        for part in parts:
            card = self.page.locator(f"#{part}")
            if at := self.in_sight(card):
                self.press(card, before, at)
            else:
                card.press("Enter")

    def in_sight(self, card: Locator) -> Position | None:
        """Where it can be tapped, as soon as nothing that passes lies over it."""
        for _ in range(20):
            if at := card.evaluate(UNCOVERED):
                return {"x": at["x"], "y": at["y"]}
            self.page.wait_for_timeout(100)
        return None

    def press(self, button: Locator, before: str, at: Position | None = None) -> None:
        """Unless it is gone because the only way played itself meanwhile."""
        try:
            button.click(timeout=5000, position=at)
        except TimeoutError:
            if self.asked() == before:
                raise

    def choose(self) -> None:
        things = self.page.evaluate(OFFERED)["things"]
        self.page.locator(f"#{self.preferred(things)}").click()

    def preferred(self, things: list[str]) -> str:
        return self.chance.choice(things) if self.chance.random() < 0.25 else things[0]

    def asked(self) -> str:
        return str(self.page.evaluate(f"{ASKED}()"))

    def wait_for_change(self, before: str) -> None:
        self.page.wait_for_function(f"before => {ASKED}() !== before", arg=before)

    def wait_until_it_listens(self) -> None:
        """Before that, the page is as without scripts: a tap is a form that is sent."""
        self.page.evaluate(LISTENS)

    # Looking.

    def violations_in_both_schemes(self) -> list[str]:
        """In the dark only colours can be wrong that were right in the light."""
        found = self.violations()
        self.page.emulate_media(color_scheme="dark")
        found += [f"dark, {one}" for one in self.violations(OF_COLOURS)]
        self.page.emulate_media(color_scheme="light")
        return found

    def violations(self, rules: Mapping[str, object] = ALL_RULES) -> list[str]:
        results = AXE.run(self.page, options={"resultTypes": ["violations"], **rules})
        return [
            f"{found['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
            for found in results.response["violations"]
            for node in found["nodes"]
        ]

    def files(self) -> set[str]:
        """Fills with whatever the browser asks for from now on."""
        files: set[str] = set()
        self.page.on("request", lambda request: files.add(request.url))
        return files

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(wide))

    def sticking_out(self) -> list[str]:
        """The beginnings of the elements that make the page wider than the window."""
        if self.overflow() == 0:
            return []
        found = self.page.evaluate(STICKING_OUT)
        return [str(one) for one in found] or ["something that was gone when it was looked for"]


class Newcomer(Person):
    knows_the_games = False


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """For what no page can wait for by itself."""
    for _ in range(WAIT // 50):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come about")


STICKING_OUT = """[...document.body.querySelectorAll("*")]
  .filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(one => one.outerHTML.slice(0, 120))"""


def weight(url: str) -> int:
    """Bytes as they come compressed over the wire."""
    asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=WAIT / 1000) as answer:
        return len(answer.read())
