"""Reading card lists: what every room's edition checks in the same words."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from importlib import resources
from pathlib import Path
from typing import Any

from spieltisch.core.errors import BadEdition

Table = dict[str, Any]
MOST_BYTES = 100_000


def built_in(room: str) -> Table:
    folder = resources.files(f"spieltisch.games.{room}")
    return tomllib.loads((folder / "edition.toml").read_text(encoding="utf-8"))


def read_edition(path: Path) -> Table:
    """A card list from a file, or one clear line about why it cannot be read."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadEdition(f"edition {path}: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise BadEdition(f"edition {path}: larger than {MOST_BYTES} bytes")
    try:
        return tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadEdition(f"edition {path}: not TOML: {error}") from None


def only_keys(table: object, keys: Collection[str], where: str) -> Table:
    """The table itself, if it has exactly these keys."""
    if not isinstance(table, dict):
        raise BadEdition(f"{where}: expected a table with {', '.join(keys)}")
    for key in table:
        if key not in keys:
            raise BadEdition(f"{where}: unknown key {key!r} (known: {', '.join(keys)})")
    for key in keys:
        if key not in table:
            raise BadEdition(f"{where}: {key!r} is missing")
    return table


def whole(value: object, least: int, most: int, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadEdition(f"{where}: expected a whole number from {least} to {most}, not {value!r}")
    return value


def word(value: object, where: str, most: int = 60) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise BadEdition(f"{where}: expected a text of 1 to {most} characters, not {value!r}")
    return value


def one_of(value: object, choices: Collection[str], where: str) -> str:
    if not isinstance(value, str) or value not in choices:
        raise BadEdition(f"{where}: {value!r} is not one of {', '.join(choices)}")
    return value


def rows(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise BadEdition(f"{where}: expected a list")
    return value
