"""Golden files: one playthrough a seat count with every viewer's view at every step, and perft
numbers from positions in them.

`pytest tests/test_conformance.py --write-golden` writes them anew: the steps of a playthrough
that is there are kept and only what they lead to is written; where there is none, a casual game
is played. A change of a golden file is a change of the rules or views: look at the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import msgspec

from spieltisch.core.game import Document, Game
from spieltisch.core.perft import perft
from spieltisch.core.record import checked_code, who_is
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, State
from spieltisch.games import OLDER
from tests.kit.rooms import Layout, viewers
from tests.kit.walks import walk

FOLDER = Path(__file__).parent.parent / "golden"
STEP = "> "
ABSENT = object()
EVERYONE = "*"
SPECTATOR = "-"
LONGEST_LIST = 12
MOST_BYTES_A_ROOM = 400_000
CANDIDATES = 8  # the shortest of so many games is golden
PERFT_AFTER = (0.2, 0.5, 0.8)
PERFT_NODES = 2_000
PERFT_DEPTH = 8

Values = dict[str, str]


def folder_of(game: Game) -> Path:
    """Older rules have a folder of their own in that of their room."""
    older = (game.name, game.rules_version) in OLDER
    return FOLDER / game.name / (f"version_{game.rules_version}" if older else "")


def playthrough_file(layout: Layout) -> Path:
    return folder_of(layout.game) / f"{layout.seats}_seats.txt"


def perft_file(game: Game) -> Path:
    return folder_of(game) / "perft.json"


def golden_layout(seats: int, game: Game) -> Layout:
    """The options vary from seat count to seat count, so that every value is met."""
    options = tuple(
        (option.name, option.values[seats % len(option.values)])
        for option in game.options
        if not option.study
    )
    return Layout(game.name, seats, options, game.rules_version)


def played_steps(layout: Layout) -> list[str]:
    """The steps of the golden playthrough, or of a casual game where there is none yet."""
    file = playthrough_file(layout)
    if file.exists():
        lines = file.read_text(encoding="ascii").splitlines()
        return [line.removeprefix(STEP) for line in lines if line.startswith(STEP)]
    return min((casual_steps(layout, number) for number in range(CANDIDATES)), key=len)


def casual_steps(layout: Layout, number: int) -> list[str]:
    game, state = layout.game, layout.start()
    return [
        f"{who_is(state.turn)}: {game.texts_by_code[code]}"
        for code in walk(game, state, game.casual, seeded("golden", layout, number))
    ]


def positions(layout: Layout, steps: list[str]) -> Iterator[tuple[State, int | None]]:
    """Every position with the code that follows; None after the last."""
    game, state = layout.game, layout.start()
    for number, step in enumerate(steps, 1):
        who, text = step.split(": ", 1)
        code = checked_code(game, state, number, who if who == "chance" else int(who), text)
        yield state, code
        state.play(code)
    yield state, None


def told(layout: Layout, steps: list[str]) -> str:
    """The whole playthrough as text: at each step what is legal, what each viewer sees of it,
    and what changed in each view."""
    game = layout.game
    lines = [f"# {layout}, edition {game.edition}, rules {game.rules_version}"]
    known: dict[str, Document] = {}
    for (state, code), step in zip(positions(layout, steps), [*steps, ""], strict=True):
        lines += changes(game, state, known)
        if code is not None:
            lines += [legal_line(game, state), STEP + step, *masked_lines(game, state, code)]
    lines += sheet_lines(game, state)
    return "\n".join(lines) + "\n"


def legal_line(game: Game, state: State) -> str:
    texts = [game.texts_by_code[code] for code in game.legal(state)]
    if state.turn == CHANCE:
        texts = [f"{game.texts_by_code[c]} x{weight}" for c, weight in game.outcomes(state).items()]
    if len(texts) <= LONGEST_LIST:
        return "? " + ", ".join(texts)
    return f"? {texts[0]} ... {texts[-1]} ({len(texts)})"


def masked_lines(game: Game, state: State, code: int) -> list[str]:
    """Only what differs from the step itself is worth a line."""
    lines = []
    for viewer in viewers(state):
        seen = game.mask(state, code, viewer)
        if seen is None or seen.text != game.texts_by_code[code]:
            lines.append(f"{mark(viewer)} sees {'nothing' if seen is None else seen.text}")
    return lines


def mark(viewer: int | None) -> str:
    return SPECTATOR if viewer is None else str(viewer)


def changes(game: Game, state: State, known: dict[str, Document]) -> list[str]:
    """What changed in the views since `known`; what changed alike in all is told once."""
    differing: dict[str, Values] = {}
    for viewer in viewers(state):
        now = msgspec.to_builtins(game.view(state, viewer))
        differing[mark(viewer)] = difference(known.get(mark(viewer), {}), now)
        known[mark(viewer)] = now
    alike = set.intersection(*(set(values.items()) for values in differing.values()))
    lines = [line(EVERYONE, dict(sorted(alike)))]
    for viewer_mark, values in differing.items():
        own = {path: value for path, value in values.items() if (path, value) not in alike}
        lines.append(line(viewer_mark, own))
    return [text for text in lines if text]


def difference(old: Document, new: Document) -> Values:
    before, now = leaves(old, new), leaves(new, old)
    return {**{path: "gone" for path in before if path not in now}, **now}


def line(viewer_mark: str, values: Values) -> str:
    if not values:
        return ""
    return f"{viewer_mark} " + " ".join(f"{path}={value}" for path, value in values.items())


def leaves(value: object, other: object) -> Values:
    """Every number and text of a view under its path, such as hands.1.size, where the other view
    has not the same: most of a view stays as it was, and is not taken apart."""
    found: Values = {}
    gather(value, other, "", found)
    return found


def gather(value: object, other: object, path: str, into: Values) -> None:
    if value == other:
        return
    if isinstance(value, dict):
        there = other if isinstance(other, dict) else {}
        for key, part in value.items():
            gather(part, there.get(key, ABSENT), f"{path}.{key}".lstrip("."), into)
    elif is_taken_apart(value):
        rows = other if is_taken_apart(other) else []
        for index, part in enumerate(value):
            gather(part, rows[index] if index < len(rows) else ABSENT, f"{path}.{index}", into)
    else:
        into[path] = compact(value)


def is_taken_apart(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list) and any(isinstance(part, dict | list) for part in value)


def compact(value: object) -> str:
    return msgspec.json.encode(value).decode()


def sheet_lines(game: Game, state: State) -> list[str]:
    result = game.result(state)
    lines = [
        f"= {row.seat} {row.amount:+d} {row.clause} {row.what} " + compact(dict(row.facts))
        for row in result.sheet
    ]
    return [*lines, f"= {json.dumps(result.summary())} {result.ending} {result.ending_clause}"]


def check_playthrough(layout: Layout, write: bool) -> None:
    file = playthrough_file(layout)
    if write:
        text = told(layout, played_steps(layout))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="ascii")
    assert file.exists(), f"no golden playthrough {file.name}: write it with --write-golden"
    expected = file.read_text(encoding="ascii").splitlines()
    found = told(layout, played_steps(layout)).splitlines()
    for number, (wanted, got) in enumerate(zip(expected, found, strict=False), 1):
        assert got == wanted, f"{file.name}, line {number} differs"
    assert len(found) == len(expected), f"{file.name} has another length"


def check_size(game: Game) -> None:
    total = sum(file.stat().st_size for file in folder_of(game).iterdir() if file.is_file())
    assert total <= MOST_BYTES_A_ROOM, f"golden files of {game.name}: {total} bytes"


def position_after(layout: Layout, step: int) -> State:
    for number, (state, _) in enumerate(positions(layout, played_steps(layout))):
        if number == step:
            return state
    raise AssertionError(f"the playthrough has no step {step}")


def measured(game: Game) -> list[dict[str, int]]:
    """Fresh numbers: some positions of every playthrough, as deep as a few thousand nodes go."""
    rows = []
    for seats in range(game.least_seats, game.most_seats + 1):
        layout = golden_layout(seats, game)
        length = len(played_steps(layout))
        for share in PERFT_AFTER:
            after = int(length * share)
            rows.append({"seats": seats, "after": after, **counted(layout, after)})
    return rows


def counted(layout: Layout, after: int) -> dict[str, int]:
    state = position_after(layout, after)
    depth, nodes = 0, 1
    while nodes < PERFT_NODES and depth < PERFT_DEPTH:
        depth += 1
        nodes = perft(layout.game, state, depth)
    return {"depth": depth, "nodes": nodes}


def check_perft(game: Game, write: bool) -> None:
    """Numbers of sequences of steps from fixed positions."""
    file = perft_file(game)
    if write:
        rows = [json.dumps(row) for row in measured(game)]
        file.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="ascii")
    assert file.exists(), f"no golden numbers {file.name}: write them with --write-golden"
    for row in json.loads(file.read_text(encoding="ascii")):
        layout = golden_layout(row["seats"], game)
        nodes = perft(game, position_after(layout, row["after"]), row["depth"])
        assert nodes == row["nodes"], f"{row}: found {nodes}"
