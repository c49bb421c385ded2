"""The walk of one move in docs/house.md is the way a move really goes, in that order."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import httpx

import spieltisch
from spieltisch.web.settings import Settings
from tests.web.inside import listening
from tests.web.test_api import auth, lay

HOUSE = Path(__file__).parents[2] / "docs" / "house.md"
SOURCE = f"{Path(spieltisch.__file__).parent}/"
STOP = re.compile(r"`([\w/]+\.py)` `(\w+)`")


class Trail:
    """Which functions of ours were called, while `on`."""

    def __init__(self) -> None:
        self.on = False
        self.calls: list[tuple[str, str]] = []

    def note(self, frame: FrameType, event: str, _: object) -> None:
        called = frame.f_code
        if self.on and event == "call" and called.co_filename.startswith(SOURCE):
            self.calls.append((called.co_filename.removeprefix(SOURCE), called.co_name))


def stops() -> Iterator[tuple[str, str]]:
    """Of the numbered lines; what stands in brackets is beside the way."""
    _, _, rest = HOUSE.read_text(encoding="utf-8").partition("## The path of one move")
    for line in rest.partition("\n## ")[0].splitlines():
        if re.match(r"\d+\. ", line):
            yield from STOP.findall(re.sub(r"\(.*?\)", "", line))


def test_a_move_goes_where_the_plan_of_the_house_says(settings: Settings) -> None:
    trail = Trail()
    threading.setprofile(trail.note)
    try:
        with listening(settings) as address, httpx.Client(base_url=address) as anybody:
            ada = lay(anybody, "troika", "person", "open")
            invite = {"invite": ada["look"]["invite"], "name": "Ben"}
            ben = anybody.post("/api/join", json=invite).json()
            play_one(trail, address, ada, ben)
    finally:
        threading.setprofile(None)
    calls = iter(trail.calls)
    walk = list(stops())
    assert len(walk) > 15
    missing = [stop for stop in walk if stop not in calls]  # each looks on from the one before
    assert not missing, missing


def play_one(trail: Trail, address: str, *seated: dict[str, str]) -> None:
    """One of the two turns a tile; the other's page hears of it."""
    path = f"/tables/{seated[0]['table']}"
    with httpx.Client(base_url=address) as anybody:
        looks = [anybody.get(f"/api{path}", headers=auth(one)).json() for one in seated]
    mover = next(seat for seat, look in enumerate(looks) if look["legal"])
    mine, other = ({"spieltisch": seated[at]["credential"]} for at in (mover, 1 - mover))
    with (
        httpx.Client(base_url=address, cookies=mine) as ada,
        httpx.Client(base_url=address, cookies=other) as ben,
        ben.stream("GET", f"{path}/events") as events,
    ):
        ada.get(path)
        lines = events.iter_lines()
        assert any(line.startswith("id:") for line in lines)
        trail.on = True
        form = {
            "number": looks[mover]["number"],
            "move": looks[mover]["legal"][0],
            "_csrf_token": ada.cookies["spieltisch-csrf"],
        }
        assert ada.post(f"{path}/play", data=form).status_code == 303
        assert any(line.startswith("id:") for line in lines)
        trail.on = False
