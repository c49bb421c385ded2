"""Many clients at one table: the database decides every race, and everybody is told."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from spieltisch.core.rng import seeded
from spieltisch.web.settings import Settings
from tests.server.house import run
from tests.web.inside import listening
from tests.web.test_api import auth, lay

CLIENTS = 50


async def fire(
    client: httpx.AsyncClient, path: str, moves: list[str], number: int, keys: list[str]
) -> list[httpx.Response]:
    shots = [
        client.post(
            f"{path}/move/{move}", params={"number": number}, headers={"Idempotency-Key": key}
        )
        for move, key in zip(moves, keys, strict=True)
    ]
    return await asyncio.gather(*shots)


async def race(url: str, seated: dict[str, Any], rounds: int) -> Counter[str]:
    path, rng, told = f"/api/tables/{seated['table']}", seeded("race"), Counter[str]()
    limits = httpx.Limits(max_connections=CLIENTS)
    async with httpx.AsyncClient(
        base_url=url, headers=auth(seated), limits=limits, timeout=60
    ) as client:
        for turn in range(rounds):
            look = (await client.get(path)).json()
            legal = look["legal"]
            moves = [legal[rng.below(len(legal))] for _ in range(CLIENTS)]
            same = turn % 2 == 0
            keys = [f"{turn}" if same else f"{turn} {client}" for client in range(CLIENTS)]
            if same:
                moves = [moves[0]] * CLIENTS
            answers = await fire(client, path, moves, look["number"], keys)
            told.update(f"{answer.status_code}" for answer in answers)
            won = [answer for answer in answers if answer.status_code == 200]
            lost = [answer for answer in answers if answer.status_code != 200]
            assert len(won) == (CLIENTS if same else 1)
            assert all(answer.status_code == 409 for answer in lost)
            now = (await client.get(f"{path}?seat={look['seat']}")).json()
            assert now["number"] == look["number"] + 1
            seen = {answer.json()["look"]["number"] for answer in lost}
            assert seen <= {look["number"], look["number"] + 1}
    return told


@pytest.mark.parametrize("rounds", [2, pytest.param(20, marks=pytest.mark.long)])
def test_exactly_one_wins_each_number_and_the_others_get_a_conflict(
    settings: Settings, rounds: int
) -> None:
    with listening(settings) as url, httpx.Client(base_url=url, timeout=60) as client:
        seated = lay(client, "tatort_themse", "person", "person")
        told = run(race(url, seated, rounds))
    assert set(told) == {"200", "409"}
    with sqlite3.connect(Path(settings.database.removeprefix("sqlite:///"))) as connection:
        numbers = [row[0] for row in connection.execute("SELECT number FROM steps ORDER BY number")]
        decisions = connection.execute("SELECT count(*) FROM steps WHERE who >= 0").fetchone()[0]
    assert numbers == list(range(1, len(numbers) + 1))
    assert decisions == rounds
