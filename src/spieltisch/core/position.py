"""A position written down: which game it belongs to, and the room's own document."""

from __future__ import annotations

from typing import Any

import msgspec

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document

MOST_BYTES = 1_000_000


class PositionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position with the game it is of; `written` is the text of a file.

    >>> import spieltisch
    >>> position = spieltisch.load("holmes").match(seed=1).position()
    >>> position.game, position.edition
    ('holmes', 'reconstruction')
    """

    game: str
    edition: str | dict[str, Any]
    position: Document
    rules_version: int = 1

    def written(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


def refuse(wrong: bool, message: str) -> None:
    """What rooms check before a position is played on."""
    if wrong:
        raise BadDocument(f"position: {message}")


def read(raw: bytes, name: str) -> PositionFile:
    try:
        return msgspec.json.decode(raw, type=PositionFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadDocument(f"position {name}: {error}") from None
    except RecursionError:
        raise BadDocument(f"position {name}: nested too deeply") from None
