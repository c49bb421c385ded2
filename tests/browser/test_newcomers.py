"""People who have read nothing: they see rings, buttons and words, and play a whole game by them.

What such a game needs at least follows from its record: the decisions that had a choice, each with
the taps its kind takes (`test_taps.py`). Everything else somebody tapped is a detour, explanations
put aside and tries that came to nothing included."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Request, TimeoutError

from spieltisch.core.record import Record, loads, with_choices
from spieltisch.games import game_of_record
from tests.browser.conftest import Invite
from tests.browser.house import House
from tests.browser.person import WAIT, Newcomer, Person, until
from tests.browser.posed import pose
from tests.browser.test_taps import FEWEST
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
DEVICES: dict[str, dict[str, object]] = {
    "mouse": {},
    "touch": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
MOST_TAPS = 900
MOST_DETOURS = 1.3
MOST_GAMES = 3  # not every deal offers everything that is to be found
SEATS = {"tatort_themse": 2, "troika": 3, "holmes": 2, "zug_um_zug": 2}
# All buttons in sight, with what is said and drawn: how thick a ring in the colour of what is
# possible is, whether it has a ground of its own, and whether that fills by itself. The part of the
# page is what readers hear.
SEEN = """() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--legal)';
  const possible = getComputedStyle(probe).color;
  probe.remove();
  const ring = (one) => {
    const { boxShadow, borderTopColor, borderTopWidth } = getComputedStyle(one);
    const shadows = [...boxShadow.matchAll(/(rgb[^)]*\\)) 0px 0px 0px ([\\d.]+)px/g)]
      .filter(([, colour]) => colour === possible).map(([, , width]) => Number(width));
    return Math.max(0, ...shadows, borderTopColor === possible ? parseFloat(borderTopWidth) : 0);
  };
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const heard = (one) => plain(one?.getAttribute('aria-label') ?? '');
  return [...document.querySelectorAll('button')].map((one, at) => ({
    at,
    name: heard(one) || plain(one.innerText),
    text: plain(one.innerText),
    part: heard(one.closest('main, section[aria-label], aside[aria-label], header')),
    group: heard(one.closest('[role=group]')),
    ring: Math.max(...[one, ...one.querySelectorAll('*')].map(ring)),
    dashed: getComputedStyle(one, '::after').borderStyle === 'dashed',
    loud: !/, 0\\)$/.test(getComputedStyle(one).backgroundColor),
    filling: getComputedStyle(one).backgroundImage !== 'none',
    shown: one.checkVisibility() && !one.disabled,
  })).filter((one) => one.shown);
}"""
RIVALS = """() => [...document.querySelectorAll('[role=img]')]
  .filter((one) => one.checkVisibility()).map((one) => one.ariaLabel)"""
THICK = 5  # pixels of a ring, with its gap: what was begun can go on there
DOCK = "Your side of the table"
PUT_ASIDE = ("Got it", "Go on")
NO_ANSWERS = ("Hint", "Take back", "Undo", "Why not?", "Log", "Proposal", "TROIKA")
AGAIN = "Play again"  # stands there once the game is over
PACK = re.compile(r"Take all: (\d+) × (\w+)")
OUSTED = re.compile(r"(\w+): \d+ cards?.*; ousted by (\d+)")


class Thing(NamedTuple):
    at: int
    name: str
    text: str
    part: str
    group: str
    ring: float
    dashed: bool
    loud: bool
    filling: bool
    shown: bool

    @property
    def answers(self) -> bool:
        """A button with words below the question."""
        words = self.part == DOCK and not self.group and re.search(r"[A-Za-z]{3}", self.text)
        return bool(words) and not self.name.startswith(NO_ANSWERS)


class Walk:
    """One newcomer's game: looks at the page, taps, waits for what comes of it."""

    def __init__(self, newcomer: Newcomer, wish: Callable[[Walk], Thing | None], touch: bool):
        self.newcomer, self.page, self.touch = newcomer, newcomer.page, touch
        self.wish = wish
        self.taps = self.sent = self.answered = 0
        self.before = ""
        self.held = False  # a decision, until it goes by itself
        self.things: list[Thing] = []
        self.page.on("request", self.hear)

    def hear(self, request: Request) -> None:
        self.sent += request.method == "POST" and request.url.endswith("/play")

    def look(self) -> None:
        self.things = [Thing(**one) for one in self.page.evaluate(SEEN)]

    def named(self, *names: str) -> list[Thing]:
        return [one for one in self.things if one.name.startswith(names)]

    @property
    def rings(self) -> list[Thing]:
        return [one for one in self.things if one.ring]

    def answers(self) -> list[Thing]:
        return [one for one in self.things if one.answers]

    def play(self) -> None:
        while self.taps < MOST_TAPS:
            thing = self.next_thing()
            if thing is None:
                return
            self.tap(thing)
        raise AssertionError("the game did not end")

    def next_thing(self) -> Thing | None:
        """Looks until there is something to do; None once the game is over."""
        end = time.monotonic() + WAIT / 1000
        while time.monotonic() < end:
            self.wait_for_what_was_sent()
            self.look()
            if self.named(AGAIN):
                return None
            held, self.held = self.held, any(one.filling for one in self.answers())
            if not held and not self.held and (thing := self.chosen()):
                return thing
            self.page.wait_for_timeout(100)
        raise AssertionError([one.name for one in self.things])

    def wait_for_what_was_sent(self) -> None:
        if self.sent > self.answered:
            self.newcomer.wait_for_change(self.before)
            self.answered = self.sent

    def chosen(self) -> Thing | None:
        """What explains is put aside; what was begun is gone on with; else what one wishes, one of
        what has a ring, or a button with words."""
        aside = self.named(*PUT_ASIDE)
        if aside:
            return aside[0]
        if self.named("Take back"):
            loud = [one for one in self.answers() if one.loud]
            further = [one for one in self.rings if one.ring >= THICK]
            return next(iter(loud or further or self.answers() or self.named("Take back")))
        if wished := self.wish(self):
            return wished
        on_the_table = [one for one in self.rings if one.part != DOCK]
        if on_the_table:
            return self.newcomer.chance.choice(on_the_table)
        return next(iter(self.answers() + self.rings + self.warned_of()), None)

    def warned_of(self) -> list[Thing]:
        """What is possible but of little use: dashed, and its words say why."""
        asked = self.page.get_by_role("heading", name="It is your turn").count()
        return [one for one in self.things if one.dashed and one.part != DOCK] if asked else []

    def tap(self, thing: Thing) -> None:
        self.before = self.newcomer.asked()
        button = self.page.locator("button").nth(thing.at)
        try:
            button.tap(timeout=4000) if self.touch else button.click(timeout=4000)
        except TimeoutError:
            return  # it was gone, because the picture is a newer one
        self.taps += 1
        self.page.wait_for_timeout(100)


