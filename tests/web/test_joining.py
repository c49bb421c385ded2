"""The same request to sit down, sent twice, takes one seat."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from spieltisch.server.lobby import SeatWish
from tests.kit.postgresql import Postgresql
from tests.server.house import person, run
from tests.server.processes import two_processes
from tests.web.test_api import Client, auth, lay

KEY = "k" * 16


def join(client: Client | httpx.Client, invite: str, key: str = "", **more: Any) -> httpx.Response:
    credential = more.pop("credential", "")
    headers = {"Idempotency-Key": key} if key else {}
    if credential:
        headers["Authorization"] = f"Bearer {credential}"
    return client.post("/api/join", json={"invite": invite, "name": "Ben", **more}, headers=headers)


def people_at(client: Client, seated: dict[str, Any]) -> list[str]:
    look = client.get(f"/api/tables/{seated['table']}", headers=auth(seated)).json()
    return [seat["name"] for seat in look["seats"] if seat["kind"] == "person"]


def test_a_credential_has_one_seat_also_when_the_game_has_begun(client: Client) -> None:
    ada = lay(client, "tatort_themse", "person", "open", "open")
    invite = ada["look"]["invite"]
    first = join(client, invite).json()
    again = join(client, invite, credential=first["credential"])
    assert again.status_code == 201 and again.json()["look"]["owned"] == first["look"]["owned"]
    assert len(people_at(client, ada)) == 2
    assert join(client, invite, credential=ada["credential"]).json()["look"]["stage"] == "gathering"
    join(client, invite)
    begun = join(client, invite, credential=first["credential"]).json()
    assert begun["look"]["stage"] == "playing" and len(begun["look"]["owned"]) == 1
    assert join(client, invite).json()["reason"] == "already_started"


def test_another_seat_is_taken_when_asked_for_once_a_key(client: Client) -> None:
    ada = lay(client, "tatort_themse", "person", "open", "open", "open")
    invite = ada["look"]["invite"]
    more = {"credential": ada["credential"], "another": True}
    for _ in range(3):
        assert len(join(client, invite, "one", **more).json()["look"]["owned"]) == 2
    assert len(join(client, invite, "two", **more).json()["look"]["owned"]) == 3
    assert join(client, invite, "two", **more).json()["look"]["stage"] == "gathering"


def test_the_same_key_without_a_credential_gets_the_same_seat(client: Client) -> None:
    ada = lay(client, "tatort_themse", "person", "open", "open")
    invite = ada["look"]["invite"]
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: join(client, invite, KEY).json(), range(4)))
    assert len({one["credential"] for one in answers}) == 1
    assert len(people_at(client, ada)) == 2
    other = lay(client, "tatort_themse", "person", "open", "open")
    elsewhere = join(client, other["look"]["invite"], KEY).json()
    assert elsewhere["credential"] != answers[0]["credential"], "a key is one table's"


def test_a_key_that_could_be_guessed_stands_for_nobody(client: Client) -> None:
    ada = lay(client, "tatort_themse", "person", "open", "open")
    refused = join(client, ada["look"]["invite"], "1")
    assert refused.status_code == 422 and refused.json()["reason"] == "key_too_short"
    assert len(people_at(client, ada)) == 1


def test_a_form_sent_twice_by_a_new_browser_takes_one_seat(client: Client) -> None:
    ada = lay(client, "tatort_themse", "person", "open", "open")
    path = f"/join/{ada['look']['invite']}"
    page = client.get(path).text
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    fields = {**fields, "name": "Ben", "contribution": ""}
    cookies = dict(client.cookies)
    for _ in range(2):
        client.cookies.clear()
        client.cookies.update(cookies)  # before the answer to the first one has come
        assert client.post(path, data=fields, follow_redirects=False).status_code == 303
    assert len(people_at(client, ada)) == 2


def test_two_processes_give_one_seat_to_the_same_request(database_server: Postgresql) -> None:
    async def check() -> None:
        async with two_processes(database_server.new_database()) as (first, second):
            seats = [person("Ada"), SeatWish("open"), SeatWish("open")]
            ada = await first.lobby.create("tatort_themse", seats=seats)
            invite = str(ada.look.invite)
            await asyncio.gather(
                first.lobby.join(invite, "Ben", credential="ben"),
                second.lobby.join(invite, "Ben", credential="ben"),
            )
            look = await second.viewing.look(ada.table, "ben")
            assert [seat.kind for seat in look.seats].count("open") == 1

    run(check())
