"""Servers under load: many tables, two people each, every seat with a live stream.

Three measurements a server: all streams open and nobody moves; a steady pace (a move a second at
each table), where the time counts from sending a move to the event at the other seat; and a closed
loop, where every table moves as soon as it is told, for the ceiling in moves a second. Server and
clients share the machine. With --hosting: one process on SQLite, one and two on a throw-away
PostgreSQL, 200 and 1,000 tables.

    python bench/load.py --tables 200 --seconds 30 --json bench/results/load.json
    python bench/load.py --hosting --json bench/results/hosting.json
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any
from urllib.parse import quote

import msgspec
from rich.console import Console
from rich.table import Table

from spieltisch.core import build

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.kit import postgresql

GAME = "tatort_themse"
START_TOGETHER = 16
IDLE = -1.0  # the pace of people who only look
PACES = (IDLE, 1.0, 0.0)
START_SECONDS = 8.0  # until every worker listens
TICKS = os.sysconf("SC_CLK_TCK")


class State(msgspec.Struct):
    """The part of a stream's line that a player needs."""

    stage: str
    number: int
    legal: list[str]


class Line(msgspec.Struct):
    """`gameFull` has a look; `gameState` is one itself."""

    look: State | None = None
    stage: str = ""
    number: int = 0
    legal: list[str] = []

    def state(self) -> State:
        return self.look or State(self.stage, self.number, self.legal)


