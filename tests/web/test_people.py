"""People who come back, over HTTP: the API, what home tells, links that open nothing any more."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from spieltisch.core.rng import seeded
from spieltisch.games import game
from spieltisch.web.games import PAGES
from spieltisch.web.pages.home import going_games
from spieltisch.web.pages.scene import all_different
from spieltisch.web.pages.speech import speech
from tests.web.looks import Telling, redealt
from tests.web.test_api import Client, auth, lay


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_list_of_running_games_tells_nothing_hidden(name: str) -> None:
    """All that is hidden is dealt anew: not one byte changes, so nothing is sent either."""
    told = Telling(name, game(name).least_seats, 4, 0)
    rng = seeded("redeal", name)
    for look in itertools.islice(told.steps(), None, None, 9):
        other = redealt(told, look, rng)
        assert going_games([look], speech("en")) == going_games([other], speech("en"))


def post(client: Client, path: str, who: dict[str, Any], body: object = None) -> Any:
    return client.post(f"/api/{path}", json=body, headers=auth(who))


def test_devices_and_recovery_over_the_api(client: Client) -> None:
    ada = lay(client, "tatort_themse", "person", "open")
    hostile = post(client, "me", ada, {"name": "<script>", "token": "41", "language": "fr"})
    assert {**hostile.json(), "created": 0} == {
        "name": "<script>",
        "token": "41",
        "language": "fr",
        "created": 0,
    }
    link = post(client, "me/device-link", ada).json()["link"]
    phone = client.post("/api/continue", json={"link": link, "device": "Phone"}).json()
    used = client.post("/api/continue", json={"link": link})
    assert (used.status_code, used.json()["reason"]) == (422, "device_link_used_or_expired")
    listed = client.get("/api/me/devices", headers=auth(phone)).json()
    laptop = next(one["device"] for one in listed if not one["here"])
    assert post(client, f"me/devices/{laptop}/sign-out", phone).status_code == 204
    gone = client.get(f"/api/tables/{ada['table']}", headers=auth(ada))
    assert (gone.status_code, gone.json()["reason"]) == (403, "signed_out")
    assert client.get("/api/mine", headers=auth(ada)).status_code == 401
    assert client.get(f"/api/tables/{ada['table']}", headers=auth(phone)).json()["owned"] == [0]
    old, new = (post(client, "me/recovery", phone).json()["link"] for _ in range(2))
    assert client.post("/api/continue", json={"link": old}).status_code == 422
    assert client.post("/api/continue", json={"link": new}).json()["me"]["name"] == "<script>"
    assert post(client, "me/forget", phone).status_code == 204
    assert client.post("/api/continue", json={"link": new}).status_code == 422


def test_reactions_only_among_people_and_seldom(client: Client) -> None:
    ada = lay(client, "tatort_themse", "person", "open")
    joining = {"invite": ada["look"]["invite"], "name": "Ben"}
    ben = client.post("/api/join", json=joining).json()
    table = f"tables/{ada['table']}"
    assert not client.get(f"/api/{table}", headers=auth(ada)).json()["house"]["hints"]
    assert post(client, f"{table}/react", ben, {"reaction": "bravo"}).status_code == 204
    told = client.get(f"/api/{table}", headers=auth(ada)).json()
    assert [one["kind"] for one in told["reactions"]] == ["bravo"]
    soon = post(client, f"{table}/react", ben, {"reaction": "well"})
    assert (soon.status_code, soon.json()["reason"]) == (422, "too_many_reactions")
    assert post(client, f"{table}/react", ada, {"reaction": "anything"}).status_code == 400
    alone = lay(client, "tatort_themse", "person", "bot")
    assert alone["look"]["house"]["hints"]
    refused = post(client, f"tables/{alone['table']}/react", alone, {"reaction": "well"})
    assert refused.json()["reason"] == "no_reactions"


def test_a_link_can_be_looked_at_without_being_used_up(client: Client) -> None:
    ada = lay(client, "tatort_themse", "person", "open")
    link = post(client, "me/device-link", ada).json()["link"]
    for _ in range(3):
        answer = client.get(f"/continue/{link}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/continue")
        assert link not in client.get("/continue").text
    assert client.post("/api/continue", json={"link": link}).status_code == 201


def test_no_two_at_a_table_look_alike() -> None:
    for wishes in itertools.product([None, 0, 1, 4], repeat=4):
        given = all_different(wishes)
        assert len(set(given)) == 4 and max(given) < 5
        first = next((at for at, wish in enumerate(wishes) if wish is not None), None)
        assert first is None or given[first] == wishes[first]
