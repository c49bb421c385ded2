"""What users hand in as files, or one clear line about why it cannot be read."""

from __future__ import annotations

from pathlib import Path

from spieltisch.core import edition, position, record
from spieltisch.core.edition import Table
from spieltisch.core.errors import BadDocument, BadEdition, BadRecord, SpieltischError
from spieltisch.core.position import PositionFile
from spieltisch.core.record import Record


def read_record(path: Path) -> Record:
    return record.loads(content(path, "record", record.MOST_BYTES, BadRecord))


def read_position(path: Path) -> PositionFile:
    return position.read(content(path, "position", position.MOST_BYTES, BadDocument), str(path))


def read_edition(path: Path) -> Table:
    return edition.read(content(path, "edition", edition.MOST_BYTES, BadEdition), str(path))


def content(path: Path, what: str, most: int, wrong: type[SpieltischError]) -> bytes:
    """At most so many bytes: a file that never ends must not fill the memory."""
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise wrong(f"{what} {path}: {error.strerror}") from None
    if len(raw) > most:
        raise wrong(f"{what} {path}: larger than {most} bytes")
    return raw
