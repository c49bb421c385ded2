"""A card list written only in TOML, given when the table is laid, plays to its end at a table
that is served, and its page speaks of its persons and kinds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.core.record import loads, replay
from spieltisch.files import read_edition
from spieltisch.games import game
from spieltisch.server.fairness import verify
from spieltisch.web.auth import COOKIE
from tests.web.test_api import auth

SMALL_BOX = Path(__file__).parents[2] / "docs" / "examples" / "holmes_small_box.toml"
OPPONENTS = {"opponent": "moriarty"}
Client = TestClient[Litestar]


def lay_small_box(client: Client) -> dict[str, Any]:
    body = {
        "game": "holmes",
        "edition": read_edition(SMALL_BOX),
        "options": OPPONENTS,
        "seats": [{"kind": "person", "name": "Mila"}, {"kind": "bot"}],
        "house": {"bot_pace": 0, "order": "chosen", "memory_aid": True},
    }
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    seated: dict[str, Any] = answer.json()
    return seated


def shown(client: Client, seated: dict[str, Any]) -> str:
    cookies = {COOKIE: seated["credential"]}
    return client.get(f"/tables/{seated['table']}", headers={"cookie": cookie(cookies)}).text


def cookie(values: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in values.items())


def answer_once(client: Client, seated: dict[str, Any]) -> dict[str, Any]:
    """One decision, by what lies in the middle of the list; the look after it."""
    path = f"/api/tables/{seated['table']}"
    look: dict[str, Any] = client.get(path, headers=auth(seated)).json()
    if look["legal"]:
        move = look["legal"][len(look["legal"]) // 2]
        client.post(f"{path}/move/{move}", params={"number": look["number"]}, headers=auth(seated))
    return look


def test_a_second_edition_plays_at_a_served_table(client: Client) -> None:
    seated = lay_small_box(client)
    look = answer_once(client, seated)
    while look["stage"] != "over":
        look = answer_once(client, seated)
    record = loads(client.get(f"/api/tables/{seated['table']}/record", headers=auth(seated)).text)
    played = game("holmes", read_edition(SMALL_BOX))
    assert record.edition == played.edition
    replay(played, record)
    assert verify(played, record) > 0


def test_its_page_speaks_of_its_own_persons_and_kinds(client: Client) -> None:
    page = shown(client, lay_small_box(client))
    for word in ("The Landlady", "Gain 2 glasses.", "ticket stub", "cigar ash", "Moriarty"):
        assert word in page
    assert "Mrs. Hudson" not in page
    assert "Fingerprint" not in page
