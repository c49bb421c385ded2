"""Reports as one self-contained HTML file each; beside it the numbers as JSON and CSV, and every
figure as SVG."""

from __future__ import annotations

import csv
import math
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from spieltisch.arena.estimates import Interval
from spieltisch.arena.findings import SELDOM, CardRow, Setting, Study
from spieltisch.arena.naming import Naming
from spieltisch.arena.pictures import Bar, Line, alone, bars, curves, histogram
from spieltisch.arena.sprt import Verdict
from spieltisch.arena.standings import Standing
from spieltisch.arena.tournament import Results
from spieltisch.bots.analysis import Analysis
from spieltisch.bots.by_name import label
from spieltisch.core.game import Game
from spieltisch.core.record import Record
from spieltisch.games import game

FIGURES = "figures"


@cache
def words(language: str) -> dict[str, str]:
    folder = resources.files("spieltisch.arena") / "texts"
    table: dict[str, str] = tomllib.loads((folder / f"{language}.toml").read_text("utf-8"))
    return table


@cache
def pages() -> Environment:
    return Environment(loader=PackageLoader("spieltisch.arena"), autoescape=True)


def edition_text(room: Game, language: str) -> str:
    name = room.edition if isinstance(room.edition, str) else str(room.edition["name"])
    return f"{name} ({words(language)['reconstructed']})" if room.reconstructed else name


