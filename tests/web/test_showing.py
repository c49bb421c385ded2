"""Pages from Looks, without a browser: every state of whole games, for every viewer."""

from __future__ import annotations

import itertools
import re
import statistics
import zlib
from html.parser import HTMLParser

import pytest

from spieltisch.core.rng import seeded
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import game
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import PAGES, presenter_of
from spieltisch.web.pages.environment import drawn
from spieltisch.web.pages.plans import plans
from spieltisch.web.pages.room_words import told as told_before
from spieltisch.web.pages.showing import Changes, fragment, sections_of, worded_moves
from spieltisch.web.pages.speech import best_language, speech
from tests.web.looks import Telling, redealt

GAMES = sorted(PAGES)
MOST_OF_A_MOVE = 2640
HALF_OF_THE_MOVES = {"holmes": 300, "tatort_themse": 220, "troika": 780, "zug_um_zug": 380}
each_game = pytest.mark.parametrize("name", GAMES)


def viewers(name: str) -> list[tuple[int, int | None]]:
    least, most = game(name).least_seats, game(name).most_seats
    return [(least, 0), (least, None), (most, most - 1)]


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_can_be_shown(name: str, language: str) -> None:
    """The languages take turns: what a page is made of is in all the same."""
    check_whole_games(name, language, 7 * LANGUAGES.index(language), 7 * len(LANGUAGES))


@pytest.mark.long
@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_can_be_shown_at_every_step(name: str, language: str) -> None:
    check_whole_games(name, language, 0, 1)


def check_whole_games(name: str, language: str, first: int, every: int) -> None:
    for seats, viewer in viewers(name):
        told = Telling(name, seats, 1, viewer)
        for look in itertools.islice(told.steps(), first, None, every):
            check_markup(fragment(look, speech(language)))
        check_markup(fragment(told.look(), speech(language)))


class Names(HTMLParser):
    """Ids and what is said to readers."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.unnamed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if "style" in found or any(key.startswith("on") for key in found):
            self.unnamed.append(f"{tag} with inline style or script")
        if tag == "button" and "card" in (found.get("class") or "") and not found.get("aria-label"):
            self.unnamed.append(f"card without a name: {attrs}")


def check_markup(text: str) -> None:
    names = Names()
    names.feed(text)
    assert len(names.ids) == len(set(names.ids)), "an id twice"
    sections = [name for name, _ in sections_of(text)]
    assert len(sections) == len(set(sections)), "live updates would lose one of two of a name"
    assert names.unnamed == []
    assert not re.search(
        r"\{\w+\}(?! *\.)", re.sub(r"<script.*?</script>|data-pay=\"[^\"]*\"", "", text)
    )


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
@each_game
def test_a_page_holds_nothing_its_viewer_may_not_know(name: str, every: int) -> None:
    """All that is hidden is dealt anew: not one byte of the page changes."""
    for seats, viewer in viewers(name):
        told = Telling(name, seats, 2, viewer)
        rng = seeded("redeal", name)
        for look in itertools.islice(told.steps(), None, None, every):
            other = redealt(told, look, rng)
            assert whole(look) == whole(other)


def whole(look: Snapshot) -> str:
    return fragment(look, speech("en"), "", worded_moves(look, speech("en")))


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
@each_game
def test_what_was_drawn_for_others_is_drawn_the_same(name: str, every: int) -> None:
    """Pieces are remembered by all that they show, whoever saw them first."""
    least, most = game(name).least_seats, game(name).most_seats
    looks = [
        look
        for seats, viewer in [(least, 0), (least, 1), (least, None), (most, 0)]
        for look in itertools.islice(Telling(name, seats, 8, viewer).steps(), None, None, every)
    ]
    pages = [fragment(look, speech("en")) for look in looks]
    assert drawn.cache_info().hits > len(looks)
    for look, page in zip(looks, pages, strict=True):
        drawn.cache_clear()
        told_before.cache_clear()
        assert fragment(look, speech("en")) == page


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_scripts_every_move_is_offered_in_words_of_its_own(
    name: str, language: str
) -> None:
    told = Telling(name, game(name).least_seats, 5, 0)
    for look in itertools.islice(told.steps(), None, None, 3):
        offered = worded_moves(look, speech(language))
        assert [move for move, _ in offered] == look.legal
        assert len({said for _, said in offered}) == len(offered)
        assert not any(said in (move, "") for move, said in offered)


@each_game
def test_every_plan_of_a_page_can_be_played(name: str) -> None:
    told = Telling(name, game(name).least_seats, 3, 0)
    for look in told.steps():
        if look.legal and look.view is not None:
            offered = presenter_of(look, speech("en")).plans(look, look.view)
            assert {plan.moves[0] for plan in offered} == set(look.legal)
            for plan in offered[:: max(1, len(offered) // 5)]:
                state = told.state.copy()
                for text in plan.moves:
                    assert told.game.why_illegal(state, told.game.parse(text)) is None
                    state.play(told.game.code(told.game.parse(text)))


def test_plans_without_a_second_step_are_the_legal_moves() -> None:
    told = Telling("tatort_themse", 2, 1, 0)
    look = next(look for look in told.steps() if look.legal)
    assert look.view is not None
    assert plans(told.game, look.view, look.legal, lambda _: False) == [
        (text,) for text in look.legal
    ]


@each_game
def test_a_move_costs_a_seat_little(name: str) -> None:
    """As the live connection sends it: one compressed stream, what has changed only."""
    told = Telling(name, game(name).least_seats, 4, 0)
    packer, changes = zlib.compressobj(6, zlib.DEFLATED, 31), Changes()
    sizes = []
    for look in told.steps():
        if look.result is None:
            text = changes.of(fragment(look, speech("en")))
            sent = packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
            sizes.append(len(sent))
    assert max(sizes[1:]) <= MOST_OF_A_MOVE
    assert statistics.median(sizes[1:]) <= HALF_OF_THE_MOVES[name]


def test_only_what_has_changed_is_sent() -> None:
    changes = Changes()
    whole = "<!--§a-->one<!--§b-->two 🎩 hats"
    assert changes.of(whole) == whole
    assert changes.of("<!--§a-->one<!--§b-->two 🎩🎩 hats") == "<!--§b 6 5-->🎩"
    assert changes.of("<!--§a--><!--§b-->two 🎩 hats") == "<!--§a 0 0--><!--§b 6 5-->"
    assert sections_of(whole) == [("a", "one"), ("b", "two 🎩 hats")]


class Page:
    """Puts together what it was sent, as the browser's does."""

    sent = re.compile(r"<!--§(\w+)(?: (\d+) (\d+))?-->(.*?)(?=<!--§|\Z)", re.DOTALL)

    def __init__(self) -> None:
        self.sections: dict[str, bytes] = {}

    def take(self, text: str) -> str:
        for name, begin, end, html in self.sent.findall(text):
            old = self.sections.get(name, b"")
            kept, rest = old[: 2 * int(begin or 0)], old[len(old) - 2 * int(end or 0) :]
            self.sections[name] = kept + html.encode("utf-16-le") + rest
        return b"".join(self.sections.values()).decode("utf-16-le")


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
@each_game
def test_a_page_that_is_sent_changes_shows_the_whole(name: str, every: int) -> None:
    page, changes = Page(), Changes()
    steps = Telling(name, game(name).most_seats, 6, 0).steps()
    for look in itertools.islice(steps, None, None, every):
        text = fragment(look, speech("fr"))
        shown = "".join(html for _, html in sections_of(text))
        assert page.take(changes.of(text)) == shown


