"""The open API as programs use it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from litestar import Litestar
from litestar.testing import TestClient

import spieltisch.web
from spieltisch.core.record import loads, replay
from spieltisch.games import ROOMS, game
from spieltisch.schemas import names, schema
from spieltisch.server.fairness import verify
from spieltisch.web.live import sse_event
from spieltisch.web.settings import Settings
from spieltisch.web.wire import REASONS
from tests.web.inside import listening
from tests.web.server import Server

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "api_bot.py"
MOST_LINES = 60  # of code
Client = TestClient[Litestar]


def lay(client: Client | httpx.Client, name: str, *kinds: str, **house: Any) -> dict[str, Any]:
    seats = [{"kind": kind, "name": f"P{at}"} for at, kind in enumerate(kinds)]
    body = {"game": name, "seats": seats, "house": {"bot_pace": 0, **house}}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    seated: dict[str, Any] = answer.json()
    return seated


def auth(seated: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {seated['credential']}"}


@pytest.mark.parametrize("room", ROOMS)
def test_the_example_bot_plays_a_whole_game(server: Server, room: str) -> None:
    code = EXAMPLE.read_text().partition('"""\n\n')[2]
    assert sum(bool(line.strip()) for line in code.splitlines()) <= MOST_LINES
    run = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url, room],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert run.returncode == 0, run.stderr
    end = json.loads(run.stdout)
    assert len(end["result"]["scores"]) == 2
    answer = httpx.get(f"{server.url}/api/tables/{end['table']}/record")
    assert answer.status_code == 404, "a table watched by link shows strangers nothing"


@pytest.mark.parametrize("room", ROOMS)
def test_the_bot_written_from_the_docs_plays_a_whole_game(server: Server, room: str) -> None:
    command = [sys.executable, str(EXAMPLE.with_name("thinking_bot.py")), server.url, room]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert run.returncode == 0, run.stderr
    assert re.fullmatch(rf"{room}: -?\d+ against \[-?\d+\], (won|lost)\n", run.stdout)


def test_a_record_downloaded_from_the_api_replays_and_verifies(client: Client) -> None:
    seated = lay(client, "tatort_themse", "person", "person", watch="public")
    look, path = seated["look"], f"/api/tables/{seated['table']}"
    assert client.get(f"{path}/record").json()["reason"] == "not_over"
    while look["stage"] != "over":
        move = look["legal"][-1]
        answer = client.post(
            f"{path}/move/{move}", params={"number": look["number"]}, headers=auth(seated)
        )
        assert answer.status_code == 200, answer.text
        look = client.get(path, headers=auth(seated)).json()
    answer = client.get(f"{path}/record")
    assert "attachment" in answer.headers["content-disposition"]
    record = loads(answer.text)
    replay(game(record.game), record)
    assert verify(game(record.game), record) > 0
    assert look["fairness"]["secret"] == record.more["fairness"]["secret"]


def test_the_lobby_goes_from_listing_to_playing_again(new_house: Client) -> None:
    client = new_house
    games = client.get("/api/games").json()
    assert [one["name"] for one in games] == list(ROOMS)
    ada = lay(client, "tatort_themse", "person", "open", listed=True)
    (listed,) = client.get("/api/tables").json()
    assert client.get(f"/api/invitations/{listed['invite']}").json()["stage"] == "gathering"
    commitment = listed["fairness"]["commitment"]
    wrong = {"invite": listed["invite"], "name": "Ben", "contribution": "tails"}
    refused = client.post("/api/join", json=wrong)
    assert refused.json()["reason"] == "answers_another_commitment"
    joining = {**wrong, "contribution": f"{commitment}:tails"}
    ben = client.post("/api/join", json=joining).json()
    assert ben["look"]["stage"] == "playing"
    assert [look["table"] for look in client.get("/api/mine", headers=auth(ben)).json()] == [
        ada["table"]
    ]
    path = f"/api/tables/{ada['table']}"
    link = client.post(f"{path}/seat-link", headers=auth(ben)).json()["link"]
    moved = client.post("/api/redeem", json={"link": link}).json()
    assert client.post(f"{path}/leave", headers=auth(ben)).status_code == 403
    assert client.post(f"{path}/leave", headers=auth(moved)).status_code == 204
    assert client.post(f"{path}/take-back", headers=auth(moved)).status_code == 200
    assert client.post(f"{path}/again", json={}, headers=auth(moved)).json()["reason"] == "not_over"


