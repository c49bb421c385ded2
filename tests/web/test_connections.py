"""Guests who say nothing, or little by little: nobody else waits for them."""

from __future__ import annotations

import http.client
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from urllib.parse import quote

import httpx
import msgspec
import pytest

from spieltisch.web import connections, serve
from spieltisch.web.settings import Limits, Settings
from tests.kit.postgresql import Postgresql
from tests.web.conftest import GENEROUS
from tests.web.inside import listening
from tests.web.server import Server
from tests.web.test_api import auth, lay
from tests.web.test_trust import until

HOUSES = [f"127.0.1.{number}" for number in range(1, 21)]
SLOW_HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
ASKING = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
SLOW_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 5000\r\n\r\n{"
)
MOST_SECONDS = 0.25


def connect(port: int, house: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(house, 0))


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


def last_words(guest: socket.socket) -> bytes:
    """What it is told until it is sent away."""
    told = b""
    with guest:
        while True:
            try:
                part = guest.recv(4096)
            except ConnectionError:
                return told
            if not part:
                return told
            told += part


@contextmanager
def besieged(port: int, silent: int, slow: int) -> Iterator[list[socket.socket]]:
    """So many who say nothing and so many with half a request, from twenty houses."""
    with ExitStack() as guests:
        houses = cycle(HOUSES)
        crowd = [guests.enter_context(connect(port, next(houses))) for _ in range(silent + slow)]
        for number, guest in enumerate(crowd[silent:]):
            guest.sendall(SLOW_BODY if number % 2 else SLOW_HEAD)
        yield crowd


def drip(guests: list[socket.socket]) -> None:
    for guest in guests:
        try:
            guest.send(b"x")
        except OSError:
            continue  # sent away meanwhile


def play_for(port: int, seconds: float, slow: list[socket.socket]) -> list[float]:
    """A game with a new connection for every move; how long each took."""
    url = f"http://127.0.0.1:{port}"
    with httpx.Client(base_url=url, timeout=20) as client:
        seated = lay(client, "tatort_themse", "person", "person")
        look, path, took = seated["look"], f"/api/tables/{seated['table']}", []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if look["stage"] == "over":
                seated = lay(client, "tatort_themse", "person", "person")
                look, path = seated["look"], f"/api/tables/{seated['table']}"
            drip(slow)
            began = time.perf_counter()
            move = f"{path}/move/{quote(look['legal'][-1])}?number={look['number']}"
            status = ask(port, "POST", move, auth(seated))
            took.append(time.perf_counter() - began)
            assert status in (200, 409), "409: the look came from a worker that had not heard yet"
            look = client.get(path, headers=auth(seated)).json()
            time.sleep(0.02)
    return took


def ask(port: int, method: str, path: str, headers: dict[str, str]) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def p99(took: list[float]) -> float:
    return sorted(took)[int(len(took) * 0.99)]


def test_a_game_goes_on_among_more_silent_guests_than_there_are_files(tmp_path: Path) -> None:
    with (
        Server(tmp_path, "--requests", "600", files=256) as server,
        besieged(server.port, 260, 60) as crowd,
    ):
        took = play_for(server.port, 3.0, crowd[260:])
        assert "Traceback" not in server.log() and "Too many open files" not in server.log()
    assert len(took) > 20 and p99(took) < MOST_SECONDS, sorted(took)[-5:]


def besiege_for_long(server: Server) -> None:
    with besieged(server.port, 2_000, 500) as crowd:
        took = play_for(server.port, 20.0, crowd[2_000:])
    print(f"{len(took)} moves, p99 {1000 * p99(took):.1f} ms, most {1000 * max(took):.1f} ms")
    assert p99(took) < MOST_SECONDS, sorted(took)[-5:]
    assert "Traceback" not in server.log()


@pytest.mark.long
@pytest.mark.parametrize("files", [1_024, 20_000])
def test_a_game_goes_on_under_siege(tmp_path: Path, files: int) -> None:
    with Server(tmp_path, "--requests", "6000", files=files) as server:
        besiege_for_long(server)


