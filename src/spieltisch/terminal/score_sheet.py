"""The score sheet as a table; lines that bring nothing are folded into one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.table import Table as Grid

from spieltisch.core.game import Game
from spieltisch.core.result import Result, ScoreLine
from spieltisch.terminal.words import WORDS


def score_sheet(game: Game, result: Result, names: Sequence[str], language: str) -> Grid:
    words = WORDS[language]
    grid = Grid(words["seat"], words["points"], words["clause"], words["what_for"])
    for (seat, brings), lines in groupby(result.sheet, lambda line: (line.seat, line.amount != 0)):
        if brings:
            for line in lines:
                said = sheet_line(game, line, names, language)
                grid.add_row(names[seat], f"{line.amount:+d}", line.clause, said)
        else:
            grid.add_row(*folded(game, list(lines), names, language))
    return grid


def folded(
    game: Game, lines: list[ScoreLine], names: Sequence[str], language: str
) -> tuple[str, str, str, str]:
    clauses = ", ".join(dict.fromkeys(line.clause for line in lines))
    said = joined([sheet_line(game, line, names, language) for line in lines])
    return names[lines[0].seat], "0", clauses, said


def joined(sentences: list[str]) -> str:
    """One after the other; what several begin with ("Round 2: ") is said once."""
    parts: list[str] = []
    begun = ""
    for sentence in sentences:
        begin, colon, rest = sentence.partition(": ")
        parts.append(rest if colon and begin == begun else sentence)
        begun = begin if colon else ""
    return "; ".join(parts)


def sheet_line(game: Game, line: ScoreLine, names: Sequence[str], language: str) -> str:
    texts = game.texts(language)
    return game.worded(texts.sheet[line.what], line.facts, texts, names)
