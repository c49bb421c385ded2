"""Starting and stopping."""

from __future__ import annotations

import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec
import pytest

from spieltisch.cli import main
from spieltisch.web.serve import PortTaken, check_metrics_port, listen
from spieltisch.web.settings import Settings, lan_address
from tests.web.server import Server
from tests.web.test_api import auth, lay

PORT_OF = {"serve": ["--port", "0"]}


def test_the_next_free_port_is_taken_or_a_clear_line_says_which_is_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port, tries=20) as free:
            assert free.getsockname()[1] > port
        with pytest.raises(PortTaken, match=f"port {port} of 127.0.0.1 is taken"):
            listen("127.0.0.1", port, tries=1)


def test_the_address_for_others_is_the_networks() -> None:
    here = Settings(database="", port=8000)
    assert here.address() == "http://127.0.0.1:8000"
    everywhere = Settings(database="", host="0.0.0.0", port=8000, lan=True)
    assert everywhere.address() == f"http://{lan_address()}:8000"


def test_a_stop_ends_open_streams_and_is_quick(tmp_path: Path) -> None:
    with Server(tmp_path) as server, httpx.Client(base_url=server.url, timeout=20) as client:
        seated = lay(client, "tatort_themse", "person", "person")
        path = f"/api/tables/{seated['table']}/events"
        with client.stream("GET", path, headers=auth(seated)) as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("data:") for line in lines)
            began = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - began < 10
            assert not any(line.startswith("data:") for line in lines), "it ends"


def test_one_seat_has_so_many_streams_and_no_more(tmp_path: Path) -> None:
    with (
        Server(tmp_path, "--requests", "60") as server,
        httpx.Client(base_url=server.url, timeout=20, limits=httpx.Limits()) as client,
    ):
        seated = lay(client, "tatort_themse", "person", "person")
        path = f"/api/tables/{seated['table']}/events"
        with ExitStack() as streams:
            answers = [
                streams.enter_context(client.stream("GET", path, headers=auth(seated)))
                for _ in range(21)
            ]
            assert [answer.status_code for answer in answers] == [200] * 20 + [429]
        time.sleep(1)
        assert client.get(path.removesuffix("/events"), headers=auth(seated)).status_code == 200


def test_ipv6_is_listened_on_and_spelled_in_brackets() -> None:
    settings = Settings(database="", host="::1", port=8000)
    assert settings.home() == "http://[::1]:8000/" == settings.address() + "/"
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    with listen("::1", 0, tries=1) as listener:
        assert listener.family == socket.AF_INET6


def test_the_metrics_have_a_port_of_their_own() -> None:
    settings = Settings(database="", port=9101, metrics_port=9100, workers=2)
    with pytest.raises(PortTaken, match="choose another --metrics-port"):
        check_metrics_port(settings)
    check_metrics_port(msgspec.structs.replace(settings, port=9102))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["serve", "--database", "sqlite:////nowhere/at/all"], "unable to open database file"),
        (["serve", "--database", "nonsense"], "nonsense"),
        (["verify", "nothing.json"], "No such file"),
        (["backup", "copy", "--database", "postgresql://127.0.0.1:1/db"], "127.0.0.1"),
        (["serve", "--workers", "2", "--database", "sqlite:///x"], "several workers need"),
        (["backup", "copy", "--database", "sqlite:///nothing"], "no database nothing"),
    ],
)
def test_bad_commands_are_one_clear_line(
    words: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["spieltisch", *words, *PORT_OF.get(words[0], [])])
    with pytest.raises(SystemExit) as stopped:
        main()
    said = capsys.readouterr().err
    assert stopped.value.code == 2 and complaint in said
    assert len(said.splitlines()) == 1
