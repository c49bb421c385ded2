"""How many taps a decision takes, counted in a browser; and what the last of them does."""

from __future__ import annotations

import itertools
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route

from spieltisch.games.holmes.view import HolmesView
from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.server.snapshot import Snapshot
from tests.browser.conftest import Invite
from tests.browser.person import Person
from tests.browser.posed import pose
from tests.web.looks import Telling

pytestmark = pytest.mark.browser
SENT = 4000  # milliseconds: twice what the page holds back
# The fewest taps a decision takes. What goes without saying, or with the tap before it, takes none:
# a payment that is proposed, questioning without taking a clue, the ability of a visit.
FEWEST = {
    "tatort_themse": {
        **{"take": 2, "eliminate": 2, "pay": 0, "pass": 0, "open": 2, "blind": 2},
        **{"renew": 1, "keep": 1},
    },
    "troika": {"turn": 2, "take": 2, "draw": 2, "back": 2, "hide": 2, "troika": 2},
    "holmes": {
        **{"visit": 1, "use": 0, "decline": 1, "as": 1, "take": 1, "keep": 1, "steal": 1},
        **{"joker": 1, "join": 1, "apart": 1, "lay": 2},
    },
    "zug_um_zug": {
        **{"draw": 2, "stop": 1, "lay": 1, "tickets": 2, "keep": 0, "complete": 0, "done": 1},
        "pass": 1,
    },
}
NAMES = "(things) => things.map((one) => one.dataset.name)"
ON_A_PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Counted:
    """A page whose taps are counted and whose moves are written down, not played."""

    def __init__(self, person: Person, look: Snapshot) -> None:
        self.page: Page = person.page
        self.taps = 0
        self.moves: list[str] = []
        person.lay(look.game, 2)
        pose(person, look)
        self.page.route("**/play", self.write_down)

    def write_down(self, route: Route) -> None:
        self.moves += parse_qs(route.request.post_data or "")["move"][0].split("|")
        route.fulfill(status=204, headers={"spieltisch-number": "1"})

    def tap(self, selector: str, which: int = 0) -> None:
        self.page.locator(selector).nth(which).click()
        self.taps += 1

    def until_sent(self) -> list[str]:
        for _ in range(SENT // 50):
            if self.moves:
                return self.moves
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing was sent")


def before_a_visit(person: str, glasses: int, *, less: bool = False) -> Snapshot:
    """On a later day; no joker lies there, because where it goes is a question of its own."""
    games = (Telling("holmes", 2, seed, 0).steps() for seed in itertools.count(3))
    return next(
        look for look in itertools.chain.from_iterable(games) if fits(look, person, glasses, less)
    )


def fits(look: Snapshot, person: str, glasses: int, less: bool) -> bool:
    view = look.view
    if not isinstance(view, HolmesView) or view.phase != "place" or view.day < 2:
        return False
    enough = (view.players[0].glasses < glasses) if less else view.players[0].glasses >= glasses
    can_go = any(move.startswith(f"visit {person} ") for move in look.legal)
    return enough and can_go and "J" not in view.display and len(view.display) == 4


@pytest.mark.parametrize("context", [{}, ON_A_PHONE], ids=["desk", "phone"])
def test_a_visit_of_watson_takes_two_taps(invite: Invite, context: dict[str, object]) -> None:
    counted = Counted(invite(**context), before_a_visit("watson", 1))
    counted.tap(".g-watson.legal")
    counted.tap(".open .clue.may")
    first, *then = counted.until_sent()
    assert first.startswith("visit watson from ")
    assert then[0] == "use" and then[1].startswith("take ") and len(then) == 2
    assert counted.taps == 2


def test_a_visit_of_lestrade_takes_three_taps(invite: Invite) -> None:
    counted = Counted(invite(), before_a_visit("lestrade", 3))
    words = counted.page.locator("#words")
    counted.tap(".g-lestrade.legal")
    assert words.inner_text().startswith("Take 2 clues from the display.")
    counted.tap(".open .clue.may")
    assert counted.moves == []
    counted.tap(".open .clue.may")
    taken = counted.page.locator(".open .clue.sel").evaluate_all(NAMES)
    assert words.inner_text() == f"You take: {', '.join(taken)}."
    first, *then = counted.until_sent()
    assert first.startswith("visit lestrade from ") and then[0] == "use"
    assert [move.split()[0] for move in then[1:]] == ["take", "take"]
    assert counted.taps == 3


def test_a_visit_of_mrs_hudson_takes_two_taps_on_her(invite: Invite) -> None:
    counted = Counted(invite(), before_a_visit("hudson", 0))
    counted.tap(".g-hudson.legal")
    counted.tap(".g-hudson.legal")
    first, *then = counted.until_sent()
    assert first.startswith("visit hudson from ") and then == ["use"]
    assert counted.taps == 2


def test_the_ability_can_be_left_alone(invite: Invite) -> None:
    counted = Counted(invite(), before_a_visit("watson", 1))
    counted.tap(".g-watson.legal")
    counted.page.get_by_role("button", name="Only visit").click()
    assert counted.until_sent()[1:] == ["decline"]


def test_what_the_last_tap_decides_is_held_back_and_can_be_taken_back(invite: Invite) -> None:
    """A tap on another standing marker swaps it; the one that has stood longest is proposed."""
    counted = Counted(invite(), before_a_visit("watson", 1))
    page = counted.page
    counted.tap(".g-watson.legal")
    proposed = page.locator(".mk.sel").get_attribute("data-part")
    counted.tap(".open .clue.may")
    page.locator(".counting #confirm").wait_for()
    page.locator("#back").click()
    page.wait_for_timeout(2400)
    assert counted.moves == [] and page.locator(".person.sel").count() == 1
    if page.locator(".mk.may").count():
        page.locator(".mk.may").first.click()
        assert page.locator(".mk.sel").get_attribute("data-part") != proposed
    chosen = page.locator(".mk.sel").get_attribute("data-part")
    counted.tap(".open .clue.may")
    page.locator("#confirm").click()
    assert counted.until_sent()[0] == f"visit watson from {chosen}"


def test_a_visit_that_cannot_pay_looks_different_and_warns(invite: Invite) -> None:
    person = invite()
    counted = Counted(person, before_a_visit("lestrade", 3, less=True))
    page = counted.page
    lestrade = page.locator("button.g-lestrade")
    assert "idle" in str(lestrade.get_attribute("class"))
    assert "short" in lestrade.inner_text()
    lestrade.click()
    words = page.locator("#words").inner_text()
    assert "costs glasses: 3" in words and "Only your marker moves there." in words
    lestrade.click()  # a second tap takes it back, and loses nothing
    assert page.locator("#words").inner_text() != words and counted.moves == []
    lestrade.click()
    assert person.violations() == []
    page.get_by_role("button", name="Visit anyway").click()
    assert len(counted.until_sent()) == 1


def turn_in(phase: str, move: str) -> Snapshot:
    """Of Zug um Zug, in which this move is legal."""
    looks = itertools.chain.from_iterable(
        Telling("zug_um_zug", 2, seed, 0).steps() for seed in itertools.count(1)
    )
    return next(
        look
        for look in looks
        if isinstance(look.view, ZugView) and look.view.phase == phase and move in look.legal
    )


@pytest.mark.parametrize("context", [{}, ON_A_PHONE], ids=["desk", "phone"])
def test_zz13_a_train_is_laid_with_two_taps(invite: Invite, context: dict[str, object]) -> None:
    counted = Counted(invite(**context), turn_in("act", "lay BBB"))
    pack = counted.page.locator("[data-part=B]").count()
    counted.tap("[data-pack=B]")
    counted.tap("#confirm")
    assert counted.until_sent() == [f"lay {'B' * pack}"]
    assert counted.taps == 2


def test_zz13_with_locomotives_it_takes_three(invite: Invite) -> None:
    counted = Counted(invite(), turn_in("act", "lay BBL"))
    counted.tap("[data-pack=B]")
    counted.tap("[data-pack=L]")
    counted.tap("#confirm")
    [move] = counted.until_sent()
    assert move.startswith("lay BB") and move.endswith("L")
    assert counted.taps == 3


@pytest.mark.parametrize("context", [{}, ON_A_PHONE], ids=["desk", "phone"])
def test_zz09_two_cards_are_drawn_with_three_taps(
    invite: Invite, context: dict[str, object]
) -> None:
    """The second tap on the same card confirms; after it, one tap takes the second card."""
    first = Counted(invite(**context), turn_in("act", "draw blind"))
    first.tap("#pile")
    assert first.moves == []
    first.tap("#pile")
    assert first.until_sent() == ["draw blind"]
    second = Counted(invite(**context), turn_in("second_card", "draw blind"))
    second.tap(".open .legal")
    assert second.until_sent()[0].startswith("draw ")
    assert first.taps + second.taps == 3


def first_look(name: str, seats: int, move: str) -> Snapshot:
    """With a choice, and this move among what can be chosen."""
    looks = itertools.chain.from_iterable(
        Telling(name, seats, seed, 0).steps() for seed in itertools.count(1)
    )
    return next(
        look
        for look in looks
        if len(look.legal) > 1 and any(text.split()[0] == move for text in look.legal)
    )


COUNTED = [
    *(("tatort_themse", 2, move) for move in ("take", "eliminate", "open", "blind", "renew")),
    *(("troika", 3, move) for move in ("turn", "take", "draw", "back", "hide", "troika")),
    *(("holmes", 2, move) for move in ("keep", "steal", "joker")),
    *(("zug_um_zug", 2, move) for move in ("tickets", "stop")),
]


@pytest.mark.parametrize(("name", "seats", "move"), COUNTED)
def test_a_decision_takes_the_fewest_taps(invite: Invite, name: str, seats: int, move: str) -> None:
    """A tap on the thing, and one that confirms where the first does not decide."""
    person = invite()
    counted = Counted(person, first_look(name, seats, move))
    person.put_news_aside()
    counted.tap(f"[name=move][value='{move}']:visible, [name=move][value^='{move} ']:visible")
    counted.page.wait_for_timeout(300)
    if not counted.moves and not counted.page.locator(".counting").count():
        counted.tap("#confirm")
    assert counted.until_sent()[0].split("@")[0].split()[0] == move
    assert counted.taps == FEWEST[name][move]
