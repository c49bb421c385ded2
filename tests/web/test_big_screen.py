"""The big screen shows what everybody may see, whoever's device it is."""

from __future__ import annotations

import re

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.games import ROOMS, game
from spieltisch.server.live_table import LiveTable
from spieltisch.server.snapshot import snapshot
from spieltisch.web.live import sse_event
from spieltisch.web.pages.big_screen import spectators
from spieltisch.web.pages.showing import Changes, fragment
from spieltisch.web.pages.speech import speech
from tests.server.test_secrets import LEAST_SHARE, compare_whole_game
from tests.web.test_api import auth, lay
from tests.web.test_sharing import ONE_DEVICE, PRIVATE, asked, at_one_device, lay_here

each_room = pytest.mark.parametrize("room", ROOMS)


def screen_of(table: LiveTable, _viewer: int, _: list[str]) -> list[bytes]:
    """The screen of a device that owns every seat."""
    look = spectators(snapshot(table, ONE_DEVICE, None, public=True))
    text = fragment(look, speech("de"), screen=True)
    return [text.encode(), sse_event(look.version, "table", Changes().of(text))]


def watched(table: LiveTable, viewer: int, texts: list[str]) -> list[bytes]:
    """Only the last viewer, who sees what nobody hides."""
    return screen_of(table, viewer, texts) if viewer == table.playing().seats else []


@each_room
def test_nothing_anybody_hides_is_on_the_screen(room: str) -> None:
    seats = game(room).least_seats
    done = compare_whole_game(room, seats, 3, every=7, sent=watched, lay=at_one_device)
    assert done.compared > 10 and done.share > LEAST_SHARE


@each_room
def test_a_screen_has_no_curtain_and_does_not_tell_who_is_asked(
    client: TestClient[Litestar], room: str
) -> None:
    table = lay_here(client, room).rpartition("/")[2]
    assert asked(client.get(f"/tables/{table}").text)
    for path in ("screen", "screen/fragment"):
        page = client.get(f"/tv/{table}/{path}").text
        assert not PRIVATE.search(page)
        assert 'id="curtain"' not in page and 'id="hold"' not in page


def test_only_the_screen_itself_may_stand_in_a_frame(client: TestClient[Litestar]) -> None:
    table = lay_here(client, "troika").rpartition("/")[2]
    whole, inner = client.get(f"/tv/{table}"), client.get(f"/tv/{table}/screen")
    assert f'src="/tv/{table}/screen"' in whole.text
    assert "frame-ancestors 'none'" in whole.headers["content-security-policy"]
    assert "frame-ancestors 'self'" in inner.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in client.get("/").headers["content-security-policy"]


def test_strangers_have_no_screen(client: TestClient[Litestar]) -> None:
    table = lay_here(client, "troika").rpartition("/")[2]
    client.cookies.clear()
    for path in ("", "/screen", "/screen/fragment", "/screen/events"):
        assert client.get(f"/tv/{table}{path}").status_code == 404


def test_a_table_with_guests_shows_a_code_to_sit_down_and_later_one_to_watch(
    client: TestClient[Litestar],
) -> None:
    table = lay(client, "troika", "person", "open")
    client.cookies.set("spieltisch", table["credential"])
    gathering = client.get(f"/tv/{table['table']}/screen").text
    assert re.search(r'/join/[\w.-]+\?hand"', gathering)
    assert 'id="watch-code"' not in gathering
    client.post(f"/api/tables/{table['table']}/fill", json={"level": "casual"}, headers=auth(table))
    playing = client.get(f"/tv/{table['table']}/screen").text
    assert "/join/" not in playing
    assert 'id="watch-code"' in playing and 'id="caption"' in playing
    assert 'id="watch-code"' not in client.get(f"/tables/{table['table']}").text


def test_a_change_of_language_does_not_lead_back_to_the_hand(client: TestClient[Litestar]) -> None:
    table = lay_here(client, "troika")
    assert f'name="back" value="{table}"' in client.get(f"{table}?hand").text


def test_only_the_host_paces_the_bots(client: TestClient[Litestar]) -> None:
    host = lay(client, "troika", "person", "open", "bot")
    invite = client.get(f"/api/tables/{host['table']}", headers=auth(host)).json()["invite"]
    guest = client.post("/api/join", json={"invite": invite, "name": "Bo"}).json()
    for who, status, seconds in ((guest, 403, 0.0), (host, 204, 2.5)):
        client.cookies.clear()
        client.cookies.set("spieltisch", who["credential"])
        token = re.search(r'name="_csrf_token" value="(\w+)"', client.get("/new/troika").text)
        assert token
        answer = client.post(
            f"/tables/{host['table']}/bot-pace",
            data={"bot_pace": "slow", "_csrf_token": token[1]},
            headers={"accept": "application/json"},
        )
        assert answer.status_code == status
        house = client.get(f"/api/tables/{host['table']}", headers=auth(host)).json()["house"]
        assert house["bot_pace"] == seconds
