"""Chance that can be checked: docs/fairness.md says the same in words for a second verifier.

A table's secret is committed to before anybody contributes: who lays it answers the commitment to
the secret alone (an offer), who joins answers that to the secret and the terms. Every number used
at the table comes from HMAC-SHA256 under the secret over what the players contributed, the step
and a counter.

Tables begun under older schemes go on with them. In the first a decision taken back used up
numbers; in the second a contribution did not say which commitment it answers.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from spieltisch.core.errors import BadRecord
from spieltisch.core.game import Game
from spieltisch.core.record import (
    Record,
    Step,
    Who,
    check_result,
    checked_code,
    positions,
    who_is,
)
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State

FIRST_SCHEME = 1  # numbers count every row of a table, decisions and undos included
SECOND_SCHEME = 2  # numbers count the steps of chance alone, so nothing a seat does can shift them
SCHEME = 3  # a contribution begins with the commitment it answers
SCHEMES = (FIRST_SCHEME, SECOND_SCHEME, SCHEME)
FIXED = "first game"  # the only contribution of a guided first game
FIRST_DEALS = 1000  # so many there could be
LOT = 0  # the number of the lot for seats; the game's numbers count from 1
WORDS = 2**64
SECRET = re.compile("[0-9a-f]{64}")
UNDO = "undo"
MADE_UP = "server "  # begins the contribution of a person who sent none
COMMITMENT_LENGTH = 64
ANSWERS = ":"  # between the commitment and what a person adds to it
LONGEST_OWN = 64
LONGEST_CONTRIBUTION = COMMITMENT_LENGTH + len(ANSWERS) + LONGEST_OWN
NEEDED_IN_A_RESULT = {"scores", "winners"}


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
    """The table's source of chance (core.chance), complete once everybody has contributed.
    `skipped` rows of the table are no steps of its match: taken back, or an undo themselves."""

    secret: bytes
    contributions: Sequence[str]
    scheme: int = SCHEME
    skipped: int = 0

    def draw(self, game: Game, state: State, step: int, drawn: int) -> int:
        number = self.number(step + 1 + self.skipped, drawn)
        return self.outcome(number, game.outcomes(state))

    def after(self, skipped: int) -> Dice:
        return msgspec.structs.replace(self, skipped=skipped)

    def fresh(self) -> Dice:
        """It remembers nothing: every number follows from the step it is for."""
        return self

    def copy(self) -> Dice:
        return self

    def for_seat(self, seat: int, step: int) -> Rng:
        """From other numbers than the game's chance."""
        return seeded("seat", seat, step, hmac.digest(self.secret, b"seats", "sha256").hex())

    def number(self, row: int, drawn: int) -> int:
        """Of the outcome that becomes this row, after so many steps of chance."""
        return row if self.scheme == FIRST_SCHEME else drawn + 1

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


def first_deal(game: str, number: int) -> bytes:
    """The secret of a first game, of the deals there could be the one of this number."""
    return hashlib.sha256(f"spieltisch first game {game} {number}".encode()).digest()


def made_up() -> str:
    return MADE_UP + secrets.token_hex(16)


def is_made_up(contribution: str) -> bool:
    return contribution.startswith(MADE_UP)


def offered(secret: bytes) -> str:
    """The commitment to a secret alone, published before the terms of a table are known."""
    return hashlib.sha256(f"spieltisch fairness {SCHEME}\n{secret.hex()}".encode()).hexdigest()


def commitment(secret: bytes, terms: Terms, scheme: int = SCHEME) -> str:
    """The commitment of a table, which binds its terms, too."""
    bound = offered(secret) if scheme == SCHEME else secret.hex()
    spelled = f"spieltisch fairness {scheme}\n{bound}\n{terms.spelled()}"
    return hashlib.sha256(spelled.encode()).hexdigest()


def answer(commitment: str, own: str) -> str:
    """A contribution: the commitment it answers, and what the person adds."""
    return f"{commitment}{ANSWERS}{own}"