def first_named(walk: Walk, words: str) -> Thing | None:
    return next((one for one in walk.rings if words in one.name), None)


def eliminates(walk: Walk) -> Thing | None:
    return first_named(walk, "can be reached by eliminating")


def calls(walk: Walk) -> Thing | None:
    return first_named(walk, "TROIKA")


def visits_what_pays(walk: Walk) -> Thing | None:
    """Watson and Lestrade give clues; whom one cannot pay has another ring, and words on it."""
    return first_named(walk, "Take 2 clues from the display") or first_named(
        walk, "Take 1 clue from the display."
    )


def lays_trains(walk: Walk) -> Thing | None:
    """Three or more of a colour, if that is more than a rival has lying there."""
    needed = {
        found[1]: int(found[2])
        for said in walk.page.evaluate(RIVALS)
        if (found := OUSTED.match(said or ""))
    }
    for one in walk.things:
        pack = PACK.fullmatch(one.name)
        if pack and int(pack[1]) >= max(3, needed.get(pack[2], 0)) and pack[2] != "locomotive":
            return one
    return None


WISHES: dict[str, Callable[[Walk], Thing | None]] = {
    "tatort_themse": eliminates,
    "troika": calls,
    "holmes": visits_what_pays,
    "zug_um_zug": lays_trains,
}
# What nobody should have to be told of. A call is seldom possible: it has a test of its own.
FOUND = {
    "tatort_themse": {"eliminate", "take", "open"},
    "troika": {"turn", "take"},
    "holmes": {"visit", "use", "take"},
    "zug_um_zug": {"keep", "lay", "draw", "complete"},
}


