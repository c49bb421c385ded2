"""The server with less to think about: of a finished game it judges every third decision."""

from __future__ import annotations

import sys

from spieltisch.bots.analysis import Decision
from spieltisch.core.game import Game
from spieltisch.core.record import Record
from spieltisch.server.thinking import analyses

every_decision = analyses.decisions


def every_third(game: Game, record: Record, level: str) -> list[Decision]:
    return every_decision(game, record, level)[::3]


if __name__ == "__main__":
    analyses.decisions = every_third
    from spieltisch.cli import main

    sys.argv = ["spieltisch", "serve", *sys.argv[1:]]
    main()
