"""The command line as a person or a program meets it; bad input gets one clear line."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
import typer
from typer.main import get_group

from spieltisch.cli import COMMANDS
from spieltisch.core.edition import built_in
from spieltisch.games import ROOMS
from tests.commands import Said, in_a_process, spieltisch


def refused(*arguments: object) -> str:
    """The one line of a refused command."""
    return line_of(spieltisch(*arguments))


def line_of(answer: Said) -> str:
    assert answer.returncode == 2, answer
    assert answer.stdout == ""
    assert "Traceback" not in answer.stderr
    lines = answer.stderr.splitlines()
    assert len(lines) == 1, lines
    return lines[0]


@pytest.fixture(scope="module")
def trace() -> str:
    return spieltisch("trace", "tatort_themse", "--seats", 3, "--seed", 5, "--legal").stdout


@pytest.fixture
def trace_file(tmp_path: Path, trace: str) -> Path:
    file = tmp_path / "trace.json"
    file.write_text(trace)
    return file


def edited(file: Path, change: dict[str, object]) -> Path:
    table = json.loads(file.read_text())
    file.write_text(json.dumps({**table, **change}))
    return file


def test_version_tells_the_build() -> None:
    assert in_a_process("--version").stdout.strip().endswith(("(compiled)", "(pure Python)"))


def test_games_lists_every_room_for_people_and_programs() -> None:
    listed = json.loads(spieltisch("games", "--json").stdout)
    assert [entry["game"] for entry in listed] == list(ROOMS)
    assert set(ROOMS) <= set(spieltisch("games").stdout.split()), (
        "a name one has to type is cut off"
    )


NOT_TO_TELL_THE_VERSION = {"pydantic", "rich", "spieltisch.bots", "spieltisch.commands_games"}
NOT_TO_LIST_THE_GAMES = {
    "alembic",
    "asyncio",
    "jinja2",
    "litestar",
    "multiprocessing",
    "rich",
    "sqlalchemy",
    "spieltisch.arena",
    "spieltisch.search.tree",
    "spieltisch.server",
    "spieltisch.terminal",
    "spieltisch.web",
    "uvicorn",
}


@pytest.mark.parametrize(
    ("asked", "needless"),
    [
        ("--version", NOT_TO_TELL_THE_VERSION | NOT_TO_LIST_THE_GAMES),
        ("games", NOT_TO_LIST_THE_GAMES),
    ],
)
def test_a_short_answer_loads_only_what_it_needs(asked: str, needless: set[str]) -> None:
    program = (
        "import atexit, sys; from spieltisch.cli import main;"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, asked], capture_output=True, text=True, check=True
    )
    assert "spieltisch.cli" in done.stderr.split()
    assert needless & set(done.stderr.split()) == set()


def test_every_command_is_where_the_command_line_looks_for_it() -> None:
    for module, commands in COMMANDS.items():
        loaded = typer.Typer()
        import_module(f"spieltisch.{module}").register(loaded)
        assert set(get_group(loaded).commands) == set(commands), module


def test_a_mistyped_command_is_answered_with_the_one_that_was_meant() -> None:
    answer = spieltisch("gamez")
    assert answer.returncode == 2
    assert "Did you mean 'games'?" in answer.stderr


@pytest.mark.parametrize("room", ROOMS)
def test_trace_has_the_shape_others_check(room: str) -> None:
    trace = json.loads(spieltisch("trace", room, "--seed", 3, "--legal", "--bot", "casual").stdout)
    assert list(trace) == ["game", "seats", "options", "edition", "seed", "steps", "result"]
    for step in trace["steps"]:
        choices = step.get("outcomes") if step["who"] == "chance" else step.get("legal")
        assert step["text"] in choices
    assert len(trace["result"]["scores"]) == trace["seats"] == 2
    assert set(trace["result"]["winners"]) <= {0, 1}


def test_trace_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    first, other = (spieltisch("trace", "tatort_themse", "--seed", seed).stdout for seed in (1, 2))
    assert first == in_a_process("trace", "tatort_themse", "--seed", 1).stdout != other


def test_replay_prints_the_score_sheet(trace_file: Path) -> None:
    answer = spieltisch("replay", trace_file)
    assert answer.returncode == 0
    assert "TT-28" in answer.stdout
    scores = json.loads(trace_file.read_text())["result"]["scores"]
    assert (
        json.loads(spieltisch("replay", trace_file, "--json").stdout)["result"]["scores"] == scores
    )


def test_position_of_a_replay_reads_back(trace_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(spieltisch("replay", trace_file, "--at", 50, "--position").stdout)
    shown = json.loads(spieltisch("position", file, "--json").stdout)
    step = json.loads(trace_file.read_text())["steps"][50]
    assert shown["turn"] == step["who"]
    assert shown["legal"] == list(step.get("legal") or step["outcomes"])
    assert len(shown["views"]) == 3


def test_names_are_printed_as_they_are_written(trace_file: Path) -> None:
    """Also those that look like the markup of the library that prints."""
    names = ["[bold]Max", "[/c]", "\x1b[31mAnna :dog:"]
    answer = spieltisch("replay", edited(trace_file, {"names": names}))
    assert answer.returncode == 0, answer.stderr
    assert "[bold]Max: " in answer.stdout and "[/c]: " in answer.stdout
    assert "[31mAnna :dog:: " in answer.stdout and "\x1b" not in answer.stdout


def test_who_has_no_name_is_called_by_the_seat(trace_file: Path) -> None:
    shown = spieltisch("replay", edited(trace_file, {"names": ["", "Max"]})).stdout
    assert "seat 0: " in shown and "Max: " in shown and "seat 2: " in shown


def test_errors_do_not_reach_into_the_terminal(trace_file: Path) -> None:
    steps = json.loads(trace_file.read_text())["steps"]
    steps[0]["text"] = "\x1b[2J\x07gone"
    message = refused("replay", edited(trace_file, {"steps": steps}))
    assert "gone" in message and message.isprintable()


def test_perft_counts_only_positions_of_its_own_game(trace_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(spieltisch("replay", trace_file, "--at", 50, "--position").stdout)
    assert spieltisch("perft", "tatort_themse", 1, "--from", file).returncode == 0
    message = refused("perft", "holmes", 1, "--from", file)
    assert "'tatort_themse', not of 'holmes'" in message


def test_perft_counts_the_deal() -> None:
    counts = json.loads(spieltisch("perft", "tatort_themse", 2, "--json").stdout)
    assert counts["nodes"] == [1, 25, 600]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("lang", ["de", "fr", "en"])
def test_rules_prints_the_rule_book(room: str, lang: str) -> None:
    answer = spieltisch("rules", room, "--lang", lang)
    assert answer.returncode == 0
    assert "-00 [S] " in answer.stdout
    assert "[R] our ruling" in answer.stdout


def test_an_unknown_game_is_named() -> None:
    assert "'chess'" in line_of(in_a_process("trace", "chess"))


@pytest.mark.parametrize("seats", [0, 1, 6, -3])
def test_a_seat_count_out_of_range_is_named(seats: int) -> None:
    assert f"2 to 5 players, not {seats}" in refused("trace", "tatort_themse", "--seats", seats)


def test_an_unknown_option_value_or_bot_is_named() -> None:
    assert "no option 'x'" in refused("trace", "tatort_themse", "--option", "x=yes")
    assert "not 'maybe'" in refused("trace", "tatort_themse", "--option", "fair_tops=maybe")
    assert "NAME=VALUE" in refused("trace", "tatort_themse", "--option", "fair_tops")
    assert "no bot 'god'" in refused("trace", "tatort_themse", "--bot", "god")


def test_a_truncated_record_says_so(trace_file: Path) -> None:
    whole = trace_file.read_text()
    trace_file.write_text(whole[: len(whole) // 2])
    assert "cut off" in refused("replay", trace_file)


def test_a_record_that_stops_too_early_says_where(trace_file: Path) -> None:
    steps = json.loads(trace_file.read_text())["steps"]
    message = refused("replay", edited(trace_file, {"steps": steps[:-1]}))
    assert f"after step {len(steps) - 1}" in message


def test_an_edited_step_is_named_with_its_clause(trace_file: Path) -> None:
    steps = json.loads(trace_file.read_text())["steps"]
    at = next(number for number, step in enumerate(steps) if step["text"].startswith("pay"))
    steps[at]["text"] = "pay BB" if steps[at]["text"] != "pay BB" else "pay MM"
    message = refused("replay", edited(trace_file, {"steps": steps}))
    assert f"step {at + 1} " in message
    assert "TT-1" in message


def test_an_unreadable_step_is_named(trace_file: Path) -> None:
    steps = json.loads(trace_file.read_text())["steps"]
    steps[30]["text"] = "take the money"
    message = refused("replay", edited(trace_file, {"steps": steps}))
    assert "step 31 " in message
    assert "no move of tatort_themse" in message


def test_edited_choices_are_named(trace_file: Path) -> None:
    steps = json.loads(trace_file.read_text())["steps"]
    chance = [{**steps[0], "outcomes": {steps[0]["text"]: 99}}, *steps[1:]]
    assert "step 1: the outcomes" in refused("replay", edited(trace_file, {"steps": chance}))
    at = next(number for number, step in enumerate(steps) if step["who"] != "chance")
    steps[at]["legal"] = [*steps[at]["legal"], "pass"]
    message = refused("replay", edited(trace_file, {"steps": steps}))
    assert f"step {at + 1}: the legal moves" in message


def test_an_edited_result_is_named(trace_file: Path) -> None:
    message = refused("replay", edited(trace_file, {"result": {"scores": [9, 9, 9]}}))
    assert "scores" in message


@pytest.mark.parametrize("text", ["", "[]", "3", "{}", '{"game": 3}', "\x00", '{"steps": [[1]]}'])
def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    assert "record" in refused("replay", file)


def test_what_is_nested_without_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000)
    assert "record: nested too deeply" in line_of(in_a_process("replay", file))
    file.write_text('{"game": "holmes", "edition": ' + '{"a": ' * 100_000)
    assert "nested too deeply" in refused("position", file)
    file.write_text("name = " + "[" * 50_000)
    assert "nested too deeply" in refused("trace", "holmes", "--edition", file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "nothing.json" in refused("replay", tmp_path / "nothing.json")
    assert "nothing.json" in refused("position", tmp_path / "nothing.json")
    assert "nothing.toml" in refused(
        "trace", "tatort_themse", "--edition", tmp_path / "nothing.toml"
    )


def test_an_analysis_as_json_is_nothing_but_json(tmp_path: Path) -> None:
    table = json.loads(spieltisch("trace", "holmes", "--seed", 1).stdout)
    decided = [at for at, step in enumerate(table["steps"]) if step["who"] != "chance"]
    begun = {"steps": table["steps"][: decided[1]], "result": None, "names": ["Ada"]}
    file, place = tmp_path / "begun.json", tmp_path / "report"
    file.write_text(json.dumps({**table, **begun}))
    answer = spieltisch("analyse", file, "--json", "--workers", 1, "--out", place)
    assert json.loads(answer.stdout)["game"] == "holmes"
    assert "Report:" in answer.stderr
    assert "Ada" in (place / "report.html").read_text()


@pytest.mark.parametrize("command", ["arena", "lab"])
def test_a_report_without_a_place_is_refused_before_any_game(tmp_path: Path, command: str) -> None:
    file = tmp_path / "file"
    file.touch()
    for place in (file, file / "below"):
        message = refused(command, "holmes", "--bots", "random", "--games", 10**6, "--out", place)
        assert f"--out {place}: " in message


@pytest.mark.parametrize(
    "asked",
    [
        ("arena", "holmes", "--workers", 0),
        ("lab", "holmes", "--workers", 0),
        ("lab", "holmes", "--games", 0),
        ("analyse", "game.json", "--workers", 0),
        ("replay", "game.json", "--at", -5),
    ],
)
def test_a_number_out_of_range_is_named(asked: tuple[object, ...]) -> None:
    answer = spieltisch(*asked)
    assert answer.returncode == 2
    assert str(asked[2]) in answer.stderr and "Traceback" not in answer.stderr


def test_a_contest_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    assert "casual - random" in refused("strength", "--out", tmp_path, "--only", "zzz")


def written_edition(folder: Path, change: str) -> Path:
    table = built_in("tatort_themse")
    clues = table["case"][0]["clues"]
    match change:
        case "missing":
            del clues[0]
        case "duplicate":
            clues[0] = dict(clues[1])
        case "unknown":
            clues[0]["witness"] = "butler"
        case "value":
            clues[0]["value"] = 7
        case "key":
            table["case"][0]["colour"] = "red"
    toml = folder / "box.toml"
    toml.write_text(as_toml(table))
    return toml


def as_toml(table: dict[str, object]) -> str:
    """Just enough TOML for an edition: its tables hold strings, numbers and lists of tables."""
    cases = table["case"]
    assert isinstance(cases, list)
    lines = [f"name = {json.dumps(table['name'])}"]
    for case in cases:
        lines.append("[[case]]")
        lines += [f"{key} = {toml_value(value)}" for key, value in case.items()]
    return "\n".join(lines)


def toml_value(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_value(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("missing", "found 24"),
        ("unknown", "'butler'"),
        ("value", "not 7"),
        ("key", "'colour'"),
    ],
)
def test_a_faulty_edition_is_refused_in_one_line(tmp_path: Path, change: str, said: str) -> None:
    file = written_edition(tmp_path, change)
    assert said in refused("trace", "tatort_themse", "--edition", file)


@pytest.mark.parametrize("change", ["none", "duplicate"])
def test_an_edition_of_ones_own_plays(tmp_path: Path, change: str) -> None:
    file = written_edition(tmp_path, change)
    trace = json.loads(spieltisch("trace", "tatort_themse", "--edition", file).stdout)
    assert trace["edition"]["case"][0]["id"] == "painting"


@pytest.mark.parametrize(
    "text", ["", "{}", '{"game": "tatort_themse", "edition": "x", "position": {}}']
)
def test_what_is_no_position_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "position.json"
    file.write_text(text)
    assert refused("position", file)


@pytest.mark.parametrize("room", ROOMS)
def test_a_score_sheet_folds_what_brings_nothing_and_fits_80_columns(
    tmp_path: Path, room: str
) -> None:
    file = tmp_path / "trace.json"
    file.write_text(spieltisch("trace", room, "--seed", 2, "--bot", "casual").stdout)
    shown = spieltisch("replay", file).stdout.splitlines()
    assert max(map(len, shown)) <= 80
    rows = [[cell.strip() for cell in line.split("│")] for line in shown if line.startswith("│")]
    told = [(row[1], row[2]) for row in rows if row[2]]
    assert not any(one == other and one[1] == "0" for one, other in pairwise(told)), shown
