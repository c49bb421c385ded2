"""The command line: everything `spieltisch` can do without a browser, and the way to the table."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperGroup
from typer.main import get_group

from spieltisch import __version__
from spieltisch.command_options import Lan
from spieltisch.core import build
from spieltisch.core.drawing import printable
from spieltisch.core.errors import SpieltischError

COMMANDS = {
    "commands_arena": ("arena", "strength", "lab", "analyse"),
    "commands_play": ("play",),
    "commands_listing": ("games",),
    "commands_games": ("rules", "trace", "replay", "position", "schema", "perft", "bench"),
    "commands_table": ("serve", "verify", "backup", "copy", "restore"),
}
MODULES = {command: module for module, commands in COMMANDS.items() for command in commands}


class CommandsOnDemand(Mapping[str, Any]):
    """Commands by name, each loaded when it is asked for: listing the games needs no database."""

    def __getitem__(self, name: str) -> Any:
        module = import_module(f"spieltisch.{MODULES[name]}")
        loaded = typer.Typer()
        module.register(loaded)
        return get_group(loaded).commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(MODULES)

    def __len__(self) -> int:
        return len(MODULES)


class Commands(TyperGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = cast(Any, CommandsOnDemand())


app = typer.Typer(
    cls=Commands,
    help="One table for four card and board games. Without a command: serve and open the browser.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
)


def this_build() -> str:
    return f"spieltisch {__version__} ({build.description()})\n"


def show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(this_build())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=show_version,
            is_eager=True,
            help="The version, and which build runs.",
        ),
    ] = False,
    lan: Lan = False,
) -> None:
    """Without a command: lay the table."""
    if context.invoked_subcommand is None:
        from spieltisch.commands_table import play_here  # noqa: PLC0415 (loads the server's store)

        sys.stdout.write(this_build())
        play_here(lan)


def stop_with(error: SpieltischError | OSError) -> NoReturn:
    """One clear line, exit code 2."""
    sys.stderr.write(f"spieltisch: {printable(str(error))}\n")
    raise SystemExit(2)


def missing(error: ModuleNotFoundError) -> SpieltischError:
    """What to install: the library alone comes without what the table is made of."""
    extra = "dask" if error.name == "distributed" else "play"
    return SpieltischError(f"{error.name} is not installed: pip install 'spieltisch[{extra}]'")


def main() -> None:
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
    except ModuleNotFoundError as error:
        stop_with(missing(error))
    except (SpieltischError, OSError) as error:
        stop_with(error)
