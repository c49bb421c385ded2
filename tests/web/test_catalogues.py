"""The committed catalogues are those of the code, complete and compiled."""

from __future__ import annotations

import gettext
import io
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools import catalogues

import spieltisch
from spieltisch.core.texts import LANGUAGES

HOUSE = Path(spieltisch.__file__).parent
FAMILIAR = re.compile(r"\b(tu|toi|tes|ton|ta)\b", re.IGNORECASE)
LOOSE_SIGN = re.compile(r"(?<=[\w.)]) ?[;:!?](?=\s|$)|\d %| »|« ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_is_in_step_with_the_code(language: str) -> None:
    """If not: run tools/catalogues.py and translate what it lists."""
    path = catalogues.path(language)
    catalogue = catalogues.updated(language)
    assert path.read_bytes() == catalogues.written(catalogue)
    compiled = catalogues.compiled(catalogues.load(language))
    assert messages(path.with_suffix(".mo").read_bytes()) == messages(compiled)


def messages(compiled: bytes) -> dict[object, str]:
    """All but the header, which holds times and versions."""
    table: dict[object, str] = vars(gettext.GNUTranslations(io.BytesIO(compiled)))["_catalog"]
    return {key: value for key, value in table.items() if key}


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_message_is_translated_with_its_facts(language: str) -> None:
    catalogue = catalogues.load(language)
    assert list(catalogues.untranslated(catalogue)) == []
    for message in catalogue:
        assert not list(message.check(catalogue)), message.id


def texts_in(table: Any) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict | list | tuple):
        for part in table.values() if isinstance(table, dict) else table:
            yield from texts_in(part)


def french() -> list[str]:
    """Everything that is said in French."""
    files = sorted(HOUSE.rglob("texts/fr.toml"))
    assert len(files) == 5, "four rooms and the arena"
    said = [text for file in files for text in texts_in(tomllib.loads(file.read_text("utf-8")))]
    for message in list(catalogues.load("fr"))[1:]:  # the first is the header
        said += texts_in(message.string)
    return said


def test_french_signs_keep_their_space_on_the_same_line() -> None:
    """Double signs, per cent and quotation marks stand off by a space that does not break."""
    assert [text for text in french() if LOOSE_SIGN.search(text)] == []


def test_french_says_vous_everywhere() -> None:
    assert [text for text in french() if FAMILIAR.search(text)] == []
