"""Several servers on one PostgreSQL, killed, cut off and restarted: nothing acknowledged is lost,
nobody is shown another's cards, and every table comes to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from spieltisch.core.record import loads, replay
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.view import to_json
from spieltisch.games import ROOMS, game
from spieltisch.server.fairness import verify
from spieltisch.server.live_tables import read_live
from spieltisch.server.store.engine import Store
from spieltisch.server.stored_table import Row
from spieltisch.server.viewer import Viewer
from tests.kit.postgresql import Postgresql
from tests.web.server import Server
from tests.web.test_api import lay
from tests.web.test_crash import Player

PATIENCE = 1200.0  # a server that is killed on a busy machine is back after half a minute


def seat_across(servers: list[Server], tables: int, seed: int) -> Iterator[tuple[Player, Server]]:
    """Ada at one server, Ben at the other, bots on what is left; of all games in turn."""
    urls = [server.url for server in servers]
    with httpx.Client(base_url=urls[0], timeout=30) as client:
        for number in range(tables):
            name = list(ROOMS)[(number + seed) % len(ROOMS)]
            bots = max(number % 2, game(name).least_seats - 2)
            bots = min(bots, game(name).most_seats - 2)
            ada = lay(client, name, "person", "open", *["bot"] * bots, watch="public")
            joining = {"invite": ada["look"]["invite"], "name": "Ben"}
            ben = httpx.post(f"{urls[1]}/api/join", json=joining, timeout=30).json()
            yield Player(ada, seeded("several", seed, number)), servers[0]
            yield Player(ben, seeded("several", seed, number, "Ben")), servers[1]


async def trouble(
    servers: list[Server], database: Postgresql, rng: Rng, most: int, over: asyncio.Event
) -> dict[str, int]:
    """Kill either server, cut notices, restart the database, by turns; how often each."""
    done = {"killed": 0, "cut": 0, "restarted": 0}
    for number in range(most):
        await asyncio.sleep(0.3 + rng.below(700) / 1000)
        if over.is_set():
            break
        if number % 4 == 1:
            done["cut"] += await asyncio.to_thread(database.cut, "LISTEN") > 0
        elif number % 4 == 2:
            await asyncio.to_thread(database.stop, ("fast", "immediate")[rng.below(2)])
            await asyncio.sleep(0.2)
            await asyncio.to_thread(database.start)
            done["restarted"] += 1
        else:
            server = servers[rng.below(len(servers))]
            server.kill()
            await asyncio.to_thread(server.start)
            done["killed"] += 1
    return done


async def play_in_trouble(
    seated: list[tuple[Player, Server]],
    servers: list[Server],
    database: Postgresql,
    seed: int,
    most: int,
) -> dict[str, int]:
    over = asyncio.Event()
    troubles = asyncio.ensure_future(
        trouble(servers, database, seeded("trouble", seed), most, over)
    )
    await asyncio.gather(*[player.play(server.url) for player, server in seated])
    over.set()
    return await troubles


def stored(address: str, table: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(address) as connection:
        words = b"SELECT number, who, text, at, key FROM steps WHERE table_id = %s ORDER BY number"
        return connection.execute(words, [table]).fetchall()


def check_rows(address: str, players: list[Player]) -> None:
    """Every acknowledged move is there, once, in order; numbers have no gaps."""
    for player in players:
        rows = stored(address, player.table)
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
        kept = [(row[4], row[2]) for row in rows]
        for acknowledged in player.acknowledged.values():
            assert [pair for pair in kept if pair in set(acknowledged)] == acknowledged


def check_shown(address: str, player: Player) -> None:
    """What a seat was shown under a number is exactly its own view of that number."""
    store = Store(address)
    live = store.read_now(lambda connection: read_live(connection, player.table))
    store.engine.dispose()
    table = live.lay()
    views: dict[tuple[int, int], bytes] = {}
    tell = table.tell

    def noted(viewer: Viewer) -> None:
        tell(viewer)
        if viewer.seat is not None:
            views[viewer.seat, viewer.number] = viewer.view_json

    table.tell = noted  # type: ignore[method-assign]
    table.replay([Row(*row) for row in stored(address, player.table)])
    assert len(player.shown) > 10
    for seat, number, view in player.shown:
        if view is not None:
            assert to_json(table.game.view_from_json(to_json(view))) == views[seat, number]


def check_records(url: str, players: list[Player]) -> None:
    for table in {player.table for player in players}:
        record = loads(httpx.get(f"{url}/api/tables/{table}/record", timeout=30).text)
        replay(game(record.game), record)
        assert verify(game(record.game), record) > 0


def survive(folder: Path, database: Postgresql, rounds: int, tables: int, most: int) -> None:
    address = database.new_database()
    with ExitStack() as stack:
        servers = []
        for name in ("first", "second"):
            (folder / name).mkdir()
            servers.append(stack.enter_context(Server(folder / name, database=address)))
        troubled: dict[str, int] = {}
        for seed in range(rounds):
            seated = list(seat_across(servers, tables, seed))
            work = play_in_trouble(seated, servers, database, seed, most)
            for kind, times in asyncio.run(asyncio.wait_for(work, PATIENCE)).items():
                troubled[kind] = troubled.get(kind, 0) + times
            players = [player for player, _ in seated]
            check_rows(address, players)
            for player in players:
                check_shown(address, player)
            check_records(servers[seed % 2].url, players)
        assert troubled["killed"] and troubled["cut"] and troubled["restarted"], troubled
        assert all(server.stop() == 0 for server in servers)
        assert [server.left_behind() for server in servers] == [[], []]


def test_two_servers_survive_kills_cuts_and_a_restart(
    tmp_path: Path, database_server: Postgresql
) -> None:
    survive(tmp_path, database_server, rounds=1, tables=2, most=4)


@pytest.mark.long
def test_two_servers_survive_minutes_of_trouble(
    tmp_path: Path, database_server: Postgresql
) -> None:
    survive(tmp_path, database_server, rounds=3, tables=12, most=16)
