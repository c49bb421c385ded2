"""The command that lays a table in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from spieltisch.bots import by_name
from spieltisch.command_options import BOTS, EditionFile, Options, read_options
from spieltisch.core.drawing import printable
from spieltisch.core.errors import BadOption, BadSeats
from spieltisch.core.game import Game
from spieltisch.core.match import Match
from spieltisch.core.texts import LANGUAGES
from spieltisch.files import read_edition, read_record
from spieltisch.games import game as room
from spieltisch.terminal.saved import bots_of, resumed
from spieltisch.terminal.screen import standard_screen
from spieltisch.terminal.table import TerminalTable
from spieltisch.terminal.words import WORDS

NO_BOTS = "none"
USUAL_BOT = "casual"


def play(
    game: Annotated[str, typer.Argument(help="tatort_themse, troika, holmes or zug_um_zug.")] = "",
    seats: Annotated[int | None, typer.Option("--seats", "-n", help="How many players.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            *BOTS,
            help="Such as casual,strong or one of your own (docs/bots.md); people have the "
            "other seats. none: only people. Without it: you against casual bots.",
        ),
    ] = None,
    names: Annotated[str, typer.Option(help="Names of the people, such as Anna,Ben.")] = "",
    option: Options = None,
    edition: EditionFile = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same chance.")] = None,
    lang: Annotated[str, typer.Option(help="de, fr or en")] = "en",
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal, against bots or several people in turn."""
    if lang not in LANGUAGES:
        raise BadOption(f"the terminal speaks {', '.join(LANGUAGES)}, not {lang[:20]!r}")
    chance = secrets.randbits(48) if seed is None else seed
    if resume is not None:
        table = go_on(resume, game, chance, lang, listed(bots))
    elif game:
        played = room(game, None if edition is None else read_edition(edition))
        levels = seated(played, seats, bots)
        number = seats or max(played.least_seats, len(levels) + 1)
        match = played.match(number, read_options(option), seed=chance)
        table = laid(match, levels, named(names), lang)
    else:
        raise BadOption("name a game, or --resume a saved one")
    table.play()


def seated(played: Game, seats: int | None, bots: str | None) -> list[str]:
    """The names of the bots, who have the last seats."""
    if bots is None:
        return [USUAL_BOT] * ((seats or played.least_seats) - 1)
    levels = listed(bots)
    for level in levels:
        by_name.check(level)
    if seats is not None and len(levels) >= seats:
        raise BadSeats(f"{len(levels)} bots leave none of {seats} seats to you")
    return levels


def listed(bots: str | None) -> list[str]:
    return [] if bots is None or bots == NO_BOTS else [name.strip() for name in bots.split(",")]


def named(names: str) -> list[str]:
    return [printable(name) for name in names.split(",")] if names else []


def laid(match: Match, levels: list[str], names: list[str], language: str) -> TerminalTable:
    people = match.seats - len(levels)
    if len(names) > people:
        raise BadSeats(f"{len(names)} names, but {people} of the seats are for people")
    word = WORDS[language]["player"]
    called = names + [word.format(number=seat + 1) for seat in range(len(names), people)]
    called += bot_names(levels, language)
    bots = dict(enumerate(levels, people))
    return TerminalTable(match, bots, called, language, standard_screen())


def bot_names(levels: list[str], language: str) -> list[str]:
    """The level, with a number if several bots have it."""
    names = []
    for at, level in enumerate(levels):
        number = f" {levels[: at + 1].count(level)}" if levels.count(level) > 1 else ""
        names.append(by_name.label(level, language) + number)
    return names


def go_on(file: Path, game: str, seed: int, language: str, named: list[str]) -> TerminalTable:
    """A file may come from anybody, and names run code: a bot of one's own that it names plays on
    only if it is named again."""
    record = read_record(file)
    if game and game != record.game:
        raise BadOption(f"{file} is a game of {record.game[:60]}, not of {game[:60]}")
    match = resumed(record, seed)
    bots = bots_of(record)
    for bot in bots.values():
        if not by_name.is_level(bot) and bot not in named:
            raise BadOption(f"{file} was played with the bot {bot[:60]!r}; name it with --bots")
        by_name.check(bot)
    if len(bots) == match.seats:
        raise BadSeats(f"{file} has no seat for a person")
    names = match.game.seat_names(match.seats, language, list(map(printable, record.names)))
    return TerminalTable(match, bots, names, language, standard_screen())


def register(app: typer.Typer) -> None:
    app.command()(play)
