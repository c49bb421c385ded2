"""Several people at one device: what the pages hold behind the curtain, and before it."""

from __future__ import annotations

import re

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.games import ROOMS, game
from spieltisch.server.live_table import LiveTable
from spieltisch.server.snapshot import snapshot
from spieltisch.server.stored_table import House
from spieltisch.web.live import sse_event
from spieltisch.web.pages.sharing import HELD_COOKIE
from spieltisch.web.pages.showing import Changes, fragment, worded_moves
from spieltisch.web.pages.speech import speech
from tests.server.test_secrets import LEAST_SHARE, compare_whole_game, live_table

ONE_DEVICE = "device"
PRIVATE = re.compile(r'data-part|data-lead|id="plans"|data-zone="hand"')
each_room = pytest.mark.parametrize("room", ROOMS)


def at_one_device(name: str, seats: int, seed: int) -> LiveTable:
    laid = live_table(name, seats, seed)
    laid.stored.house = House()
    laid.stored.places = [
        msgspec.structs.replace(place, owner=ONE_DEVICE) for place in laid.stored.places
    ]
    return laid


def pages_sent(table: LiveTable, viewer: int, _: list[str]) -> list[bytes]:
    """The page of one person, or for the last viewer the curtain: whole and as an event."""
    public = viewer == table.playing().seats
    look = snapshot(table, ONE_DEVICE, None if public else viewer, public)
    text = fragment(look, speech("en"), "", worded_moves(look, speech("en")))
    return [text.encode(), sse_event(look.version, "table", Changes().of(text))]


@each_room
def test_nothing_anybody_hides_is_in_the_page_of_somebody_else_or_behind_the_curtain(
    room: str,
) -> None:
    """All that the viewer cannot know is dealt anew: not one byte changes."""
    seats = game(room).least_seats
    done = compare_whole_game(room, seats, 3, every=7, sent=pages_sent, lay=at_one_device)
    assert done.compared > 10 and done.share > LEAST_SHARE


@pytest.mark.long
@each_room
@pytest.mark.parametrize("seed", range(3))
def test_the_same_at_every_step_of_full_tables(room: str, seed: int) -> None:
    seats = game(room).most_seats
    done = compare_whole_game(room, seats, seed, every=1, sent=pages_sent, lay=at_one_device)
    assert done.compared > 100 and done.share > LEAST_SHARE


# The pages as a browser asks for them.


def lay_here(client: TestClient[Litestar], room: str, **more: str) -> str:
    """A table for Anna and Bert at this device; its path."""
    client.get("/")
    token = str(client.cookies["spieltisch-csrf"])
    form = {"mode": "here", "players": "2", "name": "Anna", "name2": "Bert", **more}
    answer = client.post(f"/new/{room}", data={**form, "_csrf_token": token})
    assert answer.status_code == 200
    return str(answer.url.path)


def post(client: TestClient[Litestar], path: str, **form: str) -> str:
    token = str(client.cookies["spieltisch-csrf"])
    return str(client.post(path, data={**form, "_csrf_token": token}).text)


def asked(page: str) -> str:
    """Whom the curtain calls; without one the page is theirs already."""
    found = re.search(r'id="hold"[^>]* value="(\d)"', page) or re.search(
        r'type="hidden" name="seat" value="(\d)"', page
    )
    assert found is not None
    return found[1]


def hangs(page: str) -> bool:
    return 'id="hold"' in page


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "holmes"])
def test_a_page_is_somebodys_once_and_the_curtain_returns(
    client: TestClient[Litestar], room: str
) -> None:
    path = lay_here(client, room)
    for place in (path, f"{path}/fragment", f"{path}/fragment?seat=9"):
        assert not PRIVATE.search(client.get(place).text), place
    who = asked(client.get(path).text)
    assert PRIVATE.search(post(client, f"{path}/hold", seat=who))
    assert HELD_COOKIE not in client.cookies
    assert not PRIVATE.search(client.get(path).text)


@each_room
def test_without_scripts_a_turn_goes_on_until_it_is_the_others(
    client: TestClient[Litestar], room: str
) -> None:
    """Each answer is the mover's page while they are asked, then the curtain."""
    path = lay_here(client, room)
    held: list[str] = []
    for _ in range(12):
        who = asked(client.get(path).text)
        page = post(client, f"{path}/hold", seat=who)
        while f'name="seat" value="{who}"' in page and (moves := offered(page)):
            page = post(client, f"{path}/play", seat=who, number=number(page), move=moves[0])
        page = client.get(path).text
        assert not PRIVATE.search(page) if hangs(page) else nobody_hides_anything(page)
        held.append(who)
    assert set(held) == {"0", "1"}


def nobody_hides_anything(page: str) -> bool:
    """Only in Holmes, as long as all clues lie open."""
    return 'data-game="holmes"' in page and "face-down clues" not in page


