"""A card list as text: TOML, as `spieltisch --edition FILE` reads it, or packed into a link."""

from __future__ import annotations

import base64
import json
import tomllib
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from spieltisch.core.errors import BadEdition

Table = dict[str, Any]
MOST_TEXT = 60_000
RAW = -zlib.MAX_WBITS  # deflate without a header, as browsers call deflate-raw


def read_text(text: str) -> Table:
    """TOML or JSON, whichever it is."""
    try:
        table = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError):
        raise BadEdition("not TOML or JSON", "", "unreadable_file") from None
    if not isinstance(table, dict):
        raise BadEdition("not a table", "", "unreadable_file")
    return table


def packed(table: Table) -> str:
    """Short enough for an address; box.js packs its links in the same way."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, RAW)
    squeezed = squeeze.compress(json.dumps(table, ensure_ascii=False).encode()) + squeeze.flush()
    return base64.urlsafe_b64encode(squeezed).decode().rstrip("=")


def unpacked(letters: str) -> Table:
    try:
        squeezed = base64.urlsafe_b64decode(letters[:MOST_TEXT] + "=" * (-len(letters) % 4))
        text = zlib.decompressobj(RAW).decompress(squeezed, MOST_TEXT).decode()
    except (ValueError, zlib.error):
        raise BadEdition("not a packed card list", "", "unreadable_file") from None
    return read_text(text)


def as_toml(table: Table) -> str:
    """Plain values first, then tables, then lists of tables, which TOML wants last."""
    return "\n".join([*plain_lines(table), *table_lines(table), *row_lines(table)]) + "\n"


def plain_lines(table: Table) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, (dict, list)):
            yield f"{key} = {written(value)}"


def table_lines(table: Table) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield f"\n[{key}]"
            yield from (f"{quoted(name)} = {written(one)}" for name, one in value.items())


def row_lines(table: Table) -> Iterator[str]:
    for key, value in table.items():
        for row in value if isinstance(value, list) else []:
            yield f"\n[[{key}]]"
            yield from (f"{name} = {written(one)}" for name, one in row.items())


def written(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Mapping():
            inside = ", ".join(f"{key} = {written(one)}" for key, one in value.items())
            return f"{{ {inside} }}"
        case list():
            return "[" + ", ".join(written(one) for one in value) + "]"
        case int():
            return str(value)
    return quoted(str(value))


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
