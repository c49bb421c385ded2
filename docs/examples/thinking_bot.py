"""A bot that thinks, for all four games, through the API alone.

Everything it knows is from the documentation: the rule books (docs/rules), the moves
(docs/notation.md), the views (docs/views.md) and the API (docs/api.md). It looks one move ahead:
every legal move gets a number for how good it seems, and the best one is played.

    python docs/examples/thinking_bot.py http://localhost:8000 holmes
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

View = dict[str, Any]
Cards = dict[str, Any]
LETTERS = dict(
    zip(
        "PBOWGYKR",
        ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"],
        strict=True,
    )
)


def choose(game: str, cards: Cards, view: View, legal: list[str]) -> str:
    """The move that seems best; of equals, any."""
    judge = JUDGES[game]
    return max(legal, key=lambda move: (judge(cards, view, *move.split(" ")), random.random()))


def tatort_themse(cards: Cards, view: View, word: str, *rest: str) -> float:
    """Take what is worth most where one's case grows; pay little; ask for what one has already."""
    hand: Counter[str] = Counter(view["hand"])
    if word in ("take", "eliminate"):
        column = view["grid"][int(rest[0]) - 1]
        clue = column[-1 - (int(rest[1]) if word == "eliminate" else 0)]
        mine = sum(own[0] == clue[0] for own in view["clues"][view["seat"]])
        return float(int(clue[1]) + 2 * mine + 3 * (word == "take"))
    if word == "pay":
        return -len(rest[0])
    if word == "open":
        return 1 + hand[rest[0]]
    return {"blind": 1.5, "pass": 0.0, "renew": 1.0, "keep": 0.5}[word]


def troika(cards: Cards, view: View, word: str, *rest: str) -> float:
    """Three equal tiles, or three in a row, make a set: take what goes with one's own."""
    seat = view["seat"]
    own: Counter[int] = Counter(view["containers"][seat] + view["hands"][seat]["known"])
    if word in ("turn", "draw", "troika"):
        return {"turn": 1.0, "draw": 2.0, "troika": 0.0}[word]
    tile = int(rest[0])
    if word == "take":
        return 4 * min(own[tile], 2) + 2 * (own[tile - 1] + own[tile + 1]) + 0.1
    spare = own[tile] < 2 and not own[tile - 1] and not own[tile + 1]
    return 1.5 if spare else -5.0


def holmes(cards: Cards, view: View, word: str, *rest: str) -> float:
    """Glasses while there are few, clues otherwise; the kinds of which one can have the most."""
    me, other = view["players"][view["seat"]], view["players"][1 - view["seat"]]
    if word in ("visit", "as"):
        ability = next(one["ability"] for one in cards["person"] if one["id"] == rest[0])
        brings = Counter[str]()
        for step in ability:
            brings.update({name: int(number) for name, number in step.items() if number != "same"})
        clues = brings["take_open"] + brings["draw_hidden"] + brings["steal_clue"]
        gain = brings["gain"] + brings["steal_markers"] + brings["gain_per_kind_in_display"]
        glasses = int(me["glasses"])
        if brings["pay"] > glasses:
            return 0.0
        return 3 * clues + gain * (1 if glasses < 4 else 0.3) - 0.5 * brings["pay"]
    if word in ("take", "keep", "steal"):
        if rest[0] in "JM":
            return 8.0 if rest[0] == "J" else 3.0
        mine, theirs = (str(one["rows"]).count(rest[0]) for one in (me, other))
        return int(rest[0]) - theirs + 2 * (mine >= theirs)
    if word == "joker":
        return 0.0 if rest[0] == "loose" else float(rest[0])
    return float(word in ("use", "join", "lay"))


def zug_um_zug(cards: Cards, view: View, word: str, *rest: str) -> float:
    """Few cheap tickets; lay and draw the colours they ask for."""
    wanted = Counter[str]()
    for number in view["held"]:
        wanted.update(cards["ticket"][number - 1]["cards"])
    for card in view["on_the_way"][view["seat"]]:
        wanted[LETTERS.get(card, "")] -= 1
    if word == "keep":
        ticket = cards["ticket"][int(rest[0]) - 1]
        kept = sum(wanted.values())
        return float(ticket["points"] - 2 * len(ticket["cards"]) + 4 - kept)
    if word == "lay":
        return 3 + sum(1 + (wanted[LETTERS.get(card, "")] > 0) for card in rest[0] if card != "L")
    if word == "draw":
        hand: Counter[str] = Counter(view["hand"])
        if rest[0] in ("L", "blind"):
            return 2.5 if rest[0] == "L" else 1.5
        return 1 + (wanted[LETTERS[rest[0]]] > 0) + 0.5 * hand[rest[0]]
    return {"complete": 1.0, "tickets": -1.0, "pass": -2.0, "stop": -1.0, "done": 0.0}[word]


JUDGES = {
    "tatort_themse": tatort_themse,
    "troika": troika,
    "holmes": holmes,
    "zug_um_zug": zug_um_zug,
}


class Api:
    def __init__(self, server: str) -> None:
        self.server = server
        self.credential = ""

    def open(self, method: str, path: str, body: object = None) -> Any:
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = Request(f"{self.server}/api{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        if self.credential:
            request.add_header("Authorization", f"Bearer {self.credential}")
        return urlopen(request)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        return json.load(self.open(method, path, body))


def play(api: Api, table: str, game: str, cards: Cards) -> Any:
    """Answer every question of the game stream; the last line is the result."""
    for line in api.open("GET", f"/tables/{table}/stream"):
        if not line.strip():
            continue  # a sign of life
        event = json.loads(line)
        look = event["look"] if event["type"] == "gameFull" else event
        if look["stage"] == "over":
            return look
        if look["legal"]:
            move = quote(choose(game, cards, look["view"], look["legal"]))
            try:
                api.ask("POST", f"/tables/{table}/move/{move}?number={look['number']}")
            except HTTPError as error:
                if error.code != 409:  # a newer view is on its way
                    raise
    raise SystemExit("the stream ended before the game; is the server still there?")


def main(server: str, game: str, level: str = "casual") -> None:
    api = Api(server)
    listed = {one["name"]: one for one in api.ask("GET", "/games")}
    cards = listed[game]["cards"] or {}
    seats = [{"kind": "person", "name": "Thinker"}, {"kind": "bot", "level": level}]
    seated = api.ask("POST", "/tables", {"game": game, "seats": seats, "house": {"bot_pace": 0}})
    api.credential = seated["credential"]
    end = play(api, seated["table"], game, cards)
    print(json.dumps({"table": seated["table"], "result": end["result"]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
