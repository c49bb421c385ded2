"""First games: a fixed deal that says so, and hints that fit whatever is played."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.core.record import Record
from spieltisch.core.rng import seeded
from spieltisch.core.texts import LANGUAGES, load_texts
from spieltisch.games import ROOMS, game
from spieltisch.server import first_game
from spieltisch.server.fairness import FIXED, Dice, first_deal, verify
from spieltisch.server.lobby import SeatWish
from spieltisch.server.stored_table import House
from spieltisch.server.table import Table
from spieltisch.server.tables import Tables
from spieltisch.web.app import create_app
from spieltisch.web.games import PAGES
from spieltisch.web.pages.guide import hints
from spieltisch.web.pages.showing import fragment
from spieltisch.web.pages.speech import speech
from spieltisch.web.settings import Settings
from tests.server.house import opened, person, play_to_the_end, run
from tests.web.looks import Telling

each_room = pytest.mark.parametrize("room", sorted(ROOMS))
Client = TestClient[Litestar]
GUIDED = House(guided=True)


@each_room
def test_every_hint_comes_up_in_play_and_is_worded(room: str) -> None:
    shown: set[str] = set()
    for seed in range(12):
        told = Telling(room, PAGES[room].first_deal.seats, seed, 0)
        for look in told.steps():
            guided = msgspec.structs.replace(look, house=GUIDED)
            shown |= {name for name, _, _ in hints(guided, speech("de"))}
    assert shown == set(load_texts(room, "en").guide)


@each_room
def test_guides_agree_in_all_languages(room: str) -> None:
    keys = [list(load_texts(room, language).guide) for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


def test_hints_are_only_for_a_guided_seat_that_is_asked() -> None:
    told = Telling("troika", 3, 1, 0)
    look = next(look for look in told.steps() if look.legal)
    assert hints(look, speech("en")) == []
    guided = msgspec.structs.replace(look, house=GUIDED)
    assert hints(guided, speech("en"))
    assert hints(msgspec.structs.replace(guided, legal=[]), speech("en")) == []
    assert 'id="hints"' in fragment(guided, speech("en"))
    assert "data-alone" not in fragment(guided, speech("en"))


@each_room
def test_the_deal_gives_a_beginner_something_to_do(room: str) -> None:
    dice = Dice(first_deal(room, PAGES[room].first_deal.number), [FIXED])
    table = Table(game(room), PAGES[room].first_deal.seats, {}, dice)
    table.apply(table.propose_opening(0.0).rows)
    assert table.turn == 0
    if room == "tatort_themse":
        assert sum(text.startswith("take") for text in table.viewer(0).legal) == 3


def test_where_others_play_the_deal_is_not_fixed() -> None:
    assert first_game.agreed(GUIDED, ["person", "bot"]).guided
    assert first_game.agreed(GUIDED, ["person", "bot"]).watch == "nobody"
    assert not first_game.agreed(GUIDED, ["person", "open"]).guided
    assert not first_game.agreed(GUIDED, ["person", "person"]).guided


def sit_down(client: Client, room: str) -> str:
    client.get("/")
    fields = {"_csrf_token": client.cookies["spieltisch-csrf"]}
    answer = client.post(f"/first/{room}", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_without_scripts_each_hint_comes_once(client: Client) -> None:
    """Those of the first page are gone from the next one."""
    client.headers["accept-language"] = "en"
    table = sit_down(client, "tatort_themse")
    first = client.get(table).text
    told = first.partition('name="told" value="')[2].partition('"')[0]
    assert {"welcome", "cases", "hand"} <= set(told.split("."))
    move = first.partition("choose here:")[2].partition('name="move" value="')[2].partition('"')[0]
    number = first.partition('name="number" value="')[2].partition('"')[0]
    fields = {"_csrf_token": client.cookies["spieltisch-csrf"], "number": number}
    page = client.post(f"{table}/play", data={**fields, "move": move, "told": told}).text
    words = load_texts("tatort_themse", "en").guide
    assert all(words[name] in first for name in ("welcome", "cases"))
    assert f"<span>{words['welcome']}</span>" in first
    assert f"<span>{words['welcome']}</span>" not in page


def test_two_beginners_meet_the_same_table(settings: Settings) -> None:
    with TestClient(create_app(settings)) as one, TestClient(create_app(settings)) as other:
        pages = [
            client.get(f"{sit_down(client, 'holmes')}/fragment").text for client in (one, other)
        ]
        tables = [page.split("<!--§board-->")[1].split("<!--§")[0] for page in pages]
    assert tables[0] == tables[1]


def test_the_record_of_a_first_game_says_so_and_can_be_verified(tmp_path: Path) -> None:
    """Played twice alike it is the same game: bots think with a fixed seed as well."""
    house = House(guided=True, bot_pace=0)

    async def play(tables: Tables) -> Record:
        seats = [person("Ada"), SeatWish("bot", level="beginner")]
        ada = await tables.lobby.create("holmes", seats=seats, house=house)
        await play_to_the_end(tables, ada.table, [ada.credential], seeded("first"))
        again = await tables.lobby.again(ada.table, ada.credential)
        assert not again.look.house.guided
        return await tables.viewing.record(ada.table, ada.credential)

    async def twice() -> tuple[Record, Record]:
        async with opened(tmp_path) as tables:
            return await play(tables), await play(tables)

    one, other = run(twice())
    assert one.more["deal"] == "fixed"
    assert verify(game("holmes"), one) > 0
    assert one.steps == other.steps
