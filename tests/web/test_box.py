"""Writing down one's own box: every mistake is one line at its field, in three languages; files and
links carry what `--edition` reads; and a table laid with it speaks of its cards."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.core.edition import built_in
from spieltisch.files import read_edition
from spieltisch.games import game
from spieltisch.web.csrf import COOKIE as CSRF
from spieltisch.web.games import PAGES
from spieltisch.web.pages.box_files import as_toml, packed, unpacked
from spieltisch.web.pages.speech import speech

Client = TestClient[Litestar]
SMALL_BOX = Path(__file__).parents[2] / "docs" / "examples" / "holmes_small_box.toml"
BOXES = {name: page.box for name, page in PAGES.items() if page.box}
NAMES = sorted(BOXES)


def token(client: Client, path: str) -> dict[str, str]:
    page = client.get(path).text
    found = re.search(r'name="_csrf_token" value="([^"]+)"', page)
    assert found
    return {"_csrf_token": found[1]}


def send(client: Client, path: str, fields: dict[str, str], language: str = "en") -> str:
    page = "/" + "/".join(path.split("/")[1:3])
    known = {"_csrf_token": client.cookies[CSRF]} if CSRF in client.cookies else token(client, page)
    body = {**known, **fields}
    answer = client.post(path, data=body, headers={"accept-language": language})
    assert answer.status_code == 200, answer.text[:300]
    return answer.text


@cache
def first_fields(name: str) -> dict[str, str]:
    form = BOXES[name](speech("en"))
    return form.fields(form.template())


def edition_in(page: str) -> Any:
    found = re.search(r'id="edition" data-live>(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1]) if found[1] else None


def word_at(page: str, field: str) -> str:
    place = page[page.index(f'id="w-{field}"') :]
    said = place[place.index(">") + 1 : place.index("</span></span>")]
    return unescape(re.sub(r"<[^>]+>", "", said))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_the_form_begins_with_our_own_box(client: Client, name: str, language: str) -> None:
    page = client.get(f"/box/{name}", headers={"accept-language": language}).text
    ours = built_in(name)
    written = edition_in(page)
    assert written.pop("name") in ("My box", "Meine Schachtel", "Ma boîte")
    ours.pop("name")
    for case in ours.get("case", []):
        case["clues"].sort(key=lambda clue: clue["value"])
    for case in written.get("case", []):
        case["clues"].sort(key=lambda clue: clue["value"])
    assert written == ours


def test_another_box_goes_through_the_form_unchanged(client: Client) -> None:
    small = read_edition(SMALL_BOX)
    page = send(client, "/box/holmes", {"text": SMALL_BOX.read_text(encoding="utf-8")})
    written = edition_in(page)
    for key in ("name", "markers", "start_markers", "joker", "map_fragment", "kinds"):
        assert written[key] == small[key]
    assert [(one["name"], one["ability"]) for one in written["person"]] == [
        (one["name"], one["ability"]) for one in small["person"]
    ]
    game("holmes", written)


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_what_edition_reads(client: Client, name: str, tmp_path: Path) -> None:
    text = send(client, f"/box/{name}/file", first_fields(name))
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    assert game(name, read_edition(path)).name == name
    assert edition_in(send(client, f"/box/{name}", {"text": text}))


def test_toml_writes_every_sign() -> None:
    table = {"name": 'a "b" \\ é\n\t\x7f', "kinds": {"été": 3}, "person": [{"ability": [{"a": 1}]}]}
    assert tomllib.loads(as_toml(table)) == table


Wrong = tuple[str, dict[str, str], str, tuple[str, str, str]]
WRONG: list[Wrong] = [
    ("holmes", {"name": " "}, "name", ("1 to 60", "1 bis 60", "1 à 60")),
    ("holmes", {"markers": "x"}, "markers", ("from 0 to 999", "von 0 bis 999", "de 0 à 999")),
    ("holmes", {"start_markers": "13"}, "start_markers", ("has 24", "hat 24", "en a 24")),
    ("holmes", {"map_fragment": "6"}, "map_fragment", ("than 5", "als 5", "delà de 5")),
    ("holmes", {"joker": "-1"}, "joker", ("from 0", "von 0", "de 0")),
    ("holmes", {"kind-3": "joker"}, "kind-3", ("is taken", "vergeben", "est pris")),
    ("holmes", {"kind-4": "Mud", "kind-5": "Mud"}, "kind-5", ("already", "schon", "déjà")),
    ("holmes", {"p0-name": ""}, "p0-name", ("1 to 60", "1 bis 60", "1 à 60")),
    ("holmes", {"p1-s0": ""}, "p1-ability", ("one step", "einen Schritt", "une étape")),
    ("holmes", {"p1-n0": "0"}, "p1-n0", ("from 1 to 999", "von 1 bis 999", "de 1 à 999")),
    ("holmes", {"p4-n1": "21"}, "p4-n1", ("from 1 to 20", "von 1 bis 20", "de 1 à 20")),
    ("holmes", {"p4-portrait": "toby"}, "p7-name", ("twice", "zweimal", "deux fois")),
    ("holmes", {"p4-always": "1"}, "person", ("now there are 4", "sind es 4", "en a 4")),
    ("holmes", {"persons_on_day_1": "9"}, "person", ("need 15", "brauchen 15", "demandent 15")),
    ("tatort_themse", {"bonus-2": "100"}, "bonus-2", ("0 to 99", "0 bis 99", "0 à 99")),
    ("tatort_themse", {"place-1": ""}, "place-1", ("1 to 60", "1 bis 60", "1 à 60")),
    ("tatort_themse", {"case-0": ""}, "own-0", ("1 to 60", "1 bis 60", "1 à 60")),
    (
        "tatort_themse",
        {"case-0": "", "own-0": "7 swans"},
        "own-0",
        ("with a letter", "mit einem Buchstaben", "par une lettre"),
    ),
    (
        "tatort_themse",
        {"case-4": "", "own-4": "Garnets"},
        "own-4",
        ("first letters", "Anfangsbuchstaben", "initiales"),
    ),
    ("tatort_themse", {"c0-6B": "1"}, "clues", ("there are 26", "sind es 26", "en a 26")),
]


@pytest.mark.parametrize(("name", "fields", "field", "words"), WRONG)
def test_a_mistake_is_told_at_its_field(
    client: Client, name: str, fields: dict[str, str], field: str, words: tuple[str, ...]
) -> None:
    for language, said in zip(("en", "de", "fr"), words, strict=True):
        page = send(client, f"/box/{name}", {**first_fields(name), **fields}, language)
        assert said in word_at(page, field), language
        assert edition_in(page) is None


def test_a_case_without_clues_is_told(client: Client) -> None:
    fields = {key: text for key, text in first_fields("tatort_themse").items() if key[:2] != "c3"}
    assert "at least one clue" in word_at(send(client, "/box/tatort_themse", fields), "clues-3")


def test_equal_clues_go_through_the_form_and_the_companion(client: Client) -> None:
    """Three of one kind, said by a number beside its tick; what cannot be read is one."""
    ours = first_fields("tatort_themse")
    fields = {key: text for key, text in ours.items() if key not in ("c0-2U", "c0-6U")}
    fields |= {"m0-3L": "3", "m1-2L": "x", "m1-3B": "-4"}
    page = send(client, "/box/tatort_themse", fields)
    written = edition_in(page)
    assert written["case"][0]["clues"].count({"value": 3, "witness": "lady"}) == 3
    assert "<b>25</b> / 25" in page
    form = BOXES["tatort_themse"](speech("en"))
    assert form.table(form.fields(written)) == written
    sent = client.post(
        "/box/tatort_themse/count",
        data={**token(client, "/box/tatort_themse"), **fields},
        follow_redirects=False,
    )
    counted = client.get(sent.headers["location"] + "&openG=1&0-P3L=3").text
    assert "<b>11</b>" in counted, "three clues of 3 and the bonus of 2"
    laid = send(client, "/box/tatort_themse/table", fields)
    edition = unescape(re.search(r'name="edition" value="([^"]+)"', laid)[1])  # type: ignore[index]
    body = {**token(client, "/new/tatort_themse"), "edition": edition, "players": "2"}
    table = client.post("/new/tatort_themse", data={**body, "mode": "bots"})
    assert table.status_code == 200
    assert table.text.count('data-card="P3L"') == 3


@pytest.mark.parametrize("text", ["no = toml = at all", "[1, 2]", "{}", '{"case": 7, "name": "x"}'])
@pytest.mark.parametrize("name", NAMES)
def test_a_broken_file_is_told_and_leaves_a_form(client: Client, name: str, text: str) -> None:
    page = send(client, f"/box/{name}", {"text": text}, "de")
    assert word_at(page, "text")
    assert 'name="name"' in page


def test_persons_come_and_go_by_buttons(client: Client) -> None:
    fields = first_fields("holmes")
    page = send(client, "/box/holmes", {**fields, "act": "add"})
    assert 'name="p12-name"' in page
    page = send(client, "/box/holmes", {**fields, "act": "remove-11"})
    assert 'name="p11-name"' not in page
    assert len(edition_in(send(client, "/box/holmes", {"act": "reset"}))["person"]) == 12


def test_there_are_boxes_for_two_games_only(client: Client) -> None:
    assert client.get("/box/troika").status_code == 404
    assert client.get("/box").status_code == 200


OWN_CASE = {"case-1": "", "own-1": "Emerald <Buddha>", "place-1": "Kew Gardens", "bonus-1": "9"}


@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_a_table_with_an_own_case_speaks_of_it(client: Client, language: str) -> None:
    """The page of Tatort Themse names and draws a case that only this box has."""
    page = send(client, "/box/tatort_themse/table", {**first_fields("tatort_themse"), **OWN_CASE})
    edition = unescape(re.search(r'name="edition" value="([^"]+)"', page)[1])  # type: ignore[index]
    body = {
        **token(client, "/new/tatort_themse"),
        "edition": edition,
        "players": "3",
        "mode": "bots",
    }
    laid = client.post("/new/tatort_themse", data=body, follow_redirects=False)
    assert laid.status_code == 303
    shown = client.get(laid.headers["location"], headers={"accept-language": language}).text
    assert "Emerald &lt;Buddha&gt;" in shown
    assert "#i-own-statuette" in shown
    assert "<Buddha>" not in shown


def test_a_broken_edition_lays_no_table(client: Client) -> None:
    for edition in ("{", "[]", '{"name": "x"}'):
        body = {**token(client, "/new/holmes"), "edition": edition, "players": "2"}
        assert client.post("/new/holmes", data=body).status_code == 422


@pytest.mark.parametrize("name", NAMES)
def test_the_companion_counts_with_the_box(client: Client, name: str) -> None:
    own = OWN_CASE if name == "tatort_themse" else {"kind-9": "Orchid"}
    fields = {**token(client, f"/box/{name}"), **first_fields(name), **own}
    sent = client.post(f"/box/{name}/count", data=fields, follow_redirects=False)
    assert sent.status_code == 303
    where = sent.headers["location"]
    entries = "&openG=1&0-E6L=1" if name == "tatort_themse" else "&0-9=4"
    page = client.get(where + entries).text
    assert ("Emerald &lt;Buddha&gt; 6" if name == "tatort_themse" else "Orchid") in page
    assert '<input type="hidden" name="box"' in page
    assert ("<b>15</b>" if name == "tatort_themse" else "<b>9</b>") in page


@pytest.mark.parametrize("box", ["x", "%00", "AAAA", "e30", "9" * 9000])
def test_a_broken_box_in_an_address_counts_with_ours(client: Client, box: str) -> None:
    answer = client.get(f"/companion/holmes?box={box}&0-9=4")
    assert answer.status_code == 200
    assert "<b>9</b>" in answer.text


def test_a_packed_box_opens_again() -> None:
    small = read_edition(SMALL_BOX)
    assert unpacked(packed(small)) == small
