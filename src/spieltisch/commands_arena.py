"""The commands for people who study games: arena, strength, lab, analyse."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from spieltisch.arena.journal import Journal
from spieltisch.arena.plan import Tournament, pairings
from spieltisch.arena.playing import (
    Crew,
    MakeExecutor,
    Outcome,
    dask_cluster,
    play_pairing,
    processes,
)
from spieltisch.arena.report import write_analysis, write_laboratory, write_tournament
from spieltisch.arena.standings import Standing, standings
from spieltisch.arena.strength import (
    TITLES,
    Contest,
    as_markdown,
    cells,
    contests,
    lines,
    rooms_for,
)
from spieltisch.arena.study import Study, setting_of, study
from spieltisch.arena.tally import Trial, play_trial
from spieltisch.bots.analysis import Analysis, collected, judge, questions
from spieltisch.bots.levels import check_level
from spieltisch.core.errors import BadOption, SpieltischError
from spieltisch.core.record import replay as check_record
from spieltisch.core.texts import LANGUAGES
from spieltisch.files import read_edition, read_record
from spieltisch.games import game, game_of

Answer = TypeVar("Answer")
notes = Console(stderr=True, markup=False, emoji=False)
out = Console(markup=False, emoji=False)  # card lists may hold what looks like it

Workers = Annotated[int, typer.Option(min=1, help="Processes on this machine.")]
DaskAddress = Annotated[
    str | None, typer.Option("--dask", help="A Dask scheduler's address; see docs/arena.md.")
]
Folder = Annotated[Path | None, typer.Option("--out", help="Where the report goes.")]
Language = Annotated[str, typer.Option("--lang", help="Of the report: de, fr or en.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="NAME=VALUE")]
Seed = Annotated[int, typer.Option(help="The same seed plays the same games.")]
ONE_EACH = os.cpu_count() or 1


def register(app: typer.Typer) -> None:
    app.command("arena")(arena)
    app.command("strength")(strength)
    app.command("lab")(lab)
    app.command("analyse")(analyse)


def executor(workers: int, dask: str | None) -> MakeExecutor:
    return dask_cluster(dask) if dask else processes(workers)


def shown(answers: Iterable[Answer], total: int, done: int, doing: str) -> Iterator[Answer]:
    """Hand the answers through, with a bar and the time left."""
    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes) as progress:
        bar = progress.add_task(doing, total=total, completed=done)
        for answer in answers:
            yield answer
            progress.advance(bar)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise BadOption(f"reports are in {', '.join(LANGUAGES)}, not {language[:20]!r}")


def laid_out(folder: Path) -> Path:
    """The folder of a report, made before anything is played: no game is lost for want of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"--out {folder}: no folder can be there: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise BadOption(f"--out {folder}: nothing can be written there")
    return folder


def option_table(given: list[str] | None) -> dict[str, str]:
    pairs = [text.partition("=") for text in given or []]
    return {name: value for name, _, value in pairs}


def this_command() -> str:
    return shlex.join(["spieltisch", *sys.argv[1:]])


def arena(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Annotated[str, typer.Option(help="Levels, with commas between.")] = "strong,casual",
    seats: Annotated[int, typer.Option("--seats", "-n")] = 2,
    games: Annotated[int, typer.Option(help="At least so many; whole deals are played.")] = 100,
    seed: Seed = 0,
    option: Options = None,
    edition: Annotated[Path | None, typer.Option("--edition", "-e")] = None,
    folder: Folder = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where it stopped.")] = False,
    workers: Workers = ONE_EACH,
    dask: DaskAddress = None,
    lang: Language = "en",
) -> None:
    """Let bots play a tournament: every line-up in every seating, with the same luck."""
    check_language(lang)
    table = None if edition is None else read_edition(edition)
    tournament = Tournament(
        name, tuple(bots.split(",")), seats, games, seed, option_table(option), table
    )
    tournament.check()
    place = laid_out(folder or Path(f"arena-{name}-{seats}-{seed}"))
    with Journal(place / "games.jsonl", tournament, resume) as journal:
        whole = play_tournament(tournament, journal, executor(workers, dask), workers)
        outcomes = journal.outcomes()
    if not outcomes:
        raise SpieltischError("no game was finished; nothing to report")
    page = write_tournament(place, tournament, outcomes, this_command(), lang)
    print_standings(standings(outcomes))
    out.print(f"Report: {page}", highlight=False)
    if not whole:
        out.print("Stopped early; the same command with --resume goes on.", highlight=False)
        raise typer.Exit(130)


def play_tournament(
    tournament: Tournament, journal: Journal, make: MakeExecutor, workers: int
) -> bool:
    """Whether every game was played; Ctrl-C keeps what is finished."""
    every = pairings(tournament)
    left = [one for one in every if one.number not in journal.finished]
    crew = Crew(make, partial(play_pairing, tournament), 4 * workers)
    done = len(every) - len(left)
    try:
        for outcome in shown(crew.answers(left), len(every), done, "playing"):
            journal.add(outcome)
    except KeyboardInterrupt:
        return False
    return True


def print_standings(rows: list[Standing]) -> None:
    grid = Grid("bot", "games", "share", "95 % interval", "by chance", "difference", "rating")
    for row in rows:
        share = row.share
        grid.add_row(
            row.bot,
            str(row.games),
            f"{share.value:.1%}",
            f"{share.low:.1%} to {share.high:.1%}",
            f"{row.fair:.1%}",
            f"{row.difference.value:+.1f}",
            f"{row.rating:.1f} ± {2 * row.rating_error:.1f}",
        )
    out.print(grid)


