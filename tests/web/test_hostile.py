"""Whatever is sent: nothing leaks, nothing changes, no server error."""

from __future__ import annotations

import copy
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from spieltisch.core.edition import built_in
from spieltisch.core.errors import SpieltischError
from spieltisch.core.record import loads
from spieltisch.games import ROOMS, game, game_of
from spieltisch.server.fairness import verify
from spieltisch.web import limits as web_limits
from spieltisch.web.addresses import house_of
from spieltisch.web.app import create_app
from spieltisch.web.limits import Buckets
from spieltisch.web.settings import Limits, Settings
from tests.kit.postgresql import Postgresql
from tests.kit.sqlite import NAME, new_database
from tests.server.house import finished_record, run
from tests.web.conftest import GENEROUS
from tests.web.inside import listening
from tests.web.test_api import Client, auth, lay

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
Case = schemathesis.Case[Any]
ENDLESS = r"/(events|stream)$"


@contextmanager
def on(database: str) -> Iterator[httpx.Client]:
    with (
        listening(Settings(database=database, limits=GENEROUS)) as url,
        httpx.Client(base_url=url, timeout=30) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with on(f"sqlite:///{tmp_path_factory.mktemp('fuzzed') / 'tables.sqlite3'}") as client:
        yield client


@pytest.fixture(scope="module")
def target(fuzzed: httpx.Client) -> dict[str, Any]:
    return lay(fuzzed, "tatort_themse", "person", "person", watch="public")


@pytest.fixture(scope="module")
def described(fuzzed: httpx.Client) -> BaseSchema:
    """The API by its own description, without the streams that never end."""
    schema = schemathesis.openapi.from_dict(fuzzed.get("/api/openapi.json").json())
    return schema.exclude(path_regex=ENDLESS)


def shoot_at_all(
    schema: BaseSchema, client: httpx.Client, target: dict[str, Any], examples: int
) -> int:
    """Generated requests against every operation; how many operations there were."""
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    for operation in operations:

        @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def shoot(case: Case) -> None:
            aim_at(case, target)
            case.call_and_validate(str(client.base_url), checks=CHECKS)

        shoot()
    return len(operations)


def test_generated_requests_are_answered_as_described(
    described: BaseSchema, fuzzed: httpx.Client, target: dict[str, Any]
) -> None:
    assert shoot_at_all(described, fuzzed, target, examples=3) >= 15


def test_generated_requests_are_answered_so_on_postgresql(
    described: BaseSchema, database_server: Postgresql
) -> None:
    """Texts and numbers that SQLite takes, and PostgreSQL does not."""
    with on(database_server.new_database()) as client:
        target = lay(client, "tatort_themse", "person", "person", watch="public")
        assert shoot_at_all(described, client, target, examples=6) >= 15


@pytest.mark.long
def test_many_generated_requests_are_answered_as_described(
    described: BaseSchema, fuzzed: httpx.Client, target: dict[str, Any]
) -> None:
    assert shoot_at_all(described, fuzzed, target, examples=300) >= 15


def aim_at(case: Case, target: dict[str, Any]) -> None:
    """Every other request means a real table and comes from one of its seats."""
    if len(repr(case.body)) % 2 and case.path_parameters and "table" in case.path_parameters:
        case.path_parameters["table"] = target["table"]
        case.headers.update(auth(target))


def everything_kept(database: Path) -> list[str]:
    with sqlite3.connect(database) as connection:
        return list(connection.iterdump())


@pytest.fixture(scope="module")
def quiet_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    """Only people sit here: nothing is written but for what a test does."""
    folder = tmp_path_factory.mktemp("quiet")
    house = create_app(Settings(database=new_database(folder), limits=GENEROUS))
    with TestClient(house) as client:
        yield client, folder / NAME


ATTEMPTS = [
    ("GET", "", None),
    ("GET", "/record", None),
    ("GET", "/events", None),
    ("GET", "/stream", None),
    ("POST", "/move/pass?number={number}", None),
    ("POST", "/move/pass?number={number}&seat=0", None),
    ("POST", "/move/pass?number={number}&seat=1", None),
    ("POST", "/undo?number={number}", None),
    ("POST", "/leave?seat=0", None),
    ("POST", "/take-back?seat=0", None),
    ("POST", "/seat-link?seat=0", None),
    ("POST", "/fill", {"level": "casual"}),
    ("POST", "/again", {}),
    ("POST", "/watch", {"link": "0" * 32}),
]


@pytest.mark.parametrize("who", ["stranger", "player of another table", "spectator", "other seat"])
@pytest.mark.parametrize("room", ROOMS)
def test_whoever_has_no_right_changes_nothing_and_learns_nothing(
    quiet_house: tuple[Client, Path], room: str, who: str
) -> None:
    client, database = quiet_house
    least = game(room).least_seats
    ada = lay(client, room, "person", *["open"] * (least - 1), order="chosen")
    joining = {"invite": ada["look"]["invite"], "name": "Ben"}
    others = [client.post("/api/join", json=joining).json() for _ in range(least - 1)]
    elsewhere = lay(client, room, *["person"] * least)
    path = f"/api/tables/{ada['table']}"
    headers = {
        "stranger": {},
        "player of another table": auth(elsewhere),
        "spectator": auth(elsewhere),
        "other seat": auth(others[0]),
    }[who]
    if who == "spectator":
        watching = {"link": others[0]["look"]["watch_link"]}
        assert client.post(f"{path}/watch", json=watching, headers=headers).status_code == 200
    mine = client.get(path, headers=auth(ada)).json()
    before = everything_kept(database)
    for method, rest, body in ATTEMPTS:
        if who in ("spectator", "other seat") and rest in ("", "/events", "/stream"):
            continue  # they may look, with their own eyes: see below
        url = path + rest.format(number=mine["number"])
        answer = client.request(method, url, json=body, headers=headers)
        assert answer.status_code in (403, 404, 422), (url, answer.text)
        assert "view" not in answer.json() and ada["credential"] not in answer.text
    assert everything_kept(database) == before
    if who in ("spectator", "other seat"):
        assert client.get(f"{path}?seat=0", headers=headers).status_code == 403
        theirs = client.get(path, headers=headers).json()
        assert theirs["seat"] == (1 if who == "other seat" else None)
        assert theirs["view"]["seat"] == theirs["seat"]
        chooses = room == "zug_um_zug" and who == "other seat"  # all choose their tickets at once
        assert bool(theirs["legal"]) == chooses
        assert not set(theirs["legal"]) & set(mine["legal"])
        assert theirs["fairness"]["secret"] is None


LISTS: st.SearchStrategy[Any] = st.sampled_from([[{}], [], {}])


def bent(draw: st.DrawFn, value: Any) -> Any:
    """The value with one random part replaced, removed or doubled."""
    value = copy.deepcopy(value)
    node: Any = value
    parent: Any = None
    key: Any = None
    while isinstance(node, dict | list) and node and draw(st.integers(0, 4)):
        parent = node
        key = draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        node = parent[key]
    junk: Any = draw(st.none() | st.integers(-(2**40), 2**40) | st.text(max_size=8) | LISTS)
    if parent is None:
        return junk
    if isinstance(parent, dict) and draw(st.booleans()):
        del parent[key]
    else:
        parent[key] = junk
    return value


@settings(suppress_health_check=list(HealthCheck))
@pytest.mark.parametrize("room", ROOMS)
@given(data=st.data())
def test_any_edition_is_played_or_refused_in_words(
    room: str, fuzzed: httpx.Client, data: st.DataObject
) -> None:
    edition = data.draw(st.composite(bent)(built_in_or_empty(room)))
    seats = [{"kind": "person", "name": "Ada"}] * game(room).least_seats
    body = {"game": room, "seats": seats, "edition": edition}
    answer = fuzzed.post("/api/tables", json=body)
    assert answer.status_code in (201, 400, 422), answer.text


def built_in_or_empty(room: str) -> dict[str, Any]:
    """Troika has no card list to bend."""
    try:
        return built_in(room)
    except FileNotFoundError:
        return {"name": "standard"}


@pytest.fixture(scope="module", params=ROOMS)
def finished(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    record = run(finished_record(tmp_path_factory.mktemp("finished"), request.param))
    plain: dict[str, Any] = msgspec.to_builtins(record)
    return plain


@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_record_verifies_or_is_refused_in_words(
    finished: dict[str, Any], data: st.DataObject
) -> None:
    changed = data.draw(st.composite(bent)(finished))
    try:
        record = loads(msgspec.json.encode(changed))
        verify(game_of(record.game, record.edition), record)
    except SpieltischError as error:
        assert str(error)


@settings(suppress_health_check=list(HealthCheck))
@given(move=st.text(min_size=1, max_size=70), number=st.integers(-5, 10**12))
def test_any_move_text_is_answered(
    fuzzed: httpx.Client, target: dict[str, Any], move: str, number: int
) -> None:
    path = f"/api/tables/{target['table']}/move/{quote(move, safe='')}"
    answer = fuzzed.post(path, params={"number": number}, headers=auth(target))
    assert answer.status_code in (400, 404, 409, 422), answer.text


def test_large_bodies_are_refused(client: Client) -> None:
    body = {"game": "tatort_themse", "seats": [], "edition": {"name": "x" * 300_000}}
    assert client.post("/api/tables", json=body).status_code == 413


@pytest.mark.parametrize("opening", [b'{"a":', b"["])
def test_deeply_nested_bodies_are_refused(client: Client, opening: bytes) -> None:
    body = b'{"game": "troika", "edition": ' + opening * 20_000
    answer = client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400, answer.text
    assert answer.json()["reason"] == "nested_too_deeply"


@pytest.mark.parametrize("path", ["tables", "join", "redeem", "continue", "me", "me/push"])
def test_what_is_no_text_is_refused(client: Client, path: str) -> None:
    answer = client.post(f"/api/{path}", content=b'{"name": "A\xff"}')
    assert answer.status_code == 400 and answer.json()["reason"] == "unreadable"


HEX = "0" * 32


@pytest.mark.parametrize("offer", [f"².{HEX}", f"१.{HEX}", f"-1.{HEX}", f"1.{HEX}\0", "1", "1.x"])
def test_an_offer_nobody_made_is_too_old(client: Client, offer: str) -> None:
    people = [{"kind": "person", "name": name} for name in ("Ada", "Ben")]
    answer = client.post("/api/tables", json={"game": "troika", "seats": people, "offer": offer})
    assert answer.status_code == 422 and answer.json()["reason"] == "offer_too_old"


def test_limits_count_by_credential_then_by_address(tmp_path: Path) -> None:
    limits = Limits(seated=20, stranger=5, sitting_down=2)
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with TestClient(create_app(Settings(database=database, limits=limits))) as client:
        ada = lay(client, "tatort_themse", "person", "open")
        statuses = [client.get("/api/games").status_code for _ in range(8)]
        assert statuses[0] == 200 and statuses[-1] == 429
        refused = client.get("/api/games")
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.json()["reason"] == "too_many_requests"
        assert client.get("/api/games", headers=auth(ada)).status_code == 200
        forged = {"Authorization": "Bearer made-up"}
        assert client.get("/api/games", headers=forged).status_code == 429
        joining = {"invite": ada["look"]["invite"], "name": "\n"}
        answers = [client.post("/api/join", json=joining, headers=auth(ada)) for _ in range(3)]
        assert answers[-1].status_code == 429
        assert client.get("/health").status_code == 200


def test_many_credentials_of_one_address_share_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_limits, "MOST_SEATED_IN_A_HOUSE", 2)
    limits = Limits(seated=10, stranger=100, sitting_down=100)
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with TestClient(create_app(Settings(database=database, limits=limits))) as client:
        minted = [lay(client, "tatort_themse", "person", "open") for _ in range(4)]
        asked = [client.get("/api/games", headers=auth(one)) for one in minted for _ in range(8)]
    assert 20 <= sum(answer.status_code == 200 for answer in asked) < 26


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("unix", "unix", True),
    ],
)
def test_a_house_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (house_of(one) == house_of(other)) == same


def test_a_bucket_refills() -> None:
    buckets = Buckets(60)
    assert all(buckets.take("a", 0.0) == 0 for _ in range(60))
    assert buckets.take("a", 0.0) == pytest.approx(1.0)
    assert buckets.take("b", 0.0) == 0
    assert buckets.take("a", 1.0) == 0


def test_a_page_cannot_use_a_cookie_at_the_api(client: Client) -> None:
    """The API takes bearer credentials only, so it needs no CSRF token."""
    ada = lay(client, "tatort_themse", "person", "person")
    client.cookies.set("spieltisch", ada["credential"])
    answer = client.post(f"/api/tables/{ada['table']}/leave")
    assert answer.status_code == 403
