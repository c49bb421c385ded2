"""What a bot outside this process is asked, and how its answer is read (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.core.bot import BadBot
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View


class Answer(msgspec.Struct, frozen=True):
    move: str


def question(game: Game, seat: int, view: View, legal: Sequence[str], rng: Rng) -> bytes:
    """One JSON object, on one line."""
    asked = {
        "game": game.name,
        "edition": game.edition,
        "seat": seat,
        "view": view,
        "legal": legal,
        "seed": rng.word(),
    }
    return msgspec.json.encode(asked)


def answer(line: bytes, legal: Sequence[str]) -> str:
    """One of the legal moves, or BadBot with what it said instead."""
    try:
        move = msgspec.json.decode(line, type=Answer).move
    except (msgspec.DecodeError, UnicodeDecodeError):
        shown = line[:60].decode(errors="replace")
        raise BadBot(f'answered {shown!r} instead of {{"move": TEXT}}') from None
    if move not in legal:
        raise BadBot(f"answered {move[:60]!r}, which is not legal here")
    return move
