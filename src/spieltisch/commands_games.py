"""The commands about one game and its files: rules, trace, replay, position, schema and others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from spieltisch.bots import by_name
from spieltisch.command_options import (
    BOTS,
    AsJson,
    EditionFile,
    GameName,
    Number,
    Options,
    Seats,
    print_json,
    read_options,
)
from spieltisch.core import build
from spieltisch.core.drawing import printable
from spieltisch.core.errors import BadDocument, BadOption
from spieltisch.core.game import Game
from spieltisch.core.match import Match
from spieltisch.core.perft import perft
from spieltisch.core.record import Record, who_is
from spieltisch.core.texts import LANGUAGES, SOURCES, load_texts
from spieltisch.files import read_edition, read_position, read_record
from spieltisch.games import game as room
from spieltisch.games import game_of_position, game_of_record
from spieltisch.schemas import names as schema_names
from spieltisch.schemas import schema
from spieltisch.speed import measure_rooms
from spieltisch.terminal.score_sheet import score_sheet
from spieltisch.trace import as_table
from spieltisch.trace import trace as play_by_itself

out = Console(markup=False, emoji=False)  # names and card lists may hold what looks like it


def load_game(name: str, edition: Path | None) -> Game:
    return room(name, None if edition is None else read_edition(edition))


def rules(
    game: GameName,
    lang: Annotated[str, typer.Option(help="de, fr or en")] = "en",
    as_json: AsJson = False,
) -> None:
    """Print a game's rule book, clause by clause."""
    name = room(game).name
    if lang not in LANGUAGES:
        raise BadOption(f"rule books are in {', '.join(LANGUAGES)}, not {lang[:20]!r}")
    texts = load_texts(name, lang)
    if as_json:
        print_json(texts)
        return
    out.print(texts.title, style="bold")
    out.print(f"{texts.about}\n")
    sources = ", ".join(f"[{mark}] {meaning}" for mark, meaning in SOURCES.items())
    out.print(f"Where sentences come from: {sources}.", highlight=False)
    for section in texts.sections:
        out.print(f"\n{section.title}", style="bold")
        for clause in section.clauses:
            out.print(f"  {clause.id} {clause.with_marks()}", highlight=False)


def trace(
    game: GameName,
    seats: Seats = 2,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    legal: Annotated[bool, typer.Option("--legal", help="Add legal moves and outcomes.")] = False,
    bots: Annotated[
        str,
        typer.Option(*BOTS, help="A level or bot of your own for all seats, or one each."),
    ] = "random",
    option: Options = None,
    edition: EditionFile = None,
) -> None:
    """Let bots play one game and print it as one JSON object."""
    room = load_game(game, edition)
    options = read_options(option)
    room.start(seats, options)
    seated = [by_name.bot(name) for name in by_name.every_seat(bots.split(","), seats)]
    record = play_by_itself(room, seated, options, seed)
    print_json(as_table(record, seed, legal))


def replay(
    file: Annotated[Path, typer.Argument(help="A record, a trace, or a games.jsonl.")],
    as_json: AsJson = False,
    number: Number = None,
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this step.")] = None,
    as_position: Annotated[
        bool, typer.Option("--position", help="Print the position reached, to save as a file.")
    ] = False,
) -> None:
    """Check a record step by step and print the score sheet."""
    written = read_record(file, number)
    game = game_of_record(written)
    if at is not None:
        written = msgspec.structs.replace(written, steps=written.steps[:at], result=None)
    match = Match.from_record(game, written)
    if as_position:
        sys.stdout.write(match.position().written() + "\n")
    elif as_json:
        print_json(replay_facts(match))
    else:
        print_sheet(match, written)


def replay_facts(match: Match) -> dict[str, object]:
    return {
        "game": match.game.name,
        "steps": len(match.steps),
        "over": match.over,
        "result": match.result,
    }


def print_sheet(match: Match, written: Record) -> None:
    title, result = match.game.title, match.result
    out.print(f"{title}: {len(match.steps)} steps, every one legal.", highlight=False)
    if result is None:
        out.print(f"The game is not over: {match.now()}")
        return
    names = [seat_name(written, seat) for seat in range(match.seats)]
    out.print(score_sheet(match.game, result, names, "en"))
    for seat, score in enumerate(result.scores):
        won = (" wins", "bold") if seat in result.winners else ""
        out.print(Text.assemble(f"{names[seat]}: {score}", won))
    out.print(f"Ended: {result.ending.replace('_', ' ')} ({result.ending_clause})", highlight=False)


def seat_name(written: Record, seat: int) -> str:
    named = printable(written.names[seat]) if seat < len(written.names) else ""
    return named or f"seat {seat}"


def show_position(
    file: Annotated[Path, typer.Argument(help="A position (spieltisch replay --position).")],
    as_json: AsJson = False,
) -> None:
    """Show who decides, the legal moves, and each seat's view of a position."""
    read = read_position(file)
    game = game_of_position(read)
    match = Match.from_position(game, read.position)
    views = [match.view(seat) for seat in range(match.seats)]
    if as_json:
        print_json({"turn": who_is(match.turn), "legal": match.legal, "views": views})
        return
    out.print("The game is over." if match.over else match.now())
    out.print("Legal: " + ", ".join(match.legal), highlight=False)
    for seat in range(match.seats):
        out.print(f"\nSeat {seat} sees:", style="bold", highlight=False)
        out.print(match.text(seat), highlight=False)


def count_positions(
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, max=12)],
    seats: Seats = 2,
    start: Annotated[Path | None, typer.Option("--from", help="A position to start from.")] = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of steps, chance included, up to a depth."""
    played = room(game)
    state = played.start(seats, read_options(option))
    if start is not None:
        read = read_position(start)
        if read.game != played.name:
            raise BadDocument(f"position {start}: of {read.game[:60]!r}, not of {played.name!r}")
        played = game_of_position(read)
        state = played.from_document(read.position)
    counts = [perft(played, state, level) for level in range(depth + 1)]
    if as_json:
        print_json({"game": played.name, "nodes": counts})
        return
    for level, count in enumerate(counts):
        out.print(f"depth {level}: {count}", highlight=False)


def bench(
    seconds: Annotated[float, typer.Option(help="How long for each measurement.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure random and heuristic games a second on this machine (make bench adds peers)."""
    rows = measure_rooms(seconds)
    if as_json:
        print_json(rows)
        return
    grid = Grid("game", "seats", "played by", "steps/s", "games/s", title=build.description())
    for row in rows:
        grid.add_row(row.game, str(row.seats), row.policy, f"{row.steps:,.0f}", f"{row.games:,.0f}")
    out.print(grid)


def print_schema(
    name: Annotated[str, typer.Argument(help="Such as record or edition-holmes.")] = "",
) -> None:
    """Print a JSON Schema of what is written down or sent; without a name, list them."""
    if name:
        print_json(schema(name))
    else:
        sys.stdout.write("\n".join(schema_names()) + "\n")


def register(app: typer.Typer) -> None:
    app.command()(rules)
    app.command()(trace)
    app.command()(replay)
    app.command("position")(show_position)
    app.command("schema")(print_schema)
    app.command("perft")(count_positions)
    app.command()(bench)
