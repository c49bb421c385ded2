"""Compiles core, rules and search with mypyc; without a C compiler, plain Python is installed."""

import os
import sys
from pathlib import Path
from typing import cast

from setuptools import Extension, setup

INLINE_WITHIN_THE_LIBRARY = ["-fno-semantic-interposition"] if os.name == "posix" else []
PACKAGE = Path("src/spieltisch")
MARK = "# compiled by mypyc"


def compiled_files() -> list[str]:
    """Those whose first line is the mark."""
    return [str(path) for path in sorted(PACKAGE.rglob("*.py")) if is_marked(path)]


def is_marked(path: Path) -> bool:
    with path.open(encoding="utf-8") as file:
        return file.readline().rstrip() == MARK


def extensions() -> list[Extension]:
    if os.environ.get("SPIELTISCH_PURE"):
        return []
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 (only where it is installed)
    except ImportError as error:
        print(f"spieltisch: not compiling ({error}); installing pure Python", file=sys.stderr)
        return []
    built = mypycify([*compiled_files(), "--strict"], opt_level="3", debug_level="0")
    for extension in built:
        extension.optional = True
        extension.extra_compile_args += INLINE_WITHIN_THE_LIBRARY
    return cast(list[Extension], built)


setup(ext_modules=extensions(), package_dir={"": "src"})
