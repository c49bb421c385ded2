"""A verifier written from docs/fairness.md alone, sharing no code with server/fairness.py. It asks
the game only which outcomes a position has."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any

from spieltisch.core.game import Game
from spieltisch.core.state import CHANCE, OVER, State
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
        record["format"] == 1
        and "start" not in record
        and committed(record, proof)
        and answered(record, proof)
        and seated(record["seats"], proof)
        and all_outcomes_follow(record, proof)
        and (not proof["undone"] or (scheme(proof) == 1 and undone_is_explained(record, proof)))
    )


def scheme(proof: dict[str, Any]) -> int:
    return int(proof.get("scheme", 1))


def committed(record: dict[str, Any], proof: dict[str, Any]) -> bool:
    names = ("game", "edition", "options", "seats", "rules_version")
    terms = {name: record[name] for name in names} | {"order": proof["order"]}
    bound = offered(proof) if scheme(proof) == 3 else proof["secret"]
    text = f"spieltisch fairness {scheme(proof)}\n{bound}\n".encode() + spelled(terms)
    return bool(hashlib.sha256(text).hexdigest() == proof["commitment"])


def offered(proof: dict[str, Any]) -> str:
    return hashlib.sha256(f"spieltisch fairness 3\n{proof['secret']}".encode()).hexdigest()


def first_deal(game: str, number: int) -> str:
    return hashlib.sha256(f"spieltisch first game {game} {number}".encode()).hexdigest()


def answered(record: dict[str, Any], proof: dict[str, Any]) -> bool:
    """Every contribution says which of the two commitments it answers, or who made it up."""
    if proof["contributions"] == ["first game"]:
        return proof["secret"] in {first_deal(record["game"], number) for number in range(1000)}
    if scheme(proof) != 3:
        return True
    heads = (f"{offered(proof)}:", f"{proof['commitment']}:", "server ")
    return all(one.startswith(heads) and one not in heads for one in proof["contributions"])


def proves(record: dict[str, Any], receipt: str) -> bool:
    """Whether a receipt is for this record, which is fair."""
    proof = record["more"]["fairness"]
    mine = receipt.split(":", maxsplit=1)[0] in (offered(proof), proof["commitment"])
    return scheme(proof) == 3 and mine and receipt in proof["contributions"]


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
    for number, (who, text) in numbered(record, proof):
        if state.turn == OVER or who != ("chance" if state.turn == CHANCE else state.turn):
            return False
        code = game.texts_by_code.index(text)
        if code not in game.legal(state):
            return False
        if who == "chance" and code != drawn(game.outcomes(state), Source(proof, number)):
            return False
        state.play(code)
    return state.turn == OVER and result_follows(record, game.result(state).summary())


def result_follows(record: dict[str, Any], result: dict[str, object]) -> bool:
    told = record["result"] or {}
    return {"scores", "winners"} <= set(told) and all(
        told[name] == value for name, value in result.items() if name in told
    )


def numbered(record: dict[str, Any], proof: dict[str, Any]) -> Iterator[tuple[int, list[Any]]]:
    """Each step with the number its source would have."""
    gone = {number for number, _, _ in proof["undone"]}
    number = 0
    for step in record["steps"]:
        if scheme(proof) == 1 or step[0] == "chance":
            number += 1
        while number in gone:
            number += 1
        yield number, step


def undone_is_explained(record: dict[str, Any], proof: dict[str, Any]) -> bool:
    gone = {number: (who, text) for number, who, text in proof["undone"]}
    rows = {**dict(numbered(record, proof)), **gone}
    if len(gone) != len(proof["undone"]) or sorted(rows) != list(range(1, len(rows) + 1)):
        return False
    game = game_of(record["game"], record["edition"])
    past = [(0, -1, game.start(record["seats"], record["options"]))]  # who led to which position
    for number in sorted(rows):
        past = after(game, past, number, rows[number], set(gone))
        if not past:
            return False
    return not any(number in gone for number, _, _ in past)


Past = list[tuple[int, int, State]]


def after(game: Game, past: Past, number: int, row: Sequence[Any], gone: set[int]) -> Past:
    """The positions since the last chance, this row's included; none if it explains nothing."""
    state = past[-1][2].copy()
    who, text = row
    if number in gone and text == "undo":
        undone, decided, _ = past[-1]
        return past[:-1] if undone in gone and decided == who and state.turn != OVER else []
    if who == "chance":
        state.play(game.texts_by_code.index(text))
        return [] if any(one in gone for one, _, _ in past) else [(0, -1, state)]
    if who != state.turn or text not in [game.texts_by_code[code] for code in game.legal(state)]:
        return []
    state.play(game.texts_by_code.index(text))
    return [*past, (number, who, state)]


def drawn(weights: dict[int, int], source: Source) -> int:
    cards = [code for code in sorted(weights) for _ in range(weights[code])]
    return cards[source.below(len(cards))]
