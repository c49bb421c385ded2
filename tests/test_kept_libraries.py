"""What setup.py keeps of a compilation is used again exactly as long as nothing that went into it
has changed, and half a build is never taken for a whole one."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from tests.test_new_room import PACKAGE, REPOSITORY, build_house


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The setup of a small house that is the present folder."""
    build_house(tmp_path)
    monkeypatch.chdir(tmp_path)
    spec = importlib.util.spec_from_file_location("setup_of_the_house", REPOSITORY / "setup.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def digest(setup: ModuleType) -> str:
    return str(setup.digest(setup.compiled_files()))


def edit(*file: str) -> None:
    with PACKAGE.joinpath(*file).open("a", encoding="utf-8") as opened:
        opened.write("\n# edited\n")


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        (("core", "state.py"), True),
        (("games", "toy", "rules.py"), True),
        (("games", "toy", "room.py"), False),
        (("core", "drawing.py"), False),
    ],
)
def test_libraries_are_kept_for_what_they_were_made_of(
    setup: ModuleType, file: tuple[str, ...], matters: bool
) -> None:
    before = digest(setup)
    assert digest(setup) == before
    edit(*file)
    assert (digest(setup) != before) == matters


def test_types_that_compiled_files_read_matter_too(setup: ModuleType) -> None:
    with (PACKAGE / "core" / "state.py").open("a", encoding="utf-8") as compiled:
        compiled.write("\nfrom spieltisch.core.errors import SpieltischError\n")
    before = digest(setup)
    edit("core", "errors.py")
    assert digest(setup) != before


def test_another_optimization_is_another_library(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest(setup)
    monkeypatch.setattr(setup, "OPTIMIZATION", "1")
    assert digest(setup) != before


def built(folder: Path, *names: str) -> dict[str, Path]:
    folder.mkdir()
    libraries = {name: folder / f"{name}.so" for name in names}
    for name, library in libraries.items():
        library.write_text(name)
    return libraries


def test_kept_libraries_come_back(setup: ModuleType, tmp_path: Path) -> None:
    kept = setup.Kept(tmp_path / "kept" / "digest")
    assert not kept
    kept.take(built(tmp_path / "built", "core.state", "games.toy.rules"))
    assert kept
    assert [one.name for one in kept.extensions()] == ["core.state", "games.toy.rules"]
    again = tmp_path / "again" / "state.so"
    kept.copy_to({"core.state": again})
    assert again.read_text() == "core.state"


def test_what_did_not_compile_is_not_kept(setup: ModuleType, tmp_path: Path) -> None:
    kept = setup.Kept(tmp_path / "kept" / "digest")
    libraries = built(tmp_path / "built", "core.state", "games.toy.rules")
    libraries["games.toy.rules"].unlink()
    kept.take(libraries)
    assert not kept


def test_an_interrupted_build_leaves_nothing_that_looks_whole(
    setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = setup.Kept(tmp_path / "kept" / "digest")
    libraries = built(tmp_path / "built", "core.state", "games.toy.rules")

    def copy_one(source: Path, target: Path) -> None:
        if target.name == "games.toy.rules":
            raise KeyboardInterrupt
        target.write_text(source.read_text())

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(shutil, "copy", copy_one)
        kept.take(libraries)
    assert not kept
    kept.take(libraries)
    assert kept


def test_few_compilations_are_kept(setup: ModuleType, tmp_path: Path) -> None:
    libraries = built(tmp_path / "built", "core.state")
    for number in range(setup.MOST_KEPT + 3):
        setup.Kept(tmp_path / "kept" / str(number)).take(libraries)
    assert len(list((tmp_path / "kept").iterdir())) == setup.MOST_KEPT
    assert setup.Kept(tmp_path / "kept" / str(setup.MOST_KEPT + 2))
