"""Look back and try again as pages and over the API, without a browser."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.bots.analysis import Analysis, Judged, Points, collected
from spieltisch.bots.luck import luck_of
from spieltisch.core.texts import LANGUAGES
from spieltisch.core.view import to_json
from spieltisch.games import ROOMS
from spieltisch.server.replays import OPEN, Replay, Viewer
from spieltisch.server.thinking import analyses
from spieltisch.web.pages.analysis import Review
from spieltisch.web.pages.marks import BETTER, PLAYED, Kind, Mark
from spieltisch.web.pages.replay_scene import Rewound
from spieltisch.web.pages.speech import speech
from tests.browser.records import recorded, trace
from tests.server.house import BOTS_THINK
from tests.server.short_looks import shorten, some_decisions

Client = TestClient[Litestar]
each_room = pytest.mark.parametrize("room", sorted(ROOMS))


def token(client: Client) -> str:
    client.get("/replay")
    return str(client.cookies["spieltisch-csrf"])


def loaded(client: Client, room: str) -> str:
    fields = {"_csrf_token": (None, token(client)), "text": (None, trace(room, 2))}
    answer = client.post("/replay", files=fields, follow_redirects=False)
    return str(answer.headers["location"]).removeprefix("/replay/")


def decision(room: str, number: int) -> int:
    old = Replay(recorded(room, 2))
    return [step for step in range(old.last) if old.turn_at(step) >= 0][number]


@each_room
def test_an_uploaded_record_can_be_tried_from_any_decision(client: Client, room: str) -> None:
    name, step = loaded(client, room), decision(room, 9)
    page = client.get(f"/replay/{name}?step={step}").text
    assert f'action="/replay/{name}/try"' in page
    form = {"_csrf_token": token(client), "step": str(step)}
    laid = client.post(f"/replay/{name}/try", data=form, follow_redirects=False)
    assert laid.status_code == 303 and laid.headers["location"].startswith("/tables/")
    assert client.get(laid.headers["location"]).status_code == 200


def test_where_nobody_decided_there_is_nothing_to_try(client: Client) -> None:
    name = loaded(client, "holmes")
    page = client.get(f"/replay/{name}?step=0").text
    assert re.search(r'<form id="try"[^>]* hidden>', page)
    form = {"_csrf_token": token(client), "step": "0"}
    headers = {"accept": "text/html", "accept-language": "de"}
    answer = client.post(f"/replay/{name}/try", data=form, headers=headers)
    assert answer.status_code == 422 and "niemand etwas zu entscheiden" in answer.text


def test_programs_try_again_too(client: Client) -> None:
    name, step = loaded(client, "holmes"), decision("holmes", 5)
    body = {"step": step, "name": "Ada"}
    answer = client.post(f"/api/tables/{name}/try", json=body)
    assert answer.status_code == 201, answer.text
    seated: dict[str, Any] = answer.json()
    assert seated["look"]["tried"] == {"game": name, "step": step, "seat": seated["look"]["seat"]}
    assert seated["look"]["legal"]
    wrong = client.post(f"/api/tables/{name}/try", json={**body, "step": 0})
    assert wrong.status_code == 422 and wrong.json()["reason"] == "not_a_decision"


def test_an_analysis_of_a_running_game_is_refused(client: Client) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot"}]
    seated = client.post("/api/tables", json={"game": "holmes", "seats": seats}).json()
    own = {"Authorization": f"Bearer {seated['credential']}"}
    answer = client.get(f"/api/tables/{seated['table']}/analysis", headers=own)
    assert answer.json()["reason"] == "not_over"


@pytest.fixture
def few_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck is guessed from as many games as in a served house."""
    monkeypatch.setattr(analyses, "decisions", some_decisions)


@pytest.fixture
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)


def asked_until_finished(client: Client, name: str, headers: dict[str, str]) -> dict[str, Any]:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        found: dict[str, Any] = client.get(f"/api/tables/{name}/analysis", headers=headers).json()
        assert not found["failed"]
        if found["finished"]:
            return found
        time.sleep(0.05)
    raise TimeoutError


