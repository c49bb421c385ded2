"""What browsers contribute to chance: sent with the forms, and shown when the game is over."""

from __future__ import annotations

from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.table.fairness import is_made_up
from spieltisch.web.auth import COOKIE
from tests.web.test_sharing import lay_here, post

Client = TestClient[Litestar]
ROOM = "tatort_themse"
FIELD = '<input type="hidden" name="contribution">'
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


def test_the_forms_send_what_the_browser_contributes(client: Client) -> None:
    assert FIELD in client.get(f"/new/{ROOM}").text
    path = lay_here(client, ROOM, contribution="heads")
    me = credential(client)
    assert play_to_the_end(client, path, me) == ["heads", "heads"]
    page = client.get(path).text
    assert FIELD in page and page.count('data-sent="heads" hidden') == 2
    assert NOT_SENT not in page and "data-none-sent hidden" in page
    rematch = send(client, f"{path}/again", contribution="tails")
    assert play_to_the_end(client, rematch, me) == ["tails", "tails"]


def test_without_scripts_the_page_says_who_made_the_contributions_up(client: Client) -> None:
    path = lay_here(client, ROOM, contribution="")
    assert all(map(is_made_up, play_to_the_end(client, path, credential(client))))
    page = client.get(path).text
    assert page.count(NOT_SENT) == 2 and "data-sent" not in page


def test_a_guest_sees_the_commitment_before_joining_and_contributes(client: Client) -> None:
    client.get("/")
    path = send(client, f"/new/{ROOM}", mode="online", players="2", contribution="heads")
    ada = credential(client)
    look = look_at(client, path, ada)
    commitment, invitation = look["fairness"]["commitment"], f"/join/{look['invite']}"
    assert commitment in client.get(path).text
    client.cookies.clear()
    shown = client.get(invitation).text
    assert commitment in shown and FIELD in shown
    post(client, invitation, name="Ben", contribution="tails")
    assert play_to_the_end(client, path, ada, credential(client)) == ["heads", "tails"]
    assert look_at(client, path, ada)["fairness"]["commitment"] == commitment
