"""What the rooms' drawings in plain text share: lines of at most 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

WIDTH = 80
DECIDES = "> "  # stands before whoever decides
WAITS = "  "
TIMES = " × "
TOGETHER = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"


def clipped(text: str, width: int) -> str:
    """At most so wide."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def capital(text: str) -> str:
    """As at the beginning of a line."""
    return text[:1].upper() + text[1:]


def headline(*parts: str) -> list[str]:
    return folded(" · ".join(capital(part) for part in parts if part), "")


def folded(text: str, indent: str, width: int = WIDTH) -> list[str]:
    """On as many lines as it takes, all but the first indented; a number stays with its card."""
    kept = text.replace(TIMES, TOGETHER)
    lines = textwrap.wrap(kept, width, subsequent_indent=indent)
    return [line.replace(TOGETHER, TIMES) for line in lines]


def labelled(label: str, text: str) -> list[str]:
    """ "Hand  2 × Lady", folded under its text; a colon would want a space in French."""
    head = f"{capital(label)}  "
    return folded(head + text, " " * min(len(head), 20))


def at_seat(name: str, decides: bool, parts: Iterable[str]) -> list[str]:
    """What lies in front of a player, with a mark if that one decides."""
    lying = "; ".join(part for part in parts if part)
    mark = DECIDES if decides else WAITS
    lines = folded(f"{name}  {lying}", "  ", WIDTH - len(mark))
    return [mark + lines[0], *(WAITS + line for line in lines[1:])]


def aligned(rows: Sequence[Sequence[str]], numbers: int = 0) -> list[str]:
    """A table without rules; the last `numbers` columns are set to the right."""
    columns = len(rows[0])
    widths = [max(len(row[at]) for row in rows) for at in range(columns)]
    first = columns - numbers
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if at >= first else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def printable(text: str) -> str:
    """On one line, without what would move the cursor or colour the terminal."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())
