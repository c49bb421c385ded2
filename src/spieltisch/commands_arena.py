"""The commands for people who study games: arena, strength, lab, analyse."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.table import Table as Grid

from spieltisch.arena import Results, Sprt, Study, dask_cluster, processes, study
from spieltisch.arena.crew import Crew, MakeExecutor
from spieltisch.arena.estimates import Interval
from spieltisch.arena.plan import Tournament
from spieltisch.arena.playing import Outcome
from spieltisch.arena.report import (
    elo_text,
    verdict_text,
    write_analysis,
    write_laboratory,
    write_tournament,
)
from spieltisch.arena.standings import Standing
from spieltisch.arena.strength import (
    CONTESTS,
    TITLES,
    Contest,
    as_markdown,
    cells,
    contests_of,
    lines,
    matching,
    rooms_for,
)
from spieltisch.arena.tournament import play
from spieltisch.bots.analysis import Analysis, Judged, collected, decisions, judge
from spieltisch.bots.luck import Luck, luck_of
from spieltisch.command_options import BOTS, AsJson, Number, Options, print_json, read_options
from spieltisch.core.errors import BadOption
from spieltisch.core.record import replay as check_record
from spieltisch.core.texts import LANGUAGES
from spieltisch.files import read_edition, read_record
from spieltisch.games import game, game_of_record

Answer = TypeVar("Answer")
notes = Console(stderr=True, markup=False, emoji=False)
out = Console(markup=False, emoji=False)  # card lists may hold what looks like it

Workers = Annotated[int, typer.Option(min=1, help="Processes on this machine.")]
DaskAddress = Annotated[
    str | None, typer.Option("--dask", help="A Dask scheduler's address; see docs/arena.md.")
]
Folder = Annotated[Path | None, typer.Option("--out", help="Where the report goes.")]
Language = Annotated[str, typer.Option("--lang", help="Language of the report: de, fr or en.")]
Seed = Annotated[int, typer.Option(help="The same seed plays the same games.")]
Seconds = Annotated[float | None, typer.Option(help="The time a bot of your own has for a move.")]
MOST_TESTED = 40_000
ONE_EACH = os.cpu_count() or 1


def register(app: typer.Typer) -> None:
    app.command("arena")(arena)
    app.command("strength")(strength)
    app.command("lab")(lab)
    app.command("analyse")(analyse)


def executor(workers: int, dask: str | None) -> MakeExecutor:
    return dask_cluster(dask) if dask else processes(workers)


@contextmanager
def bar(doing: str, total: int) -> Iterator[Callable[[int, int], None]]:
    """A bar with the time left; the function moves it to so many of so many."""
    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes) as progress:
        task = progress.add_task(doing, total=total)
        yield lambda done, every: progress.update(task, completed=done, total=every)


def shown(answers: Iterable[Answer], total: int, doing: str) -> Iterator[Answer]:
    """Hand the answers through, under a bar."""
    with bar(doing, total) as move:
        for done, answer in enumerate(answers, 1):
            yield answer
            move(done, total)


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


def this_command() -> str:
    return shlex.join(["spieltisch", *sys.argv[1:]])


def arena(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Annotated[
        str,
        typer.Option(*BOTS, help="Levels or bots of your own (docs/bots.md), separated by commas."),
    ] = "strong,casual",
    seats: Annotated[int, typer.Option("--seats", "-n")] = 2,
    games: Annotated[
        int | None,
        typer.Option(
            help="At least this many (100); whole deals are played. With --sprt: at most."
        ),
    ] = None,
    seed: Seed = 0,
    option: Options = None,
    edition: Annotated[Path | None, typer.Option("--edition", "-e")] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first bot against the others, not all pairs.")
    ] = False,
    sprt: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="elo0=A elo1=B",
            help="Stop as soon as it is known whether the first bot is B or only A Elo stronger.",
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option(help="--sprt: how often it may wrongly accept elo1.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(help="--sprt: how often it may wrongly accept elo0.")
    ] = 0.05,
    seconds: Seconds = None,
    luck: Annotated[
        int,
        typer.Option(
            min=0,
            help="Tell shares without luck, too, by so many games played out from every position.",
        ),
    ] = 0,
    folder: Folder = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where it stopped.")] = False,
    workers: Workers = ONE_EACH,
    dask: DaskAddress = None,
    lang: Language = "en",
) -> None:
    """Let bots play a tournament: every line-up in every seating, with the same luck."""
    check_language(lang)
    plan = Tournament(
        game=name,
        bots=tuple(bots.split(",")),
        seats=seats,
        games=games if games is not None else MOST_TESTED if sprt else 100,
        seed=seed,
        options=read_options(option),
        edition=None if edition is None else read_edition(edition),
        gauntlet=gauntlet,
        seconds=seconds,
        sprt=None if sprt is None else read_sprt(sprt, alpha, beta),
        luck=luck,
    )
    plan.check()
    place = laid_out(folder or Path(f"arena-{name}-{seats}-{seed}"))
    results = played(plan, place, resume, executor(workers, dask), workers)
    page = write_tournament(place, results, this_command(), lang)
    print_standings(results.standings)
    if results.verdict is not None:
        out.print(verdict_text(results.verdict, "en"), highlight=False)
    out.print(f"Report: {page}", highlight=False)
    if not results.whole:
        out.print("Stopped early; the same command with --resume goes on.", highlight=False)
        raise typer.Exit(130)


def read_sprt(given: tuple[str, str], alpha: float, beta: float) -> Sprt:
    pairs = dict(text.partition("=")[::2] for text in given)
    try:
        return Sprt(float(pairs["elo0"]), float(pairs["elo1"]), alpha, beta)
    except (KeyError, ValueError):
        raise BadOption(f"--sprt {' '.join(given)}: write it as elo0=0 elo1=10") from None


def played(
    plan: Tournament, place: Path, resume: bool, make: MakeExecutor, workers: int
) -> Results:
    """Play the tournament under a bar. The first thing a bot does wrong is told as it happens, how
    often it failed at the end; the report has all."""
    faulty: dict[str, list[Outcome]] = {}
    with bar("playing", plan.games) as move:

        def note(done: int, every: int, outcome: Outcome) -> None:
            move(done, every)
            if outcome.fault:
                name = outcome.seating[outcome.at_fault]
                faulty.setdefault(name, []).append(outcome)
                if len(faulty[name]) == 1:
                    tell_of(f"game {outcome.number} lost by {name}: {outcome.fault}")

        results = play(plan, place, resume, workers, make, note)
    for name, lost in faulty.items():
        if len(lost) > 1:
            tell_of(f"{name} lost {len(lost)} games so; the first: {lost[0].fault}")
    return results


def tell_of(fault: str) -> None:
    notes.print(fault, highlight=False, soft_wrap=True)


def print_standings(rows: list[Standing]) -> None:
    """In two lines a bot where the terminal is narrow: rich folds the cells."""
    several, faulty = len(rows) > 2, any(row.faults for row in rows)
    titles: list[str | Column] = [
        Column("bot", overflow="fold"),
        "games",
        "share",
        "95 % interval",
        "Elo (95 % interval)",
        "better",
    ]
    titles += ["rating"] * several + ["faults"] * faulty
    adjusted = any(row.adjusted for row in rows)
    titles += ["without luck (95 %)", "games saved"] * adjusted
    grid = Grid(*titles)
    for row in rows:
        cells = [row.bot, str(row.games), f"{row.share.value:.1%}", span(row.share)]
        cells += [elo_text(row.elo), f"{row.superior:.1%}"]
        cells += [elo_text(row.rating)] * several + [str(row.faults)] * faulty
        cells += without_luck(row) * adjusted
        grid.add_row(*cells)
    out.print(grid)


def without_luck(row: Standing) -> list[str]:
    if row.adjusted is None:
        return ["–", "–"]
    times = "–" if row.reduction is None else f"× {row.reduction:.1f}"
    return [f"{row.adjusted.value:.1%} ({span(row.adjusted)})", times]


def span(one: Interval) -> str:
    return f"{one.low:.1%} to {one.high:.1%}"


def strength(
    folder: Annotated[
        Path, typer.Option("--out", help="Folder for the games; a stopped run resumes there.")
    ],
    name: Annotated[
        list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Only contests with this in their name.")
    ] = None,
    bot: Annotated[
        str | None, typer.Option(*BOTS, help="A bot of your own: measured against the levels.")
    ] = None,
    workers: Workers = ONE_EACH,
    dask: DaskAddress = None,
) -> None:
    """Measure the levels: the tournaments behind the strength table of docs/bots.md."""
    every = CONTESTS if bot is None else contests_of(bot)
    chosen = matching(every, only or [])
    if not chosen:
        known = ", ".join(one.name for one in every)
        raise BadOption(f"--only: no contest is called so; there are {known}")
    laid_out(folder)
    rows: list[list[str]] = []
    make = executor(workers, dask)
    for contest in chosen:
        rooms = rooms_for(contest, name or [])
        found, whole = play_contest(contest, rooms, folder, make, workers)
        rows += [cells(line, contest.measure) for line in lines(contest, found)]
        (folder / "strength.md").write_text(as_markdown(rows))
        if not whole:
            out.print("Stopped early; the same command goes on.", highlight=False)
            raise typer.Exit(130)
    print_strength(rows)


def play_contest(
    contest: Contest, rooms: list[str], folder: Path, make: MakeExecutor, workers: int
) -> tuple[dict[str, list[Outcome]], bool]:
    """The finished games of every room, and whether that is all of them."""
    found = {}
    for room in rooms:
        place = folder / contest.folder / room
        notes.print(f"{contest.name}, {room}", highlight=False)
        results = played(contest.tournament(room), place, True, make, workers)
        write_tournament(place, results, this_command(), "en")
        found[room] = results.outcomes
        if not results.whole:
            return found, False
    return found, True


def print_strength(rows: list[list[str]]) -> None:
    grid = Grid(*TITLES)
    for row in rows:
        grid.add_row(*row)
    out.print(grid)


def lab(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Annotated[
        str, typer.Option(*BOTS, help="A level or bot of your own for all seats, or one each.")
    ] = "casual",
    seats: Annotated[int, typer.Option("--seats", "-n")] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many, for each edition.")] = 500,
    seed: Seed = 0,
    option: Options = None,
    edition: Annotated[
        list[Path] | None, typer.Option("--edition", "-e", help="A card list, or two side by side.")
    ] = None,
    seconds: Seconds = None,
    folder: Folder = None,
    workers: Workers = ONE_EACH,
    dask: DaskAddress = None,
    lang: Language = "en",
) -> None:
    """Study a game or an edition: seats, scores, length, closeness, every card's worth."""
    check_language(lang)
    tables = editions(edition)
    rooms = [game(name, table) for table in tables]
    rooms[0].start(seats, read_options(option))
    place = laid_out(folder or Path(f"lab-{name}-{seats}-{seed}"))
    studies = []
    for table in tables:
        with bar("playing", games) as move:
            found = study(
                name,
                bots.split(","),
                seats=seats,
                games=games,
                seed=seed,
                options=read_options(option),
                edition=table,
                seconds=seconds,
                workers=workers,
                executor=executor(workers, dask),
                progress=move,
            )
        studies.append(found)
    page = write_laboratory(place, rooms, seats, studies, this_command(), lang)
    for one in studies:
        print_study(one)
    out.print(f"Report: {page}", highlight=False)


