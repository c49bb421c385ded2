"""The compiled and the uncompiled build play the same games, each in a process of its own.

`make test` sets SPIELTISCH_EXPECT=compiled: then the installed build must be the compiled one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from spieltisch.core import state

REPOSITORY = Path(__file__).parent.parent
EXPECTED = os.environ.get("SPIELTISCH_EXPECT")
needs_expectation = pytest.mark.skipif(
    EXPECTED is None,
    reason="no build is promised: set SPIELTISCH_EXPECT=compiled as make test does",
)
every_size = pytest.mark.parametrize("games", [1, pytest.param(6, marks=pytest.mark.long)])


@cache
def report(source: str, games: int = 1) -> dict[str, Any]:
    """What tests.kit.games_played prints, with the package found in `source` ("" = installed)."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if source:
        environment["PYTHONPATH"] = source
    done = subprocess.run(
        [sys.executable, "-m", "tests.kit.games_played", str(games)],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def to_be_compiled(files: dict[str, str]) -> list[str]:
    """The loaded modules whose source bears the mark that setup.py looks for."""
    return [name for name in files if source(name).startswith("# compiled by mypyc\n")]


def source(module: str) -> str:
    path = REPOSITORY / "src" / f"{module.replace('.', '/')}.py"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@needs_expectation
def test_the_expected_build_is_the_one_installed() -> None:
    installed = report("")
    assert installed["build"] == EXPECTED, "run make test, which installs and compiles"
    marked = to_be_compiled(installed["files"])
    assert {"spieltisch.core.state", "spieltisch.games.troika.rules"} <= set(marked)
    for name in marked:
        compiled = not installed["files"][name].endswith(".py")
        assert compiled == (EXPECTED == "compiled"), f"{name} is not {EXPECTED}"


@needs_expectation
def test_these_tests_run_the_installed_build() -> None:
    assert state.__file__ == report("")["files"]["spieltisch.core.state"]


@needs_expectation
@every_size
def test_both_builds_play_the_same_games(games: int) -> None:
    pure = report("src", games)
    assert pure["build"] == "pure Python"
    assert pure["games"] == report("", games)["games"]


@every_size
def test_the_uncompiled_build_plays_the_same_games_in_every_process(games: int) -> None:
    """Nothing hangs on the order of sets or on other accidents of a process."""
    again = report(str(REPOSITORY / "src"), games)
    assert report("src", games)["games"] == again["games"]