def answered(contribution: str) -> str | None:
    """The commitment a contribution answers, if it says so."""
    head, separator, own = contribution.partition(ANSWERS)
    return head if separator and own and len(head) == COMMITMENT_LENGTH else None


class Proof(msgspec.Struct, frozen=True):
    """What a finished table adds to its record. `undone`, in the first scheme alone, lists the
    steps taken back and the undos themselves as [number, who, text]; the steps of the record have
    the other numbers."""

    commitment: str
    secret: str
    contributions: list[str]
    order: str
    seating: list[int]
    undone: list[tuple[int, int, str]] = []
    scheme: int = FIRST_SCHEME

    @property
    def fixed(self) -> bool:
        """A first game, whose secret and contribution everybody knows."""
        return self.contributions == [FIXED]

    @property
    def contributed(self) -> int:
        """How many of the contributions came from people, as far as the server says so."""
        return 0 if self.fixed else len(self.contributions) - self.made_up

    @property
    def taken_back(self) -> int:
        return sum(text != UNDO for _, _, text in self.undone)

    @property
    def made_up(self) -> int:
        """As far as the server says so."""
        return sum(is_made_up(contribution) for contribution in self.contributions)


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
    if record.start is not msgspec.UNSET:
        raise BadRecord("record: it begins with a position, so nobody knows what chance dealt")
    check_scheme(proof)
    dice = Dice(secret_of(proof), proof.contributions, proof.scheme)
    check_commitment(dice.secret, proof, record)
    check_answers(dice.secret, proof, record)
    check_seating(dice, proof, record.seats)
    numbers = step_numbers(record.steps, proof)
    check_taken_back(game, record, proof, numbers)
    state = game.start(record.seats, record.options)
    outcomes = 0
    for step, code in positions(game, record, state):
        if state.turn == CHANCE:
            number = dice.number(numbers[step - 1], outcomes)
            check_outcome(game, dice, number, step, game.outcomes(state), code)
            outcomes += 1
    check_whole(game, record, state)
    return outcomes


def check_scheme(proof: Proof) -> None:
    if proof.scheme not in SCHEMES:
        raise BadRecord(f"record, fairness: scheme {proof.scheme} is not known here")
    if proof.scheme != FIRST_SCHEME and proof.undone:
        raise BadRecord("record, fairness: undone steps have no part in this scheme")


def check_whole(game: Game, record: Record, state: State) -> None:
    """Tables tell their secret when the game is over: a record that stops before was cut."""
    if state.turn != OVER:
        raise BadRecord(f"record: cut off after step {len(record.steps)}: the game is not over")
    if record.result is None or not record.result.keys() >= NEEDED_IN_A_RESULT:
        raise BadRecord("record: the result is not there, or not the whole of it")
    check_result(game, record, state)


def secret_of(proof: Proof) -> bytes:
    if not SECRET.fullmatch(proof.secret):
        raise BadRecord("record, fairness: the secret is not 64 hexadecimal digits")
    return bytes.fromhex(proof.secret)


def check_commitment(secret: bytes, proof: Proof, record: Record) -> None:
    terms = Terms(
        record.game,
        record.edition,
        record.options,
        record.seats,
        record.rules_version,
        proof.order,
    )
    if commitment(secret, terms, proof.scheme) != proof.commitment:
        raise BadRecord("record, fairness: the secret does not match the commitment")


def check_answers(secret: bytes, proof: Proof, record: Record) -> None:
    """Every contribution answers a commitment to this secret, or says that the server made it. Of
    a first game everybody knows the secret."""
    if proof.fixed and secret not in (first_deal(record.game, one) for one in range(FIRST_DEALS)):
        raise BadRecord("record, fairness: the secret is not that of a first game")
    if proof.scheme != SCHEME or proof.fixed:
        return
    published = (offered(secret), proof.commitment)
    for number, contribution in enumerate(proof.contributions, 1):
        if not is_made_up(contribution) and answered(contribution) not in published:
            wrong = f"record, fairness: contribution {number} answers another commitment"
            raise BadRecord(wrong)


