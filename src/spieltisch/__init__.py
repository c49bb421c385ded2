"""One table for four card and board games: to play, and to study.

>>> import spieltisch
>>> spieltisch.games()
['tatort_themse', 'troika', 'holmes', 'zug_um_zug']
>>> match = spieltisch.load("holmes").match(seed=1)
>>> match.play({1: spieltisch.bot("casual")})
>>> match.turn
0

Importing it loads the rules and nothing of the server. docs/library.md is a tour.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spieltisch.core.bot import BadBot, Bot
from spieltisch.core.chance import ByDeal, Chance, Seeded
from spieltisch.core.errors import (
    BadDocument,
    BadEdition,
    BadOption,
    BadRecord,
    BadSeats,
    IllegalMove,
    NothingToUndo,
    NotYourTurn,
    SpieltischError,
    UnknownGame,
    UnreadableMove,
)
from spieltisch.core.game import Game
from spieltisch.core.match import Match
from spieltisch.core.position import PositionFile
from spieltisch.core.record import Record
from spieltisch.core.result import Result
from spieltisch.core.state import CHANCE, OVER
from spieltisch.core.view import View
from spieltisch.files import read_edition, read_position, read_record
from spieltisch.games import ROOMS, game, game_of_position, game_of_record

__version__ = "1.0.0"
__all__ = [
    "CHANCE",
    "OVER",
    "BadBot",
    "BadDocument",
    "BadEdition",
    "BadOption",
    "BadRecord",
    "BadSeats",
    "Bot",
    "ByDeal",
    "Chance",
    "Game",
    "IllegalMove",
    "Match",
    "NotYourTurn",
    "NothingToUndo",
    "PositionFile",
    "Record",
    "Result",
    "Seeded",
    "SpieltischError",
    "UnknownGame",
    "UnreadableMove",
    "View",
    "bot",
    "games",
    "load",
    "position",
    "replay",
]


# The package of the rooms has the same name: `from spieltisch.games import …` finds it as ever.
def games() -> list[str]:
    """The names of the games.

    >>> "troika" in games()
    True
    """
    return list(ROOMS)


def load(name: str, edition: str | Path | dict[str, Any] | None = None) -> Game:
    """A game by its name, with its own card list or yours: a TOML file, or its table.

    >>> load("zug_um_zug").title
    'Zug um Zug'
    """
    table = read_edition(Path(edition)) if isinstance(edition, str | Path) else edition
    return game(name, table)


def replay(source: str | Path | Record, chance: Chance | None = None) -> Match:
    """The match a record tells, from a file or at hand, every step checked. Play on from it with
    `chance`, or push the outcomes of chance yourself.

    >>> match = load("holmes").match(seed=1)
    >>> replay(match.record()) == match
    True
    """
    record = source if isinstance(source, Record) else read_record(Path(source))
    played = game_of_record(record)
    return Match.from_record(played, record, chance)


def position(source: str | Path | PositionFile, chance: Chance | None = None) -> Match:
    """A match that begins with a position, from a file or at hand.

    >>> match = load("troika").match(seats=3, seed=1)
    >>> position(match.position()).legal == match.legal
    True
    """
    read = source if isinstance(source, PositionFile) else read_position(Path(source))
    return Match.from_position(game_of_position(read), read.position, chance)


def bot(name: str) -> Bot:
    """A bot for `Match.play`: random, beginner, casual, strong or master; or one of your own, as
    `package.module:Class`, `./program` or `http://…` (docs/bots.md).

    >>> bot("strong").choose
    <bound method LevelBot.choose of ...>
    """
    from spieltisch.bots.by_name import bot as named_bot  # noqa: PLC0415 (search loads with it)

    return named_bot(name)
