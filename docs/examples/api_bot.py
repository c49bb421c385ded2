"""A bot in seventy lines: sits down at a table of its own against a bot of the house (or takes an
invitation) and plays the game to its end. Needs nothing but Python.

    python api_bot.py http://127.0.0.1:8000 tatort_themse
    python api_bot.py http://127.0.0.1:8000 --invite k7mzq2w9ta.4f0c...
"""

import json
import random
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen


class Api:
    def __init__(self, server: str) -> None:
        self.server, self.credential = server, ""

    def open(self, method: str, path: str, body: object = None) -> Any:
        data = json.dumps(body).encode() if body is not None else None
        request = Request(f"{self.server}/api{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        if self.credential:
            request.add_header("Authorization", f"Bearer {self.credential}")
        return urlopen(request)

    def post(self, path: str, body: object = None) -> Any:
        return json.load(self.open("POST", path, body))


def choose(view: object, legal: list[str]) -> str:
    """Where your idea goes: everything the seat may know is in the view."""
    return random.choice(legal)


def play(api: Api, table: str) -> Any:
    """Answer every question of the game stream; the last line is the result."""
    for line in api.open("GET", f"/tables/{table}/stream"):
        if not line.strip():
            continue  # a sign of life
        event = json.loads(line)
        look = event["look"] if event["type"] == "gameFull" else event
        if look["stage"] == "over":
            return look
        if look["legal"]:
            move = quote(choose(look["view"], look["legal"]))
            try:
                api.post(f"/tables/{table}/move/{move}?number={look['number']}")
            except HTTPError as error:
                if error.code != 409:  # a newer view is on its way
                    raise
    raise SystemExit("the stream ended before the game; is the server still there?")


def main(server: str, game: str, invite: str = "") -> None:
    api = Api(server)
    if game == "--invite":
        seated = api.post("/join", {"invite": invite, "name": "Seventy lines"})
    else:
        seats = [{"kind": "person", "name": "Seventy lines"}, {"kind": "bot", "level": "casual"}]
        seated = api.post("/tables", {"game": game, "seats": seats, "house": {"bot_pace": 0}})
    api.credential = seated["credential"]
    end = play(api, seated["table"])
    names = [seat["name"] or seat["level"] for seat in end["seats"]]
    print(json.dumps({"table": seated["table"], "names": names, "result": end["result"]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
