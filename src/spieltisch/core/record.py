"""A game written down: a header like PGN's, then every step, chance included, as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from spieltisch.core.errors import BadRecord, Refusal, SpieltischError
from spieltisch.core.game import Document, Game, Move, Options
from spieltisch.core.state import CHANCE, OVER, State

FORMAT = 1
FORMAT_WITH_START = 2  # a game that began with a position instead of the set-up
FORMATS = (FORMAT, FORMAT_WITH_START)
MOST_BYTES = 20_000_000
Who = int | str
Step = tuple[Who, str]
Choices = list[str] | dict[str, int]


class Record(msgspec.Struct, kw_only=True):
    """`edition` is the name of a built-in card list or the whole table of a custom one;
    `result` is None while the game is not over; `start` is the position a game began with, if not
    with the set-up; `more` holds what a table adds; `choices` what a trace lists beside each step,
    to be checked with it.

    >>> import spieltisch
    >>> record = spieltisch.load("holmes").match(seed=1).record()
    >>> record.steps[:2]
    [('chance', 'person johnson'), ('chance', 'person von_kramm')]
    """

    game: str
    seats: int
    options: dict[str, str]
    edition: str | dict[str, Any]
    names: list[str] = []
    date: str = ""
    result: dict[str, Any] | None = None
    format: int = FORMAT
    rules_version: int = 1
    more: dict[str, Any] = {}
    start: Document | msgspec.UnsetType = msgspec.UNSET
    steps: list[Step]
    choices: list[Choices | None] | msgspec.UnsetType = msgspec.UNSET

    def save(self, path: str | Path) -> None:
        Path(path).write_text(dumps(self) + "\n", encoding="utf-8")


def dumps(record: Record) -> str:
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode()


def dump(record: Record, file: IO[str]) -> None:
    file.write(dumps(record))


def load(file: IO[str]) -> Record:
    return loads(file.read())


def loads(text: str | bytes) -> Record:
    """A record or a trace; steps of a trace are tables with `who` and `text`."""
    if len(text) > MOST_BYTES:
        raise BadRecord(f"record: larger than {MOST_BYTES} bytes", "too_large")
    try:
        table = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"record: not JSON, or cut off: {error}", "not_json") from None
    except RecursionError:
        raise BadRecord("record: nested too deeply", "not_a_record") from None
    if not isinstance(table, dict):
        raise BadRecord("record: expected a JSON object", "not_a_record")
    if isinstance(table.get("steps"), list):
        listed = [choices_of(step) for step in table["steps"]]
        table["steps"] = [plain_step(step) for step in table["steps"]]
        table.pop("choices", None)
        if any(choices is not None for choices in listed):
            table["choices"] = listed
    try:
        record = msgspec.convert(table, Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"record: {error}", "bad_part", part=part_of(error)) from None
    if record.format not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        wrong = f"record: format {record.format} is not known here (known: {known})"
        raise BadRecord(wrong, "unknown_format")
    if record.format == FORMAT and record.start is not msgspec.UNSET:
        raise BadRecord("record: format 1 has no start", "bad_part", part="start")
    return record


def part_of(error: msgspec.ValidationError) -> str:
    """The part of a record that is missing or not as it should be: `steps`, `seats` …"""
    named = re.findall(r"`(?:\$\.)?([a-z_]+)", str(error))
    return str(named[-1]) if named else ""


def plain_step(step: object) -> object:
    if isinstance(step, dict) and "who" in step and "text" in step:
        return [step["who"], step["text"]]
    return step


def choices_of(step: object) -> object:
    """What a trace lists beside a step: its legal moves, or the outcomes with their weights."""
    if isinstance(step, dict):
        return step.get("legal", step.get("outcomes"))
    return None


def who_is(turn: int) -> Who:
    return "chance" if turn == CHANCE else turn


def replay(game: Game, record: Record) -> State:
    """The position after the last step; raises BadRecord at the first wrong one."""
    state = start_of(game, record)
    for _ in positions(game, record, state):
        pass
    check_result(game, record, state)
    return state


def start_of(game: Game, record: Record) -> State:
    """The position before the first step of a record."""
    start = None if record.start is msgspec.UNSET else record.start
    return first_state(game, record.seats, record.options, start)


def first_state(game: Game, seats: int, options: Options, start: Document | None) -> State:
    if start is None:
        return game.start(seats, options)
    state = game.from_document(start)
    if state.seats != seats:
        wrong = f"record: for {seats} players, but it starts with {state.seats}"
        raise BadRecord(wrong, "bad_part", part="seats")
    return state


def positions(game: Game, record: Record, state: State) -> Iterator[tuple[int, int]]:
    """Play the record onto the state step by step; yields each step's number (from 1) and code
    just before it is played."""
    for number, code in enumerate(checked_steps(game, record, state), 1):
        yield number, code
        state.play(code)


def checked_steps(game: Game, record: Record, state: State) -> Iterator[int]:
    """The code of each step, checked; the caller plays it onto the state before the next."""
    for number, (who, text) in enumerate(record.steps, 1):
        code = checked_code(game, state, number, who, text)
        if record.choices is not msgspec.UNSET:
            check_choices(game, state, number, record.choices[number - 1])
        yield code


def with_choices(game: Game, record: Record) -> Record:
    """The record with what each of its steps could have been."""
    state, choices = start_of(game, record), list[Choices | None]()
    for _ in positions(game, record, state):
        choices.append(game.choices(state))
    return msgspec.structs.replace(record, choices=choices)


def checked_code(game: Game, state: State, number: int, who: Who, text: str) -> int:
    where = f"step {number} ({who}: {text[:60]})"
    if state.turn == OVER:
        wrong = f"{where}: the game is over already ({game.over_by(state)})"
        raise BadRecord(wrong, "over_already", step=number)
    if who != who_is(state.turn):
        wrong = f"{where}: it is for {who_is(state.turn)} to decide"
        raise BadRecord(wrong, "not_their_turn", step=number, turn=state.turn)
    try:
        move = game.parse(text)
    except SpieltischError as error:
        wrong = f"{where}: {error}"
        raise BadRecord(wrong, "unreadable_step", step=number, text=text[:60]) from None
    refusal = why_not(game, state, move)
    if refusal is not None:
        wrong = f"{where}: {game.illegal(text, refusal)}"
        raise BadRecord(wrong, "against_the_rules", refusal, step=number, text=text)
    return game.code(move)


def check_choices(game: Game, state: State, number: int, listed: Choices | None) -> None:
    texts = game.texts_by_code
    if isinstance(listed, dict) and state.turn == CHANCE:
        outcomes = [(texts[code], weight) for code, weight in game.outcomes(state).items()]
        if list(listed.items()) != outcomes:
            wrong = f"step {number}: the outcomes listed are not those of chance here"
            raise BadRecord(wrong, "other_choices", step=number)
    elif listed is not None and listed != game.legal_texts(state):
        wrong = f"step {number}: the legal moves listed are not those of the rules"
        raise BadRecord(wrong, "other_choices", step=number)


def why_not(game: Game, state: State, move: Move) -> Refusal | None:
    refusal = game.why_illegal(state, move)
    if refusal is None or state.turn != CHANCE:
        return refusal
    return Refusal(game.broken_by_chance(state, move), "impossible_outcome")


def check_result(game: Game, record: Record, state: State) -> None:
    if record.result is None:
        return
    if state.turn != OVER:
        steps = len(record.steps)
        wrong = f"record: cut off after step {steps}: it has a result, but is not over"
        raise BadRecord(wrong, "cut_off", step=steps)
    for key, value in game.result(state).summary().items():
        if key in record.result and record.result[key] != value:
            wrong = f"record: {key} is {record.result[key]}, but the steps give {value}"
            raise BadRecord(wrong, "other_result")


def record_of(
    game: Game,
    options: dict[str, str],
    steps: list[Step],
    state: State,
    start: Document | None = None,
) -> Record:
    """What was played up to a state."""
    over = state.turn == OVER
    return Record(
        game=game.name,
        seats=state.seats,
        options=options,
        edition=game.edition,
        steps=list(steps),
        result=game.result(state).summary() if over else None,
        format=FORMAT if start is None else FORMAT_WITH_START,
        rules_version=game.rules_version,
        start=msgspec.UNSET if start is None else start,
    )