@pytest.mark.parametrize(
    ("accept", "language"),
    [("de-AT,en;q=0.5", "de"), ("ja, fr;q=0.8, en;q=0.9", "en"), ("", "en"), ("x;q=y, fr", "fr")],
)
def test_the_language_is_the_browsers(accept: str, language: str) -> None:
    assert best_language(accept) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_zz25_city_bonuses_stand_by_token_in_the_order_of_the_score_cards(language: str) -> None:
    *_, look = Telling("zug_um_zug", 4, 1, 2).steps()
    assert look.result is not None
    page = fragment(look, speech(language))
    cards = re.findall(r'<li class="score-card.*?class="tok s(\d)', page, re.DOTALL)
    assert cards[0] == "2", "one's own first"
    cities = re.search(r'<section class="of-cities".*?</section>', page, re.DOTALL)
    assert cities is not None
    for row in re.findall(r"<ol>(.*?)</ol>", cities[0], re.DOTALL):
        assert re.findall(r'class="tok s(\d)', row) == cards
    bonuses = sum(int(one) for one in re.findall(r'class="gain">\+(\d+)', cities[0]))
    assert bonuses == sum(line.amount for line in look.result.sheet if line.clause == "ZZ-25") > 0
    assert not re.search(r"\d : \d : \d", page), "numbers in seat order belong to nobody"


@each_game
def test_a_sheet_begins_with_what_it_means_for_the_viewer(name: str) -> None:
    seats = game(name).least_seats
    for viewer in range(seats):
        *_, look = Telling(name, seats, 1, viewer).steps()
        assert look.result is not None
        page = fragment(look, speech("en"))
        first = re.search(r'<li class="score-card.*?class="tok s(\d)', page, re.DOTALL)
        assert first is not None and first[1] == str(viewer)
        told = re.search(r'id="ending".*?<p>\s*<b>(.*?)</b>', page, re.DOTALL)
        if viewer in look.result.winners and len(look.result.winners) > 1:
            assert "Shared victory" in page
            continue
        won = look.result.winners == [viewer]
        assert told is not None and ("You are" if won else "of you") in told[1]


def test_a_round_of_troika_ends_with_what_it_means_for_the_viewer() -> None:
    told = Telling("troika", 3, 1, 1)
    look = next(one for one in told.steps() if getattr(one.view, "rounds", None))
    news = re.search(r'<section class="ceremony".*?</section>', fragment(look, speech("en")), re.S)
    assert news is not None
    assert re.search(r"<h2[^>]*>Round 1: (you win|\w+ wins)</h2>", news[0])
    assert re.search(r"<b>You (get|lose) ", news[0])
    assert re.findall(r'<li class="share.*?class="tok s(\d)', news[0], re.S)[0] == "1"
