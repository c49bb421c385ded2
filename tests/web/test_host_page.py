"""The host's private page: strangers and players find nothing there."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.web.pages.hosting import HOST_COOKIE
from spieltisch.web.pages.played_words import ago
from spieltisch.web.pages.speech import speech
from tests.web.test_sharing import lay_here, post

ACTS = ("close", "open", "delete", "remove")


@pytest.fixture
def host(new_house: TestClient[Litestar]) -> TestClient[Litestar]:
    token = new_house.app.state.tables.admin.new_token()
    answer = new_house.get(f"/host/enter/{token}")
    assert (answer.status_code, answer.url.path) == (200, "/host")
    return new_house


def token_of(client: TestClient[Litestar]) -> str:
    return str(client.cookies["spieltisch-csrf"])


def test_strangers_and_players_find_no_such_page(client: TestClient[Litestar]) -> None:
    path = lay_here(client, "tatort_themse")
    for bad in ("", "1.2", f"9999999999.{'0' * 64}", "soon.x"):
        client.cookies.set(HOST_COOKIE, bad, path="/host")
        assert client.get("/host").status_code == 404
        for act in ACTS:
            form = {"_csrf_token": token_of(client), "place": "0"}
            assert client.post(f"/host{path}/{act}", data=form).status_code == 404
    assert client.get("/host/enter/guess").status_code == 404
    assert client.get(path).status_code == 200


def test_the_token_is_spent_and_the_pass_runs_out(host: TestClient[Litestar]) -> None:
    tables = host.app.state.tables
    passed = tables.admin.host_pass()
    assert tables.admin.is_host(passed)
    assert not tables.admin.is_host(passed.replace(passed[:3], "999"))
    assert not tables.admin.is_host(tables.admin.signed("1000"))
    assert not tables.admin.is_host(tables.admin.signed("soon"))


def test_an_act_needs_the_form_of_the_page(host: TestClient[Litestar]) -> None:
    path = lay_here(host, "tatort_themse")
    assert host.post(f"/host{path}/delete").status_code == 403
    assert host.get(path).status_code == 200


def test_the_host_sees_names_and_closes_opens_and_deletes(host: TestClient[Litestar]) -> None:
    path = lay_here(host, "tatort_themse")
    page = host.get("/host").text
    assert "Tatort Themse" in page and ">Anna<" in page and "just now" in page
    assert "data-card" not in page and "data-part" not in page
    assert "closed" in post(host, f"/host{path}/close")
    assert "has closed the table" in host.get(path).text
    assert "Open again" not in post(host, f"/host{path}/open")
    assert "0 tables" in post(host, f"/host{path}/delete")
    assert host.get(path).status_code == 404


def test_a_removed_guest_is_played_by_a_bot(host: TestClient[Litestar]) -> None:
    path = lay_here(host, "tatort_themse")
    page = post(host, f"/host{path}/remove", place="1")
    assert "a bot plays for them" in page and page.count("/remove") == 1


def test_a_message_is_on_all_pages_and_the_list_can_be_off(host: TestClient[Litestar]) -> None:
    path = lay_here(host, "troika", players="3", rest="friends", listed="on")
    host.cookies.delete("spieltisch")
    assert "Open tables" in host.get("/").text
    post(host, "/host/say", message="Tea at <five>")
    for place in ("/", "/about", "/privacy", "/new/troika", "/nowhere"):
        assert "Tea at &lt;five&gt;" in host.get(place, headers={"accept": "text/html"}).text
    assert "Open tables" not in host.get("/").text
    assert 'name="listed"' not in host.get("/new/troika").text
    assert host.get("/api/tables").json() == []
    post(host, "/host/say", message="", public_list="on")
    assert "Open tables" in host.get("/").text and "Tea" not in host.get(path).text


def test_signing_out_ends_it(host: TestClient[Litestar]) -> None:
    post(host, "/host/leave")
    assert host.get("/host").status_code == 404


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(5, "just now"), (90, "1 minute ago"), (7300, "2 hours ago"), (200_000, "2 days ago")],
)
def test_times_are_told_in_words(seconds: float, said: str) -> None:
    assert ago(seconds, speech("en")) == said


@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_the_privacy_note_tells_how_long(client: TestClient[Litestar], language: str) -> None:
    page = client.get("/privacy", headers={"accept-language": language}).text
    assert f'lang="{language}"' in page and "90" in page and "30" in page
    assert 'href="/privacy"' in client.get("/").text
