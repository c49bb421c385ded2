"""A verifier written from docs/fairness.md alone, sharing no code with table/fairness.py. It asks
the game only which outcomes a position has."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

from spieltisch.core.state import CHANCE
from spieltisch.games import game_of


def spelled(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


class Source:
    def __init__(self, proof: dict[str, Any], number: int) -> None:
        self.key = bytes.fromhex(proof["secret"])
        self.contributions = proof["contributions"]
        self.number = number
        self.counter = 0

    def word(self) -> int:
        message = spelled([self.contributions, self.number, self.counter])
        self.counter += 1
        return int(hmac.new(self.key, message, hashlib.sha256).hexdigest()[:16], 16)

    def below(self, count: int) -> int:
        while True:
            word = self.word()
            if word < 2**64 // count * count:
                return word % count


def is_fair(record: dict[str, Any]) -> bool:
    proof = record["more"]["fairness"]
    return (
        committed(record, proof)
        and seated(record["seats"], proof)
        and all_outcomes_follow(record, proof)
    )


def committed(record: dict[str, Any], proof: dict[str, Any]) -> bool:
    names = ("game", "edition", "options", "seats", "rules_version")
    terms = {name: record[name] for name in names} | {"order": proof["order"]}
    text = f"spieltisch fairness 1\n{proof['secret']}\n".encode() + spelled(terms)
    return bool(hashlib.sha256(text).hexdigest() == proof["commitment"])


def seated(seats: int, proof: dict[str, Any]) -> bool:
    places = list(range(seats))
    if proof["order"] == "lot":
        source = Source(proof, 0)
        for last in reversed(range(1, seats)):
            other = source.below(last + 1)
            places[last], places[other] = places[other], places[last]
    return bool(places == proof["seating"])


def all_outcomes_follow(record: dict[str, Any], proof: dict[str, Any]) -> bool:
    game = game_of(record["game"], record["edition"])
    state = game.start(record["seats"], record["options"])
    gone = {number for number, _, _ in proof["undone"]}
    number = 0
    for who, text in record["steps"]:
        number += 1
        while number in gone:
            number += 1
        code = game.texts_by_code.index(text)
        if (who == "chance") != (state.turn == CHANCE):
            return False
        if who == "chance" and code != drawn(game.outcomes(state), Source(proof, number)):
            return False
        state.play(code)
    return True


def drawn(weights: dict[int, int], source: Source) -> int:
    cards = [code for code in sorted(weights) for _ in range(weights[code])]
    return cards[source.below(len(cards))]
