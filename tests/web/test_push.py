"""The switch for notices over HTTP: of the pages, with their token, and of the API."""

from __future__ import annotations

import html
from typing import Any

import msgspec
import pytest

from spieltisch.web.pages.speech import speech
from spieltisch.web.pages.trouble import reason_words
from tests.server.push_browser import PushBrowser, spelled
from tests.web.test_api import Client, auth, lay

SAID = ("bad_subscription", "no_player", "signed_out")
ELSEWHERE = "https://push.example.org/a"


def wish(**other: object) -> dict[str, Any]:
    return {**msgspec.to_builtins(PushBrowser().subscription()), "endpoint": ELSEWHERE, **other}


class Door:
    """Of one browser: the same questions to the pages and to the API."""

    def __init__(self, client: Client, way: str, credential: str) -> None:
        self.client = client
        self.way = way
        self.credential = credential

    def ask(self, method: str, path: str, fields: dict[str, Any] | None = None) -> Any:
        if self.way == "api":
            headers = auth({"credential": self.credential}) if self.credential else {}
            return self.client.request(method, f"/api{path}", json=fields, headers=headers)
        self.client.cookies.clear()
        self.client.cookies.set("spieltisch", self.credential)
        self.client.get("/")
        token = str(self.client.cookies["spieltisch-csrf"])
        form = {**(fields or {}), "_csrf_token": token} if method == "POST" else None
        return self.client.request(method, path, data=form, headers={"accept": "application/json"})

    def refusal(self, answer: Any) -> tuple[int, str]:
        """Status and reason; pages say it in words."""
        if self.way == "api":
            return answer.status_code, answer.json()["reason"]
        page, words = html.unescape(answer.text), speech("en")
        return answer.status_code, next(one for one in SAID if reason_words(one, words) in page)

    def state(self) -> tuple[bool, bool]:
        told = self.ask("GET", "/me/push").json()
        assert len(told["key"]) == 87
        return told["on"], told["hourly"]

    def on(self, **other: object) -> Any:
        return self.ask("POST", "/me/push", wish(**other))

    def off(self) -> Any:
        return self.ask("POST", "/me/push/off", {} if self.way == "page" else None)


@pytest.fixture(params=["page", "api"])
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def ada(client: Client, way: str) -> Door:
    return Door(client, way, lay(client, "troika", "person", "open")["credential"])


def hourly(way: str) -> dict[str, object]:
    return {"hourly": "yes" if way == "page" else True}


def test_a_device_is_told_until_it_is_switched_off(ada: Door) -> None:
    assert ada.state() == (False, False)
    assert ada.on().status_code == 204
    assert ada.state() == (True, False)
    assert ada.on(**hourly(ada.way)).status_code == 204
    assert ada.state() == (True, True)
    for _ in range(2):
        assert ada.off().status_code == 204
        assert ada.state() == (False, False)


def test_it_tells_how_many_games_wait(client: Client, way: str) -> None:
    alone = lay(client, "troika", "person", "person")
    waits = Door(client, way, alone["credential"]).ask("GET", "/me/push").json()["waiting"]
    assert waits == 1


@pytest.mark.parametrize(
    "other",
    [
        {"p256dh": ""},
        {"p256dh": "no key"},
        {"p256dh": spelled(b"\4" + bytes(64))},
        {"p256dh": spelled(bytes(65))},
        {"p256dh": spelled(b"\2" + bytes(31) + b"\1")},
        {"p256dh": wish()["p256dh"] + "!"},
        {"auth": spelled(bytes(15))},
        {"auth": "ä" * 22},
        {"endpoint": ""},
        {"endpoint": "http://push.example.org/a"},
        {"endpoint": "https://127.0.0.1:8443/a"},
        {"endpoint": ELSEWHERE + "a" * 1000},
    ],
)
def test_what_no_browser_would_send_is_refused(ada: Door, other: dict[str, str]) -> None:
    unread = {"p256dh": "", "endpoint": ELSEWHERE + "a" * 1000}  # against the API's own schema
    early = ada.way == "api" and other.items() <= unread.items()
    expected = (400, "validation") if early else (422, "bad_subscription")
    assert ada.refusal(ada.on(**other)) == expected
    assert ada.state() == (False, False)


@pytest.mark.parametrize("credential", ["", "invented", "0123456789abcdef.0123456789"])
def test_who_has_never_taken_a_seat_is_told_nothing(
    client: Client, way: str, credential: str
) -> None:
    stranger = Door(client, way, credential)
    for answer in (stranger.ask("GET", "/me/push"), stranger.on()):
        assert stranger.refusal(answer) == (403, "no_player")


def test_a_device_that_was_signed_out_cannot_ask(client: Client, ada: Door) -> None:
    ada.on()
    (device,) = client.get("/api/me/devices", headers=auth({"credential": ada.credential})).json()
    out = f"/api/me/devices/{device['device']}/sign-out"
    assert client.post(out, headers=auth({"credential": ada.credential})).status_code == 204
    for answer in (ada.on(), ada.ask("GET", "/me/push")):
        assert ada.refusal(answer) == (403, "signed_out")


def test_nobody_switches_for_somebody_else(client: Client, ada: Door) -> None:
    other = Door(client, ada.way, lay(client, "holmes", "person", "open")["credential"])
    ada.on()
    assert other.state() == (False, False)
    assert other.off().status_code == 204
    assert ada.state() == (True, False)


def test_one_browser_is_told_for_whoever_asked_last(client: Client, ada: Door) -> None:
    """Somebody else went on with the same browser: its address is theirs now."""
    other = Door(client, ada.way, lay(client, "holmes", "person", "open")["credential"])
    ada.on()
    assert other.on().status_code == 204
    assert (ada.state()[0], other.state()[0]) == (False, True)


def test_however_often_it_is_asked_a_device_has_one_address(client: Client, ada: Door) -> None:
    address = f"{ELSEWHERE}/{ada.way}"
    for number in range(30):
        assert ada.on(endpoint=f"{address}{number}").status_code == 204
    store = client.app.state.tables.live.store
    asked = f"SELECT endpoint FROM push_subscriptions WHERE endpoint LIKE '{address}%'"
    with store.engine.connect() as connection:
        kept = connection.exec_driver_sql(asked).all()
    assert kept == [(f"{address}29",)]


@pytest.mark.parametrize("path", ["/me/push", "/me/push/off"])
def test_a_page_elsewhere_cannot_switch(client: Client, path: str) -> None:
    """Without the token of our page a form counts nothing; the API counts no cookie."""
    client.cookies.set("spieltisch", lay(client, "troika", "person", "open")["credential"])
    assert client.post(path, data=wish()).status_code == 403
    assert client.post(f"/api{path}", json=wish()).status_code == 403
    assert client.get("/me/push").json()["on"] is False
