"""Finished games on disk, so that a tournament can be stopped and resumed, and every game looked at
again. The first line is the tournament; every other one is a record with its outcome in `more`."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from spieltisch.arena.plan import BadTournament, Tournament
from spieltisch.arena.playing import Line, Outcome
from spieltisch.files import JOURNAL


class Header(msgspec.Struct, frozen=True):
    """Format 1 kept no moves."""

    tournament: Tournament
    format: int = 2


class Inside(msgspec.Struct, frozen=True):
    arena: Outcome


class Kept(msgspec.Struct, frozen=True):
    """Of a record, all that standings need."""

    more: Inside


class Journal:
    """`finished` holds the outcomes by number; their records are on disk only."""

    def __init__(self, path: Path, tournament: Tournament, resume: bool) -> None:
        self.path = path
        self.finished: dict[int, Outcome] = {}
        header = msgspec.json.encode({JOURNAL: Header(tournament)})
        lines = []
        if resume and path.exists():
            lines = read_lines(path, header)
            self.finished = {number: outcome for number, outcome, _ in lines}
        elif path.exists():
            told = f"{path} is there already; name another folder (--out)"
            raise BadTournament(f"{told}, or add --resume to go on with it")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.write_anew([header, *(line for _, _, line in lines)])

    def write_anew(self, lines: list[bytes]) -> None:
        """A line cut off by a crash is dropped; the file is replaced only when it is whole."""
        draft = self.path.with_suffix(".draft")
        draft.write_bytes(b"".join(line + b"\n" for line in lines))
        draft.replace(self.path)

    def __enter__(self) -> Journal:
        self.file: IO[bytes] = self.path.open("ab")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.file.close()

    def add(self, line: Line) -> None:
        self.finished[line.outcome.number] = line.outcome
        self.file.write(line.text + b"\n")
        self.file.flush()

    def outcomes(self) -> list[Outcome]:
        return [self.finished[number] for number in sorted(self.finished)]


def completed(first: bytes) -> bytes:
    """The header with the defaults of what tournaments did not have when it was written."""
    try:
        return msgspec.json.encode(msgspec.json.decode(first, type=dict[str, Header]))
    except msgspec.DecodeError:
        return first


def read_lines(path: Path, header: bytes) -> list[tuple[int, Outcome, bytes]]:
    first, _, rest = path.read_bytes().partition(b"\n")
    if not first.startswith(b'{"%s"' % JOURNAL.encode()):
        raise BadTournament(
            f"{path} was written by an earlier version, which kept no moves; name another folder"
        )
    if completed(first) != completed(header):
        raise BadTournament(f"{path} holds another tournament; name another folder (--out)")
    found = []
    for line in rest.splitlines():
        try:
            outcome = msgspec.json.decode(line, type=Kept).more.arena
        except msgspec.DecodeError:
            continue
        found.append((outcome.number, outcome, line))
    return found
