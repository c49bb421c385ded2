"""Somebody lays many tables of masters: everybody else's bots answer all the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.server import Server
from tests.web.test_api import auth

TABLES = 30
WITHIN = {"strong": 3.0, "master": 10.0}
BUSY = 5  # times as long as without an attack, where the machine is slow or has other work


def at(server: Server, address: str) -> httpx.Client:
    """A guest who comes through the proxy from this address."""
    return httpx.Client(
        base_url=server.url, headers={"X-Forwarded-For": address}, timeout=httpx.Timeout(60)
    )


def lay(guest: httpx.Client, game: str, level: str, bots: int) -> dict[str, Any]:
    seats = [{"kind": "person", "name": "Ada"}, *[{"kind": "bot", "level": level}] * bots]
    house = {"bot_pace": 0, "order": "chosen", "watch": "public"}
    answer = guest.post("/api/tables", json={"game": game, "seats": seats, "house": house})
    assert answer.status_code == 201, answer.text
    laid: dict[str, Any] = answer.json()
    return laid


def move_on(guest: httpx.Client, seated: dict[str, Any]) -> int:
    """Make a move if there is one to make; the number of the view after it, or 0."""
    path = f"/api/tables/{seated['table']}"
    look = guest.get(path, headers=auth(seated)).json()
    if not look["legal"]:
        return 0
    words = {"number": look["number"]}
    moved = guest.post(f"{path}/move/{look['legal'][-1]}", params=words, headers=auth(seated))
    assert moved.status_code in (200, 409)
    return int(moved.json()["number"]) if moved.status_code == 200 else 0


@contextmanager
def attack(server: Server, addresses: list[str]) -> Iterator[None]:
    """Tables of masters from each address, every one for a new credential. Their people play on
    whenever they can; some leave, and their bots have nobody to play for."""
    over = threading.Event()

    def play(address: str, laid: list[dict[str, Any]]) -> None:
        with at(server, address) as guest:
            while not over.wait(0.2):
                for seated in laid:
                    move_on(guest, seated)

    players, tables = [], TABLES // len(addresses) + 2
    for address in addresses:
        with at(server, address) as guest:
            laid = [lay(guest, "zug_um_zug", "master", 3) for _ in range(tables)]
            for seated in laid:
                move_on(guest, seated)
            for seated in laid[::2]:
                guest.post(f"/api/tables/{seated['table']}/leave", headers=auth(seated))
        players.append(threading.Thread(target=play, args=[address, laid[1::2]]))
    for player in players:
        player.start()
    try:
        yield
    finally:
        over.set()
        for player in players:
            player.join()


def seconds_to_answer(guest: httpx.Client, seated: dict[str, Any]) -> float:
    """From the person's last move of a turn until the bot has made one."""
    path = f"/api/tables/{seated['table']}"
    while guest.get(path, headers=auth(seated)).json()["legal"]:
        number = move_on(guest, seated)
    begun = time.monotonic()
    while guest.get(path, headers=auth(seated)).json()["number"] == number:
        assert time.monotonic() - begun < 90
        time.sleep(0.05)
    return time.monotonic() - begun


@pytest.mark.parametrize(
    ("addresses", "levels"),
    [(1, ["strong"]), (20, [*WITHIN]), pytest.param(1, [*WITHIN], marks=pytest.mark.long)],
)
def test_bots_answer_a_stranger_whatever_somebody_else_lays(
    tmp_path: Path, addresses: int, levels: list[str]
) -> None:
    bad = [f"198.{number}.100.7" for number in range(addresses)]
    with Server(tmp_path, "--trusted-proxy") as server, at(server, "203.0.113.5") as stranger:

        def answered(level: str) -> float:
            return seconds_to_answer(stranger, lay(stranger, "holmes", level, 1))

        answered("strong")  # the first one also waits for workers to start
        within = {level: max(WITHIN[level], BUSY * answered(level)) for level in levels}
        with attack(server, bad):
            for level, most in within.items():
                assert answered(level) < most, level
        server.kill()
        server.start()  # what waited before waits again
        for level, most in within.items():
            assert answered(level) < most, level
