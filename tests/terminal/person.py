"""A person at a real (pseudo-)terminal, who reads what is shown and types."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
MOVE = re.compile(r"^ {0,2}(\d+)  (\S.*?)(?:  .*)?$", re.MULTILINE)
PROMPT = "your move (help lists commands): "
PATIENCE = 60.0


def at_a_terminal() -> None:
    """The terminal is the program's own, and its interrupt key works even if the tests run in the
    background, where shells let it be ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Person:
    def __init__(self, *arguments: object, term: str = "xterm") -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": term, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "spieltisch", "play", *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={key: value for key, value in environment.items() if key != "COLUMNS"},
            start_new_session=True,
            preexec_fn=at_a_terminal,  # noqa: PLW1509 (no threads)
        )
        os.close(theirs)
        self.raw = ""
        self.last = ""
        # A read may end in the middle of a letter: the rest of it comes with the next one.
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def __enter__(self) -> Person:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)

    @property
    def seen(self) -> str:
        """All that was ever shown."""
        return CONTROL.sub("", self.raw)

    def waits(self, *signs: str) -> str:
        """What is shown until the terminal asks with one of the signs, or the program ends."""
        begin, until = len(self.raw), time.monotonic() + PATIENCE
        while not self.asked(self.raw[begin:], signs):
            left = until - time.monotonic()
            assert left > 0, f"nothing more after: {self.raw[-2000:]}"
            ready, _, _ = select.select([self.ours], [], [], left)
            if ready and not self.read():
                break
        self.last = CONTROL.sub("", self.raw[begin:])
        return self.last

    @staticmethod
    def asked(text: str, signs: tuple[str, ...]) -> bool:
        return CONTROL.sub("", text).endswith(signs or (PROMPT,))

    def read(self) -> bool:
        try:
            piece = os.read(self.ours, 65536)
        except OSError:  # Linux says so when the other end is closed
            return False
        self.raw += self.decoder.decode(piece)
        return bool(piece)

    def types(self, line: str, *signs: str) -> str:
        os.write(self.ours, f"{line}\n".encode())
        return self.waits(*signs)

    def presses(self, key: bytes) -> str:
        time.sleep(0.3)  # Python misses an interrupt between its prompt and its reading
        os.write(self.ours, key)
        return self.waits("\0")

    def ends(self) -> int:
        return self.process.wait(timeout=PATIENCE)


def listed(shown: str) -> dict[str, str]:
    """The moves of the last list shown, by number."""
    return dict(MOVE.findall(shown.rpartition("\n\n")[2]))
