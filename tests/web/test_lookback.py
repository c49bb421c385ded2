"""Look back and try again as pages and over the API, without a browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.bots.analysis import Analysis, Judged, Points, collected
from spieltisch.bots.luck import luck_of
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import ROOMS
from spieltisch.server.replays import Replay
from spieltisch.web.pages.analysis import Review
from spieltisch.web.pages.replay_scene import Rewound
from spieltisch.web.pages.speech import speech
from tests.browser.records import recorded, trace

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
