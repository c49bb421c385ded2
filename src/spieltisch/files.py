"""What users hand in as files, or one clear line about why it cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from spieltisch.core import edition, position, record
from spieltisch.core.edition import Table
from spieltisch.core.errors import BadDocument, BadEdition, BadRecord, SpieltischError
from spieltisch.core.position import PositionFile
from spieltisch.core.record import Record

JOURNAL = "journal"  # the first key of a tournament's file of games


def read_record(path: Path, number: int | None = None) -> Record:
    """A record or trace; of a tournament's games.jsonl, the game of that number."""
    with opened(path, "record", BadRecord) as file:
        first = file.readline(record.MOST_BYTES + 1)
        if first.startswith(b'{"%s"' % JOURNAL.encode()):
            return record.loads(game_line(file, path, number))
        raw = first + file.read(record.MOST_BYTES + 1 - len(first))
    if number is not None:
        raise BadRecord(f"record {path}: it is one game, so --number says nothing")
    check_size(raw, path, "record", record.MOST_BYTES, BadRecord)
    return record.loads(raw)


def game_line(lines: Iterable[bytes], path: Path, number: int | None) -> bytes:
    """The line of a game; lines stand in the order the games ended in."""
    if number is None:
        raise BadRecord(f"record {path}: a tournament's games; say which with --number")
    mark = b'"arena":{"number":%d,' % number
    for line in lines:
        if mark in line:
            return line
    raise BadRecord(f"record {path}: there is no game {number}")


def read_position(path: Path) -> PositionFile:
    return position.read(content(path, "position", position.MOST_BYTES, BadDocument), str(path))


def read_edition(path: Path) -> Table:
    return edition.read(content(path, "edition", edition.MOST_BYTES, BadEdition), str(path))


def content(path: Path, what: str, most: int, wrong: type[SpieltischError]) -> bytes:
    """At most so many bytes: a file that never ends must not fill the memory."""
    with opened(path, what, wrong) as file:
        raw = file.read(most + 1)
    check_size(raw, path, what, most, wrong)
    return raw


@contextmanager
def opened(path: Path, what: str, wrong: type[SpieltischError]) -> Iterator[IO[bytes]]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise wrong(f"{what} {path}: {error.strerror}") from None


def check_size(raw: bytes, path: Path, what: str, most: int, wrong: type[SpieltischError]) -> None:
    if len(raw) > most:
        raise wrong(f"{what} {path}: larger than {most} bytes")
