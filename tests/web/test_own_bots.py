"""Bots a host lists: visitors choose them by name, and learn nothing of what runs."""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
import msgspec
import pytest

from spieltisch.bots.levels import UnknownLevel
from spieltisch.core.bot import BadBot
from spieltisch.core.errors import BadOption
from spieltisch.server.thinking.roster import Roster, listed
from spieltisch.web.settings import Settings
from tests.web.inside import listening

PROGRAM = Path(__file__).parents[2] / "docs" / "examples" / "stdio_bot.py"
SEATS = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "name": "Bot", "level": "taker"}]


def test_a_bot_the_host_lists_plays_at_a_table(settings: Settings) -> None:
    command = f"{sys.executable} {PROGRAM}"
    with (
        listening(msgspec.structs.replace(settings, own_bots={"taker": command})) as url,
        httpx.Client(base_url=url, timeout=20) as client,
    ):
        pages = client.get("/new/holmes").text
        assert 'value="taker"' in pages and "stdio_bot" not in pages
        games = client.get("/api/games")
        assert "taker" in games.json()[0]["levels"] and "stdio_bot" not in games.text
        body = {"game": "holmes", "seats": SEATS, "house": {"bot_pace": 0, "order": "chosen"}}
        seated = client.post("/api/tables", json=body).json()
        look, path = seated["look"], f"/api/tables/{seated['table']}"
        auth = {"Authorization": f"Bearer {seated['credential']}"}
        with client.stream("GET", f"{path}/stream", headers=auth) as stream:
            played = 0
            for line in filter(str.strip, stream.iter_lines()):
                assert "stdio_bot" not in line
                event = msgspec.json.decode(line)
                look = event.get("look", event)
                played += any(entry["seen"]["who"] == 1 for entry in look.get("last", []))
                if look["stage"] == "over" or played > 3:
                    break
                if look["legal"]:
                    move = look["legal"][0]
                    client.post(f"{path}/move/{move}?number={look['number']}", headers=auth)
        assert played > 3


def test_what_the_host_did_not_list_is_refused(settings: Settings) -> None:
    with listening(settings) as url, httpx.Client(base_url=url) as client:
        for level in ("taker", "./program", "spieltisch.bots.simple:RandomBot", "http://127.0.0.1"):
            seats = [SEATS[0], {**SEATS[1], "level": level}]
            answer = client.post("/api/tables", json={"game": "holmes", "seats": seats})
            assert answer.status_code == 422 and "there is no bot" in answer.json()["detail"]


def test_a_bot_no_longer_listed_is_replaced() -> None:
    roster = Roster({"taker": "./program"})
    assert roster.who_plays("taker") == "./program" and roster.who_plays("strong") == "strong"
    assert roster.still("gone") == roster.who_plays("gone") == "casual"
    with pytest.raises(UnknownLevel, match="strong, master, taker"):
        roster.check("gone")


def test_a_wrong_entry_of_the_list_is_told_in_one_line() -> None:
    assert listed("mine=spieltisch.bots.simple:RandomBot")[0] == "mine"
    for entry in ("mine", "=./program", "strong=./program", "<b>=./program"):
        with pytest.raises(BadOption, match="write NAME=BOT"):
            listed(entry)
    with pytest.raises(BadBot, match="there is no such program"):
        listed("mine=./nowhere")
