"""Killed at random moments, the server loses nothing it has acknowledged."""

from __future__ import annotations

import asyncio
import sqlite3
import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from spieltisch.commands_table import copy_file as back_up
from spieltisch.core.record import loads, replay
from spieltisch.core.rng import Rng, seeded
from spieltisch.games import ROOMS, game
from spieltisch.server.fairness import UNDO, verify
from tests.web.server import Server
from tests.web.test_api import auth, lay

SOON = 0.05


class Player:
    """A scripted person: plays random legal moves, sends a move again until it is answered, and
    remembers what was acknowledged and what it was shown."""

    def __init__(self, seated: dict[str, Any], rng: Rng) -> None:
        self.path = f"/api/tables/{seated['table']}"
        self.table: str = seated["table"]
        self.headers = auth(seated)
        self.rng = rng
        self.acknowledged = defaultdict[int, list[tuple[str, str]]](list)  # by seat
        self.shown: list[tuple[int, int, Any]] = []

    async def play(self, url: str) -> None:
        async with httpx.AsyncClient(base_url=url, headers=self.headers, timeout=10) as client:
            look = await self.patiently(client, "GET", self.path, "")
            while look["stage"] != "over":
                if look["legal"]:
                    look = await self.decide(client, look)
                else:
                    await asyncio.sleep(SOON)
                    look = await self.patiently(client, "GET", self.path, "")

    async def decide(self, client: httpx.AsyncClient, look: dict[str, Any]) -> dict[str, Any]:
        """Move or take back; what it looks like then."""
        key = uuid.uuid4().hex
        undo = look["can_undo"] and self.rng.below(8) == 0
        text = UNDO if undo else look["legal"][self.rng.below(len(look["legal"]))]
        action = "undo" if undo else f"move/{text}"
        path = f"{self.path}/{action}?number={look['number']}&seat={look['seat']}"
        answer = await self.patiently(client, "POST", path, key)
        if "reason" in answer:
            present: dict[str, Any] = answer["look"]
            return present
        self.acknowledged[look["seat"]].append((key, text))
        return answer

    async def patiently(
        self, client: httpx.AsyncClient, method: str, path: str, key: str
    ) -> dict[str, Any]:
        """Until there is an answer: the server may be dead just now."""
        while True:
            try:
                answer = await client.request(method, path, headers={"Idempotency-Key": key})
            except httpx.TransportError:
                await asyncio.sleep(SOON)
                continue
            if answer.status_code == 503:
                await asyncio.sleep(SOON)
                continue
            assert answer.status_code in (200, 409), answer.text
            found: dict[str, Any] = answer.json()
            self.remember(found.get("look", found))
            return found

    def remember(self, look: dict[str, Any]) -> None:
        self.shown.append((look["seat"], look["number"], look["view"]))


def seat_everybody(server: Server, tables: int) -> Iterator[Player]:
    """In turn: two people, a person and a bot, hot-seat; of all games."""
    with httpx.Client(base_url=server.url, timeout=30) as client:
        for number in range(tables):
            name = list(ROOMS)[number % len(ROOMS)]
            more = ["bot"] * (game(name).least_seats - 2)
            kinds = (["person", "open"], ["person", "bot"], ["person", "person"])[number % 3]
            ada = lay(client, name, *kinds, *more, watch="public")
            yield Player(ada, seeded("crash", number))
            if "open" in kinds:
                joining = {"invite": ada["look"]["invite"], "name": "Ben"}
                ben = client.post("/api/join", json=joining).json()
                yield Player(ben, seeded("crash", number, "Ben"))


async def play_while_it_is_killed(server: Server, players: list[Player], kills: int) -> None:
    rng = seeded("kills", kills)
    games = asyncio.gather(*[player.play(server.url) for player in players])
    for _ in range(kills):
        await asyncio.sleep(0.2 + rng.below(1000) / 1000)
        if games.done():
            break
        server.kill()
        await asyncio.to_thread(server.start)
    back_up(server.folder / "tables.sqlite3", server.folder / "backup.sqlite3")
    await games


def check_rows(database: Path, players: list[Player]) -> None:
    """Every acknowledged move is there, once, in order; numbers have no gaps. Secret choices of
    several seats are played in the order of the seats, whoever at a device chose first."""
    with closing(sqlite3.connect(database)) as connection:
        for table in {player.table for player in players}:
            query = "SELECT number, key, text FROM steps WHERE table_id = ? ORDER BY number"
            rows = connection.execute(query, [table]).fetchall()
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
            for player in players:
                if player.table == table:
                    kept = [(key, text) for _, key, text in rows if key]
                    for acknowledged in player.acknowledged.values():
                        assert [pair for pair in kept if pair in set(acknowledged)] == acknowledged


def check_backup(folder: Path) -> None:
    """A copy made in mid-game holds a beginning of every table."""
    with closing(sqlite3.connect(folder / "backup.sqlite3")) as connection:
        connection.execute("ATTACH ? AS final", [str(folder / "tables.sqlite3")])
        missing = "SELECT * FROM main.steps EXCEPT SELECT * FROM final.steps"
        assert connection.execute(missing).fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM main.steps").fetchone()[0] > 0


def check_records(server: Server, players: list[Player]) -> None:
    for table in {player.table for player in players}:
        record = loads(httpx.get(f"{server.url}/api/tables/{table}/record").text)
        replay(game(record.game), record)
        assert verify(game(record.game), record) > 0


def crash_again_and_again(folder: Path, tables: int, kills: int, patience: float) -> None:
    with Server(folder) as server:
        players = list(seat_everybody(server, tables))
        play = play_while_it_is_killed(server, players, kills)
        asyncio.run(asyncio.wait_for(play, patience))
        check_rows(folder / "tables.sqlite3", players)
        check_records(server, players)
        check_backup(folder)
        assert server.stop() == 0
        assert server.left_behind() == [], "bots' workers end with their server, however it ended"


def test_acknowledged_moves_survive_kills(tmp_path: Path) -> None:
    crash_again_and_again(tmp_path, tables=3, kills=2, patience=120)


@pytest.mark.long
def test_acknowledged_moves_survive_many_kills(tmp_path: Path) -> None:
    crash_again_and_again(tmp_path, tables=30, kills=40, patience=1200)
