"""Reading card lists: what every room's edition checks in the same words."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from importlib import resources
from typing import Annotated, Any

import msgspec

from spieltisch.core.errors import BadEdition

Table = dict[str, Any]
MOST_BYTES = 100_000
LONGEST_WORD = 60
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_WORD)]


def built_in(room: str) -> Table:
    folder = resources.files(f"spieltisch.games.{room}")
    return tomllib.loads((folder / "edition.toml").read_text(encoding="utf-8"))


def read(raw: bytes, name: str) -> Table:
    try:
        return tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadEdition(f"edition {name}: not TOML: {error}") from None
    except RecursionError:
        raise BadEdition(f"edition {name}: nested too deeply") from None


class Where(msgspec.Struct, frozen=True):
    """A place in a card list, in words and as a path."""

    text: str
    path: str = ""

    def at(self, text: str, key: str | int) -> Where:
        path = f"{self.path}.{key}" if self.path else str(key)
        return Where(f"{self.text}, {text}" if self.text else text, path)

    def wrong(self, message: str, reason: str, clause: str = "", **facts: str | int) -> BadEdition:
        return BadEdition(f"{self.text}: {message}", self.path, reason, clause, **facts)


Place = Where | str
TOP = Where("")


def place(where: Place) -> Where:
    return Where(where) if isinstance(where, str) else where


def only_keys(table: object, keys: Collection[str], where: Place) -> Table:
    """The table itself, if it has exactly these keys."""
    here = place(where)
    if not isinstance(table, dict):
        raise here.wrong(f"expected a table with {', '.join(keys)}", "not_a_table")
    for key in table:
        if key not in keys:
            known = ", ".join(keys)
            raise here.wrong(f"unknown key {key!r} (known: {known})", "unknown_key", key=str(key))
    for key in keys:
        if key not in table:
            raise here.wrong(f"{key!r} is missing", "missing_key", key=key)
    return table


def whole(value: object, least: int, most: int, where: Place) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        message = f"expected a whole number from {least} to {most}, not {value!r}"
        raise place(where).wrong(message, "not_whole", least=least, most=most)
    return value


def word(value: object, where: Place, most: int = LONGEST_WORD) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        message = f"expected a text of 1 to {most} characters, not {value!r}"
        raise place(where).wrong(message, "not_a_word", most=most)
    return value


def one_of(value: object, choices: Collection[str], where: Place) -> str:
    if not isinstance(value, str) or value not in choices:
        message = f"{value!r} is not one of {', '.join(choices)}"
        raise place(where).wrong(message, "not_one_of", choices=", ".join(choices))
    return value


def rows(value: object, where: Place) -> list[object]:
    if not isinstance(value, list):
        raise place(where).wrong("expected a list", "not_a_list")
    return value
