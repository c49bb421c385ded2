"""Reports as one self-contained HTML file each, and as JSON and CSV beside it."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from spieltisch.arena.naming import Naming
from spieltisch.arena.pictures import Bar, Line, bars, curves, histogram
from spieltisch.arena.plan import Tournament
from spieltisch.arena.playing import Outcome
from spieltisch.arena.standings import Standing, duels, standings
from spieltisch.arena.study import Setting, Study
from spieltisch.bots.analysis import Analysis
from spieltisch.bots.levels import name_of
from spieltisch.core.game import Game
from spieltisch.core.record import Record
from spieltisch.games import game

SELDOM = 0.1  # what happens in fewer games is folded away


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


def write_tournament(
    folder: Path, tournament: Tournament, outcomes: Sequence[Outcome], command: str, language: str
) -> Path:
    table = standings(outcomes)
    (folder / "standings.json").write_bytes(
        msgspec.json.format(msgspec.json.encode({"tournament": tournament, "standings": table}))
    )
    write_csv(folder / "standings.csv", table)
    page = folder / "report.html"
    page.write_text(tournament_page(tournament, outcomes, table, command, language), "utf-8")
    return page


def write_csv(path: Path, table: Sequence[Standing]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["bot", "games", "share", "low", "high", "fair", "difference", "rating"])
        for row in table:
            share = row.share
            spread = (share.value, share.low, share.high, row.fair)
            writer.writerow([row.bot, row.games, *spread, row.difference.value, row.rating])


def tournament_page(
    tournament: Tournament,
    outcomes: Sequence[Outcome],
    table: Sequence[Standing],
    command: str,
    language: str,
) -> str:
    text = words(language)
    room = game(tournament.game, tournament.edition)
    names = {row.bot: name_of(row.bot, language) for row in table}
    rows = [
        Bar(names[row.bot], row.share.value, row.share.low, row.share.high, row.fair)
        for row in table
    ]
    return (
        pages()
        .get_template("tournament.html")
        .render(
            lang=language,
            title=room.title,
            text=text,
            played=text["played"].format(
                games=len(outcomes), title=room.title, seats=tournament.seats
            ),
            edition=edition_text(room, language),
            standings=table,
            names=names,
            order=[row.bot for row in table],
            duels={(duel.bot, duel.other): duel.share for duel in duels(outcomes)},
            share_picture=Markup(bars(text["share_picture"], rows)),
            command=command,
            game=room.name,
        )
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
    page = folder / "report.html"
    page.write_text(laboratory_page(rooms, seats, studies, command, language), "utf-8")
    return page


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
    bots = [name_of(bot, language) for bot in setting.bots]
    who = ", ".join(bots if len(set(bots)) > 1 else bots[:1])
    options = [f"{say(name)} – {say(value)}" for name, value in setting.options.items()]
    told = words(language)["setting"].format(bots=who, seed=setting.seed)
    return "; ".join([told, *options])


def laboratory_part(room: Game, study: Study, language: str) -> dict[str, Any]:
    text = words(language)
    seat_bars = [
        Bar(
            text["seat"].format(number=row.seat + 1),
            row.share.value,
            row.share.low,
            row.share.high,
            row.fair,
        )
        for row in study.seats
    ]
    scores = [score for seat in study.scores for score in seat]
    return {
        "edition": edition_text(room, language),
        "naming": Naming(room, language),
        "study": study,
        "close": text["close"].format(gap=f"{study.close_gap:.1f}"),
        "seat_picture": Markup(bars(text["seat_picture"], seat_bars)),
        "score_picture": drawn(text["scores_picture"], scores, text["points"]),
        "length_picture": drawn(text["length_picture"], study.steps, text["steps"]),
        "margin_picture": drawn(text["close_picture"], study.margins, text["points"]),
    }


def drawn(title: str, values: Sequence[float], unit: str) -> Markup:
    return Markup(histogram(title, values, unit))


def write_analysis(
    folder: Path, room: Game, record: Record, analysis: Analysis, language: str
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "analysis.json").write_bytes(msgspec.json.format(msgspec.json.encode(analysis)))
    page = folder / "report.html"
    page.write_text(analysis_page(room, record, analysis, language), "utf-8")
    return page


def seat_names(record: Record, text: Mapping[str, str]) -> list[str]:
    """As far as the record has them."""
    given = [*record.names, *[""] * record.seats]
    return [given[at] or text["seat"].format(number=at + 1) for at in range(record.seats)]


def analysis_page(room: Game, record: Record, analysis: Analysis, language: str) -> str:
    text = words(language)
    names = seat_names(record, text)
    lines = [Line(names[seat], list(analysis.curve(seat))) for seat in range(record.seats)]
    page = pages().get_template("analysis.html")
    return page.render(
        lang=language,
        title=room.title,
        game=room.name,
        text=text,
        names=names,
        curve=Markup(curves(text["expectation_picture"], lines)),
        costly=analysis.costly(),
    )
