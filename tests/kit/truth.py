"""Checks of copies, material, documents, records and results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import msgspec

from spieltisch.core import record as records
from spieltisch.core.errors import SpieltischError
from spieltisch.core.game import Document, Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import OVER, Policy, RandomPolicy, State
from spieltisch.core.view import to_json
from tests.kit.rooms import Layout, viewers
from tests.kit.walks import walk

ODD_VALUES: tuple[object, ...] = (None, -1, 1, 99, "", "B", "nonsense", [], {})
STEPS_ON = 40
STEPS_BETWEEN_LOOKS = 8
STEPS_BETWEEN_SNAPSHOTS = 7


def fingerprint(game: Game, state: State) -> bytes:
    """The whole position; two states with the same one must behave alike."""
    return msgspec.json.encode(game.to_document(state))


def play_on(game: Game, state: State, steps: int, seed: object) -> list[int]:
    """The codes of a random continuation of the state itself."""
    going_on = walk(game, state, RandomPolicy(), seeded(seed))
    return [code for code, _ in zip(going_on, range(steps), strict=False)]


def passed(game: Game, state: State, steps: int, seed: object) -> list[object]:
    """The codes of such a continuation, and some of the positions: what went apart stays so."""
    seen: list[object] = []
    for _ in range(0, steps, STEPS_BETWEEN_LOOKS):
        seen += play_on(game, state, STEPS_BETWEEN_LOOKS, (seed, len(seen)))
        seen.append(fingerprint(game, state))
    return seen


def check_copy(game: Game, state: State) -> None:
    """Neither the copy nor the original notices what happens to the other."""
    before = fingerprint(game, state)
    original, copied = state.copy(), state.copy()
    assert fingerprint(game, copied) == before, "the copy is another position"
    play_on(game, copied, STEPS_ON, "copy")
    assert fingerprint(game, original) == before, "playing on the copy changed the original"
    kept = original.copy()
    play_on(game, original, STEPS_ON, "original")
    assert fingerprint(game, kept) == before, "playing on the original changed the copy"


def check_document(game: Game, state: State) -> None:
    """Written as JSON and read again it is the same position, and goes on alike."""
    document = game.to_document(state)
    try:
        again = game.from_document(msgspec.json.decode(msgspec.json.encode(document)))
    except SpieltischError as error:
        raise AssertionError(f"the document is not read: {error}") from error
    assert game.to_document(again) == document, "another document when written again"
    assert again.turn == state.turn
    assert game.legal(again) == game.legal(state)
    assert game.material(again) == game.material(state)
    for viewer in viewers(state):
        assert to_json(game.view(again, viewer)) == to_json(game.view(state, viewer)), viewer
    assert passed(game, again, STEPS_ON, "on") == passed(game, state.copy(), STEPS_ON, "on")


def check_edited_documents(game: Game, state: State, every: int = 1, first: int = 0) -> None:
    """A document with one entry changed is refused in one line, or is a position that can be
    looked at and played on: never a crash later."""
    document = game.to_document(state)
    for path, odd in list(product(paths(document), ODD_VALUES))[first::every]:
        kept = set_at(document, path, odd)
        check_read(game, document, f"{path} = {odd!r}")
        set_at(document, path, kept)
    assert document == game.to_document(state), "reading a document changed it"


def check_read(game: Game, document: Document, where: str) -> None:
    try:
        state = game.from_document(document)
    except SpieltischError as error:
        assert "\n" not in str(error), where
        return
    try:
        codes = game.legal(state)
        for viewer in viewers(state):
            game.view(state, viewer)
        for code in codes:
            state.copy().play(code)
    except Exception as error:
        raise AssertionError(f"{where}: accepted, then {error!r}") from error
    assert codes or state.turn == OVER, f"{where}: accepted, but nothing is possible"


def paths(value: object) -> list[list[str | int]]:
    """The way to every entry of a document, lists and tables included."""
    if isinstance(value, dict):
        items: list[tuple[str | int, object]] = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    else:
        return []
    return [[key, *rest] for key, part in items for rest in ([], *paths(part))]


def set_at(document: Any, path: list[str | int], value: object) -> object:
    """What was there before."""
    for key in path[:-1]:
        document = document[key]
    before: object = document[path[-1]]
    document[path[-1]] = value
    return before


def check_game(layout: Layout, policy: Policy, seed: object) -> None:
    """One whole game: material, bound, earlier states, and its record, broken off and whole."""
    game, state = layout.game, layout.start()
    material = game.material(state)
    snapshots: list[tuple[State, bytes, int]] = []
    steps: list[records.Step] = []
    for code in walk(game, state, policy, seeded(seed)):
        assert game.material(state) == material, f"material lost before step {len(steps) + 1}"
        if len(steps) % STEPS_BETWEEN_SNAPSHOTS == 0:
            snapshots.append((state.copy(), fingerprint(game, state), len(steps)))
        steps.append((records.who_is(state.turn), game.texts_by_code[code]))
    assert game.material(state) == material, "material lost in the last step"
    assert len(steps) <= game.most_steps(layout.seats), "longer than its stated bound"
    for kept, before, number in snapshots:
        assert fingerprint(game, kept) == before, f"the copy of step {number} changed later"
    check_replay(layout, steps, {number: before for _, before, number in snapshots})
    check_records(layout, steps, state)
    check_result(game, state)


def check_replay(layout: Layout, steps: list[records.Step], expected: dict[int, bytes]) -> None:
    game, state = layout.game, layout.start()
    record = records.record_of(game, dict(layout.options), steps, state)
    for number, _ in records.positions(game, record, state):
        wanted = expected.get(number - 1)
        assert wanted is None or fingerprint(game, state) == wanted, f"differs at step {number}"


def check_records(layout: Layout, steps: Sequence[records.Step], final: State) -> None:
    """A record of the whole game and one broken off in the middle replay to their positions."""
    half = len(steps) // 2
    middle = layout.start()
    for _, text in steps[:half]:
        middle.play(layout.game.code(layout.game.parse(text)))
    for count, state in ((half, middle), (len(steps), final)):
        options = dict(layout.options)
        record = records.record_of(layout.game, options, list(steps[:count]), state)
        read = records.loads(records.dumps(record))
        assert read == record, "the record is another one when read again"
        replayed = records.replay(layout.game, read)
        assert fingerprint(layout.game, replayed) == fingerprint(layout.game, state)


def check_result(game: Game, state: State) -> None:
    """Payoffs share 1 among the winners, and the sheet adds up to the scores."""
    assert state.turn == OVER
    result, payoffs = game.result(state), state.payoffs()
    assert abs(sum(payoffs) - 1) < 1e-9, payoffs
    share = 1 / len(result.winners)
    for seat, payoff in enumerate(payoffs):
        assert abs(payoff - (share if seat in result.winners else 0)) < 1e-9, payoffs
    assert [float(score) for score in result.scores] == state.scores()
    assert result.winners == [seat for seat, rank in enumerate(result.ranking) if rank == 1]
    for seat, score in enumerate(result.scores):
        lines = [line.amount for line in result.sheet if line.seat == seat]
        assert sum(lines) == score, f"seat {seat}: the sheet gives {sum(lines)}, not {score}"
