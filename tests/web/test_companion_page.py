"""The companion's pages: the score in the page is the room's, and every entry that cannot be gets
a word at its field, in three languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import urlencode

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.core.companion import Entered
from spieltisch.core.state import State
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.troika.room import Troika
from spieltisch.games.zug_um_zug.rules import ZugState
from spieltisch.web.games import PAGES
from spieltisch.web.pages.rooms import standard
from tests.games.companions import (
    finished,
    holmes_entries,
    themse_entries,
    troika_entries,
    zug_entries,
)
from tests.games.test_companion import themse

Client = TestClient[Litestar]


def address(name: str, entered: Entered) -> str:
    fields: dict[str, object] = {"players": len(entered.players), **entered.table}
    for seat, player in enumerate(entered.players):
        fields |= {f"{seat}-{key}": number for key, number in player.items() if number}
    return f"/companion/{name}?{urlencode(fields)}"


def totals(page: str) -> list[int]:
    """What the bar at the foot of the page says, seat by seat."""
    bar = page[page.index('id="standing"') :]
    return [int(number) for number in re.findall(r"<b>(-?\d+)</b>", bar)]


def lines(page: str) -> int:
    sheet = page[page.index('class="scores"') : page.index("</ol>")]
    return sheet.count("<li><span>")


def written_down(state: State) -> Entered:
    match state:
        case HolmesState():
            return holmes_entries(state)
        case ZugState():
            return zug_entries(state)
        case ThemseState():
            return themse_entries(state, themse())
    raise AssertionError(state)


@pytest.mark.parametrize("name", ["holmes", "zug_um_zug", "tatort_themse"])
def test_the_page_counts_finished_games_like_the_room(client: Client, name: str) -> None:
    game = standard(name)
    for state in finished(game, game.most_seats, 1):
        page = client.get(address(name, written_down(state))).text
        assert totals(page) == game.result(state).scores
        assert lines(page) == len(game.result(state).sheet)


def test_the_page_counts_rounds_of_troika_like_the_room(client: Client) -> None:
    for state in finished(Troika(), 5, 1):
        for played in state.past:
            page = client.get(address("troika", troika_entries(played))).text
            assert totals(page) == list(played.points)


WRONG: list[tuple[str, Mapping[str, str], str, tuple[str, str, str]]] = [
    ("troika", {"0-5": "4"}, "0-5", ("Only 0 to 3", "nur 0 bis 3", "de 0 à 3")),
    ("troika", {"0-5": "many"}, "0-5", ("a whole number", "ganze Zahl", "nombre entier")),
    ("troika", {"0-5": "2", "1-5": "2"}, "1-5", ("holds only 3", "nur 3", "que 3")),
    ("troika", {"0-chips": "9"}, "0-chips", ("Only -2 to 4", "nur -2 bis 4", "de -2 à 4")),
    ("troika", {"0-5": "2", "1-h5": "2"}, "1-h5", ("holds only 3", "nur 3", "que 3")),
    ("troika", {"0-h5": "2", "0-h6": "2"}, "0-h6", ("3 tiles", "höchstens 3", "au plus 3")),
    ("troika", {"0-call": "2", "0-7": "5"}, "0-call", ("at once", "zugleich", "à la fois")),
    ("holmes", {"0-J5": "1"}, "0-J5", ("at least one clue", "einen Hinweis", "un indice")),
    ("holmes", {"0-late": "2"}, "0-late", ("Only 0 of", "so viele Joker: 0", "seulement 0")),
    ("holmes", {"0-unplaced": "6"}, "0-unplaced", ("Only 0 to 5", "nur 0 bis 5", "de 0 à 5")),
    ("holmes", {"0-5": "1", "0-unplaced": "1"}, "0-unplaced", ("a row", "Eine Reihe", "rangée")),
    ("holmes", {"1-glasses": "x"}, "1-glasses", ("a whole number", "ganze Zahl", "nombre entier")),
    ("holmes", {"0-M": "3", "1-M": "3"}, "0-M", ("holds only 5", "nur 5", "que 5")),
    ("zug_um_zug", {"0-R": "11"}, "0-R", ("Only 0 to 10", "nur 0 bis 10", "de 0 à 10")),
    ("zug_um_zug", {"0-t3": "1", "1-t3": "1"}, "1-t3", ("holds only 1", "nur 1", "que 1")),
    ("zug_um_zug", {"0-d3": "1"}, "0-d3", ("ticket itself", "Zielkarte selbst", "elle-même")),
    ("tatort_themse", {"0-P4B": "2"}, "0-P4B", ("Only 0 to 1", "nur 0 bis 1", "de 0 à 1")),
]


@pytest.mark.parametrize(("name", "fields", "field", "words"), WRONG)
def test_an_impossible_entry_gets_a_word_at_its_field(
    client: Client, name: str, fields: dict[str, str], field: str, words: tuple[str, ...]
) -> None:
    for language, said in zip(("en", "de", "fr"), words, strict=True):
        page = client.get(
            f"/companion/{name}?{urlencode(fields)}", headers={"accept-language": language}
        ).text
        assert said in word_at(page, field), language
        assert 'id="standing" data-live></p>' in page
        assert f'aria-describedby="w-{field}" aria-invalid="true"' in page


def test_tt27_nothing_is_wrong_before_the_open_case_is_ticked(client: Client) -> None:
    for fields in ("", "?0-P4B=1"):
        page = client.get(f"/companion/tatort_themse{fields}", headers={"accept-language": "en"})
        assert "aria-invalid" not in page.text
        assert ("Which case was not solved? Once" in page.text) == bool(fields)
    assert totals(client.get("/companion/tatort_themse?0-P4B=1&openG=1").text)[0] > 0


def test_a_broken_box_in_a_link_is_told(client: Client) -> None:
    page = client.get("/companion/holmes?box=cut", headers={"accept-language": "de"}).text
    assert "Schachtel in diesem Link ist nicht lesbar" in page
    assert "nicht lesbar" not in client.get("/companion/holmes").text


def word_at(page: str, field: str) -> str:
    place = page[page.index(f'id="w-{field}"') :]
    return unescape(re.sub(r"<[^>]+>", "", place[place.index(">") + 1 : place.index("</li>")]))


def test_an_unknown_ticket_is_told(client: Client) -> None:
    page = client.get("/companion/zug_um_zug?0-t99=1&0-R=2").text
    assert "The box has no such thing: 0-t99." in page


def test_a_tap_without_scripts_changes_the_address(client: Client) -> None:
    answer = client.get(
        "/companion/troika?players=3&0-7=2&1-7=0&tap=0-7%2B", follow_redirects=False
    )
    assert answer.status_code == 303
    assert answer.headers["location"] == "/companion/troika?players=3&0-7=3#f-0-7"
    answer = client.get("/companion/troika?players=3&0-5=3&tap=0-5%2B", follow_redirects=False)
    assert answer.headers["location"] == "/companion/troika?players=3&0-5=3#f-0-5"
    answer = client.get("/companion/troika?players=3&0-5=1&tap=0-5-&at=2", follow_redirects=False)
    assert answer.headers["location"] == "/companion/troika?players=3&at=2#f-0-5"


@pytest.mark.parametrize(
    "query",
    [
        "players=99",
        "players=-1&at=7",
        "tap=9-9%2B",
        "tap=%2B",
        "0-7=" + "9" * 400,
        "0-7=%00&name-0=%3Cscript%3E",
        "&".join(f"x{number}=1" for number in range(300)),
    ],
)
@pytest.mark.parametrize("name", sorted(PAGES))
def test_nothing_in_an_address_breaks_the_page(client: Client, name: str, query: str) -> None:
    answer = client.get(f"/companion/{name}?{query}")
    assert answer.status_code == 200
    assert "<script>" not in answer.text


def test_names_are_told_and_escaped(client: Client) -> None:
    page = client.get("/companion/troika?0-7=3&0-4=1&0-5=1&0-6=1&name-0=A%26B%3C").text
    assert "A&amp;B&lt; wins the round" in page


def test_there_is_no_companion_for_an_unknown_game(client: Client) -> None:
    assert client.get("/companion/chess").status_code == 404
    assert client.get("/companion").status_code == 200