class Receipt(msgspec.Struct, frozen=True):
    """What a player kept: a contribution, which names the commitment it answered."""

    contribution: str

    @property
    def commitment(self) -> str:
        return answered(self.contribution) or ""


def read_receipt(text: str) -> Receipt:
    """Of several lines, the first is the contribution."""
    contribution = next(iter(text.split("\n")), "").strip()
    if answered(contribution) is None:
        wrong = "receipt: its first line has to be a contribution, COMMITMENT:WHAT-YOU-ADDED"
        raise BadRecord(wrong)
    return Receipt(contribution)


def proved(record: Record, receipt: Receipt) -> list[int]:
    """Which of the contributions (from 1) the receipt proves, in a record that verifies. BadRecord
    if the record is not what the receipt is for: then the secret or the contribution was changed
    after you had sent yours."""
    proof = proof_of(record)
    if receipt.commitment not in (offered(secret_of(proof)), proof.commitment):
        wrong = "receipt: the record's secret is not the one the commitment you answered was for"
        raise BadRecord(wrong)
    found = [at for at, one in enumerate(proof.contributions, 1) if one == receipt.contribution]
    if not found:
        raise BadRecord("receipt: your contribution is not in the record; another took its place")
    return found


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
    return [number for number in range(1, last + 1) if number not in gone]


def check_taken_back(game: Game, record: Record, proof: Proof, numbers: Sequence[int]) -> None:
    """Play the whole table of the first scheme, what was taken back in its place: every decision
    was its seat's to make and legal there, and every undo took back the last one standing."""
    if not proof.undone:
        return
    gone: dict[int, Step] = {number: (who_is(who), text) for number, who, text in proof.undone}
    rows = gone | dict(zip(numbers, record.steps, strict=True))
    past = Past(game, game.start(record.seats, record.options), frozenset(gone))
    for number in sorted(rows):
        past.take(number, *rows[number])
    past.check_nothing_is_missing()


class Past:
    """A table played again row by row; `gone` are the numbers that ended up taken back."""

    def __init__(self, game: Game, state: State, gone: frozenset[int]) -> None:
        self.game = game
        self.state = state
        self.gone = gone
        self.standing: list[tuple[int, Who, State]] = []  # decisions since the last chance

    def take(self, number: int, who: Who, text: str) -> None:
        if number in self.gone and who == who_is(CHANCE):
            raise BadRecord(f"record, fairness: step {number} is chance's and cannot be undone")
        if number in self.gone and text == UNDO:
            self.take_back(number, who)
        else:
            self.play(number, who, text)

    def play(self, number: int, who: Who, text: str) -> None:
        code = checked_code(self.game, self.state, number, who, text)
        if self.state.turn == CHANCE:
            self.check_nothing_is_missing()
            self.standing = []
        else:
            self.standing.append((number, who, self.state.copy()))
        self.state.play(code)

    def take_back(self, number: int, who: Who) -> None:
        taken = self.standing.pop() if self.standing and self.state.turn != OVER else None
        if taken is None or taken[0] not in self.gone or taken[1] != who:
            raise BadRecord(f"record, fairness: the undo {number} takes nothing of its seat back")
        self.state = taken[2]

    def check_nothing_is_missing(self) -> None:
        if any(number in self.gone for number, _, _ in self.standing):
            raise BadRecord("record, fairness: a step is missing without an undo")


def check_outcome(
    game: Game, dice: Dice, number: int, step: int, weights: Mapping[int, int], code: int
) -> None:
    expected = dice.outcome(number, weights)
    if code != expected:
        texts = game.texts_by_code
        raise BadRecord(
            f"step {step} ({who_is(CHANCE)}: {texts[code]}): "
            f"the secret and the contributions give {texts[expected]}"
        )