@pytest.mark.long
def test_a_game_goes_on_under_siege_with_several_workers(
    tmp_path: Path, database_server: Postgresql
) -> None:
    words = ("--requests", "6000", "--workers", "2")
    with Server(tmp_path, *words, database=database_server.new_database(), files=1_024) as server:
        besiege_for_long(server)


@pytest.mark.parametrize(
    "said", [b"", SLOW_HEAD, SLOW_BODY, b"GET /"], ids=["nothing", "head", "body", "line"]
)
def test_whoever_keeps_us_waiting_is_sent_away_however_often_a_byte_comes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.4)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.4)
    with listening(settings) as url:
        guest = connect(port_of(url))
        guest.sendall(said)
        for _ in range(8 if said else 0):
            time.sleep(0.1)
            drip([guest])
        began = time.monotonic()
        assert b"408" in last_words(guest)
        assert time.monotonic() - began < 2


CHUNKED = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
MUCH = 400_000


@pytest.mark.parametrize(
    "said",
    [
        SLOW_HEAD + b"x" * MUCH,
        b"GET /" + b"x" * MUCH,
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 200 + b"\r\n",
        CHUNKED + b"1;" + b"x" * MUCH,
        CHUNKED + b"1\r\n{\r\n0\r\nx: " + b"y" * MUCH,
        CHUNKED + b"1\r\n{\r\n0\r\n" + b"x: y\r\n" * 200,
    ],
    ids=["header", "line", "headers", "chunk", "trailer", "trailers"],
)
def test_beside_its_body_a_request_is_short(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 60)
    monkeypatch.setattr(connections, "BODY_SECONDS", 60)
    with listening(settings) as url:
        guest = connect(port_of(url))
        with suppress(ConnectionError):
            guest.sendall(said)
        assert b"200 OK" not in last_words(guest), "it ends, and not because time is over"


def streaming(client: httpx.Client) -> bytes:
    """What asks for live updates at a table laid for that."""
    seated = lay(client, "tatort_themse", "person", "person")
    path, own = f"/api/tables/{seated['table']}/events", auth(seated)["Authorization"]
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {own}\r\n\r\n".encode()


def test_some_requests_may_come_ahead_of_their_turn_but_not_many(settings: Settings) -> None:
    with listening(settings) as url, httpx.Client(base_url=url, timeout=20) as client:
        some = connect(port_of(url))
        last = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        some.sendall(ASKING * 9 + last)
        assert last_words(some).count(b"200 OK") == 10
        many = connect(port_of(url))
        many.sendall(streaming(client))
        assert b"200 OK" in many.recv(4096)
        many.sendall(ASKING * 40)
        last_words(many)  # it ends, and would not if the requests waited


def test_live_updates_end_with_the_connection_whatever_was_asked_for_behind_them(
    settings: Settings,
) -> None:
    def streams() -> bool:
        return "spieltisch_streams 0.0" not in client.get("/metrics").text

    with listening(settings) as url, httpx.Client(base_url=url, timeout=20) as client:
        guest = connect(port_of(url))
        guest.sendall(streaming(client) + ASKING)
        until(streams)
        guest.close()
        until(lambda: not streams(), patience=10)  # a sign of life fails after 15 seconds


