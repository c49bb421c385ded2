"""The command line: everything `spieltisch` can do without a browser, and the way to the table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from spieltisch import __version__, commands_arena, commands_table
from spieltisch.core import build, position, record
from spieltisch.core.errors import BadDocument, BadOption, SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.perft import perft
from spieltisch.core.record import Record
from spieltisch.core.state import CHANCE, OVER, State
from spieltisch.core.texts import LANGUAGES, load_texts
from spieltisch.files import read_edition, read_position, read_record
from spieltisch.games import ROOMS, game_of
from spieltisch.games import game as room
from spieltisch.speed import measure_rooms
from spieltisch.trace import Tracer

app = typer.Typer(
    help="One table for four card and board games. Without a command: serve and open the browser.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
)
out = Console(markup=False, emoji=False)  # names and card lists may hold what looks like it
commands_arena.register(app)

GameName = Annotated[str, typer.Argument(help="tatort_themse, troika, holmes or zug_um_zug")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Seats = Annotated[int, typer.Option("--seats", "-n", help="How many players.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option, as NAME=VALUE; repeatable.")
]
EditionFile = Annotated[
    Path | None, typer.Option("--edition", "-e", help="A card list of your own (TOML).")
]


def print_json(value: object) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def load_game(name: str, edition: Path | None) -> Game:
    return room(name, None if edition is None else read_edition(edition))


def read_options(given: list[str] | None) -> dict[str, str]:
    options = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"option {text[:60]!r}: write it as NAME=VALUE")
        options[name] = value
    return options


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games, their players, options and card lists."""
    rooms = [room(name) for name in ROOMS]
    if as_json:
        print_json([game_facts(game) for game in rooms])
        return
    grid = Grid("game", "title", "players", "minutes", "options", "edition")
    for game in rooms:
        span = f"{game.least_seats}–{game.most_seats}"
        if game.least_seats == game.most_seats:
            span = str(game.least_seats)
        options = ", ".join(f"{one.name}={'|'.join(one.values)}" for one in game.options)
        grid.add_row(game.name, game.title, span, str(game.minutes), options, edition_name(game))
    out.print(grid)


def edition_name(game: Game) -> str:
    name = game.edition if isinstance(game.edition, str) else game.edition["name"]
    return f"{name} (partly our reconstruction)" if game.reconstructed else str(name)


def game_facts(game: Game) -> dict[str, object]:
    return {
        "game": game.name,
        "title": game.title,
        "seats": [game.least_seats, game.most_seats],
        "minutes": game.minutes,
        "options": {option.name: option.values for option in game.options},
        "edition": game.edition,
        "reconstructed": game.reconstructed,
        "rules_version": game.rules_version,
    }


@app.command()
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
    for section in texts.sections:
        out.print(f"\n{section.title}", style="bold")
        for clause in section.clauses:
            out.print(f"  {clause.id} [{clause.mark}] {clause.text}", highlight=False)


@app.command()
def trace(
    game: GameName,
    seats: Seats = 2,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    legal: Annotated[bool, typer.Option("--legal", help="Add legal moves and outcomes.")] = False,
    bot: Annotated[str, typer.Option(help="Who plays all seats.")] = "random",
    option: Options = None,
    edition: EditionFile = None,
) -> None:
    """Play one game by itself and print it as one JSON object."""
    tracer = Tracer(load_game(game, edition), seats, read_options(option), seed, bot)
    print_json(tracer.play(legal))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record or trace.")],
    as_json: AsJson = False,
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this step.")] = None,
    as_position: Annotated[
        bool, typer.Option("--position", help="Print the position reached, for a file.")
    ] = False,
) -> None:
    """Check a record step by step and print the score sheet."""
    written = read_record(file)
    game = game_of(written.game, written.edition, written.rules_version)
    if at is not None:
        written = msgspec.structs.replace(written, steps=written.steps[:at], result=None)
    state = record.replay(game, written)
    if as_position:
        sys.stdout.write(position.written(game, state) + "\n")
    elif as_json:
        print_json(replay_facts(game, written, state))
    else:
        print_sheet(game, written, state)


def replay_facts(game: Game, written: Record, state: State) -> dict[str, object]:
    over = state.turn == OVER
    return {
        "game": game.name,
        "steps": len(written.steps),
        "over": over,
        "result": game.result(state) if over else None,
    }


def print_sheet(game: Game, written: Record, state: State) -> None:
    out.print(f"{game.title}: {len(written.steps)} steps, every one legal.", highlight=False)
    if state.turn != OVER:
        out.print("The game is not over: " + decider(state))
        return
    result = game.result(state)
    grid = Grid("seat", "points", "clause", "what for")
    for line in result.sheet:
        facts = ", ".join(f"{name} {value}" for name, value in line.facts.items())
        what = line.what.replace("_", " ")
        grid.add_row(
            seat_name(written, line.seat), f"{line.amount:+d}", line.clause, f"{what}: {facts}"
        )
    out.print(grid)
    for seat, score in enumerate(result.scores):
        won = (" wins", "bold") if seat in result.winners else ""
        out.print(Text.assemble(f"{seat_name(written, seat)}: {score}", won))
    out.print(f"Ended: {result.ending.replace('_', ' ')} ({result.ending_clause})", highlight=False)


def seat_name(written: Record, seat: int) -> str:
    named = printable(written.names[seat]) if seat < len(written.names) else ""
    return named or f"seat {seat}"


def printable(text: str) -> str:
    """On one line, without what would move the cursor or colour the terminal."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())


def decider(state: State) -> str:
    return "chance decides" if state.turn == CHANCE else f"seat {state.turn} decides"


@app.command("position")
def show_position(
    file: Annotated[Path, typer.Argument(help="A position (spieltisch replay --position).")],
    as_json: AsJson = False,
) -> None:
    """Tell who decides, the legal moves, and each seat's view of a position."""
    read = read_position(file)
    game = game_of(read.game, read.edition)
    state = game.from_document(read.position)
    moves = [game.texts_by_code[code] for code in game.legal(state)]
    views = [game.view(state, seat) for seat in range(state.seats)]
    if as_json:
        print_json({"turn": record.who_is(state.turn), "legal": moves, "views": views})
        return
    out.print("The game is over." if state.turn == OVER else decider(state))
    out.print("Legal: " + ", ".join(moves), highlight=False)
    for seat, view in enumerate(views):
        out.print(f"\nSeat {seat} knows:")
        out.print(msgspec.to_builtins(view))


@app.command("perft")
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
        played = game_of(read.game, read.edition)
        state = played.from_document(read.position)
    counts = [perft(played, state, level) for level in range(depth + 1)]
    if as_json:
        print_json({"game": played.name, "nodes": counts})
        return
    for level, count in enumerate(counts):
        out.print(f"depth {level}: {count}", highlight=False)


@app.command()
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


def show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"spieltisch {__version__} ({build.description()})\n")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Which build.")
    ] = False,
    lan: commands_table.Lan = False,
) -> None:
    """Without a command: lay the table."""
    if context.invoked_subcommand is None:
        out.print(f"spieltisch {__version__} ({build.description()})", highlight=False)
        commands_table.play_here(lan)


commands_table.register(app)


def stop_with(error: SpieltischError | OSError) -> NoReturn:
    """One clear line, exit code 2."""
    sys.stderr.write(f"spieltisch: {printable(str(error))}\n")
    raise SystemExit(2)


def main() -> None:
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
    except (SpieltischError, OSError) as error:
        stop_with(error)
