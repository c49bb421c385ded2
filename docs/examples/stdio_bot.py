"""A bot as a program of its own: takes what it can, otherwise anything. See docs/bots.md."""

import json
import random
import sys


def choose(legal: list[str], seed: int) -> str:
    taking = [move for move in legal if move.startswith("take")]
    return random.Random(seed).choice(taking or legal)


def main() -> None:
    for line in sys.stdin:
        question = json.loads(line)
        move = choose(question["legal"], question["seed"])
        print(json.dumps({"move": move}), flush=True)


main()
