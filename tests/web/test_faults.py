"""What can go wrong around a server, one fault a test: docs/hosting.md has the same table."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Connection, event

from spieltisch.core.rng import seeded
from spieltisch.server import health
from spieltisch.server.store.backup import copy_database
from spieltisch.server.store.file_lock import InUse, alone_with
from spieltisch.server.stored_table import House
from tests.kit.postgresql import Postgresql
from tests.server.house import opened, person, run, run_on
from tests.web.server import PATIENCE, Server, running_in
from tests.web.test_api import auth, lay

Client = TestClient[Litestar]


def move(client: Client | httpx.Client, seated: dict[str, Any], key: str = "") -> httpx.Response:
    path = f"/api/tables/{seated['table']}"
    look = client.get(path, headers=auth(seated)).json()
    return client.post(
        f"{path}/move/{look['legal'][-1]}",
        params={"number": look["number"], "seat": look["seat"]},
        headers={**auth(seated), "Idempotency-Key": key},
    )


def patiently(client: httpx.Client, path: str) -> httpx.Response:
    """Until the server answers well again."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            answer = client.get(path)
        except httpx.TransportError:
            time.sleep(0.1)
            continue
        if answer.status_code == 200:
            return answer
        time.sleep(0.1)
    raise AssertionError(f"{path} does not answer")


def test_a_full_disk_refuses_moves_in_words_and_goes_on_when_there_is_room(
    new_house: Client,
) -> None:
    client = new_house
    seated = lay(client, "tatort_themse", "person", "person")
    engine = client.app.state.tables.store.engine

    def leave_room(pages: int) -> None:
        engine.dispose()
        event.listen(
            engine, "connect", lambda raw, _: raw.execute(f"PRAGMA max_page_count={pages}")
        )

    leave_room(1)
    answers = [move(client, seated) for _ in range(120)]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused and {answer.status_code for answer in refused} == {503}
    assert refused[0].json()["reason"] == "database_away" and refused[0].headers["retry-after"]
    leave_room(10**6)
    assert move(client, seated).status_code == 200


def test_a_second_server_on_one_file_is_told_so(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    refused = pytest.raises(InUse, match="another server uses")
    with alone_with(database), refused, alone_with(database, patience=0.3):
        raise AssertionError("both have it")
    with alone_with(database, patience=0.3):
        assert (tmp_path / "tables.sqlite3.lock").exists()


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_a_clock_that_jumps_takes_nobodys_time(
    tmp_path: Path, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            house = House(pace=5, bot_pace=0)
            both = await tables.lobby.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=house
            )
            now = tables.live.now()
            monkeypatch.setattr(tables.live, "now", lambda: now + jump)
            await tables.clocks.time_over(tables.live.by_id[both.table])
            look = await tables.viewing.look(both.table, both.credential)
            seat = tables.live.by_id[both.table].playing().turn
            assert not any(info.taken_over for info in look.seats)
            run_on(tables, 301)
            await tables.clocks.time_over(tables.live.by_id[both.table])
            look = await tables.viewing.look(both.table, both.credential)
            assert look.seats[seat].taken_over
            look = await tables.lobby.take_back(both.table, both.credential, seat)
            assert not look.seats[seat].taken_over

    run(check())


def test_health_says_whether_the_database_can_be_written(
    new_house: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only whether it answers: on a full disk it does."""
    client = new_house
    monkeypatch.setattr(health, "HEALTH_SECONDS", 0.0)
    engine = client.app.state.tables.store.engine

    def only_read(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    assert client.get("/health").status_code == 200
    event.listen(engine, "begin", only_read)
    assert client.get("/health").status_code == 503
    event.remove(engine, "begin", only_read)
    engine.dispose()
    assert client.get("/health").status_code == 200


def test_a_database_gone_for_a_while_is_told_and_survived(
    tmp_path: Path, database_server: Postgresql
) -> None:
    server = Server(tmp_path, database=database_server.new_database())
    with server, httpx.Client(base_url=server.url, timeout=30) as client:
        seated = lay(client, "tatort_themse", "person", "person")
        done = move(client, seated, "before")
        assert done.status_code == 200
        database_server.stop()
        try:
            path = f"/api/tables/{seated['table']}/move/pass"
            lost = client.post(
                path, params={"number": done.json()["number"], "seat": 0}, headers=auth(seated)
            )
            assert (lost.status_code, lost.json()["reason"]) == (503, "database_away")
            assert client.get("/health").status_code == 503
        finally:
            database_server.start()
        patiently(client, "/health")
        assert move(client, seated, "after").status_code == 200
        assert server.stop() == 0


def test_a_killed_worker_is_replaced_and_no_table_is_lost(
    tmp_path: Path, database_server: Postgresql
) -> None:
    server = Server(tmp_path, "--workers", "2", database=database_server.new_database())
    with server, httpx.Client(base_url=server.url, timeout=30) as client:
        seated = lay(client, "tatort_themse", "person", "bot")
        assert server.process is not None
        for worker in serving(server.process.pid):
            os.kill(worker, signal.SIGKILL)
        patiently(client, "/health")
        look = patiently(httpx.Client(base_url=server.url, headers=auth(seated)), seat(seated))
        assert look.json()["stage"] == "playing"
        assert "another takes its place" in server.log()
        assert server.stop() == 0
    assert server.left_behind() == []


def seat(seated: dict[str, Any]) -> str:
    return f"/api/tables/{seated['table']}"


def serving(first: int) -> list[int]:
    """The worker processes of a server: children that run what it was started with."""
    found = []
    for pid in running_in({first}):
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
        if pid != first and b"spawn_main" in words and parent_of(pid) == first:
            found.append(pid)
    assert len(found) == 2, found
    return found


def parent_of(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"PPid:\s+(\d+)", status)[1])  # type: ignore[index]


def play_until(over: threading.Event, url: str, seated: list[dict[str, Any]]) -> None:
    """The people of these tables move whenever they can."""
    with httpx.Client(base_url=url, timeout=30) as client:
        while not over.is_set():
            for one in seated:
                look = client.get(f"/api/tables/{one['table']}", headers=auth(one)).json()
                for text in look["legal"][-1:]:
                    path = f"/api/tables/{one['table']}/move/{text}"
                    client.post(path, params={"number": look["number"]}, headers=auth(one))


def test_a_backup_taken_under_load_restores_replays_and_verifies(
    tmp_path: Path, database_server: Postgresql
) -> None:
    """Bots play at many tables while PostgreSQL is copied into a file, and the file elsewhere."""
    address = database_server.new_database()
    server, rng, seated = Server(tmp_path, database=address), seeded("backup"), []
    with server, httpx.Client(base_url=server.url, timeout=30) as client:
        for name in ("tatort_themse", "holmes", "tatort_themse"):
            seated.append(lay(client, name, "person", "bot", bot_pace=0.01, watch="public"))
        over = threading.Event()
        players = threading.Thread(target=play_until, args=[over, server.url, seated])
        players.start()
        time.sleep(1 + rng.below(500) / 1000)
        saved = f"sqlite:///{tmp_path / 'saved.sqlite3'}"
        copied = copy_database(address, saved, lambda _: None)
        over.set()
        players.join()
    assert copied.tables == 3 and copied.outcomes > 20
    with closing(sqlite3.connect(tmp_path / "saved.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    again = copy_database(saved, database_server.new_database(), lambda _: None)
    assert again == copied
