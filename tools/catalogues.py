"""Bring the gettext catalogues in step with the messages in the code: run after changing one.

New messages are added untranslated and listed; the compiled catalogues are written beside them.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from spieltisch.core.texts import LANGUAGES

ROOT = Path(__file__).parent.parent
WEB = ROOT / "src" / "spieltisch" / "web"
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
OPTIONS = {"**.html": {"trim_blocks": "true", "newstyle_gettext": "true"}}
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
NOISE = (
    b"#, fuzzy",
    b'"POT-',
    b'"PO-',
    b'"Report-',
    b'"Last-T',
    b'"Language-T',
    b'"Generated-',
    b'"Project-',
)
KEYWORDS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "say": None,
    "count": (1, 2),
}


@cache
def template() -> Catalog:
    """Every message of the code, without places: moving code must not change the catalogues."""
    catalogue = Catalog(domain="spieltisch", header_comment="# The words of the pages.")
    found = extract_from_dir(WEB, METHODS, OPTIONS, KEYWORDS)
    for _, _, message, _, context in sorted(found, key=lambda row: str(row[2])):
        catalogue.add(message, context=context)
    return catalogue


def path(language: str) -> Path:
    return WEB / "locale" / language / "LC_MESSAGES" / "spieltisch.po"


def load(language: str) -> Catalog:
    with path(language).open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    catalogue = load(language)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id and not translated(message))


def translated(message: Message) -> bool:
    strings = [message.string] if isinstance(message.string, str) else message.string
    return all(strings or [""])


def written(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, catalogue, omit_header=False, sort_output=True, no_location=True, width=100)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(NOISE))


def compiled(catalogue: Catalog) -> bytes:
    """English messages are their own translation. No times, so that nothing changes for nothing."""
    catalogue.creation_date = catalogue.revision_date = BEGINNING
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    missing = 0
    for language in LANGUAGES:
        catalogue = updated(language)
        path(language).write_bytes(written(catalogue))
        path(language).with_suffix(".mo").write_bytes(compiled(load(language)))
        for message in untranslated(catalogue) if language != "en" else ():
            missing += 1
            print(f"{language}: not translated: {message.id!r}")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
