"""Finished games on disk, one JSON line each, so that a tournament can be stopped and resumed."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from spieltisch.arena.plan import BadTournament, Tournament
from spieltisch.arena.playing import Outcome


class Journal:
    def __init__(self, path: Path, tournament: Tournament, resume: bool) -> None:
        self.path = path
        self.finished: dict[int, Outcome] = {}
        header = msgspec.json.encode(tournament)
        if resume and path.exists():
            self.finished = read_finished(path, header)
        elif path.exists():
            raise BadTournament(f"{path} is there already; add --resume, or name another folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.write_anew(header)

    def write_anew(self, header: bytes) -> None:
        """A line cut off by a crash is dropped; the file is replaced only when it is whole."""
        lines = [header, *(msgspec.json.encode(outcome) for outcome in self.finished.values())]
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

    def add(self, outcome: Outcome) -> None:
        self.finished[outcome.number] = outcome
        self.file.write(msgspec.json.encode(outcome) + b"\n")
        self.file.flush()

    def outcomes(self) -> list[Outcome]:
        return [self.finished[number] for number in sorted(self.finished)]


def read_finished(path: Path, header: bytes) -> dict[int, Outcome]:
    first, _, rest = path.read_bytes().partition(b"\n")
    if first != header:
        raise BadTournament(f"{path} holds another tournament; name another folder")
    finished = {}
    for line in rest.splitlines():
        try:
            outcome = msgspec.json.decode(line, type=Outcome)
        except msgspec.DecodeError:
            continue
        finished[outcome.number] = outcome
    return finished