Decision = tuple[str, Sequence[str]]  # what it was, and what it could have been


def decisions(record: Record, seat: int) -> list[Decision]:
    choices = with_choices(game_of_record(record), record).choices
    assert choices
    steps = zip(record.steps, choices, strict=True)
    return [(text, list(could or ())) for (who, text), could in steps if who == seat]


def taps_for(name: str, decision: Decision) -> int:
    """Which of equal tiles turns is the player's choice in Troika, though not in its notation. A
    set is laid by one tap for each of its kinds and one more; a second card is drawn by one."""
    text, could = decision
    kind = text.split()[0]
    if len(could) == 1 and kind != "turn":
        return 0
    if kind == "draw" and "stop" in could:
        return 1
    if kind == "lay" and name == "zug_um_zug":
        return FEWEST[name][kind] + len(set(text.removeprefix("lay ")))
    return FEWEST[name][kind]


def fewest(name: str, decided: Sequence[Decision]) -> int:
    """A visit takes two taps or more: one on the person, and one that decides."""
    turns = [0]
    for decision in decided:
        if decision[0].startswith("visit "):
            turns.append(0)
        turns[-1] += taps_for(name, decision)
    return turns[0] + sum(max(2, taps) for taps in turns[1:])


def nightly(name: str, device: str) -> bool:
    """On a phone, make test plays a whole game in German (`test_games.py`)."""
    return (name, device) != ("tatort_themse", "mouse")


@pytest.mark.parametrize(
    ("room", "device"),
    [
        pytest.param(*one, marks=pytest.mark.long if nightly(*one) else ())
        for one in itertools.product(sorted(SEATS), DEVICES)
    ],
)
def test_a_newcomer_finds_the_way_through_a_game(
    browser: Browser, house: House, room: str, device: str
) -> None:
    newcomer = Newcomer(browser, house.address, **DEVICES[device])
    newcomer.context.add_init_script("localStorage.setItem('spieltisch-pace', 'instant')")
    decided: list[Decision] = []
    taps = least = 0
    for _ in range(MOST_GAMES):
        path = newcomer.lay_by_clicks(room, SEATS[room], level="beginner")
        newcomer.wait_until_it_listens()
        walk = Walk(newcomer, WISHES[room], device == "touch")
        walk.play()
        record = loads(newcomer.context.request.get(f"{path}/record").text())
        decided += (game := decisions(record, record.names.index("Mila")))
        taps += walk.taps
        least += fewest(room, game)
        found = {text.split()[0] for text, _ in decided}
        if found >= FOUND[room]:
            break
    newcomer.leave()
    assert found >= FOUND[room]
    print(f"{room} {device}: {taps} taps, at least {least}: {taps / least:.2f}")
    assert taps <= MOST_DETOURS * least, decided


@pytest.mark.parametrize("device", DEVICES)
def test_tr09_a_newcomer_sees_when_troika_can_be_called(invite: Invite, device: str) -> None:
    """The word stands there all the time; it has a ring once the call is possible."""
    newcomer = invite(**DEVICES[device])
    newcomer.lay_by_clicks("troika", 3)
    looks = itertools.chain.from_iterable(
        Telling("troika", 3, seed, 0).steps() for seed in range(1, 200)
    )
    asked = [look for look in itertools.islice(looks, 4000) if look.legal]
    for look in (asked[0], next(look for look in asked if "troika" in look.legal)):
        pose(newcomer, look)
        newcomer.put_news_aside()
        possible = "troika" in look.legal
        until(newcomer.page, lambda possible=possible: ringed(newcomer) == [possible])  # type: ignore[misc]


def ringed(newcomer: Person) -> list[bool]:
    """Whether the word has a ring; it may be on its way there."""
    seen = [Thing(**one) for one in newcomer.page.evaluate(SEEN)]
    return [one.ring > 0 for one in seen if one.name.startswith("TROIKA")]
