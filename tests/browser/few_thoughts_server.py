"""The server with less to think about: of a finished game it judges only some decisions."""

from __future__ import annotations

import sys

from spieltisch.bots.analysis import Decision, decisions
from spieltisch.core.game import Game
from spieltisch.core.record import Record
from spieltisch.server.thinking import analyses


def some(game: Game, record: Record, level: str) -> list[Decision]:
    """All of Mila's, who plays anything: few of them could be without a mistake."""
    own = record.names.index("Mila") if "Mila" in record.names else None
    every = decisions(game, record, level)
    return [one for at, one in enumerate(every) if one.seat == own or at % 5 == 0]


if __name__ == "__main__":
    analyses.decisions = some  # type: ignore[attr-defined]
    from spieltisch.cli import main

    sys.argv = ["spieltisch", "serve", *sys.argv[1:]]
    main()
