"""JSON Schemas of everything that is written down or sent: records, traces, positions, card lists
and views; made from the types that read and write them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import msgspec

from spieltisch.core.errors import SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.position import PositionFile
from spieltisch.core.record import Record
from spieltisch.core.view import View
from spieltisch.games import ROOMS, game

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


class UnknownSchema(SpieltischError):
    """There is no schema of that name."""


class TraceStep(msgspec.Struct, omit_defaults=True):
    """`legal` or, where chance decides, `outcomes` with their weights: only if asked for."""

    who: int | Literal["chance"]
    text: str
    legal: list[str] | msgspec.UnsetType = msgspec.UNSET
    outcomes: dict[str, int] | msgspec.UnsetType = msgspec.UNSET


class Trace(msgspec.Struct):
    """A game that `spieltisch trace` played by itself."""

    game: str
    seats: int
    options: dict[str, str]
    edition: str | dict[str, Any]
    seed: int
    steps: list[TraceStep]
    result: dict[str, Any]


def names() -> list[str]:
    """All of them, as the command and the server's routes call them."""
    listed = ["record", "trace"]
    for room in ROOMS:
        listed += [f"view-{room}", f"position-{room}"]
        listed += [f"edition-{room}"] * (game(room).edition_type is not None)
    return listed


def schema(name: str) -> Schema:
    """
    >>> schema("edition-holmes")["title"]
    'EditionFile'
    """
    if name not in names():
        raise UnknownSchema(f"there is no schema {name[:60]!r}; there are {', '.join(names())}")
    kind, _, room = name.partition("-")
    return {"$schema": DIALECT, "$id": f"{name}.json", **described(kind, room)}


def described(kind: str, room: str) -> Schema:
    if not room:
        made = msgspec.json.schema(Record if kind == "record" else Trace)
    elif kind == "position":
        made = position_schema(game(room))
    else:
        made = msgspec.json.schema(getattr(game(room), f"{kind}_type"))
    return with_title(made)


def position_schema(room: Game) -> Schema:
    """The file's, with the room's own document in its place."""
    filled = msgspec.defstruct(
        "PositionFile",
        [
            (field.name, room.position_type if field.name == "position" else field.type)
            if field.required
            else (field.name, field.type, field.default)
            for field in msgspec.structs.fields(PositionFile)
        ],
        forbid_unknown_fields=True,
    )
    return msgspec.json.schema(filled)


def with_title(made: Schema) -> Schema:
    """msgspec puts everything behind a reference; readers want a title on the outside."""
    reference = made.get("$ref", "")
    return {"title": reference.rpartition("/")[2], **made}


PAGE = """# Views: what a seat may know

The `view` of the API, of bots and of the library, game by game. Every view begins with `seat` (null
for a spectator), `seats`, `turn` (the seat that decides, -1 where chance does, -2 at the end) and
`phase`, which tells what is being decided. Names and types come from the code (`python -m
spieltisch.schemas docs/views.md` writes this page), the rules behind them are in the [rule
books](rules/holmes.md), the letters of cards in the [notation](notation.md). The same as JSON
Schema: `spieltisch schema view-holmes`.
"""


def page() -> str:
    """docs/views.md."""
    return "\n".join([PAGE, *(chapter(game(name)) for name in ROOMS)])


def chapter(room: Game) -> str:
    parts = schema(f"view-{room.name}")["$defs"]
    whole = room.view_type.__name__
    lines = [f"## {room.title}", "", f"`phase` is one of {phases(room)}.", ""]
    for name in (whole, *sorted(parts.keys() - {whole})):
        lines += [f"**{name}.** {in_one_line(parts[name])}".rstrip(), ""]
        lines += ["| field | type | what it is |", "|---|---|---|"]
        lines += [
            f"| `{field}` | {in_words(kind)} | {in_one_line(kind)} |"
            for field, kind in parts[name]["properties"].items()
            if name != whole or field not in View.__struct_fields__
        ]
        lines.append("")
    return "\n".join(lines)


def phases(room: Game) -> str:
    """In the order of the game, with what the table says of the ones it words."""
    words = room.texts("en").words
    listed: Sequence[str] = import_module(f"spieltisch.games.{room.name}.position").PHASES
    return ", ".join(f"`{one}`" + (f" ({words[one]})" if one in words else "") for one in listed)


def in_one_line(part: Schema) -> str:
    return " ".join(part.get("description", "").split())


def in_words(kind: Schema) -> str:
    """A type as people read it.

    >>> in_words({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}})
    'list of (string or null)'
    """
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "anyOf" in kind:
        return " or ".join(map(in_words, kind["anyOf"]))
    if "enum" in kind:
        return " or ".join(f'"{value}"' for value in kind["enum"])
    if kind["type"] == "array":
        inner = in_words(kind["items"])
        return f"list of ({inner})" if " or " in inner else f"list of {inner}"
    return str(kind["type"])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
