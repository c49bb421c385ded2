"""Chance follows from the secret and the contributions, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.core.errors import BadRecord, SpieltischError
from spieltisch.core.record import Record, dumps, loads
from spieltisch.games import ROOMS, game, game_of_record
from spieltisch.server import fairness
from spieltisch.server.fairness import Dice, Terms, below, verify
from tests.server import second_verifier
from tests.server.bent_records import CHANCE, RULES, UNPROVED, bent
from tests.server.house import finished_record, run


@pytest.fixture(scope="module", params=ROOMS)
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Record:
    return run(finished_record(tmp_path_factory.mktemp("fair"), request.param))


def test_a_record_of_a_table_verifies(record: Record) -> None:
    chance = sum(who == "chance" for who, _ in record.steps)
    assert verify(game(record.game), record) == chance > 0


def test_a_second_verifier_written_from_the_docs_agrees(record: Record) -> None:
    assert second_verifier.is_fair(msgspec.to_builtins(record))
    bent = tampered(record, "contributions", ["other", "things"])
    assert not second_verifier.is_fair(msgspec.to_builtins(bent))


@pytest.mark.parametrize("how", [*CHANCE, *RULES])
def test_two_verifiers_find_every_change(record: Record, how: str) -> None:
    changed = bent(json.loads(dumps(record)), {**CHANCE, **RULES}[how])
    assert not second_says_fair(changed)
    with pytest.raises(SpieltischError):
        read = loads(json.dumps(changed))
        verify(game_of_record(read), read)


def second_says_fair(changed: dict[str, Any]) -> bool:
    try:
        return second_verifier.is_fair(changed)
    except (ValueError, KeyError, TypeError, SpieltischError):
        return False  # it cannot even be read


@pytest.mark.parametrize("how", UNPROVED)
def test_what_is_no_part_of_the_proof_changes_no_verdict(record: Record, how: str) -> None:
    changed = bent(json.loads(dumps(record)), UNPROVED[how])
    assert second_verifier.is_fair(changed)
    assert verify(game(record.game), loads(json.dumps(changed))) > 0


def test_only_the_secret_of_a_first_game_makes_one(record: Record) -> None:
    terms = Terms(
        record.game, record.edition, record.options, record.seats, record.rules_version, "chosen"
    )
    for secret, complaint in ((b"5" * 32, "not that of a first game"), (None, "chance|give")):
        chosen = secret or fairness.first_deal(record.game, 7)
        proof = {
            **record.more["fairness"],
            "secret": chosen.hex(),
            "commitment": fairness.commitment(chosen, terms),
            "contributions": [fairness.FIXED],
            "order": "chosen",
            "seating": list(range(record.seats)),
        }
        first = msgspec.structs.replace(record, more={"fairness": proof})
        with pytest.raises(BadRecord, match=complaint):
            verify(game(record.game), first)


def tampered(record: Record, field: str, value: object) -> Record:
    proof: dict[str, Any] = {**record.more["fairness"], field: value}
    return msgspec.structs.replace(record, more={"fairness": proof})


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("secret", "00" * 32, "does not match the commitment"),
        ("secret", "not hexadecimal", "not 64 hexadecimal digits"),
        ("commitment", "00" * 32, "does not match the commitment"),
        ("order", "chosen", "does not match the commitment"),
        ("contributions", [], "the lot gives|contributions give"),
        ("contributions", ["heads", "tails"], "contribution 1 answers another commitment"),
        ("seating", [0, 0], "the lot gives"),
        ("scheme", 1, "does not match the commitment"),
        ("scheme", 2, "does not match the commitment"),
        ("scheme", 4, "scheme 4 is not known here"),
        ("undone", [[1, 0, "pass"], [2, 0, "undo"]], "have no part in this scheme"),
        ("undone", "nothing", "fairness"),
    ],
)
def test_every_part_of_the_proof_counts(
    record: Record, field: str, value: object, complaint: str
) -> None:
    with pytest.raises(BadRecord, match=complaint):
        verify(game(record.game), tampered(record, field, value))


def test_a_changed_outcome_is_found(record: Record) -> None:
    room = game(record.game)
    state = room.start(record.seats, record.options)
    other = next(
        text
        for code in room.legal(state)
        if (text := room.texts_by_code[code]) != record.steps[0][1]
    )
    bent = msgspec.structs.replace(record, steps=[("chance", other), *record.steps[1:]])
    with pytest.raises(BadRecord, match="the secret and the contributions give"):
        verify(room, bent)


def cut(record: Record) -> Record:
    return msgspec.structs.replace(record, steps=record.steps[:-1], result=None)


def with_result(record: Record, result: dict[str, Any] | None) -> Record:
    return msgspec.structs.replace(record, result=result)


def test_only_a_whole_game_with_its_result_is_called_fair(record: Record) -> None:
    room = game(record.game)
    assert record.result is not None
    with pytest.raises(BadRecord, match="the game is not over"):
        verify(room, cut(record))
    for result in (None, {}, {"scores": record.result["scores"]}):
        with pytest.raises(BadRecord, match="not the whole of it"):
            verify(room, with_result(record, result))
    for changed in (cut(record), with_result(record, {})):
        assert not second_verifier.is_fair(msgspec.to_builtins(changed))


def test_a_record_without_a_proof_says_so(record: Record) -> None:
    bare = msgspec.structs.replace(record, more={})
    with pytest.raises(BadRecord, match="no proof"):
        verify(game(record.game), bare)


def test_every_contribution_and_step_changes_the_words() -> None:
    words = {
        next(Dice(secret, contributions).words(number))
        for secret in (b"a", b"b")
        for contributions in (["x", "y"], ["y", "x"], ["xy"], ["x", "y", ""])
        for number in range(3)
    }
    assert len(words) == 2 * 4 * 3


@given(st.integers(1, 2**63), st.lists(st.integers(0, 2**64 - 1), min_size=1))
def test_words_past_the_last_full_round_are_thrown_away(count: int, words: list[int]) -> None:
    full = 2**64 // count * count
    kept = [word for word in words if word < full]
    if kept:
        assert below(count, iter(words)) == kept[0] % count


def test_outcomes_and_lots_come_as_often_as_they_should() -> None:
    draws = Counter(Dice(b"s", ["c"]).outcome(n, {3: 1, 5: 2, 9: 3}) for n in range(6000))
    assert all(abs(draws[code] - 1000 * weight) < 200 for code, weight in ((3, 1), (5, 2), (9, 3)))
    lots = Counter(tuple(Dice(b"s", [str(n)]).lot(3)) for n in range(6000))
    assert len(lots) == 6 and all(abs(count - 1000) < 200 for count in lots.values())


def test_the_commitment_is_the_documented_hash() -> None:
    terms = fairness.Terms("g", "standard", {"a": "yes"}, 2, 1, "lot")
    spelled = (
        '{"edition":"standard","game":"g","options":{"a":"yes"},'
        '"order":"lot","rules_version":1,"seats":2}'
    )
    for scheme in (1, 2):
        text = f"spieltisch fairness {scheme}\n00ff\n{spelled}"
        expected = hashlib.sha256(text.encode()).hexdigest()
        assert fairness.commitment(b"\x00\xff", terms, scheme) == expected
    offered = hashlib.sha256(b"spieltisch fairness 3\n00ff").hexdigest()
    assert fairness.offered(b"\x00\xff") == offered
    text = f"spieltisch fairness 3\n{offered}\n{spelled}"
    assert fairness.commitment(b"\x00\xff", terms) == hashlib.sha256(text.encode()).hexdigest()
