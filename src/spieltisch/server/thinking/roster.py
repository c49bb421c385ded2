"""The bots that may sit at this server's tables: the levels, and those the host lists."""

from __future__ import annotations

import re
from collections.abc import Mapping

from spieltisch.bots import by_name
from spieltisch.bots.levels import BOTS, LEVELS, UnknownLevel
from spieltisch.core.errors import BadOption

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}")
SUBSTITUTE = "casual"


class Roster:
    """`own` are the host's bots: what they are called here, and the name of what runs. Visitors
    learn and send the former only: the latter runs code."""

    def __init__(self, own: Mapping[str, str] | None = None) -> None:
        self.own = dict(own or {})
        self.names = (*LEVELS, *self.own)

    def check(self, name: str) -> None:
        if name not in BOTS and name not in self.own:
            raise UnknownLevel(f"there is no bot {name[:60]!r}; there are {', '.join(self.names)}")

    def still(self, name: str) -> str:
        """The seat of a bot the host lists no longer is played on by another."""
        return name if name in BOTS or name in self.own else SUBSTITUTE

    def who_plays(self, name: str) -> str:
        """What runs."""
        return self.own.get(name, self.still(name))


def listed(entry: str) -> tuple[str, str]:
    """A bot as the host lists it: NAME=BOT, the bot as in docs/bots.md."""
    name, equals, bot = entry.partition("=")
    if not equals or NAME.fullmatch(name) is None or name in BOTS:
        told = "write NAME=BOT, the name of letters and digits, not that of a level"
        raise BadOption(f"bot {entry[:60]!r}: {told}")
    by_name.check(bot)
    return name, bot