class Connection:
    """HTTP/1.1 in the few lines a benchmark needs; a real client would be the bottleneck."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> Connection:
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=2**20
        )
        return self

    async def send(self, method: str, path: str, credential: str = "", body: bytes = b"") -> None:
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
        if credential:
            head += f"Authorization: Bearer {credential}\r\n"
        self.writer.write(head.encode() + b"\r\n" + body)
        await self.writer.drain()

    async def headers(self) -> tuple[int, bytes]:
        head = await self.reader.readuntil(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]), head.lower()

    async def answer(self) -> tuple[int, bytes]:
        status, head = await self.headers()
        length = re.search(rb"content-length: (\d+)", head)
        return status, await self.reader.readexactly(int(length[1])) if length else b""

    async def post(self, path: str, credential: str, body: bytes) -> tuple[int, bytes]:
        await self.send("POST", path, credential, body)
        return await self.answer()

    async def chunk(self) -> bytes:
        """The next piece of a stream; empty at its end."""
        size = int(await self.reader.readline(), 16)
        piece = await self.reader.readexactly(size + 2)
        return piece[:-2]

    def close(self) -> None:
        self.writer.close()


class Seat:
    """One person: a stream that is read all the time, and what it said last."""

    def __init__(self, port: int, table: str, credential: str) -> None:
        self.port, self.table, self.credential = port, table, credential
        self.news = asyncio.Event()
        self.state = State("", 0, [])
        self.heard = 0.0

    async def listen(self) -> None:
        stream = await Connection(self.port).open()
        await stream.send("GET", f"/api/tables/{self.table}/stream", self.credential)
        await stream.headers()
        rest = b""
        while piece := await stream.chunk():
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                if line:
                    self.heard = perf_counter()
                    self.state = msgspec.json.decode(line, type=Line).state()
                    self.news.set()
        stream.close()


class Pair:
    """A table with two people who play random moves."""

    def __init__(self, port: int, pace: float) -> None:
        self.port, self.pace = port, pace
        self.delays: list[float] = []
        self.refused: Counter[int] = Counter()  # answers other than 200, by status

    async def lay(self) -> None:
        self.moves = await Connection(self.port).open()
        seats = [{"kind": "person", "name": "A"}, {"kind": "open"}]
        body = json.dumps({"game": GAME, "seats": seats}).encode()
        _, answer = await self.moves.post("/api/tables", "", body)
        ada = json.loads(answer)
        joining = json.dumps({"invite": ada["look"]["invite"], "name": "B"}).encode()
        _, answer = await self.moves.post("/api/join", "", joining)
        credentials = (ada["credential"], json.loads(answer)["credential"])
        self.seats = [Seat(self.port, ada["table"], credential) for credential in credentials]
        self.listening = [asyncio.create_task(seat.listen()) for seat in self.seats]
        for seat in self.seats:
            await seat.news.wait()

    async def play(self) -> None:
        """Until cancelled; a finished game is followed by a new table."""
        if self.pace == IDLE:
            return
        await asyncio.sleep(random.random() * self.pace)
        due = perf_counter()
        while True:
            if any(seat.state.stage == "over" for seat in self.seats):
                await self.lay()
            await self.move()
            due = max(due + self.pace, perf_counter())
            await asyncio.sleep(due - perf_counter())

    async def move(self) -> None:
        deciding = [seat for seat in self.seats if seat.state.legal]
        if not deciding:
            await asyncio.sleep(0.001)
            return
        mine = deciding[0]
        other = self.seats[1 - self.seats.index(mine)]
        move, number = quote(random.choice(mine.state.legal)), mine.state.number
        for seat in self.seats:
            seat.news.clear()
        began = perf_counter()
        path = f"/api/tables/{mine.table}/move/{move}?number={number}"
        status, _ = await self.moves.post(path, mine.credential, b"")
        if status != 200:
            self.refused[status] += 1
        await asyncio.gather(*[seat.news.wait() for seat in self.seats])
        self.delays.append(other.heard - began)


class Watch:
    """CPU and memory of a server and its workers, from /proc; bots' processes do not count."""

    def __init__(self, pid: int) -> None:
        self.pids = [pid, *workers_of(pid)]
        self.began, self.cpu = perf_counter(), self.cpu_seconds()

    def cpu_seconds(self) -> float:
        return sum(cpu_seconds(pid) for pid in self.pids)

    def share(self) -> float:
        return (self.cpu_seconds() - self.cpu) / (perf_counter() - self.began)

    def megabytes(self) -> float:
        return sum(megabytes(pid) for pid in self.pids)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def megabytes(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def workers_of(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


async def measure(port: int, pid: int, tables: int, pace: float, seconds: float) -> dict[str, Any]:
    pairs = [Pair(port, pace) for _ in range(tables)]
    for begin in range(0, tables, START_TOGETHER):
        await asyncio.gather(*[pair.lay() for pair in pairs[begin : begin + START_TOGETHER]])
    players = [asyncio.create_task(pair.play()) for pair in pairs]
    await asyncio.sleep(min(3.0, seconds / 3))
    for pair in pairs:
        pair.delays.clear()
    watch, load = Watch(pid), os.getloadavg()[0]
    await asyncio.sleep(seconds)
    row = summary(pairs, watch, seconds)
    check_all_played(players)
    for task in [*players, *[task for pair in pairs for task in pair.listening]]:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return {"tables": tables, "pace": pace, **row, "machine_load": load}


def check_all_played(players: list[asyncio.Task[None]]) -> None:
    """A table that fell silent would make the others look quick."""
    for task in players:
        if task.done() and (error := task.exception()) is not None:
            raise SystemExit(f"a player gave up: {error!r}")


def summary(pairs: list[Pair], watch: Watch, seconds: float) -> dict[str, Any]:
    delays = sorted(1000 * delay for pair in pairs for delay in pair.delays) or [0.0]
    moves = sum(len(pair.delays) for pair in pairs)
    return {
        "moves": moves,
        "moves_a_second": round(moves / seconds, 1),
        "p50_ms": round(median(delays), 2),
        "p99_ms": round(delays[int(len(delays) * 0.99)], 2),
        "worst_ms": round(delays[-1], 2),
        "refused": dict(sum((pair.refused for pair in pairs), Counter[int]())),
        "server_cpu": round(watch.share(), 3),
        "server_mb": round(watch.megabytes(), 1),
    }


def serve(database: str, workers: int) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "spieltisch", "serve", "--port", "0", "--requests", "1000000"]
    process = subprocess.Popen(
        [*command, "--database", database, "--workers", str(workers)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = re.search(r":(\d+)/", process.stdout.readline())
    assert found, "the server did not start"
    sleep(START_SECONDS * (workers > 1))
    return process, int(found[1])


def show(rows: list[dict[str, Any]]) -> None:
    grid = Table(title=f"Tables under load ({build.description()}, {os.cpu_count()} cores)")
    for name in rows[0]:
        grid.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        grid.add_row(*[str(value) for value in row.values()])
    Console(width=170).print(grid)


def under_load(
    database: str, workers: int, tables: int, pace: float, seconds: float
) -> dict[str, Any]:
    kind = database.partition(":")[0]
    words = f"{kind}, {workers} process(es), {tables} tables, pace {pace} s, {seconds:.0f} s …"
    Console().print(words)
    process, port = serve(database, workers)
    try:
        row = asyncio.run(measure(port, process.pid, tables, pace, seconds))
    finally:
        process.terminate()
        process.wait()
    return {"database": kind, "processes": workers, **row}


def on_sqlite(tables: int, seconds: float) -> list[dict[str, Any]]:
    rows = []
    for pace in PACES:
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite:///{folder}/tables.sqlite3"
            rows.append(under_load(database, 1, tables, pace, seconds))
    return rows


def hosting(seconds: float) -> list[dict[str, Any]]:
    rows = []
    with postgresql.running() as server:
        for tables in (200, 1000):
            rows += on_sqlite(tables, seconds)
            for workers in (1, 2):
                for pace in PACES:
                    address = server.new_database()
                    rows.append(under_load(address, workers, tables, pace, seconds))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--hosting", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    rows = hosting(chosen.seconds) if chosen.hosting else on_sqlite(chosen.tables, chosen.seconds)
    show(rows)
    if chosen.json:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        chosen.json.write_text(json.dumps({"build": build.description(), "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
