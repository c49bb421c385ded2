"""Compiles core, rules and search with mypyc; without a C compiler, plain Python is installed.

Compiling takes a minute or two, and most changes are not to compiled files. So the libraries of a
compilation that succeeded are kept in build/compiled, under a digest of all that went into them,
and the next build takes them from there."""

import ast
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import mkdtemp
from typing import cast

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

INLINE_WITHIN_THE_LIBRARY = ["-fno-semantic-interposition"] if os.name == "posix" else []
SOURCE = Path("src")
PACKAGE = SOURCE / "spieltisch"
MARK = "# compiled by mypyc"
OPTIMIZATION = os.environ.get("MYPYC_OPT_LEVEL", "3")
COMPILERS = ("mypy", "librt", "msgspec", "setuptools")
KEPT = Path("build", "compiled")
MOST_KEPT = 4  # a few branches' worth
UNSAID = re.compile(r"/\*.*?\*/|(?<=\n)\s+", re.DOTALL)


def compiled_files() -> list[Path]:
    """Those whose first line is the mark."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if is_marked(path)]


def is_marked(path: Path) -> bool:
    with path.open(encoding="utf-8") as file:
        return file.readline().rstrip() == MARK


def digest(marked: list[Path]) -> str:
    """Of the compiled files, of all of ours they import (their types shape the C code), of the
    compilers and of what they are told."""
    told = [OPTIMIZATION, *map(os.environ.get, ("CC", "CFLAGS", "LDFLAGS"))]
    told += [sys.version, sysconfig.get_config_var("EXT_SUFFIX"), *map(installed, COMPILERS)]
    summed = sha256(repr(told).encode())
    for path in [Path("setup.py"), *sorted(with_imports(marked))]:
        summed.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
    return summed.hexdigest()[:20]


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def with_imports(files: list[Path]) -> set[Path]:
    found, waiting = set(files), list(files)
    while waiting:
        new = set(imports(waiting.pop())) - found
        found |= new
        waiting += new
    return found


def imports(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            module = SOURCE.joinpath(*name.split("."))
            yield from filter(Path.is_file, (module.with_suffix(".py"), module / "__init__.py"))


def compiled(files: list[Path]) -> list[Extension]:
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 (only where it is installed)
    except ImportError as error:
        print(f"spieltisch: not compiling ({error}); installing pure Python", file=sys.stderr)
        return []
    names = [*map(str, files), "--strict"]
    built = cast(list[Extension], mypycify(names, opt_level=OPTIMIZATION, debug_level="0"))
    for extension in built:
        extension.optional = True
        extension.extra_compile_args += INLINE_WITHIN_THE_LIBRARY
    return built


class Kept:
    """The libraries of one compilation, each under its module's name. All or nothing: the folder
    gets its name when everything is in it, so that an interrupted build leaves none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __bool__(self) -> bool:
        return self.folder.is_dir()

    def extensions(self) -> list[Extension]:
        self.folder.touch()
        return [Extension(file.name, sources=[]) for file in sorted(self.folder.iterdir())]

    def copy_to(self, libraries: dict[str, Path]) -> None:
        for name, library in libraries.items():
            library.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.folder / name, library)

    def take(self, libraries: dict[str, Path]) -> None:
        """Unless one is missing, because it could not be compiled."""
        if not libraries or not all(library.is_file() for library in libraries.values()):
            return
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(mkdtemp(dir=self.folder.parent))
        for name, library in libraries.items():
            shutil.copy(library, unfinished / name)
        unfinished.rename(self.folder)
        newest_first = sorted(self.folder.parent.iterdir(), key=lambda one: -one.stat().st_mtime)
        for old in newest_first[MOST_KEPT:]:
            shutil.rmtree(old)


def build_with(kept: Kept) -> type[build_ext]:
    class Build(build_ext):
        def build_extensions(self) -> None:
            libraries = {one.name: Path(self.get_ext_fullpath(one.name)) for one in self.extensions}
            if kept:
                kept.copy_to(libraries)
            else:
                super().build_extensions()
                kept.take(libraries)

    return Build


class Slim(build_py):
    """Style sheets are installed without comments and indents: every page loads them."""

    def run(self) -> None:
        super().run()
        for sheet in Path(self.build_lib).rglob("*.css"):
            sheet.write_text(UNSAID.sub("", sheet.read_text("utf-8")), "utf-8")


def build() -> None:
    files = [] if os.environ.get("SPIELTISCH_PURE") else compiled_files()
    kept = Kept(KEPT / digest(files))
    extensions = kept.extensions() if kept else compiled(files) if files else []
    build_steps = {"build_ext": build_with(kept), "build_py": Slim}
    setup(ext_modules=extensions, package_dir={"": "src"}, cmdclass=build_steps)


if __name__ == "__main__":
    build()