def played(client: Client) -> tuple[str, str]:
    """A game of Holmes against a bot; the table and the credential."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "level": "casual"}]
    body = {"game": "holmes", "seats": seats, "house": {"bot_pace": 0}}
    seated, chance = client.post("/api/tables", json=body).json(), random.Random(5)
    table, own = (
        f"/api/tables/{seated['table']}",
        {"Authorization": f"Bearer {seated['credential']}"},
    )
    while (look := client.get(table, headers=own).json())["stage"] != "over":
        if look["legal"]:
            move = f"{table}/move/{chance.choice(look['legal'])}"
            client.post(move, params={"number": look["number"]}, headers=own)
        else:
            time.sleep(BOTS_THINK)
    return seated["table"], seated["credential"]


@pytest.mark.usefixtures("few_decisions")
def test_programs_get_a_finished_analysis_and_the_history_tells_it(client: Client) -> None:
    table, credential = played(client)
    own = {"Authorization": f"Bearer {credential}"}
    found = asked_until_finished(client, table, own)
    assert found["done"] == found["total"] and found["analysis"]["game"] == "holmes"
    for one in found["analysis"]["decisions"]:
        assert 0 <= one["after"] <= 1 and 0 <= one["expected"] <= 1 and one["error"] >= 0
        assert one["points"]["error"] >= 0 and one["row"][0] == one["best"]
    accounts = found["analysis"]["luck"]["shares"]
    for account in accounts:
        parts = (account[part]["value"] for part in ("start", "luck", "own", "others"))
        assert sum(parts) == pytest.approx(account["result"])
    client.cookies.set("spieltisch", credential)
    mine = client.get(f"/api/tables/{table}", headers=own).json()["seat"]
    share = round(100 * (accounts[mine]["result"] - accounts[mine]["luck"]["value"]))
    row = f"without luck {share} %".replace("-", "\u2212")
    assert row in client.get("/me", headers={"accept-language": "en"}).text


@each_room
@pytest.mark.usefixtures("short_looks")
def test_a_loaded_record_is_looked_back_at(client: Client, room: str) -> None:
    name = loaded(client, room)
    assert f'href="/replay/{name}/analysis"' in client.get(f"/replay/{name}").text
    found = asked_until_finished(client, name, {})
    assert found["analysis"]["luck"]
    english = {"accept-language": "en"}
    address, sherlock = (
        f"/replay/{name}/analysis",
        Rewound(Replay(recorded(room, 2)), 0, speech("en")),
    )
    mine = client.get(f"{address}?whose=0", headers=english).text
    assert f"Mistakes of {sherlock.names[0]}" in mine and "Your mistakes" not in mine
    everybody = client.get(address, headers=english).text
    assert "The moves that cost most" in everybody and f'action="/replay/{name}/try"' in everybody
    step = found["analysis"]["decisions"][0]["step"] - 1
    shown = client.get(f"{address}/steps?step={step}&as=0", headers=english).json()[0]
    assert '<b class="mark played">played</b>' in shown
    assert 'class="mark' not in client.get(f"/replay/{name}/steps?step={step}&as=0").json()[0]


def test_a_record_that_ends_early_has_mistakes_but_no_account(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "decisions", lambda *asked: some_decisions(*asked)[:2])
    record = recorded("holmes", 2)
    record.steps, record.result = record.steps[:60], None
    fields = {"_csrf_token": (None, token(client)), "text": (None, to_json(record).decode())}
    answer = client.post("/replay", files=fields, follow_redirects=False)
    name = answer.headers["location"].removeprefix("/replay/")
    found = asked_until_finished(client, name, {})
    assert found["analysis"]["luck"] is None and len(found["analysis"]["decisions"]) == 2
    page = client.get(f"/replay/{name}/analysis", headers={"accept-language": "en"}).text
    assert "Only a finished game has a result to explain." in page


BY_A_BUTTON = {  # not on the board, but beside the question
    "holmes": ("use", "decline"),
    "tatort_themse": ("pass", "renew", "keep"),
    "troika": (),
    "zug_um_zug": ("done", "stop"),
}
MARKED = re.compile(r'class="marked (\w+) ')


def marked(old: Replay, viewer: Viewer, step: int, moves: dict[Kind, str]) -> list[str]:
    marks = [Mark(kind, kind, move, []) for kind, move in moves.items()]
    return MARKED.findall(Rewound(old, viewer, speech("en")).fragment(step, marks))


@each_room
def test_what_was_played_is_marked_wherever_it_can_be_tapped(room: str) -> None:
    old = Replay(recorded(room, 2))
    for step in [step for step in range(old.last) if old.turn_at(step) >= 0][::6]:
        legal = old.game.legal_texts(old.states[step])
        move = old.record.steps[step][1]
        if len(legal) > 1 and move.split()[0] not in BY_A_BUTTON[room]:
            assert "played" in marked(old, old.turn_at(step), step, {PLAYED: move}), move


def test_two_moves_are_told_apart_by_what_differs() -> None:
    old = Replay(recorded("holmes", 2))
    step = next(at for at in range(old.last) if " from " in old.record.steps[at][1])
    visits = [text for text in old.game.legal_texts(old.states[step]) if " from " in text]
    first = visits[0]
    other = next(text for text in visits if text.split()[1] != first.split()[1])
    found = marked(old, old.turn_at(step), step, {PLAYED: first, BETTER: other})
    assert sorted(found) == ["better", "played"]
    assert sorted(marked(old, OPEN, step, {PLAYED: first, BETTER: other})) == sorted(found)


def test_a_card_in_the_hand_is_marked_only_where_the_hand_shows() -> None:
    old = Replay(recorded("tatort_themse", 2))
    step = next(
        at
        for at in range(old.last)
        if old.record.steps[at][1].startswith("pay ")
        and len(old.game.legal_texts(old.states[at])) > 1
    )
    move, seat = {PLAYED: old.record.steps[step][1]}, old.turn_at(step)
    assert marked(old, seat, step, move) and marked(old, OPEN, step, move)
    assert marked(old, 1 - seat, step, move) == [] and marked(old, None, step, move) == []


def found_in(room: str) -> tuple[Replay, Analysis]:
    """An analysis as if the search had found a mistake in chances and one in points."""
    old = Replay(recorded(room, 2))
    judged = []
    for number, (expected, after) in enumerate(((0.6, 0.3), (0.02, 0.0))):
        step = decision(room, 12 + number)
        legal = old.game.legal_texts(old.states[step])
        points = Points(-3.0, -7.5, 0.1)
        pair = (old.record.steps[step][1], legal[-1])
        judged.append(
            Judged(step + 1, old.turn_at(step), *pair, expected, after, 0.001, points, pair[1:])
        )
    luck = luck_of(old.game, old.record, 4)
    return old, collected(old.game, old.record, "strong", judged, luck)


@each_room
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_is_worded_in_every_language(room: str, language: str) -> None:
    old, found = found_in(room)
    rewound = Rewound(old, 0, speech(language), "name")
    review = Review(rewound, found, (0,), True, you=True)
    mistakes = review.mistakes()
    assert {one.cost[-1] for one in mistakes} >= {"%"}
    assert any("4" in one.cost and "%" not in one.cost for one in mistakes)
    for one in mistakes:
        assert one.played and one.better and "{" not in str(one.better) and one.worth
    assert len(review.rows(by_points=False)) == len(review.rows(by_points=True)) == 2


def test_the_account_of_a_player_adds_up_as_it_is_shown() -> None:
    old, found = found_in("holmes")
    review = Review(Rewound(old, 0, speech("en")), found, (0,), True, you=True)
    for row in review.rows(by_points=False):
        start, luck, own, others, result = (
            int(value.replace("\u2212", "-")) for value, _ in row.cells
        )
        assert abs(start + luck + own + others - result) <= 2  # each is rounded


def test_the_review_shows_only_what_was_found_so_far() -> None:
    old = Replay(recorded("holmes", 2))
    rewound = Rewound(old, 0, speech("en"))
    review = Review(rewound, None, (0,), False, you=True)
    assert review.mistakes() == [] and review.rows(by_points=False) == []
    assert review.verdict() == [] and review.draws() == []
