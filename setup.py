"""Compiles core, rules and search with mypyc; without a C compiler, plain Python is installed."""

import os
import sys
from pathlib import Path
from typing import cast

from setuptools import Extension, setup

INLINE_WITHIN_THE_LIBRARY = ["-fno-semantic-interposition"] if os.name == "posix" else []
PACKAGE = Path("src/spieltisch")
COMPILED_IN_CORE = ("bits.py", "rng.py", "state.py", "memory.py", "observing.py")
COMPILED_IN_ROOMS = (
    "state.py",
    "rules.py",
    "scoring.py",
    "heuristic.py",
    "recall.py",
    "observation.py",
    "prices.py",
    "cards.py",
    "rows.py",
    "abilities.py",
    "days.py",
    "listing.py",
    "worth.py",
    "codes.py",
    "turns.py",
    "tickets.py",
    "tiles.py",
    "plan.py",
)
COMPILED_IN_RESEARCH = ("stepping.py", "chronicle.py", "turns.py")


def compiled_files() -> list[str]:
    rooms = sorted(folder for folder in (PACKAGE / "games").iterdir() if folder.is_dir())
    files = [PACKAGE / "core" / name for name in COMPILED_IN_CORE]
    files += [room / name for room in rooms for name in COMPILED_IN_ROOMS]
    files += sorted((PACKAGE / "search").glob("*.py"))
    files += [PACKAGE / "research" / name for name in COMPILED_IN_RESEARCH]
    return [str(path) for path in files if path.exists() and path.name != "__init__.py"]


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