def write_tournament(folder: Path, results: Results, command: str, language: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    table = results.standings
    written = {
        "tournament": results.tournament,
        "standings": table,
        "duels": results.duels,
        "verdict": results.verdict,
    }
    (folder / "standings.json").write_bytes(msgspec.json.format(msgspec.json.encode(written)))
    write_csv(folder / "standings.csv", STANDING_TITLES, [standing_cells(row) for row in table])
    picture = share_picture(table, language)
    write_figure(folder, "share", picture)
    page = folder / "report.html"
    page.write_text(tournament_page(results, table, picture, command, language), "utf-8")
    return page


STANDING_TITLES = (
    *("bot", "games", "share", "share_low", "share_high", "by_chance"),
    *("elo", "elo_low", "elo_high", "superior", "difference"),
    *("rating", "rating_low", "rating_high", "seconds", "faults"),
    *("adjusted", "adjusted_low", "adjusted_high", "reduction"),
)


def standing_cells(row: Standing) -> list[object]:
    elo = spread(row.elo) if row.elo else ["", "", ""]
    difference = row.difference.value if row.difference else ""
    counted = [row.bot, row.games, *spread(row.share), row.fair]
    rated = [*elo, row.superior, difference, *spread(row.rating)]
    adjusted = spread(row.adjusted) if row.adjusted else ["", "", ""]
    reduced = "" if row.reduction is None else row.reduction
    return [*counted, *rated, row.seconds, row.faults, *adjusted, reduced]


def spread(one: Interval) -> list[object]:
    return [one.value, one.low, one.high]


def write_csv(path: Path, titles: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(titles)
        writer.writerows(rows)


def write_figure(folder: Path, name: str, drawing: str) -> None:
    (folder / FIGURES).mkdir(exist_ok=True)
    (folder / FIGURES / f"{name}.svg").write_text(alone(drawing), "utf-8")


def share_picture(table: Sequence[Standing], language: str) -> str:
    text = words(language)
    rows = [Bar(label(row.bot, language), *spread_of(row.share), row.fair) for row in table]
    return bars(text["share_picture"], rows, text["share"])


def spread_of(one: Interval) -> tuple[float, float, float]:
    return one.value, one.low, one.high


def verdict_text(verdict: Verdict, language: str) -> str:
    """What the test found, in words."""
    test = verdict.test
    told = words(language)[f"sprt_{verdict.accepted or 'open'}"]
    return told.format(
        elo0=f"{test.elo0:g}",
        elo1=f"{test.elo1:g}",
        deals=verdict.deals,
        ratio=f"{verdict.ratio:.2f}",
        low=f"{test.lower:.2f}",
        high=f"{test.upper:.2f}",
    )


def elo_text(one: Interval | None) -> str:
    """A value and how far its interval reaches; a share of nothing or all has no end."""
    if one is None:
        return "–"
    return f"{elo_number(one.value)} ({elo_number(one.low)} … {elo_number(one.high)})"


def elo_number(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.0f}"


def tournament_page(
    results: Results, table: Sequence[Standing], picture: str, command: str, language: str
) -> str:
    text = words(language)
    plan = results.tournament
    room = game(plan.game, plan.edition)
    verdict = results.verdict
    page = pages().get_template("tournament.html")
    return page.render(
        lang=language,
        title=room.title,
        text=text,
        played=text["played"].format(
            games=len(results.outcomes), title=room.title, seats=plan.seats
        ),
        edition=edition_text(room, language),
        standings=table,
        several=len(table) > 2,
        by_luck=any(row.adjusted for row in table),
        faults=Counter(one.fault for one in results.outcomes if one.fault),
        verdict=verdict and verdict_text(verdict, language),
        elo_text=elo_text,
        names={row.bot: label(row.bot, language) for row in table},
        order=[row.bot for row in table],
        duels={(duel.bot, duel.other): duel for duel in results.duels},
        share_picture=Markup(picture),
        command=command,
        game=room.name,
    )


def write_laboratory(
    folder: Path,
    rooms: Sequence[Game],
    seats: int,
    studies: Sequence[Study],
    command: str,
    language: str,
) -> Path:
    """Each study with the room it was made in: its edition has cards of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "study.json").write_bytes(msgspec.json.format(msgspec.json.encode(studies)))
    write_csv(folder / "cards.csv", CARD_TITLES, card_cells(rooms, studies, language))
    write_csv(folder / "games.csv", GAME_TITLES, game_cells(studies))
    for number, study in enumerate(studies, 1):
        for name, drawing in study_pictures(study, language).items():
            write_figure(folder, name if len(studies) == 1 else f"{name}-{number}", drawing)
    page = folder / "report.html"
    page.write_text(laboratory_page(rooms, seats, studies, command, language), "utf-8")
    return page


CARD_TITLES = (
    *("edition", "table", "what", "card", "name", "games", "times", "points"),
    *("edge", "edge_error", "by_chance_corrected", "mirror_what", "mirror_card"),
)


def card_cells(
    rooms: Sequence[Game], studies: Sequence[Study], language: str
) -> Iterator[list[object]]:
    for room, study in zip(rooms, studies, strict=True):
        naming = Naming(room, language)
        for kind, rows in (("scores", study.lines), ("deeds", study.deeds)):
            for row in rows:
                name = f"{naming.what(row.what)} {naming.card(row.what, row.card)}".strip()
                counted = [row.games, row.times, row.points]
                edge = [row.edge, row.edge_error, row.by_chance, *(row.mirror or ("", ""))]
                yield [study.edition, kind, row.what, row.card, name, *counted, *edge]


GAME_TITLES = ("edition", "game", "seat", "score", "steps", "margin")


def game_cells(studies: Sequence[Study]) -> Iterator[list[object]]:
    """One line for each seat of each game."""
    for study in studies:
        for number in range(study.games):
            for seat, scores in enumerate(study.scores):
                told = [scores[number], study.steps[number], study.margins[number]]
                yield [study.edition, number, seat, *told]


def laboratory_page(
    rooms: Sequence[Game], seats: int, studies: Sequence[Study], command: str, language: str
) -> str:
    text = words(language)
    title = rooms[0].title
    games = sum(study.games for study in studies)
    return (
        pages()
        .get_template("laboratory.html")
        .render(
            lang=language,
            title=title,
            text=text,
            played=text["played"].format(games=games, title=title, seats=seats),
            setting=setting_text(rooms[0], studies[0].setting, language),
            parts=[
                laboratory_part(room, study, language)
                for room, study in zip(rooms, studies, strict=True)
            ],
            command=command,
            game=rooms[0].name,
            seldom=SELDOM,
        )
    )


def setting_text(room: Game, setting: Setting, language: str) -> str:
    """Who played, with which seed and options."""
    say = room.texts(language).word
    bots = [label(bot, language) for bot in setting.bots]
    who = ", ".join(bots if len(set(bots)) > 1 else bots[:1])
    options = [f"{say(name)} – {say(value)}" for name, value in setting.options.items()]
    told = words(language)["setting"].format(bots=who, seed=setting.seed)
    return "; ".join([told, *options])


def laboratory_part(room: Game, study: Study, language: str) -> dict[str, Any]:
    text = words(language)
    pictures = study_pictures(study, language)
    usual = [row for row in study.deeds if row.edge is None]
    naming = Naming(room, language)
    return {
        "edition": edition_text(room, language),
        "naming": naming,
        "study": study,
        "deeds": [row for row in study.deeds if row.edge is not None],
        "usual": ", ".join(named(row, naming) for row in usual),
        "tested": text["tested"].format(number=study.tested),
        "close": text["close"].format(gap=f"{study.close_gap:.1f}"),
        "pictures": {name: Markup(drawing) for name, drawing in pictures.items()},
    }


def named(row: CardRow, naming: Naming) -> str:
    return f"{naming.what(row.what)} {naming.card(row.what, row.card)}".strip()


def study_pictures(study: Study, language: str) -> dict[str, str]:
    text = words(language)
    seats = [
        Bar(text["seat"].format(number=row.seat + 1), *spread_of(row.share), row.fair)
        for row in study.seats
    ]
    scores = [score for seat in study.scores for score in seat]
    games = text["games"]
    return {
        "seats": bars(text["seat_picture"], seats, text["share"]),
        "scores": histogram(text["scores_picture"], scores, text["scores_axis"], text["results"]),
        "lengths": histogram(text["length_picture"], study.steps, text["length_axis"], games),
        "margins": histogram(text["close_picture"], study.margins, text["close_axis"], games),
    }


def write_analysis(
    folder: Path, room: Game, record: Record, analysis: Analysis, language: str
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "analysis.json").write_bytes(msgspec.json.format(msgspec.json.encode(analysis)))
    write_figure(folder, "expectation", expectation(record, analysis, language))
    page = folder / "report.html"
    page.write_text(analysis_page(room, record, analysis, language), "utf-8")
    return page


def seat_names(record: Record, text: Mapping[str, str]) -> list[str]:
    """As far as the record has them."""
    given = [*record.names, *[""] * record.seats]
    return [given[at] or text["seat"].format(number=at + 1) for at in range(record.seats)]


def expectation(record: Record, analysis: Analysis, language: str) -> str:
    text = words(language)
    names = seat_names(record, text)
    lines = [Line(names[seat], list(analysis.curve(seat))) for seat in range(record.seats)]
    return curves(text["expectation_picture"], lines, text["step"])


def analysis_page(room: Game, record: Record, analysis: Analysis, language: str) -> str:
    text = words(language)
    names = seat_names(record, text)
    picture = expectation(record, analysis, language)
    page = pages().get_template("analysis.html")
    return page.render(
        lang=language,
        title=room.title,
        game=room.name,
        text=text,
        names=names,
        curve=Markup(picture),
        costly=analysis.costly(),
        luck=analysis.luck,
    )