def strength(
    folder: Annotated[Path, typer.Option("--out", help="Where the games go; it goes on there.")],
    name: Annotated[
        list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Only contests with this in their name.")
    ] = None,
    workers: Workers = ONE_EACH,
    dask: DaskAddress = None,
) -> None:
    """Measure the levels: the tournaments behind the strength table of docs/bots.md."""
    chosen = contests(only or [])
    if not chosen:
        known = ", ".join(one.name for one in contests([]))
        raise BadOption(f"--only: no contest is called so; there are {known}")
    laid_out(folder)
    rows: list[list[str]] = []
    make = executor(workers, dask)
    for contest in chosen:
        rooms = rooms_for(contest, name or [])
        played, whole = play_contest(contest, rooms, folder, make, workers)
        rows += [cells(line, contest.measure) for line in lines(contest, played)]
        (folder / "strength.md").write_text(as_markdown(rows))
        if not whole:
            out.print("Stopped early; the same command goes on.", highlight=False)
            raise typer.Exit(130)
    print_strength(rows)


def play_contest(
    contest: Contest, rooms: list[str], folder: Path, make: MakeExecutor, workers: int
) -> tuple[dict[str, list[Outcome]], bool]:
    """The finished games of every room, and whether that is all of them."""
    played = {}
    for room in rooms:
        tournament = contest.tournament(room)
        place = folder / contest.name.replace(" ", "") / room
        notes.print(f"{contest.name}, {room}", highlight=False)
        with Journal(place / "games.jsonl", tournament, resume=True) as journal:
            whole = play_tournament(tournament, journal, make, workers)
            played[room] = journal.outcomes()
        if played[room]:
            write_tournament(place, tournament, played[room], this_command(), "en")
        if not whole:
            return played, False
    return played, True


def print_strength(rows: list[list[str]]) -> None:
    grid = Grid(*TITLES)
    for row in rows:
        grid.add_row(*row)
    out.print(grid)


def lab(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Annotated[str, typer.Option(help="A level for all seats, or one each.")] = "casual",
    seats: Annotated[int, typer.Option("--seats", "-n")] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many, for each edition.")] = 500,
    seed: Seed = 0,
    option: Options = None,
    edition: Annotated[
        list[Path] | None, typer.Option("--edition", "-e", help="One, or two side by side.")
    ] = None,
    folder: Folder = None,
    workers: Workers = ONE_EACH,
    dask: DaskAddress = None,
    lang: Language = "en",
) -> None:
    """Study a game or an edition: seats, scores, length, closeness, every card's worth."""
    check_language(lang)
    tables = editions(edition)
    levels = every_seat(bots, seats)
    rooms = [game(name, table) for table in tables]
    rooms[0].start(seats, option_table(option))
    make = executor(workers, dask)
    trials = [
        [Trial(name, levels, deal, seed, option_table(option), table) for deal in range(games)]
        for table in tables
    ]
    place = laid_out(folder or Path(f"lab-{name}-{seats}-{seed}"))
    studies = [study_of(group, make, workers) for group in trials]
    page = write_laboratory(place, rooms, seats, studies, this_command(), lang)
    for one in studies:
        print_study(one)
    out.print(f"Report: {page}", highlight=False)


def editions(paths: list[Path] | None) -> list[dict[str, Any] | None]:
    """The card lists to compare; None is the game's own."""
    return [read_edition(path) for path in paths] if paths else [None]


def every_seat(bots: str, seats: int) -> tuple[str, ...]:
    levels = tuple(bots.split(","))
    for level in levels:
        check_level(level)
    if len(levels) not in (1, seats):
        raise BadOption(f"--bots: one level for all, or {seats}, not {len(levels)}")
    return levels * seats if len(levels) == 1 else levels


def study_of(trials: list[Trial], make: MakeExecutor, workers: int) -> Study:
    crew = Crew(make, play_trial, 4 * workers)
    tallies = list(shown(crew.answers(trials), len(trials), 0, "playing"))
    room = game(trials[0].game, trials[0].edition)
    name = room.edition if isinstance(room.edition, str) else str(room.edition["name"])
    return study(name, setting_of(trials[0]), sorted(tallies, key=lambda tally: tally.deal))


def print_study(one: Study) -> None:
    grid = Grid("seat", "share", "95 % interval", "mean score", title=f"edition {one.edition}")
    for row in one.seats:
        share = row.share
        span = f"{share.low:.1%} to {share.high:.1%}"
        grid.add_row(str(row.seat), f"{share.value:.1%}", span, f"{row.score.value:.1f}")
    out.print(grid)


def analyse(
    file: Annotated[Path, typer.Argument(help="A record or trace.")],
    level: Annotated[str, typer.Option(help="strong or master")] = "strong",
    folder: Folder = None,
    workers: Workers = ONE_EACH,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    lang: Language = "en",
) -> None:
    """Look back at a game: the expectation over time, and the moves that cost most."""
    check_language(lang)
    record = read_record(file)
    room = game_of(record.game, record.edition, record.rules_version)
    check_record(room, record)
    asked = questions(room, record, level)
    place = None if folder is None else laid_out(folder)
    crew = Crew(processes(workers), judge, 2 * workers)
    answers = shown(crew.answers(asked), len(asked), 0, "thinking")
    analysis = collected(room, record, level, answers)
    if as_json:
        sys.stdout.write(msgspec.json.encode(analysis).decode() + "\n")
    else:
        print_analysis(analysis)
    if place is not None:
        page = write_analysis(place, room, record, analysis, lang)
        (notes if as_json else out).print(f"Report: {page}", highlight=False)


def print_analysis(analysis: Analysis) -> None:
    grid = Grid("step", "seat", "played", "better", "cost", title="the moves that cost most")
    for one in analysis.costly():
        grid.add_row(str(one.step), str(one.seat), one.played, one.best, f"{one.cost:.1%}")
    out.print(grid)
