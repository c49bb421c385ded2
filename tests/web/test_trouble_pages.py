"""Whatever goes wrong on a page is told in the language of the page, with what to do about it."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.web.app import create_app
from spieltisch.web.pages.speech import speech
from spieltisch.web.pages.trouble import advice, reason_words
from spieltisch.web.settings import Limits, Settings

Client = TestClient[Litestar]
READER = {"accept": "text/html"}
PLACES = {
    "/nowhere": (404, "not_found"),
    "/tables/nowhere": (404, "no_such_table"),
    "/join/nowhere": (404, "no_such_table"),
    "/replay/nowhere": (404, "no_such_table"),
    "/rules/chess": (404, "not_found"),
    "/new/chess": (404, "not_found"),
    "/companion/chess": (404, "not_found"),
    "/box/troika": (404, "not_found"),
    "/host": (404, "not_found"),
    "/preferences": (405, "not_found"),
}


@pytest.mark.parametrize("language", ["de", "fr", "en"])
@pytest.mark.parametrize("place", PLACES)
def test_a_wrong_address_is_told_in_words(client: Client, place: str, language: str) -> None:
    status, reason = PLACES[place]
    answer = client.get(place, headers={**READER, "accept-language": language})
    assert answer.status_code == status
    page = unescape(answer.text)
    assert reason_words(reason, speech(language)) in page
    assert advice(reason, speech(language)) in page
    assert 'class="btn" href="/"' in page


def test_a_form_without_its_cookie_says_what_to_do(client: Client) -> None:
    answer = client.post("/first/troika", headers={**READER, "accept-language": "de"})
    assert answer.status_code == 403
    assert "Erlaube Cookies" in answer.text


def test_too_quick_a_guest_is_told_when_to_try_again(tmp_path: Path) -> None:
    limits = Limits(seated=10**6, stranger=2, sitting_down=10**6)
    settings = Settings(database=f"sqlite:///{tmp_path / 't.sqlite3'}", limits=limits)
    with TestClient(create_app(settings)) as client:
        client.headers.update({**READER, "accept-language": "fr"})
        answers = [client.get("/about") for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert int(answers[-1].headers["retry-after"]) > 0
    assert 'class="btn" href="/about"' in answers[-1].text
    assert "trop rapide" in answers[-1].text
