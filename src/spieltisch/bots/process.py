"""A bot that is another program: one JSON line per question on its standard input, one per answer
on its standard output. docs/bots.md describes the lines.

    from spieltisch.bots.process import ProcessBot
    with ProcessBot(["python3", "docs/examples/stdio_bot.py"], seconds=5) as bot: ...
"""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import IO

from spieltisch.bots.questions import answer, question
from spieltisch.core.bot import BadBot
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View

PATIENCE = 30.0
MOST_BYTES = 65_536
FAREWELL = 2.0


@dataclass(frozen=True)
class Program:
    process: subprocess.Popen[bytes]
    questions: IO[bytes]
    answers: IO[bytes]

    def close(self) -> int:
        """Closing its input asks the program to end; if that does not help, it is stopped."""
        with suppress(BrokenPipeError):
            self.questions.close()
        self.answers.close()
        try:
            return self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class ProcessBot:
    """Starts the program when it sits down, once for all games of this bot."""

    def __init__(self, command: Sequence[str], seconds: float = PATIENCE) -> None:
        self.command = list(command)
        self.seconds = seconds
        self.program: Program | None = None
        self.unread = b""

    def __enter__(self) -> ProcessBot:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def sit(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        if self.program is None:
            self.program = self.start()

    def start(self) -> Program:
        try:
            process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise self.wrong(f"cannot be started: {error.strerror}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        return Program(process, process.stdin, process.stdout)

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        self.send(question(self.game, self.seat, view, legal, rng) + b"\n")
        line = self.receive()
        try:
            return answer(line, legal)
        except BadBot as error:
            raise self.wrong(str(error)) from None

    def send(self, line: bytes) -> None:
        program = self.seated()
        try:
            program.questions.write(line)
            program.questions.flush()
        except BrokenPipeError:
            raise self.ended() from None

    def seated(self) -> Program:
        if self.program is None:
            raise self.wrong("is not running; it has to sit down first")
        return self.program

    def receive(self) -> bytes:
        """The next line, as long as it comes in time and is not too long."""
        deadline = time.monotonic() + self.seconds
        while b"\n" not in self.unread:
            if len(self.unread) > MOST_BYTES:
                self.close()
                raise self.wrong(f"answered more than {MOST_BYTES} bytes without a line's end")
            self.unread += self.read_some(deadline)
        line, self.unread = self.unread.split(b"\n", 1)
        return line

    def read_some(self, deadline: float) -> bytes:
        answers = self.seated().answers
        with selectors.DefaultSelector() as selector:
            selector.register(answers, selectors.EVENT_READ)
            if not selector.select(max(deadline - time.monotonic(), 0.0)):
                self.close()
                raise self.wrong(f"did not answer within {self.seconds:g} seconds")
        some = os.read(answers.fileno(), MOST_BYTES)
        if not some:
            raise self.ended()
        return some

    def ended(self) -> BadBot:
        return self.wrong(f"ended by itself (exit code {self.close()})")

    def wrong(self, what: str) -> BadBot:
        return BadBot(f"bot {' '.join(self.command)}: {what}")

    def close(self) -> int | None:
        """End the program; the next time the bot sits down, it starts anew."""
        program, self.program, self.unread = self.program, None, b""
        return None if program is None else program.close()
