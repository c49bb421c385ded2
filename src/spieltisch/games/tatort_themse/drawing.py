"""The table of Tatort Themse in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.drawing import aligned, at_seat, capital, clipped, headline, labelled
from spieltisch.core.texts import Texts, counted
from spieltisch.core.view import UNKNOWN
from spieltisch.games.tatort_themse.edition import Edition
from spieltisch.games.tatort_themse.view import ThemseView
from spieltisch.games.tatort_themse.wording import WITNESS_OF, case_of

CELL = 14
WON = "*"
CASE = 14
NAMES = 50  # columns for the names of all players
CASE_IN_CELL = CELL - len(" 4 M")


def draw(view: ThemseView, edition: Edition, texts: Texts, names: Sequence[str]) -> str:
    lines = headline(texts.title, texts.words[view.phase])
    lines += ["", *columns(view, edition, texts), legend(texts), ""]
    lines += [*cases(view, edition, texts, names), ""]
    lines += labelled(texts.words["display"], display(view, texts))
    lines += labelled(texts.words["discard"], counted(view.discard, WITNESS_OF, texts) or "0")
    lines.append("")
    for seat in range(view.seats):
        lines += at_seat(names[seat], seat == view.turn, [hand(view, seat, texts)])
    return "\n".join(lines)


def columns(view: ThemseView, edition: Edition, texts: Texts) -> list[str]:
    """From the top down: the last clue of a column is the one that can be taken."""
    height = max(len(column) for column in view.grid)
    word = capital(texts.words["column"])
    heads = [f"{word} {number}" for number in range(1, len(view.grid) + 1)]
    rows = [
        [clue(column[row], edition, texts) if row < len(column) else "" for column in view.grid]
        for row in range(height)
    ]
    return ["  ".join(cell.ljust(CELL) for cell in row).rstrip() for row in [heads, *rows]]


def clue(text: str, edition: Edition, texts: Texts) -> str:
    case = texts.words[case_of(text, edition).id]
    return f"{clipped(case, CASE_IN_CELL)} {text[1]} {text[2]}"


def legend(texts: Texts) -> str:
    return "  ".join(f"{letter} {texts.words[kind]}" for letter, kind in WITNESS_OF.items())


def cases(view: ThemseView, edition: Edition, texts: Texts, names: Sequence[str]) -> list[str]:
    """What each case is worth, how many of its clues still lie there, and everyone's values."""
    heads = [capital(texts.words[key]) for key in ("case", "bonus", "left")]
    rows = [[*heads, *(clipped(name, NAMES // view.seats - 2) for name in names)]]
    for at, case in enumerate(view.cases):
        sums = [str(view.sums[seat][at]) for seat in range(view.seats)]
        if case.winner is not None:
            sums[case.winner] += WON
        left = texts.words["solved"] if case.solved else str(case.left)
        rows.append(
            [clipped(texts.words[case.id], CASE), str(edition.cases[at].bonus), left, *sums]
        )
    return aligned(rows, len(rows[0]) - 1)


def display(view: ThemseView, texts: Texts) -> str:
    lying = ", ".join("–" if one is None else texts.words[WITNESS_OF[one]] for one in view.display)
    return f"{lying}; {texts.words['pile']} {view.pile}"


def hand(view: ThemseView, seat: int, texts: Texts) -> str:
    seen = view.hand if seat == view.seat and view.hand is not None else view.hands[seat].known
    unknown = view.hands[seat].size - len(seen)
    parts = [counted(seen, WITNESS_OF, texts), f"{unknown} × {UNKNOWN}" if unknown else ""]
    return ", ".join(part for part in parts if part) or "0"