def test_refusals_name_their_reason_and_clause(client: Client) -> None:
    seated = lay(client, "tatort_themse", "person", "person")
    while "pass" not in seated["look"]["legal"]:  # a deal that asks first whether to renew
        seated = lay(client, "tatort_themse", "person", "person")
    path, number = f"/api/tables/{seated['table']}", seated["look"]["number"]

    def play(move: str, at: int) -> tuple[int, dict[str, Any]]:
        answer = client.post(f"{path}/move/{move}", params={"number": at}, headers=auth(seated))
        return answer.status_code, answer.json()

    status, problem = play("blind", number)
    assert (status, problem["reason"], problem["clause"]) == (422, "choose_action_first", "TT-00")
    status, problem = play("jump", number)
    assert (status, problem["reason"]) == (422, "unreadable_move")
    status, problem = play("pass", number + 1)
    assert (status, problem["reason"]) == (409, "view_changed")
    assert problem["look"]["number"] == number
    status, look = play("pass", number)
    assert status == 200 and look["can_undo"]
    answer = client.post(f"{path}/undo", params={"number": look["number"]}, headers=auth(seated))
    assert answer.json()["legal"] == seated["look"]["legal"]


def test_the_openapi_document_has_examples_and_no_foreign_pages(client: Client) -> None:
    schema = client.get("/api/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    body = schema["paths"]["/api/tables"]["post"]["requestBody"]["content"]["application/json"]
    assert "tatort_themse" in json.dumps(body)
    problem = schema["paths"]["/api/tables/{table}/move/{move}"]["post"]["responses"]["409"]
    assert "view_changed" in json.dumps(problem)
    steps = schema["components"]["schemas"]["Record"]["properties"]["steps"]["items"]
    assert steps["minItems"] == steps["maxItems"] == 2 and len(steps["items"]["anyOf"]) == 2
    for page in ("/schema", "/api/swagger", "/api/redoc", "/api/elements", "/schema/swagger"):
        assert client.get(page).status_code == 404


def test_answers_carry_the_security_headers(client: Client) -> None:
    for path in ("/api/games", "/api/tables/nothing", "/nowhere", "/health"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


@pytest.fixture
def from_here(settings: Settings) -> Iterator[httpx.Client]:
    """A program on the server's own machine."""
    with listening(settings) as url, httpx.Client(base_url=url) as client:
        yield client


def test_metrics_count_and_health_answers(from_here: httpx.Client) -> None:
    lay(from_here, "tatort_themse", "person", "open")
    metrics = from_here.get("/metrics").text
    assert 'spieltisch_tables{stage="gathering"} 1.0' in metrics
    assert 'spieltisch_requests_total{route="/api/tables",status="201"} 1.0' in metrics
    assert from_here.get("/health").json() == {"status": "ok"}


def test_guests_cannot_count_moves(client: Client, from_here: httpx.Client) -> None:
    """Else they would know when somebody makes a secret choice."""
    assert client.get("/metrics").status_code == 404, "from another address"
    proxied = {"X-Forwarded-For": "192.0.2.7"}
    assert from_here.get("/metrics", headers=proxied).status_code == 404


def test_the_dashboard_asks_for_metrics_there_are(from_here: httpx.Client) -> None:
    dashboard = (EXAMPLE.parents[1] / "hosting" / "grafana.json").read_text()
    lay(from_here, "tatort_themse", "person", "open")
    told = from_here.get("/metrics").text
    asked = set(re.findall(r"spieltisch_[a-z_]+", dashboard))
    assert len(asked) >= 8 and all(name in told for name in asked)


def lines_of(stream: httpx.Response) -> Iterator[dict[str, Any]]:
    for line in stream.iter_lines():
        if line.strip():
            yield json.loads(line)


def test_streams_tell_each_seat_what_happens(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=20) as client:
        ada = lay(client, "tatort_themse", "person", "open", order="chosen")
        path = f"/api/tables/{ada['table']}"
        with client.stream("GET", "/api/stream/events", headers=auth(ada)) as news:
            joining = {"invite": ada["look"]["invite"], "name": "Ben"}
            ben = client.post("/api/join", json=joining).json()
            assert next(lines_of(news)) == {
                "type": "gameStart",
                "table": ada["table"],
                "game": "tatort_themse",
            }
        with client.stream("GET", f"{path}/stream", headers=auth(ben)) as stream:
            lines = lines_of(stream)
            full = next(lines)
            assert full["type"] == "gameFull" and full["look"]["seat"] == 1
            look = client.get(path, headers=auth(ada)).json()
            text = "pass" if "pass" in look["legal"] else "keep"
            move = client.post(f"{path}/move/{text}?number={look['number']}", headers=auth(ada))
            assert move.status_code == 200
            state = next(line for line in lines if line["number"] > full["look"]["number"])
            assert state["type"] == "gameState"
            assert state["last"][-1]["seen"]["text"] == text


def events_of(stream: httpx.Response) -> Iterator[tuple[str, dict[str, Any]]]:
    version = ""
    for line in stream.iter_lines():
        if line.startswith("id: "):
            version = line[4:]
        elif line.startswith("data: "):
            yield version, json.loads(line[6:])


def test_events_go_on_from_the_last_one_seen(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=20) as client:
        both = lay(client, "tatort_themse", "person", "person", watch="public")
        path = f"/api/tables/{both['table']}"
        with client.stream("GET", f"{path}/events") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert stream.headers["content-encoding"] == "gzip"
            version, look = next(events_of(stream))
        assert look["seat"] is None and look["legal"] == []
        number = both["look"]["number"]
        client.post(f"{path}/move/pass?number={number}", headers=auth(both))
        with client.stream("GET", f"{path}/events", headers={"Last-Event-ID": version}) as stream:
            newer, look = next(events_of(stream))
            assert newer != version and look["number"] == number + 1


def test_an_event_of_many_lines_stays_one_event() -> None:
    assert sse_event("0.1.2", "look", "a\nb") == b"id: 0.1.2\nevent: look\ndata: a\ndata: b\n\n"
    assert sse_event("0", "look", "a\r\n").endswith(b"data: a \ndata: \n\n"), "as long as it was"


def test_the_log_is_structured_and_holds_no_secrets(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        ada = lay(client, "tatort_themse", "person", "open")
        invite = ada["look"]["invite"]
        client.get(f"/api/invitations/{invite}")
        client.get(f"/api/tables/{ada['table']}", headers=auth(ada))
    lines = [json.loads(line) for line in server.log().splitlines()]
    assert any(line.get("route") == "/api/invitations/{invite}" for line in lines)
    assert invite not in server.log() and ada["credential"] not in server.log()


def test_the_document_describes_what_is_sent(client: Client) -> None:
    """Views, lines of streams and refusals of real games fit what the document says of them."""
    document = client.get("/api/openapi.json").json()

    def fits(name: str, sent: object) -> bool:
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        return bool(jsonschema_rs.is_valid(schema, sent))

    for room in ROOMS:
        seats = [{"kind": "person", "name": f"P{at}"} for at in range(game(room).least_seats)]
        body = {"game": room, "seats": seats, "house": {"watch": "public"}}
        seated = client.post("/api/tables", json=body).json()
        path, look = f"/api/tables/{seated['table']}", seated["look"]
        view = game(room).view_type.__name__
        assert fits("Seated", seated) and fits(view, look["view"]) and look["view"] is not None
        assert fits("Snapshot", client.get(path).json()), "what a spectator sees"
        answer = client.post(
            f"{path}/move/{look['legal'][0]}",
            params={"number": look["number"]},
            headers=auth(seated),
        )
        assert fits("GameState", answer.json()) and not fits("GameFull", answer.json())
        refused = client.post(f"{path}/move/jump", params={"number": 0}, headers=auth(seated))
        assert fits("Problem", refused.json()) and not fits("Problem", {"status": 1})
    for path, kind in (
        ("/api/tables/{table}/stream", "GameState"),
        ("/api/stream/events", "NewsItem"),
    ):
        line = document["paths"][path]["get"]["responses"]["200"]["content"]
        assert kind in json.dumps(line["application/x-ndjson"]["schema"])
    assert fits("NewsItem", {"type": "gameStart", "table": "x", "game": "holmes"})


def test_the_document_names_every_reason(client: Client) -> None:
    source = Path(spieltisch.web.__file__).parents[1]
    said = r'(?:Refused|NotYours|TableError|Problem|super\(\).__init__)\((?:\d+, )?"([a-z_]+)"'
    shown = {source / "web" / "wire.py"}  # refusals of rules and of the framework, as examples
    files = {*(source / "server").rglob("*.py"), *(source / "web").rglob("*.py")} - shown
    used = {name for file in files for name in re.findall(said, file.read_text(encoding="utf-8"))}
    assert len(used) > 25 and used <= set(REASONS), used - set(REASONS)
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    assert "cannot_pay_clue" in json.dumps(schemas["Problem"])


def test_schemas_can_be_downloaded(client: Client) -> None:
    listed = client.get("/api/schemas").json()
    assert listed == names()
    for name in listed:
        answer = client.get(f"/api/schemas/{name}.json")
        assert (
            answer.json() == schema(name) and "attachment" in answer.headers["content-disposition"]
        )
    assert client.get("/api/schemas/secrets.json").status_code == 404
