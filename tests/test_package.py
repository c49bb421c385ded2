"""The library needs next to nothing; what is installed is what was built."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OF_THE_TABLE = "alembic litestar prometheus_client psycopg segno sqlalchemy uvicorn uvloop"
WITHOUT_THE_TABLE = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OF_THE_TABLE.split()}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""


def without_the_table(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program as somebody would who installed the library alone."""
    program = WITHOUT_THE_TABLE + textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


def test_matches_bots_and_the_arena_need_nothing_of_the_table() -> None:
    ran = without_the_table("""
        import spieltisch
        from spieltisch import arena

        match = spieltisch.load("holmes").match(seed=1)
        match.play({seat: spieltisch.bot("casual") for seat in range(2)})
        assert match.over and spieltisch.replay(match.record()) == match
        assert arena.tournament("holmes", ["casual", "random"], games=2).standings
    """)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("words", [["serve"], ["backup", "saved"], []])
def test_the_command_says_in_one_line_what_the_table_needs(words: list[str]) -> None:
    ran = without_the_table(f"""
        from spieltisch.cli import main

        sys.argv = ["spieltisch", *{words}]
        main()
    """)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "pip install 'spieltisch[play]'" in ran.stderr


@pytest.mark.parametrize(("word", "shown"), [("games", "troika"), ("--help", "arena")])
def test_other_commands_work_without_the_table(word: str, shown: str) -> None:
    ran = without_the_table(f"""
        from spieltisch.cli import main

        sys.argv = ["spieltisch", {word!r}]
        main()
    """)
    assert ran.returncode == 0, ran.stderr
    assert shown in ran.stdout


def run(*command: object, **environment: str) -> str:
    ran = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The wheel, built twice from copies of the source."""
    built: list[Path] = []
    for name in ("first", "second"):
        source = tmp_path_factory.mktemp(name) / "source"
        run("git", "clone", "--quiet", ROOT, source)
        build = [sys.executable, "-m", "pip", "wheel", source, "--no-deps", "--no-build-isolation"]
        run(*build, "--wheel-dir", source.parent, SOURCE_DATE_EPOCH="1700000000")
        built += source.parent.glob("*.whl")
    return built


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


@pytest.mark.long
def test_the_same_source_gives_the_same_wheel(wheels: list[Path]) -> None:
    first, second = map(contents, wheels)
    assert [name for name in first if first[name] != second.get(name)] == []
    assert wheels[0].read_bytes() == wheels[1].read_bytes()


@pytest.mark.long
def test_a_wheel_plays_in_an_empty_environment_without_a_compiler(
    wheels: list[Path], tmp_path: Path
) -> None:
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheels[0], CC="/nowhere/cc")
    command = python.with_name("spieltisch")
    assert "compiled" in run(command, "--version")
    assert '"winners"' in run(command, "trace", "troika", "--seed", 1)


@pytest.mark.long
def test_a_wheel_needs_nothing_of_the_system_but_what_every_linux_has(wheels: list[Path]) -> None:
    assert "manylinux" in run(sys.executable, "-m", "auditwheel", "show", wheels[0])


@pytest.mark.long
def test_the_oldest_versions_the_library_allows_work(wheels: list[Path], tmp_path: Path) -> None:
    venv.create(tmp_path / "oldest", with_pip=True)
    python = tmp_path / "oldest" / "bin" / "python"
    oldest = [needed.replace(">=", "==") for needed in PROJECT["dependencies"]]
    run(python, "-m", "pip", "install", "--quiet", wheels[0], "pytest", *oldest)
    run(python, "-m", "pytest", "--quiet", "--noconftest", "tests/test_library_tour.py")


@pytest.mark.long
def test_the_source_package_installs_without_a_compiler_and_plays(tmp_path: Path) -> None:
    """Where nothing can be compiled, plain Python is installed, and says so."""
    source = tmp_path / "source"
    run("git", "clone", "--quiet", ROOT, source)
    build = "from setuptools.build_meta import build_sdist; build_sdist('..')"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, capture_output=True)
    (packed,) = tmp_path.glob("*.tar.gz")
    venv.create(tmp_path / "bare", with_pip=True)
    python = tmp_path / "bare" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", packed, CC="/nowhere/cc")
    command = python.with_name("spieltisch")
    assert "pure Python" in run(command, "--version")
    assert '"winners"' in run(command, "trace", "troika", "--seed", 1)
