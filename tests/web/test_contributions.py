"""What browsers contribute to chance: sent with the forms, and shown when the game is over."""

from __future__ import annotations

import re
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.server.fairness import is_made_up
from spieltisch.web.auth import COOKIE
from tests.web.test_sharing import lay_here, post

Client = TestClient[Litestar]
ROOM = "zug_um_zug"  # played to the end in few moves
FIELD = '<input type="hidden" name="contribution" '
NOT_SENT = "made up by the server"


def credential(client: Client) -> str:
    return str(client.cookies[COOKIE])


def look_at(client: Client, path: str, owner: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {owner}"}
    look: dict[str, Any] = client.get(f"/api{path}", headers=headers).json()
    return look


def play_to_the_end(client: Client, path: str, *owners: str) -> list[str]:
    """The contributions; they and the secret are told only then."""
    look = look_at(client, path, owners[0])
    while look["stage"] != "over":
        assert look["fairness"]["contributions"] is look["fairness"]["secret"] is None
        for owner in owners:
            decide(client, path, owner)
        look = look_at(client, path, owners[0])
    return [str(one) for one in look["fairness"]["contributions"]]


def decide(client: Client, path: str, owner: str) -> None:
    look = look_at(client, path, owner)
    if look["legal"]:
        answer = client.post(
            f"/api{path}/move/{look['legal'][-1]}",
            params={"number": look["number"]},
            headers={"Authorization": f"Bearer {owner}"},
        )
        assert answer.status_code == 200, answer.text


def send(client: Client, path: str, **form: str) -> str:
    """Where the form leads."""
    token = str(client.cookies["spieltisch-csrf"])
    return str(client.post(path, data={**form, "_csrf_token": token}).url.path)


def offer(client: Client, path: str = "/offer") -> tuple[str, str]:
    """The name of an offer and its commitment, as the script asks for them."""
    answer = client.get(path).json()
    return answer["offer"], answer["commitment"]


def test_the_forms_send_what_the_browser_contributes(client: Client) -> None:
    assert f'{FIELD}data-ask="/offer"' in client.get(f"/new/{ROOM}").text
    name, commitment = offer(client)
    heads = f"{commitment}:heads"
    path = lay_here(client, ROOM, offer=name, contribution=heads)
    me = credential(client)
    assert play_to_the_end(client, path, me) == [heads, heads]
    page = client.get(path).text
    assert f'{FIELD}data-ask="{path}/again"' in page
    assert page.count(f'data-sent="{heads}" hidden') == 2
    assert NOT_SENT not in page and "data-none-sent hidden" in page
    tails = f"{offer(client, f'{path}/again')[1]}:tails"
    rematch = send(client, f"{path}/again", contribution=tails)
    assert play_to_the_end(client, rematch, me) == [tails, tails]


def test_without_scripts_the_page_says_who_made_the_contributions_up(client: Client) -> None:
    path = lay_here(client, ROOM, contribution="")
    assert all(map(is_made_up, play_to_the_end(client, path, credential(client))))
    page = client.get(path).text
    assert page.count(NOT_SENT) == 2 and "data-sent" not in page


def test_without_scripts_one_can_add_words_of_ones_own(client: Client) -> None:
    page = client.get(f"/new/{ROOM}").text
    (commitment,) = re.findall(r'name="commitment" value="([0-9a-f]{64})"', page)
    (name,) = re.findall(r'name="offer" value="([^"]+)"', page)
    path = lay_here(client, ROOM, offer=name, commitment=commitment, words="my dog's name")
    told = play_to_the_end(client, path, credential(client))
    assert told == [f"{commitment}:my dog's name"] * 2


def test_a_form_is_good_for_one_table(client: Client) -> None:
    client.get("/")
    name, _ = offer(client)
    lay_here(client, ROOM, offer=name)
    token = str(client.cookies["spieltisch-csrf"])
    form = {"offer": name, "_csrf_token": token}
    again = client.post(f"/new/{ROOM}", data=form)
    assert again.status_code == 422
    assert "laid from this page already" in again.text


def test_a_guest_sees_the_commitment_before_joining_and_contributes(client: Client) -> None:
    client.get("/")
    name, offered = offer(client)
    heads = f"{offered}:heads"
    form = {"mode": "online", "players": "2", "offer": name, "contribution": heads}
    path = send(client, f"/new/{ROOM}", **form)
    ada = credential(client)
    look = look_at(client, path, ada)
    commitment, invitation = look["fairness"]["commitment"], f"/join/{look['invite']}"
    assert commitment in client.get(path).text
    client.cookies.clear()
    shown = client.get(invitation).text
    assert f'{FIELD}data-commitment="{commitment}"' in shown
    tails = f"{commitment}:tails"
    post(client, invitation, name="Ben", contribution=tails)
    assert play_to_the_end(client, path, ada, credential(client)) == [heads, tails]
    assert look_at(client, path, ada)["fairness"]["commitment"] == commitment