def test_in_holmes_the_curtain_hangs_only_while_somebody_hides_clues(
    client: TestClient[Litestar],
) -> None:
    """Without it the page is for whoever is asked; a page that does not say whose it is, is for
    everybody all the same."""
    path = lay_here(client, "holmes")
    hidden: list[bool] = []
    for _ in range(24):
        page = client.get(path).text
        hidden.append(hangs(page))
        assert hidden[-1] != nobody_hides_anything(page)
        for place in (f"{path}/fragment", f"{path}/fragment?seat=9"):
            assert not PRIVATE.search(client.get(place).text), place
        who = asked(page)
        page = post(client, f"{path}/hold", seat=who)
        while f'name="seat" value="{who}"' in page and (moves := offered(page)):
            move = hiding(moves)
            page = post(client, f"{path}/play", seat=who, number=number(page), move=move)
    assert not hidden[0]


def hiding(moves: list[str]) -> str:
    """Rather a visit that brings face-down clues."""
    wanted = ("visit wiggins", "visit hunter", "visit toby", "use")
    return next((move for move in moves if move.startswith(wanted)), moves[0])


def offered(page: str) -> list[str]:
    by_hand = page.partition("<noscript>")[2].partition("</noscript>")[0]
    return re.findall(r'name="move" value="([^"]+)"', by_hand)


def number(page: str) -> str:
    found = re.search(r'name="number" value="(\d+)"', page)
    assert found is not None
    return found[1]


def test_whoever_moved_last_can_come_back_and_undo(client: TestClient[Litestar]) -> None:
    """The curtain was closed meanwhile; then the question is theirs again, on their page."""
    path = lay_here(client, "tatort_themse")
    for _ in range(40):
        who = asked(client.get(path).text)
        page = post(client, f"{path}/hold", seat=who)
        post(client, f"{path}/play", seat=who, number=number(page), move=offered(page)[0])
        page = post(client, f"{path}/hold", seat=who)
        if 'id="undo"' in page:
            break
    page = post(client, f"{path}/undo", seat=who, number=number(page))
    assert offered(page) and f'name="seat" value="{who}"' in page
    assert asked(client.get(path).text) == who


def test_a_stranger_cannot_hold_the_device(client: TestClient[Litestar]) -> None:
    path = lay_here(client, "tatort_themse", watch="on")
    client.cookies.delete("spieltisch")
    assert not PRIVATE.search(post(client, f"{path}/hold", seat="0"))
    assert not PRIVATE.search(client.get(f"{path}/fragment?seat=0").text)


def test_bots_and_friends_fill_the_other_seats(client: TestClient[Litestar]) -> None:
    path = lay_here(client, "troika", players="5", rest="friends", bots="1", name3="Cleo")
    page = client.get(path).text
    assert [name for name in ("Anna", "Bert", "Cleo") if f"<b>{name}</b>" in page] == [
        "Anna",
        "Bert",
        "Cleo",
    ]
    assert page.count('<li class="open">') == 1 and page.count('<li class="bot">') == 1


def test_whoever_leaves_is_played_by_a_bot_and_can_come_back(
    client: TestClient[Litestar],
) -> None:
    path = lay_here(client, "tatort_themse")
    page = post(client, f"{path}/leave", seat="1")
    assert f'action="{path}/back"' in page and not PRIVATE.search(page)
    page = post(client, f"{path}/back", seat="1")
    assert f'action="{path}/back"' not in page


def test_at_a_gathering_all_of_a_device_leave_together(client: TestClient[Litestar]) -> None:
    path = lay_here(client, "troika", players="3", rest="friends")
    post(client, f"{path}/leave")
    assert client.get(path).text.count('<li class="open">') == 3


def test_a_guest_brings_somebody_along(client: TestClient[Litestar]) -> None:
    path = lay_here(client, "troika", players="4", rest="friends")
    found = re.search(r"/join/([^\"]+)\"", client.get(path).text)
    assert found is not None
    client.cookies.delete("spieltisch")
    assert 'name="name2"' in client.get(f"/join/{found[1]}").text
    page = post(client, f"/join/{found[1]}", name="Anna", name2="Cem")
    assert "Anna 2" in page and "Cem" in page
    assert "/hold" in page and not PRIVATE.search(page)


WAITS = re.compile(r'<noscript><meta http-equiv="refresh" content="\d+;url=([^"]+)"></noscript>')


def test_without_scripts_a_page_looks_again_only_while_it_waits(
    client: TestClient[Litestar],
) -> None:
    """At the curtain it does, with the cards in sight it does not: they would be covered again."""
    gathering = lay_here(client, "troika", mode="online")
    assert WAITS.findall(client.get(gathering).text) == [gathering]
    path = lay_here(client, "troika")
    curtain = client.get(path).text
    assert WAITS.findall(curtain) == [path]
    assert not WAITS.search(post(client, f"{path}/hold", seat=asked(curtain)))
