"""Templates, once for each language, with compiled templates kept between starts."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Hashable, MutableMapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from spieltisch.core.texts import load_texts
from spieltisch.server.fairness import is_made_up
from spieltisch.web.pages.constants import Constants
from spieltisch.web.pages.continued_lines import ContinuedLines
from spieltisch.web.pages.speech import Speech

MOST_DRAWN = 16_384  # pieces of pages in memory


def web_folder(name: str) -> Path:
    return Path(str(resources.files("spieltisch.web") / name))


class Templates(Environment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One table: Jinja compares the names in it at every import, slowly if it is a chain."""
        return {**self.globals, **(d or {})}


@cache
def environment(speech: Speech) -> Environment:
    built = Templates(
        loader=FileSystemLoader([web_folder("templates"), web_folder("games")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n", Constants, ContinuedLines],
        bytecode_cache=bytecode_cache(speech.language),
    )
    built.install_gettext_translations(speech.catalogue, newstyle=True)  # type: ignore[attr-defined]
    built.globals.update(
        speech=speech,
        language=speech.language,
        moment=moment,
        numeral=numeral,
        use=use,
        art_of=art_of,
        words_of=lambda room: load_texts(room, speech.language).words,
        remembered=remembered,
        _=plain_words(speech),
        static=static_path(),
    )
    built.tests["made_up"] = is_made_up
    return built


class Compiled(FileSystemBytecodeCache):
    """What cannot be kept is compiled again at the next start; a full disk stops no page."""

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """Known by the source as it is compiled, with the words and addresses in it."""
        compiled = environment.preprocess(source, name, filename)
        return super().get_bucket(environment, name, filename, compiled)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def bytecode_cache(language: str) -> Compiled | None:
    """In a folder of this user alone: what lies in it is run."""
    folder = Path(tempfile.gettempdir()) / f"spieltisch-templates-{os.getuid()}"
    try:
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if not is_private(folder):
            folder = Path(tempfile.mkdtemp(prefix="spieltisch-templates-"))
    except OSError:
        return None
    return Compiled(str(folder), f"{language}-%s.cache")


def is_private(folder: Path) -> bool:
    """A folder, no link to one, that nobody else can write into."""
    found = folder.lstat()
    theirs = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not theirs


def render(speech: Speech, template: str, **context: object) -> str:
    return environment(speech).get_template(template).render(**context)


@cache
def static_folders() -> dict[str, Path]:
    """What browsers may fetch of each game's folder, by the game's name."""
    found = sorted(web_folder("games").glob("*/static"))
    return {folder.parent.name: folder for folder in found}


@cache
def static_path() -> str:
    """Where static files are served; a new address when any of them changes, so that browsers
    can keep them for good."""
    digest = hashlib.blake2b(digest_size=3)
    for folder in [web_folder("static"), *static_folders().values()]:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(path.read_bytes())
    return f"/static/{digest.hexdigest()}"


@cache
def use(symbol: str, css: str = "", sheet: str = "common") -> Markup:
    """A picture of a game's art, or of what all have in common; names for readers stand beside."""
    named = Markup(' class="{}"').format(css) if css else ""
    return Markup('<svg{}><use href="{}/{}/art.svg#{}"/></svg>').format(
        named, static_path(), sheet, symbol
    )


@cache
def art_of(sheet: str) -> Callable[..., Markup]:
    """Pictures of one game: a function, because a macro costs ten times as much a call."""
    return lambda symbol, css="": use(symbol, css, sheet)


def remembered(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """A macro that is not run again for what it drew before, at whichever table and for whomever:
    what it draws follows from its arguments alone. Those are values that can be hashed, each always
    of one type, since a text and the same text as markup are equal."""
    return partial(drawn, macro)


@lru_cache(maxsize=MOST_DRAWN)
def drawn(macro: Callable[..., Markup], *shown: Hashable) -> Markup:
    return macro(*shown)


def plain_words(speech: Speech) -> Callable[..., Markup]:
    """As Jinja translates, but what has no values in it is looked up and escaped only once."""
    said: dict[str, Markup] = {}

    def words(message: str, **values: object) -> Markup:
        if message not in said:
            said[message] = Markup(speech.catalogue.gettext(message))
        return said[message] % values

    return words


def moment(when: float) -> Markup:
    """A minute, told in a way that does not change as time passes."""
    at = datetime.fromtimestamp(when, UTC)
    return Markup('<time datetime="{}">{} UTC</time>').format(
        at.strftime("%Y-%m-%dT%H:%MZ"), at.strftime("%Y-%m-%d %H:%M")
    )


@cache
def numeral(number: int, silent: bool = False) -> Markup:
    """The number in our own numerals, and as text for readers unless something else names it."""
    signs = [use("minus")] if number < 0 else []
    digits = Markup("").join([*signs, *(use(f"d{digit}") for digit in str(abs(number)))])
    spoken = "" if silent else Markup('<span class="vh">{}</span>').format(number)
    return Markup('<span class="num">{}{}</span>').format(digits, spoken)
