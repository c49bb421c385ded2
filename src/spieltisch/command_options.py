"""What several commands share: options, and answers for programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from spieltisch.core.errors import BadOption

GameName = Annotated[str, typer.Argument(help="tatort_themse, troika, holmes or zug_um_zug")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Seats = Annotated[int, typer.Option("--seats", "-n", help="How many players.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option, as NAME=VALUE; repeatable.")
]
EditionFile = Annotated[
    Path | None, typer.Option("--edition", "-e", help="A card list of your own (TOML).")
]
BOTS = ("--bots", "--bot")  # both spellings, wherever bots are named
Number = Annotated[int | None, typer.Option(min=0, help="Which game of a games.jsonl.")]
Lan = Annotated[bool, typer.Option("--lan", help="Let the local network in and show the address.")]


def read_options(given: list[str] | None) -> dict[str, str]:
    """Options written as NAME=VALUE."""
    options = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"option {text[:60]!r}: write it as NAME=VALUE")
        options[name] = value
    return options


def print_json(value: object) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
