"""Templates, once for each language, with compiled templates kept between starts."""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from spieltisch.table.fairness import is_made_up
from spieltisch.web.pages.speech import Speech


def web_folder(name: str) -> Path:
    return Path(str(resources.files("spieltisch.web") / name))


@cache
def environment(speech: Speech) -> Environment:
    built = Environment(
        loader=FileSystemLoader(web_folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=bytecode_cache(),
    )
    built.install_gettext_translations(speech.catalogue, newstyle=True)  # type: ignore[attr-defined]
    built.globals.update(
        speech=speech, language=speech.language, numeral=numeral, use=use, static=static_path()
    )
    built.tests["made_up"] = is_made_up
    return built


def bytecode_cache() -> FileSystemBytecodeCache:
    """In a folder of this user alone: what lies in it is run."""
    folder = Path(tempfile.gettempdir()) / f"spieltisch-templates-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        folder = Path(tempfile.mkdtemp(prefix="spieltisch-templates-"))
    return FileSystemBytecodeCache(str(folder))


def render(speech: Speech, template: str, **context: object) -> str:
    return environment(speech).get_template(template).render(**context)


@cache
def static_path() -> str:
    """Where static files are served; a new address when any of them changes, so that browsers
    can keep them for good."""
    digest = hashlib.blake2b(digest_size=3)
    for path in sorted(web_folder("static").rglob("*")):
        if path.is_file():
            digest.update(path.read_bytes())
    return f"/static/{digest.hexdigest()}"


@cache
def use(symbol: str, css: str = "", sheet: str = "common") -> Markup:
    """A picture of the art sheets; names for readers stand beside it."""
    named = Markup(' class="{}"').format(css) if css else ""
    return Markup('<svg{}><use href="{}/art/{}.svg#{}"/></svg>').format(
        named, static_path(), sheet, symbol
    )


@cache
def numeral(number: int, silent: bool = False) -> Markup:
    """The number in our own numerals, and as text for readers unless something else names it."""
    signs = [use("minus")] if number < 0 else []
    digits = Markup("").join([*signs, *(use(f"d{digit}") for digit in str(abs(number)))])
    spoken = "" if silent else Markup('<span class="vh">{}</span>').format(number)
    return Markup('<span class="num">{}{}</span>').format(digits, spoken)
