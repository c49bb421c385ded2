"""A bot process that is handed serialised views only; run by the tests of ProcessBot."""

from __future__ import annotations

import sys

import msgspec

from spieltisch.bots.searching import SearchBot
from spieltisch.core.rng import seeded
from spieltisch.games import game


def main() -> None:
    player = SearchBot(int(sys.argv[1]))
    for line in sys.stdin:
        question = msgspec.json.decode(line)
        room = game(question["game"])
        player.sit(room, question["seat"])
        view = room.view_from_json(msgspec.json.encode(question["view"]))
        move = player.choose(view, question["legal"], seeded(question["seed"]))
        print(msgspec.json.encode({"move": move}).decode(), flush=True)


if __name__ == "__main__":
    main()
