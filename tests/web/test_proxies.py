"""Whose address counts behind proxies, and that nobody can make one up."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest
from litestar.testing import TestClient

from spieltisch.web.addresses import networks
from spieltisch.web.app import create_app
from spieltisch.web.proxies import BehindProxy
from spieltisch.web.settings import Limits, Settings

FOR, PROTO = b"x-forwarded-for", b"x-forwarded-proto"


def told(proxies: str, connected: str, *headers: tuple[bytes, bytes]) -> tuple[str, str]:
    """Address and scheme as the app sees them."""
    scope: Any = {"client": (connected, 1), "scheme": "http", "headers": list(headers)}
    BehindProxy(networks(proxies)).put_right(cast(Any, scope))
    return scope["client"][0], scope["scheme"]


@pytest.mark.parametrize(
    ("lines", "guest"),
    [
        ([], "10.0.0.9"),
        ([b"203.0.113.7"], "203.0.113.7"),
        ([b"made up, 203.0.113.7"], "203.0.113.7"),
        ([b"made up", b"203.0.113.7"], "203.0.113.7"),
        ([b"1.2.3.4", b"5.6.7.8", b"203.0.113.7"], "203.0.113.7"),
        ([b"203.0.113.7", b""], "10.0.0.9"),
        ([b"1.2.3.4, "], "10.0.0.9"),
    ],
)
def test_all_lines_are_one_list_and_its_end_counts(lines: list[bytes], guest: str) -> None:
    headers = [(FOR, line) for line in lines]
    assert told("", "10.0.0.9", *headers)[0] == guest


@pytest.mark.parametrize(
    ("connected", "line", "guest"),
    [
        ("10.0.0.9", b"1.2.3.4, 203.0.113.7, 10.0.0.8", "203.0.113.7"),
        ("10.0.0.9", b"1.2.3.4, 203.0.113.7, 10.0.0.8, ::ffff:10.0.0.7", "203.0.113.7"),
        ("10.0.0.9", b"10.0.0.8, 10.0.0.7", "10.0.0.8"),
        ("10.0.0.9", b"1.2.3.4, nonsense, 10.0.0.8", "nonsense"),
        ("198.51.100.1", b"1.2.3.4", "198.51.100.1"),
    ],
)
def test_named_proxies_are_passed_over_and_nobody_else_is_believed(
    connected: str, line: bytes, guest: str
) -> None:
    assert told("10.0.0.0/8, 2001:db8::/32", connected, (FOR, line))[0] == guest


def test_the_proxy_says_whether_it_was_https() -> None:
    assert told("", "10.0.0.9", (PROTO, b"https"))[1] == "https"
    assert told("", "10.0.0.9", (PROTO, b"http, https"))[1] == "https"
    assert told("", "10.0.0.9", (PROTO, b"gopher"))[1] == "http"
    assert told("192.0.2.0/24", "10.0.0.9", (PROTO, b"https"))[1] == "http"


def test_a_second_line_wins_no_new_limits(settings: Settings) -> None:
    limits = Limits(seated=20, stranger=5, sitting_down=5)
    behind = msgspec.structs.replace(settings, trusted_proxy=True, limits=limits)
    with TestClient(create_app(behind)) as client:
        asked = [
            client.get(
                "/api/games", headers=[(FOR, f"192.0.2.{n}".encode()), (FOR, b"203.0.113.7")]
            )
            for n in range(10)
        ]
    assert [answer.status_code for answer in asked].count(200) == 5


def test_without_a_trusted_proxy_its_headers_mean_nothing(settings: Settings) -> None:
    limits = Limits(seated=20, stranger=5, sitting_down=5)
    alone = msgspec.structs.replace(settings, limits=limits)
    with TestClient(create_app(alone)) as client:
        asked = [
            client.get("/api/games", headers={"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(10)
        ]
    assert [answer.status_code for answer in asked].count(200) == 5
