"""Hints in words: every move of every game can be advised, in every language, and nothing leaks."""

from __future__ import annotations

import itertools
import re
from html.parser import HTMLParser

import pytest

from spieltisch.bots.advice import Advice
from spieltisch.core.rng import seeded
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import ROOMS, game
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import PAGES
from spieltisch.web.pages.hints import worded_advice
from spieltisch.web.pages.plans import plans
from spieltisch.web.pages.showing import Hint, fragment
from spieltisch.web.pages.speech import speech
from tests.web.looks import Telling, redealt


def advice(moves: list[str], per_cent: int, ahead: float = 0.0, of_round: bool = False) -> Advice:
    return Advice(moves, 400, per_cent / 100, ahead, of_round)


def every_row(told: Telling, look: Snapshot) -> list[list[str]]:
    """Each legal move; one that only leads to the next question (`pass`) with each answer."""
    assert look.view is not None
    found = plans(told.game, look.view, look.legal, lambda plan: plan[-1] == "pass")
    return [list(plan) for plan in found]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_move_can_be_advised(room: str, language: str) -> None:
    told = Telling(room, game(room).least_seats, 5, 0)
    for look in itertools.islice((one for one in told.steps() if one.legal), None, None, 3):
        for row in every_row(told, look):
            (hint,) = worded_advice(look, [advice(row, 62)], speech(language))
            assert hint.title
            assert "{" not in hint.title
            assert "62" in hint.odds
            assert hint.reason == ""


@pytest.mark.parametrize("room", ROOMS)
def test_each_kind_of_move_has_advice_in_three_languages(room: str) -> None:
    kinds = [set(game(room).texts(language).advice) for language in LANGUAGES]
    assert kinds[0] == kinds[1] == kinds[2]


def two(first: Advice, second: Advice) -> list[Hint]:
    told = Telling("tatort_themse", 2, 1, 0)
    look = next(look for look in told.steps() if len(look.legal) > 2)
    return worded_advice(look, [first, second], speech("en"))


def test_a_hint_says_why_in_points_and_chance() -> None:
    best, next_best = two(advice(["pass", "blind"], 62, 3.0), advice(["pass", "open L"], 50, 1.8))
    assert best.title == "Draw from the pile"
    assert best.odds == "You then win in about 62 of 100 games."
    assert best.reason == "+1.2 points more than “Question the open Lady”."
    assert next_best.reason == "1.2 points less than “Draw from the pile”."


def test_what_chance_alone_could_make_is_called_equal() -> None:
    best, _ = two(advice(["pass", "blind"], 52, 3.0), advice(["pass", "open L"], 50, 1.0))
    assert best.reason == "About as good as “Question the open Lady”."


def test_a_round_is_spoken_of_where_only_the_round_was_looked_at() -> None:
    told = Telling("troika", 2, 1, 0)
    look = next(look for look in told.steps() if len(look.legal) > 1)
    first, second = look.legal[:2]
    both = [advice([first], 62, 0.5, True), advice([second], 40, 0.2, True)]
    best, _ = worded_advice(look, both, speech("en"))
    assert "this round" in best.odds
    assert "chips" in best.reason


@pytest.mark.parametrize("room", ROOMS)
def test_hints_say_nothing_a_seat_cannot_know(room: str) -> None:
    told = Telling(room, game(room).least_seats, 2, 0)
    rng = seeded("redealt hints")
    for look in itertools.islice((one for one in told.steps() if one.legal), None, None, 9):
        other = redealt(told, look, rng)
        rows = [advice(row, 50) for row in every_row(told, look)]
        assert worded_advice(look, rows, speech("en")) == worded_advice(other, rows, speech("en"))


def test_a_hint_is_offered_where_the_witness_is_the_choice() -> None:
    told = Telling("tatort_themse", 2, 1, 0)
    look = next(look for look in told.steps() if look.legal == ["pass"])
    assert 'id="hint"' in fragment(look, speech("en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_the_goal_is_three_short_sentences(room: str, language: str) -> None:
    points = game(room).texts(language).goal
    assert len(points) == len(PAGES[room].goal) == 3
    for point in points:
        assert len(re.findall(r"[\w’-]+", point.text)) <= 22
        assert len(re.findall(r"[.!?](?=\s|$)", point.text)) == 1
    if room == "tatort_themse":
        assert re.search(r"[ée]limin|beseitig", points[1].text)
    if room == "troika":
        assert re.search("TROIKA.*(chip|Chip|jeton)", points[2].text)


class Things(HTMLParser):
    """Cards, piles, tiles, tickets and markers that can be tapped, and what they are said to be
    for, themselves or by what holds them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str | None] = []
        self.bare: list[str] = []
        self.used: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("input", "img", "use", "path", "br"):
            return
        found = dict(attrs)
        said = found.get("data-tip") or (self.open[-1] if self.open else None)
        self.open.append(said)
        self.used |= {said} if said else set()
        kinds = set((found.get("class") or "").split())
        if tag == "button" and kinds & {"card", "pile", "ticket", "mk"} and not said:
            self.bare.append(str(attrs))

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("use", "path"):
            self.open.pop()


@pytest.mark.parametrize("room", ROOMS)
def test_every_card_and_marker_says_what_it_is_for(room: str) -> None:
    kinds = [set(game(room).texts(language).tips) for language in LANGUAGES]
    told = Telling(room, game(room).most_seats, 5, 0)
    things = Things()
    for look in itertools.islice(told.steps(), None, None, 7):
        things.open.clear()
        things.feed(fragment(look, speech("en")))
    assert things.bare == []
    assert kinds == [things.used] * len(LANGUAGES)
