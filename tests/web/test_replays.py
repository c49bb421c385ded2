"""Records that are loaded, and who may replay what."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.core.errors import BadRecord
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE
from spieltisch.games import ROOMS
from spieltisch.server import replays
from spieltisch.server.errors import NoSuchTable, Refused
from spieltisch.server.lobby import SeatWish
from spieltisch.server.replays import KEEP_SECONDS, OPEN, Replay, Replays, checked_record
from spieltisch.server.store.engine import Store
from spieltisch.web.pages.replay_scene import Rewound, still
from spieltisch.web.pages.speech import speech
from tests.browser.records import recorded, trace
from tests.server.house import FAST, opened, person, play_to_the_end, run

each_room = pytest.mark.parametrize("room", sorted(ROOMS))
Client = TestClient[Litestar]
Change = Callable[[dict[str, Any]], object]


def post(client: Client, text: str) -> int:
    client.get("/replay")
    token = client.cookies["spieltisch-csrf"]
    fields = {"_csrf_token": (None, token), "text": (None, text)}
    return client.post("/replay", files=fields, follow_redirects=True).status_code


def without_scripts(html: str) -> str:
    return re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)


@each_room
def test_all_open_hides_nothing_and_tells_every_step(room: str) -> None:
    replay = Replay(recorded(room, 2))
    told = replay.telling(OPEN)
    assert {one.step for one in told} == set(range(1, replay.last + 1))
    assert not any("??" in one.entry.seen.text for one in told)
    rewound = Rewound(replay, OPEN, speech("de"))
    for step in range(0, replay.last, 40):
        assert "{" not in without_scripts(rewound.fragment(step)), "a word was not filled in"


def test_a_seat_is_told_no_more_than_at_the_table() -> None:
    replay = Replay(recorded("tatort_themse", 2))
    hidden = [one for one in replay.telling(0) if "??" in one.entry.seen.text]
    assert hidden
    assert all(one.entry.seen.who == CHANCE for one in hidden)


def test_pictures_stand_where_buttons_were() -> None:
    tap = '<button class="card" id="h1" name="why" value="x" aria-label="Lady">L</button>'
    assert still(tap) == '<span role="img" class="card" aria-label="Lady">L</span>'
    opens = '<button type="button" popovertarget="round1">1</button>'
    assert still(opens) == opens


def test_names_of_a_record_are_made_fit_to_show() -> None:
    table = json.loads(trace("troika", 2)) | {"names": ["A" * 99, "  Bo\u202e "]}
    assert checked_record(json.dumps(table).encode()).names == ["", "Bo"]


def test_a_step_against_the_rules_is_named() -> None:
    table = json.loads(trace("troika", 2))
    table["steps"][-1]["text"] = "take 99"
    with pytest.raises(BadRecord, match=f"step {len(table['steps'])}"):
        checked_record(json.dumps(table).encode())


def test_records_come_by_a_form_and_in_a_sensible_size(client: Client) -> None:
    assert post(client, trace("holmes", 2)) == 200
    assert post(client, "{}") == 422
    assert post(client, "[" * 100_000) == 422
    assert post(client, " " * 2_100_000) == 413
    assert client.get("/replay/nowhere", headers={"accept": "text/html"}).status_code == 404


def test_what_is_wrong_with_a_record_is_told_in_the_language_of_the_page(client: Client) -> None:
    """Never in English to others, whatever is wrong; what was pasted is still there."""
    for text, english, *others in spoiled():
        for language, said in zip(("en", "de", "fr"), (english, *others), strict=True):
            client.headers["accept-language"] = language
            page = unescape(answer(client, text))
            assert said in page, (language, said)
            assert language == "en" or english not in page
            assert text.strip()[:40] in page


def spoiled() -> Iterator[tuple[str, str, str, str]]:
    yield "", "Choose a file, or", "Wähle eine Datei", "Choisissez un fichier"
    yield "[", "not a record", "keine Aufzeichnung", "pas un enregistrement"
    yield "{}", "The part “game” is", "Der Teil „game“", "Le champ «\u00a0game\u00a0»"
    for change, *said in CHANGES:
        table = json.loads(trace("holmes", 2))
        change(table)
        yield json.dumps(table), said[0], said[1], said[2]


def with_last(text: str) -> Change:
    return lambda table: table["steps"][-1].update(text=text)


CHANGES: list[tuple[Change, str, str, str]] = [
    (lambda table: table.update(game="chess"), "is not played here", "nicht gespielt", "pas ici"),
    (lambda table: table.update(format=9), "newer", "neueren", "plus récente"),
    (lambda table: table.update(seats=5), "that many", "so viele", "autant de"),
    (lambda table: table.update(options={"x": "y"}), "an option", "Einstellung", "une option"),
    (lambda table: table.update(edition="old"), "card list in", "Kartenliste in", "de cartes de"),
    (lambda table: table["steps"].pop(), "breaks off", "bricht nach", "arrête après"),
    (lambda table: table["steps"][0].update(who=1), "decides, and", "niemand sonst", "qui décide"),
    (lambda table: table["steps"].append(table["steps"][-1]), "already over", "schon", "déjà"),
    (with_last("fly"), "“fly” is no move", "„fly“ ist kein Zug", "«\u00a0fly\u00a0» n"),
    (with_last("visit watson"), "Step", "Schritt", "Étape"),
    (lambda table: table["result"].update(scores=[99, 0]), "its steps", "Ergebnis", "résultat"),
]


def test_a_step_against_the_rules_cites_its_clause(client: Client) -> None:
    table = json.loads(trace("troika", 2))
    table["steps"][6]["text"] = "turn 2"
    page = answer(client, json.dumps(table))
    assert re.search(r'<a href="/rules/troika#TR-\d+">', page)


def answer(client: Client, text: str) -> str:
    client.get("/replay")
    fields = {"_csrf_token": (None, client.cookies["spieltisch-csrf"]), "text": (None, text)}
    return str(client.post("/replay", files=fields).text)


def test_a_loaded_record_is_forgotten_after_its_time(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'records.sqlite3'}")
    store.open()
    asyncio.run(keep_and_forget(store))
    store.close()


async def keep_and_forget(store: Store) -> None:
    replays = Replays(store)
    name = await replays.keep(trace("troika", 2).encode(), now=0.0)
    assert await replays.loaded(name, now=KEEP_SECONDS - 1.0) is not None
    assert await replays.loaded(name, now=KEEP_SECONDS + 1.0) is None


def test_whoever_loads_one_record_after_the_other_loses_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def load() -> None:
        monkeypatch.setattr(replays, "MOST_KEPT", 5)
        async with opened(tmp_path) as tables:
            text = trace("troika", 2).encode()
            theirs = [await tables.replays.keep(text, at, f"net{at} house") for at in (1, 2)]
            own = [await tables.replays.keep(text, at, f"net9 house{at}") for at in range(3, 13)]
            there = {name for name in theirs + own if await tables.replays.loaded(name, 20.0)}
            assert there == {*theirs, *own[-3:]}

    run(load())


def test_only_those_at_the_table_replay_it(tmp_path: Path) -> None:
    """And only when the game is over."""

    async def play() -> None:
        async with opened(tmp_path) as tables:
            seats = [person("Ada"), SeatWish("bot", level="random")]
            ada = await tables.lobby.create("holmes", seats=seats, house=FAST)
            with pytest.raises(Refused, match="not over"):
                await tables.viewing.replay(ada.table, ada.credential)
            await play_to_the_end(tables, ada.table, [ada.credential], seeded("replay"))
            replay = await tables.viewing.replay(ada.table, ada.credential)
            assert (
                replay.record.steps
                == (await tables.viewing.record(ada.table, ada.credential)).steps
            )
            with pytest.raises(NoSuchTable):
                await tables.viewing.replay(ada.table, "stranger")

    run(play())
