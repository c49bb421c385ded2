"""A game over days: so long may a decision take."""

from __future__ import annotations

import re

import pytest

from tests.web.test_api import Client


@pytest.mark.parametrize(("pace", "words"), [(1440, "1 Tag"), (4320, "3 Tage"), (10080, "7 Tage")])
def test_a_decision_may_take_days(client: Client, pace: int, words: str) -> None:
    page = client.get("/new/troika", headers={"Accept-Language": "de"}).text
    assert re.search(rf'name="pace" value="{pace}".*?{words}', page, re.DOTALL)
    token = re.search(r'name="_csrf_token" value="([0-9a-f]+)"', page)
    assert token is not None
    fields = {"_csrf_token": token[1], "name": "Ada", "mode": "bots", "pace": str(pace)}
    fields["late"] = "wait"
    laid = client.post("/new/troika", data=fields, follow_redirects=False)
    table = laid.headers["location"].rpartition("/")[2]
    house = client.app.state.tables.live.by_id[table].stored.house
    assert (house.pace, house.late) == (pace, "wait")
    shown = client.get(f"/tables/{table}", headers={"Accept-Language": "de"}).text
    assert re.search(r'class="awaited">.*?Warten auf .*? seit <time datetime="\d', shown, re.DOTALL)
