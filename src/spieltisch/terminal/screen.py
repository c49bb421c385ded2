"""What the terminal table writes to and reads from. Works over ssh, in 80×24, without colour, and
piped: rich leaves out what the terminal at hand cannot do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from io import TextIOWrapper

from rich.console import Console
from rich.text import Text

from spieltisch.core.drawing import WIDTH, folded

SCREENFUL = 60  # lines that push a screen out of sight where it cannot be cleared
ERASE_SCROLLED = "\x1b[3J"
WIDEST = 100


class Screen:
    def __init__(self, console: Console, read: Callable[[str], str] = input) -> None:
        self.console = console
        self.read = read

    def say(self, text: str = "", style: str = "") -> None:
        """In words, folded at the edge."""
        self.console.print(Text(text, style=style), highlight=False)

    def columns(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """A number, a move and what it means, one below the other."""
        width = max((len(middle) for _, middle, _ in rows), default=0)
        for first, middle, last in rows:
            head = f"{first:>3}  {middle:<{width}}  "
            self.draw(folded(head + last, " " * min(len(head), WIDTH // 2)))

    def draw(self, lines: Iterable[str]) -> None:
        """As it is, line by line."""
        for line in lines:
            self.console.print(Text(line), highlight=False, no_wrap=True, crop=False)

    def ask(self, question: str) -> str:
        return self.read(question).strip()

    def clear(self) -> None:
        """Nothing of what was shown can be read any more, also by scrolling back."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write(ERASE_SCROLLED)
            self.console.clear()
        else:
            self.console.file.write("\n" * SCREENFUL)

    def waiting(self, text: str) -> AbstractContextManager[object]:
        """A sign of life while a bot thinks, where it can be wiped away again."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            return self.console.status(text)
        return nullcontext()


def standard_screen() -> Screen:
    """A sign that cannot be read or shown becomes a question mark instead of an error."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    console = Console(markup=False, emoji=False)
    if console.width > WIDEST:
        console.width = WIDEST
    return Screen(console)
