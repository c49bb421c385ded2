"""CONTRIBUTING's list for a new game, tried: the toy is added to a copy of the house, compiled like
the other rooms (plain Python cannot subclass a compiled State), and put to the kit. The copy has no
other room, so that compiling it takes seconds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
PACKAGE = Path("src", "spieltisch")
TOY = Path(__file__).parent / "toy"

pytestmark = pytest.mark.skipif(
    os.environ.get("SPIELTISCH_EXPECT") != "compiled",
    reason="no compiler is promised: set SPIELTISCH_EXPECT=compiled as make test does",
)


def build_house(house: Path) -> None:
    """Core, the list of rooms, and the toy as if it had been written there."""
    package = house / PACKAGE
    shutil.copytree(
        REPOSITORY / PACKAGE / "core", package / "core", ignore=shutil.ignore_patterns("*.so")
    )
    shutil.copy(REPOSITORY / "setup.py", house)
    (package / "__init__.py").touch()
    (package / "games" / "toy").mkdir(parents=True)
    rooms = (REPOSITORY / PACKAGE / "games" / "__init__.py").read_text(encoding="utf-8")
    entered = re.sub(r"ROOMS = \{.*?\}", 'ROOMS = {"toy": "Toy"}', rooms, flags=re.DOTALL)
    (package / "games" / "__init__.py").write_text(entered, encoding="utf-8")
    for file in ("__init__.py", "state.py", "rules.py", "room.py"):
        text = (TOY / file).read_text(encoding="utf-8").replace("tests.toy", "spieltisch.games.toy")
        (package / "games" / "toy" / file).write_text(text, encoding="utf-8")


def run(*command: str, folder: Path, source: Path) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(source), "MYPYC_OPT_LEVEL": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_room_made_by_the_list_is_compiled_and_passes_the_kit(tmp_path: Path) -> None:
    build_house(tmp_path)
    source = tmp_path / "src"
    run("setup.py", "-q", "build_ext", "--inplace", folder=tmp_path, source=source)
    told = run("-m", "tests.toy.check", folder=REPOSITORY, source=source).split("\n")
    assert told[:2] == ["toy-2", "toy-3"]
    for module in ("core.state", "games.toy.state", "games.toy.rules"):
        file = Path(*module.split("."))
        assert list((tmp_path / PACKAGE / file.parent).glob(f"{file.name}.*.so")), module
    assert str(tmp_path) in told[2] and told[2].endswith(".so"), "another build was checked"