def test_a_guest_between_requests_and_one_with_live_updates_stay(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    with listening(settings) as url, httpx.Client(base_url=url, timeout=20) as client:
        seated = lay(client, "tatort_themse", "person", "person")
        path = f"/api/tables/{seated['table']}"
        with client.stream("GET", f"{path}/events", headers=auth(seated)) as stream:
            lines = stream.iter_lines()
            kept = http.client.HTTPConnection("127.0.0.1", port_of(url), timeout=20)
            for _ in range(3):
                kept.request("GET", path, headers=auth(seated))
                assert kept.getresponse().read()
                own = kept.sock
                time.sleep(0.4)
            assert kept.sock is own, "one connection served all three"
            move = f"{path}/move/{quote(seated['look']['legal'][-1])}"
            number = {"number": seated["look"]["number"]}
            assert client.post(move, params=number, headers=auth(seated)).status_code == 200
            told = (line for line in lines if line.startswith("data:"))
            assert next(told) and next(told), "what there was, and the move"
            kept.close()


def test_behind_a_proxy_an_address_has_so_many_live_updates_whoever_asks(
    settings: Settings,
) -> None:
    limits = msgspec.structs.replace(GENEROUS, connections=3)
    behind = msgspec.structs.replace(settings, limits=limits, trusted_proxy=True)
    here, elsewhere = ({"X-Forwarded-For": house} for house in HOUSES[:2])
    with (
        listening(behind) as url,
        httpx.Client(base_url=url, timeout=20) as client,
        ExitStack() as open_ones,
    ):
        asked = [streaming(client) for _ in range(4)]  # each at a seat of its own

        def ask_for(request: bytes, house: dict[str, str]) -> bytes:
            told = "".join(f"{name}: {value}\r\n" for name, value in house.items()).encode()
            guest = open_ones.enter_context(connect(port_of(url)))
            guest.sendall(request.replace(b"\r\n\r\n", b"\r\n" + told + b"\r\n"))
            return guest.recv(4096).partition(b"\r\n")[0]

        assert all(b"200" in ask_for(request, here) for request in asked[:3])
        assert b"429" in ask_for(asked[3], here)
        assert b"200" in ask_for(asked[3], elsewhere)
        assert client.get("/health", headers=here).status_code == 200


def test_a_guest_who_does_not_read_is_left_alone(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "READING_SECONDS", 0.3)
    with listening(settings) as url:
        guest = connect(port_of(url))
        guest.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asking = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with pytest.raises(OSError):
            for _ in range(2_000):
                guest.settimeout(5)
                guest.sendall(asking * 20)
                time.sleep(0.005)
        guest.close()


def test_a_house_has_so_many_connections_and_the_longest_silent_gives_way(
    settings: Settings,
) -> None:
    limits = msgspec.structs.replace(GENEROUS, connections=5)
    with listening(msgspec.structs.replace(settings, limits=limits)) as url, ExitStack() as guests:
        port = port_of(url)
        silent = [guests.enter_context(connect(port, HOUSES[0])) for _ in range(5)]
        other = guests.enter_context(connect(port, HOUSES[1]))
        time.sleep(0.2)
        sixth = guests.enter_context(connect(port, HOUSES[0]))
        assert b"503" in last_words(silent[0])
        for guest in (*silent[1:], other, sixth):
            guest.sendall(ASKING)
            assert b"200" in guest.recv(4096)


def test_who_is_being_answered_never_gives_way(settings: Settings) -> None:
    limits = msgspec.structs.replace(GENEROUS, connections=3)
    with (
        listening(msgspec.structs.replace(settings, limits=limits)) as url,
        httpx.Client(base_url=url, timeout=20) as client,
        ExitStack() as guests,
    ):
        seated = lay(client, "tatort_themse", "person", "person")
        client.close()
        path = f"/api/tables/{seated['table']}/events"
        own = auth(seated)["Authorization"]
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {own}"
        streams = [guests.enter_context(connect(port_of(url))) for _ in range(3)]
        for stream in streams:
            stream.sendall(f"{head}\r\n\r\n".encode())
            assert b"200" in stream.recv(4096)
        assert b"503" in last_words(connect(port_of(url)))
        streams[0].close()
        time.sleep(0.2)
        again = guests.enter_context(connect(port_of(url)))
        again.sendall(ASKING)
        assert b"200" in again.recv(4096)


def test_the_start_says_how_many_connections_there_is_room_for() -> None:
    assert serve.about_files(20_000) == []
    assert serve.about_files(1_024) == [
        "Only 1024 open files are allowed (ulimit -n): room for 896 connections."
    ]


def test_the_limit_of_files_is_raised_as_far_as_it_may_be() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    try:
        assert connections.raise_file_limit() == min(hard, connections.MOST_FILES)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_behind_a_proxy_its_address_has_no_bound_of_its_own() -> None:
    settings = Settings(database="", limits=Limits(connections=5))
    for trusted, expected in ((False, 5), (True, None)):
        behind = msgspec.structs.replace(settings, trusted_proxy=trusted)
        door = serve.configuration(None, behind).http.door  # type: ignore[arg-type, union-attr]
        assert door.most_of_a_house == (expected or door.everybody.most)
