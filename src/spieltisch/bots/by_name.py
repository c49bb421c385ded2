"""Any bot by its name, wherever a level's name is taken: a level, a package's bot, or your own.

    strong                        a level
    mypackage.module:Class        a class of yours (or a function that makes a bot)
    folder/file.py:Class          the same, by the file it stands in
    ./program --with arguments    a program that speaks the line protocol (bots/process.py)
    http://localhost:9000/move    the same questions, answered by a web server (bots/remote.py)
    anything_else                 an entry point of an installed package, group `spieltisch.bots`

Names run code of whoever wrote them. What strangers may choose is a level (`levels.bot`) or what
the host has listed; this door is for people at their own machine."""

from __future__ import annotations

import importlib
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol, cast

from spieltisch.bots import levels
from spieltisch.bots.levels import BOTS, Limits, UnknownLevel
from spieltisch.bots.process import PATIENCE, ProcessBot
from spieltisch.bots.punctual import Punctual
from spieltisch.bots.remote import HttpBot
from spieltisch.bots.report import MoveReport
from spieltisch.core.bot import BadBot, Bot
from spieltisch.core.errors import BadOption
from spieltisch.core.rng import Rng
from spieltisch.core.view import View

ENTRY_POINTS = "spieltisch.bots"
CLASS = re.compile(r"([A-Za-z_][\w.]*|.+\.py):[A-Za-z_][\w.]*")
Names = str | Callable[[], Bot] | Sequence[str | Callable[[], Bot]]
KINDS = "or your own: package.module:Class, file.py:Class, ./program, http://…"


class Thinker(Bot, Protocol):
    """A bot that can explain itself, for hints and for looking back at games."""

    def analyse(self, view: View, legal: Sequence[str], rng: Rng) -> list[MoveReport]: ...


def bot(name: str, limits: Limits | None = None) -> Bot:
    """A bot ready to sit down; `limits.seconds` is its time for a move.

    >>> bot("casual"), bot("spieltisch.bots.simple:RandomBot")  # doctest: +ELLIPSIS
    (<spieltisch.bots.simple.CasualBot ...>, <spieltisch.bots.simple.RandomBot ...>)
    """
    if is_level(name):
        return levels.bot(name, limits)
    seconds = None if limits is None else limits.seconds
    if is_remote(name):
        return HttpBot(name, seconds or PATIENCE)
    if is_program(name):
        return ProcessBot(command(name), seconds or PATIENCE)
    made = make(name)
    return made if seconds is None else Punctual(made, seconds)


def thinker(name: str, limits: Limits | None = None) -> Thinker:
    """A bot that can explain itself: strong, master, or one of yours with a method `analyse`."""
    if is_level(name):
        return levels.thinker(name, limits)
    found = bot(name) if not is_remote(name) and not is_program(name) else None
    if not callable(getattr(found, "analyse", None)):
        raise BadBot(f"bot {name[:60]}: it has no method `analyse`, so it cannot explain moves")
    return cast(Thinker, found)


def check(name: str) -> None:
    """Refuse what is not there before any game begins."""
    if is_program(name):
        command(name)
    elif not is_level(name) and not is_remote(name):
        factory(name)


def label(name: str, language: str) -> str:
    """As reports call it."""
    return levels.name_of(name, language) if is_level(name) else name


def is_level(name: str) -> bool:
    return name in BOTS


def is_remote(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def is_program(name: str) -> bool:
    """Its first word is a path: it holds a slash. A class may be named by its file's path, too."""
    first = name.split(" ", 1)[0]
    return not is_remote(name) and ("/" in first or "\\" in first) and not CLASS.fullmatch(name)


def lasts(name: str) -> bool:
    """Whether one bot of that name plays game after game: starting a program costs time."""
    return is_program(name) or is_remote(name)


def command(name: str) -> list[str]:
    """The words that start a program; a Python file needs no mark that it may be run."""
    try:
        words = shlex.split(name)
    except ValueError as error:
        raise BadBot(f"bot {name[:60]}: {error}") from None
    path = Path(words[0])
    if path.suffix == ".py" and path.is_file():
        return [sys.executable, *words]
    if shutil.which(words[0]) is None:
        said = "it may not be run (chmod +x)" if path.is_file() else "there is no such program"
        raise BadBot(f"bot {name[:60]}: {said}")
    return words


def make(name: str) -> Bot:
    try:
        made = factory(name)()
    except TypeError as error:
        raise BadBot(f"bot {name[:60]}: cannot be made without arguments ({error})") from error
    for method in ("sit", "choose"):
        if not callable(getattr(made, method, None)):
            raise BadBot(f"bot {name[:60]}: it has no method `{method}`")
    return cast(Bot, made)


def factory(name: str) -> Callable[[], Any]:
    """The class, or the function that makes the bot."""
    found = packaged().get(name)
    if found is None and CLASS.fullmatch(name) is None:
        raise UnknownLevel(
            f"there is no bot {name[:60]!r}; there are {', '.join(known())}, {KINDS}"
        )
    try:
        made: Callable[[], Any] = imported(name) if found is None else found.load()
    except Exception as error:
        told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise BadBot(f"bot {name[:60]}: cannot be loaded ({told})") from error
    if not callable(made):
        raise BadBot(f"bot {name[:60]}: is not a class or a function that makes a bot")
    return made


def imported(name: str) -> Any:
    """From an installed package, the folder one stands in, or a file."""
    module, _, path = name.rpartition(":")
    folder = Path.cwd()
    if module.endswith(".py"):
        file = Path(module)
        if not file.is_file():
            raise FileNotFoundError(f"there is no file {module}")
        folder, module = file.resolve().parent, file.stem
    if str(folder) not in sys.path and (folder != Path.cwd() or "" not in sys.path):
        sys.path.append(str(folder))
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def packaged() -> dict[str, EntryPoint]:
    """What installed packages offer."""
    return {one.name: one for one in entry_points(group=ENTRY_POINTS)}


def known() -> list[str]:
    """The names that stand for a bot by themselves: levels, and what packages offer."""
    return [*BOTS, *sorted(packaged().keys() - set(BOTS))]


def every_seat(bots: Names, seats: int) -> tuple[str, ...]:
    """One bot for all seats, or one for each; refuses what is not there."""
    given = [bots] if isinstance(bots, str) or callable(bots) else bots
    names = tuple(map(name_of, given))
    for name in names:
        check(name)
    if len(names) not in (1, seats):
        raise BadOption(f"--bots: one bot for all seats, or {seats}, not {len(names)}")
    return names * seats if len(names) == 1 else names


def name_of(given: str | Callable[[], Bot]) -> str:
    """The name of a class or function, by which other processes find it again."""
    if isinstance(given, str):
        return given
    return f"{given.__module__}:{given.__qualname__}"
