"""Chance that can be checked: docs/fairness.md says the same in words for a second verifier.

A table's secret is committed to before anyone joins. Every number used at the table comes from
HMAC-SHA256 under that secret over what the players contributed, the step and a counter.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from spieltisch.core.errors import BadRecord
from spieltisch.core.game import Game
from spieltisch.core.record import Record, Step, check_result, positions, who_is
from spieltisch.core.state import CHANCE

SCHEME = "spieltisch fairness 1"
LOT = 0  # the step number of the lot for seats; steps of the game count from 1
WORDS = 2**64
UNDO = "undo"


class Terms(msgspec.Struct, frozen=True):
    """What the commitment binds together with the secret."""

    game: str
    edition: str | dict[str, Any]
    options: dict[str, str]
    seats: int
    rules_version: int
    order: str

    def spelled(self) -> str:
        return canonical(msgspec.to_builtins(self))


class Dice(msgspec.Struct, frozen=True):
    """The table's source of chance, complete once everybody has contributed."""

    secret: bytes
    contributions: Sequence[str]

    def words(self, number: int) -> Iterator[int]:
        """The 64-bit numbers of a step, as many as it takes."""
        counter = 0
        while True:
            message = canonical([list(self.contributions), number, counter])
            digest = hmac.digest(self.secret, message.encode(), "sha256")
            yield int.from_bytes(digest[:8], "big")
            counter += 1

    def outcome(self, number: int, weights: Mapping[int, int]) -> int:
        """The code chance chooses at this step; weights in ascending order of their codes."""
        left = below(sum(weights.values()), self.words(number))
        for code in sorted(weights):
            left -= weights[code]
            if left < 0:
                return code
        raise ValueError("an outcome needs a weight above zero")

    def lot(self, seats: int) -> list[int]:
        """The place that sits on each seat."""
        places = list(range(seats))
        words = self.words(LOT)
        for last in range(seats - 1, 0, -1):
            chosen = below(last + 1, words)
            places[last], places[chosen] = places[chosen], places[last]
        return places


def canonical(value: object) -> str:
    """JSON without spaces, keys sorted, every character as itself."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def below(count: int, words: Iterator[int]) -> int:
    """A number from 0 to count - 1, each exactly as likely; words past the last full round
    are thrown away."""
    limit = WORDS - WORDS % count
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % count


def commitment(secret: bytes, terms: Terms) -> str:
    spelled = f"{SCHEME}\n{secret.hex()}\n{terms.spelled()}"
    return hashlib.sha256(spelled.encode()).hexdigest()


class Proof(msgspec.Struct, frozen=True):
    """What a finished table adds to its record. `undone` lists the steps taken back and the
    undos themselves as [number, who, text]; the steps of the record have the other numbers."""

    commitment: str
    secret: str
    contributions: list[str]
    order: str
    seating: list[int]
    undone: list[tuple[int, int, str]] = []


def proof_of(record: Record) -> Proof:
    if "fairness" not in record.more:
        raise BadRecord("record: it has no proof; only tables add one, when the game is over")
    try:
        return msgspec.convert(record.more["fairness"], Proof)
    except msgspec.ValidationError as error:
        raise BadRecord(f"record, fairness: {error}") from None


def verify(game: Game, record: Record) -> int:
    """Check every outcome of the record; how many there were. BadRecord at the first wrong one."""
    proof = proof_of(record)
    dice = Dice(secret_of(proof), proof.contributions)
    check_commitment(dice.secret, proof, record)
    check_seating(dice, proof, record.seats)
    numbers = step_numbers(record.steps, proof)
    state = game.start(record.seats, record.options)
    outcomes = 0
    for index, code in positions(game, record, state):
        if state.turn == CHANCE:
            check_outcome(game, dice, numbers[index - 1], game.outcomes(state), code)
            outcomes += 1
    check_result(game, record, state)
    return outcomes


def secret_of(proof: Proof) -> bytes:
    try:
        return bytes.fromhex(proof.secret)
    except ValueError:
        raise BadRecord("record, fairness: the secret is not hexadecimal") from None


def check_commitment(secret: bytes, proof: Proof, record: Record) -> None:
    terms = Terms(
        record.game,
        record.edition,
        record.options,
        record.seats,
        record.rules_version,
        proof.order,
    )
    if commitment(secret, terms) != proof.commitment:
        raise BadRecord("record, fairness: the secret does not match the commitment")


def check_seating(dice: Dice, proof: Proof, seats: int) -> None:
    expected = dice.lot(seats) if proof.order == "lot" else list(range(seats))
    if proof.seating != expected:
        raise BadRecord(f"record, fairness: the lot gives the seats {expected}")


def step_numbers(steps: Sequence[Step], proof: Proof) -> list[int]:
    """The number of each step. Every number is explained: by a step of the record, by one taken
    back, or by an undo; so nobody can have skipped outcomes."""
    gone = {number: (who, text) for number, who, text in proof.undone}
    last = len(steps) + len(proof.undone)
    if len(gone) != len(proof.undone) or any(not 1 <= number <= last for number in gone):
        raise BadRecord("record, fairness: undone steps need different numbers in their order")
    check_undos(gone)
    return [number for number in range(1, last + 1) if number not in gone]


def check_undos(gone: Mapping[int, tuple[int, str]]) -> None:
    """Every undo takes back one decision of its own seat, the one before it that still stands."""
    standing: list[int] = []
    for number in sorted(gone):
        who, text = gone[number]
        if who == CHANCE:
            raise BadRecord(f"record, fairness: step {number} is chance's and cannot be undone")
        if text != UNDO:
            standing.append(who)
        elif not standing or standing.pop() != who:
            raise BadRecord(f"record, fairness: the undo {number} takes nothing of its seat back")
    if standing:
        raise BadRecord("record, fairness: a step is missing without an undo")


def check_outcome(
    game: Game, dice: Dice, number: int, weights: Mapping[int, int], code: int
) -> None:
    expected = dice.outcome(number, weights)
    if code != expected:
        texts = game.texts_by_code
        raise BadRecord(
            f"step {number} ({who_is(CHANCE)}: {texts[code]}): "
            f"the secret and the contributions give {texts[expected]}"
        )
