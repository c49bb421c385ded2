"""Rule books: what is cited is there, what is searched for is found."""

from __future__ import annotations

import json

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from markupsafe import escape

from spieltisch.core.texts import LANGUAGES, load_texts
from spieltisch.files import read_edition
from spieltisch.games import ROOMS, game
from spieltisch.web.auth import COOKIE
from spieltisch.web.games import PAGES
from spieltisch.web.pages.rooms import standard
from spieltisch.web.pages.rules import holds, marked
from spieltisch.web.pages.speech import speech
from tests.traces import traced
from tests.web.looks import Telling
from tests.web.test_small_box import SMALL_BOX, lay_small_box, shown

Client = TestClient[Litestar]
each_room = pytest.mark.parametrize("room", sorted(ROOMS))


@each_room
def test_every_entry_of_a_log_cites_a_clause_of_the_book(room: str) -> None:
    clauses = load_texts(room, "en").clauses()
    for seats in {game(room).least_seats, game(room).most_seats}:
        told = Telling(room, seats, 1, 0)
        for _ in told.steps():
            pass
        assert {seen.clause for seen in told.seen} <= clauses.keys()


@each_room
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_a_box_is_listed_in_words(room: str, language: str) -> None:
    groups = PAGES[standard(room).name].card_list(standard(room), speech(language))
    cards = [card for group in groups for card in group.cards]
    least = {"tatort_themse": 29, "troika": 15, "holmes": 21, "zug_um_zug": 61}
    assert len(cards) == least[room]
    assert all(card.name and card.text and "<use" in card.picture for card in cards)


def test_reconstructed_lists_and_rulings_are_marked(client: TestClient[Litestar]) -> None:
    client.headers["accept-language"] = "en"
    assert "our reconstruction" in client.get("/rules/holmes").text
    assert "our reconstruction" not in client.get("/rules/zug_um_zug").text
    assert "our ruling" in client.get("/rules/troika").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_tr05_printed_sentences_and_rulings_are_told_apart(
    client: TestClient[Litestar], language: str
) -> None:
    """Ten tiles are removed as printed; that they are face down is what we decided."""
    client.headers["accept-language"] = language
    printed, decided = load_texts("troika", language).clauses()["TR-05"].passages
    page = client.get("/rules/troika").text
    badge = f'<span class="mark ruling">{speech(language).say("our ruling")}</span>'
    assert f'<p> <span class="passage">{escape(printed.text)}</span></p>' in page
    assert f'<p>{badge} <span class="passage">{escape(decided.text)}</span></p>' in page


def test_the_book_of_a_table_lists_its_own_cards(client: Client) -> None:
    """From the log, the menu and a search without scripts; strangers are shown nothing."""
    client.headers["accept-language"] = "en"
    seated = lay_small_box(client)
    page = shown(client, seated)
    book = f"/rules/holmes?table={seated['table']}"
    assert f'href="{book}"' in page
    assert '"/rules/holmes#' not in page
    owner = {"cookie": f"{COOKIE}={seated['credential']}"}
    text = client.get(f"{book}&q=landlady", headers=owner).text
    assert "The Landlady" in text
    assert "Mrs. Hudson" not in text
    assert "our reconstruction" not in text
    assert f'name="table" value="{seated["table"]}"' in text
    client.cookies.clear()
    assert client.get(book, headers={"accept": "text/html"}).status_code == 404
    assert client.get(f"/rules/troika?table={seated['table']}", headers=owner).status_code == 404


def test_the_book_of_a_replayed_record_lists_its_own_cards(client: Client) -> None:
    client.headers["accept-language"] = "en"
    played = game("holmes", read_edition(SMALL_BOX))
    record = json.dumps(traced(played, 2, {}, 1, "casual"))
    client.get("/replay")
    fields = {"_csrf_token": (None, client.cookies["spieltisch-csrf"]), "text": (None, record)}
    page = client.post("/replay", files=fields, follow_redirects=True)
    book = f"/rules/holmes?record={page.url.path.rpartition('/')[2]}"
    assert f'href="{book}#' in page.text
    assert "The Landlady" in client.get(book).text


def test_a_search_works_without_scripts(client: TestClient[Litestar]) -> None:
    client.headers["accept-language"] = "en"
    page = client.get("/rules/tatort_themse?q=four+equal").text
    assert "<mark>four</mark>" in page
    assert 'id="TT-10" class="clause"><dt>' in page
    assert 'id="TT-01" class="clause" hidden>' in page


def test_accents_and_capitals_do_not_matter_to_a_search() -> None:
    assert holds("Die Zeugin Ärger", "arger zeug")
    assert not holds("Zeuge", "zeuge lady")
    assert marked("<b>", "b") == "&lt;<mark>b</mark>&gt;"
