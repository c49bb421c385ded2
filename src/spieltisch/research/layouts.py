"""Writes docs/observations.md: what each number of an observation means, room by room.

Run as `python -m spieltisch.research.layouts docs/observations.md` after a change of a layout.
"""

from __future__ import annotations

import ast
import sys
from importlib import resources
from pathlib import Path

from spieltisch.core.game import Game
from spieltisch.games import ROOMS
from spieltisch.games import game as room

OPENING = """# Observations: a seat's view as numbers

`State.observe` writes what a seat may know as one flat vector of numbers from -1 to 1; every door
of [research](research.md) hands it out as float32. This page is generated from the rooms.
"""


def page() -> str:
    return "\n".join([OPENING, *(chapter(room(name)) for name in ROOMS)])


def chapter(game: Game) -> str:
    """The room's own words about its layout, then where each slice begins, by seats."""
    counts = range(game.least_seats, game.most_seats + 1)
    layouts = [game.observation_layout(seats) for seats in counts]
    lines = [f"## {game.title}", "", words(game), ""]
    lines.append("| slice | " + " | ".join(f"{seats} seats" for seats in counts) + " |")
    lines.append("|---|" + "---|" * len(layouts))
    for name in layouts[0]:
        spans = [
            f"{begin}–{begin + length - 1}" for begin, length in (one[name] for one in layouts)
        ]
        lines.append(f"| `{name}` | " + " | ".join(spans) + " |")
    sizes = [str(sum(length for _, length in one.values())) for one in layouts]
    lines.append("| numbers in all | " + " | ".join(sizes) + " |")
    return "\n".join([*lines, ""])


def words(game: Game) -> str:
    """What the room's observation module says of its layout; read from its source, because a
    compiled module has no docstring."""
    source = resources.files(f"spieltisch.games.{game.name}") / "observation.py"
    said = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return "\n\n".join(said.split("\n\n")[1:])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())