def editions(paths: list[Path] | None) -> list[dict[str, Any] | None]:
    """The card lists to compare; None is the game's own."""
    return [read_edition(path) for path in paths] if paths else [None]


def print_study(one: Study) -> None:
    grid = Grid("seat", "share", "95 % interval", "mean score", title=f"edition {one.edition}")
    for row in one.seats:
        share = row.share
        grid.add_row(str(row.seat), f"{share.value:.1%}", span(share), f"{row.score.value:.1f}")
    out.print(grid)
    if one.faults:
        out.print(f"{len(one.faults)} games left out: {one.faults[0]}", highlight=False)


def analyse(
    file: Annotated[Path, typer.Argument(help="A record, a trace, or a games.jsonl.")],
    level: Annotated[
        str, typer.Option(help="strong, master, or a bot of your own that can analyse.")
    ] = "strong",
    number: Number = None,
    folder: Folder = None,
    workers: Workers = ONE_EACH,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Look back at a game: the expectation, the moves that cost most, luck and skill apart."""
    check_language(lang)
    record = read_record(file, number)
    room = game_of_record(record)
    check_record(room, record)
    asked = decisions(room, record, level)
    place = None if folder is None else laid_out(folder)
    crew = Crew(processes(workers), judge, 2 * workers)
    answers = shown(crew.answers(asked), len(asked), "thinking")
    over = record.result is not None
    luck = luck_of(room, record) if over else None
    analysis = collected(room, record, level, answers, luck)
    if as_json:
        print_json(analysis)
    else:
        print_analysis(analysis)
    if place is not None:
        page = write_analysis(place, room, record, analysis, lang)
        (notes if as_json else out).print(f"Report: {page}", highlight=False)


def print_analysis(analysis: Analysis) -> None:
    grid = Grid("step", "seat", "played", "better", "cost", title="the moves that cost most")
    for one in analysis.costly():
        better = ", ".join(one.row) or one.best
        grid.add_row(str(one.step), str(one.seat), one.played, better, cost_text(one))
    out.print(grid)
    if analysis.luck is not None:
        print_luck(analysis.luck)


def cost_text(one: Judged) -> str:
    """In points where the game is all but decided."""
    if one.in_points and one.points is not None:
        return f"{one.points.cost:.1f} points"
    return f"{one.cost:.1%}"


def print_luck(luck: Luck) -> None:
    titles = ("seat", "start", "luck", "own decisions", "others' decisions", "result")
    grid = Grid(*titles, title="where the result came from")
    for seat, one in enumerate(luck.shares):
        parts = [
            f"{part.value:+.0%} ± {part.error:.0%}" for part in (one.luck, one.own, one.others)
        ]
        grid.add_row(str(seat), f"{one.start.value:.0%}", *parts, f"{one.result:.0%}")
    out.print(grid)
